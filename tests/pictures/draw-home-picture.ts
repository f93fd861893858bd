// `npm run pictures`: draws the picture of the sample's home page again. A scene that a small ray tracer renders, and over
// it what the product makes of it: the mark that was found, and the charts. Digits are outlines of the project's font.

import { resolve } from 'node:path';
import sharp from 'sharp';
import { loadTypeface } from '../../cli/images/typeface.ts';
import { findCupBox, renderCupScene } from './cup-scene.ts';

const FILE = resolve(import.meta.dirname, '../../content/sample/assets/pages/home.jpg');
const WIDTH = 1920;
const HEIGHT = 1280;
const QUALITY = 84;
const COLOURS = {
  text: '#0c1531',
  soft: '#c3cee8',
  line: '#e6ecf9',
  accent: '#1d53e0',
  pale: '#dbe6ff',
  signal: '#ff5a3c',
  teal: '#17b2a5',
  gold: '#ffc65c',
};

const typeface = loadTypeface();

function digits(text: string, place: { x: number; y: number; size: number; fill: string }): string {
  return `<g fill="${place.fill}">${typeface.outline(text, { size: place.size, weight: 700 }, place)}</g>`;
}

function card(x: number, y: number, width: number, height: number, inside: string): string {
  return `<g transform="translate(${x} ${y})"><rect y="22" width="${width}" height="${height}" rx="34" fill="#04081c" opacity=".55" filter="url(#soft)"/><rect width="${width}" height="${height}" rx="34" fill="#fff"/>${inside}</g>`;
}

function bar(x: number, y: number, width: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="16" rx="8" fill="${fill}"/>`;
}

/** Mentions of a week: a murmur, the evening on which everybody photographed their cup, and after. */
function drawWeek(): string {
  const curve =
    'M52 404C96 398 120 372 166 380S250 404 292 384 366 330 412 338 480 372 524 348 590 176 640 170 702 318 748 320 826 286 868 272';
  const lines = [170, 250, 330, 410].map((y) => `<path d="M52 ${y}H868" stroke="${COLOURS.line}" stroke-width="3"/>`);
  const days = ['1', '2', '3', '4', '5', '6', '7'].map((day, index) =>
    digits(day, { x: 52 + index * 133, y: 478, size: 26, fill: '#8a97b8' }),
  );
  return [
    digits('+38', { x: 50, y: 104, size: 74, fill: COLOURS.text }),
    `<path d="M214 92l22-26 22 26M236 66v46" transform="translate(-6 -24)" fill="none" stroke="${COLOURS.teal}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>`,
    `${bar(640, 56, 108, COLOURS.accent)}${bar(764, 56, 104, COLOURS.gold)}${bar(640, 88, 228, COLOURS.line)}`,
    ...lines,
    `<path d="${curve}V410H52Z" fill="url(#fade)"/>`,
    `<path d="M52 390C140 384 190 396 268 388S420 372 500 380 640 352 720 362 820 350 868 354" fill="none" stroke="${COLOURS.gold}" stroke-width="7" stroke-linecap="round"/>`,
    `<path d="${curve}" fill="none" stroke="${COLOURS.accent}" stroke-width="9" stroke-linecap="round"/>`,
    `<circle cx="640" cy="170" r="17" fill="#fff" stroke="${COLOURS.signal}" stroke-width="9"/>`,
    ...days,
  ].join('');
}

function drawShares(): string {
  const around = 2 * Math.PI * 84;
  const ring = (from: number, share: number, stroke: string) => {
    const [start, length] = [from, share].map((percent) => (percent / 100) * around) as [number, number];
    return `<circle cx="130" cy="150" r="84" fill="none" stroke="${stroke}" stroke-width="34" stroke-dasharray="${length} ${around}" stroke-dashoffset="${-start}" transform="rotate(-90 130 150)"/>`;
  };
  return [
    ring(0, 64, COLOURS.accent),
    ring(64, 21, COLOURS.teal),
    ring(85, 15, COLOURS.signal),
    digits('64', { x: 93, y: 170, size: 62, fill: COLOURS.text }),
    ...[COLOURS.accent, COLOURS.teal, COLOURS.signal].map(
      (fill, index) =>
        `<circle cx="270" cy="${92 + index * 58}" r="12" fill="${fill}"/>${bar(298, 84 + index * 58, 96 - index * 22, COLOURS.pale)}`,
    ),
  ].join('');
}

function drawBars(): string {
  const heights = [64, 92, 78, 120, 108, 186, 132];
  const columns = heights.map((height, index) => {
    const fill = index === 5 ? COLOURS.signal : index > 3 ? COLOURS.accent : COLOURS.pale;
    return `<rect x="${44 + index * 54}" y="${246 - height}" width="36" height="${height}" rx="10" fill="${fill}"/>`;
  });
  return `${columns.join('')}<path d="M36 262H412" stroke="${COLOURS.line}" stroke-width="4" stroke-linecap="round"/>`;
}

/** What image recognition has seen: corners around the sleeve, and how sure it is. */
function drawFinding(): string {
  const box = findCupBox(WIDTH / HEIGHT);
  const tall = box.bottom - box.top;
  const [left, right] = [box.left * WIDTH - 34, box.right * WIDTH + 26];
  const [top, bottom] = [(box.top + tall * 0.29) * HEIGHT, (box.top + tall * 0.83) * HEIGHT];
  const reach = 62;
  const corner = (x: number, y: number, sideways: number, upright: number) =>
    `M${x} ${y + upright * reach}V${y}H${x + sideways * reach}`;
  const corners = [
    corner(left, top, 1, 1),
    corner(right, top, -1, 1),
    corner(left, bottom, 1, -1),
    corner(right, bottom, -1, -1),
  ];
  return [
    `<path d="${corners.join('')}" fill="none" stroke="${COLOURS.signal}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<g transform="translate(${right - 168} ${top - 92})"><rect width="168" height="72" rx="36" fill="${COLOURS.signal}"/>`,
    '<circle cx="46" cy="36" r="16" fill="none" stroke="#fff" stroke-width="6"/><circle cx="46" cy="36" r="5" fill="#fff"/>',
    `${digits('98', { x: 84, y: 51, size: 44, fill: '#fff' })}</g>`,
  ].join('');
}

function drawOverlay(): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>`,
    '<filter id="soft" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur stdDeviation="30"/></filter>',
    `<linearGradient id="fade" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${COLOURS.accent}" stop-opacity=".28"/><stop offset="1" stop-color="${COLOURS.accent}" stop-opacity="0"/></linearGradient></defs>`,
    card(96, 176, 920, 520, drawWeek()),
    card(96, 748, 440, 300, drawShares()),
    card(576, 748, 440, 300, drawBars()),
    drawFinding(),
    '</svg>',
  ].join('');
}

const scene = { raw: { width: WIDTH, height: HEIGHT, channels: 3 } } as const;
await sharp(renderCupScene(WIDTH, HEIGHT), scene)
  .composite([{ input: Buffer.from(drawOverlay()) }])
  .jpeg({ quality: QUALITY, mozjpeg: true })
  .toFile(FILE);
