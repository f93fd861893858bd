// `npm run pictures`: draws the sample's photograph again. A scene that a small ray tracer renders, and over it the mark that
// image recognition found. Digits are outlines of the project's font.

import { resolve } from 'node:path';
import sharp from 'sharp';
import { Typeface } from '../../cli/images/typeface.ts';
import { findCupBox, renderCupScene } from './cup-scene.ts';

const FILE = resolve(import.meta.dirname, '../../content/sample/assets/pages/cup.jpg');
const WIDTH = 1920;
const HEIGHT = 1280;
const QUALITY = 84;
const SIGNAL = '#ff5a3c';

const typeface = new Typeface();

function digits(text: string, place: { x: number; y: number; size: number; fill: string }): string {
  return `<g fill="${place.fill}">${typeface.outline(text, { size: place.size, weight: 700 }, place)}</g>`;
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
    `<path d="${corners.join('')}" fill="none" stroke="${SIGNAL}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<g transform="translate(${right - 168} ${top - 92})"><rect width="168" height="72" rx="36" fill="${SIGNAL}"/>`,
    '<circle cx="46" cy="36" r="16" fill="none" stroke="#fff" stroke-width="6"/><circle cx="46" cy="36" r="5" fill="#fff"/>',
    `${digits('98', { x: 84, y: 51, size: 44, fill: '#fff' })}</g>`,
  ].join('');
}

const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawFinding()}</svg>`;
const scene = { raw: { width: WIDTH, height: HEIGHT, channels: 3 } } as const;
await sharp(renderCupScene(WIDTH, HEIGHT), scene)
  .composite([{ input: Buffer.from(overlay) }])
  .jpeg({ quality: QUALITY, mozjpeg: true })
  .toFile(FILE);
