// Draws the share image of a page for social networks: its title on the dark background of the brand, between the corners of a
// viewfinder. The SVG has paths instead of text, so that it does not depend on installed fonts.

import { SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import type { ShareCard } from './image-order.ts';
import { renderSvg } from './sharp-images.ts';
import { loadTypeface, type Typeface } from './typeface.ts';
import { wrapTitle } from './wrap-lines.ts';

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE_SIZE;
/** The colours of `templates/styles/tokens.css`. */
const COLOURS = {
  night: '#0b1333',
  raised: '#16214d',
  line: '#2f3c6e',
  text: '#f3f6ff',
  soft: '#b6c2e6',
  accent: '#8db0ff',
  blue: '#2f6bff',
  signal: '#ff5a3c',
};
const LEFT = 104;
const TITLE = { top: 196, width: 960, height: 280, lineHeight: 1.14, sizes: [84, 72, 62, 54, 46] } as const;
/** Height of capital letters, relative to the font size. */
const CAP_HEIGHT = 0.71;

/** Far more than fits, and fast to measure. */
const MAX_TITLE_LENGTH = 1000;

const TYPEFACE = loadTypeface();

/** Renders a card as PNG. In full colour: choosing a palette would take three times as long as drawing. */
export function renderShareImage(card: ShareCard): Promise<Uint8Array> {
  return renderSvg(drawShareImage(card, TYPEFACE));
}

/** Draws a card as SVG. */
export function drawShareImage(card: ShareCard, typeface: Typeface): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.night}"/>`,
    drawLens(),
    drawCorners(),
    drawWave(),
    drawTexts(card, typeface) ?? drawBrand(typeface, card.brand),
    drawText(typeface, card.host, { x: LEFT, y: 546, size: 28, weight: 500, fill: COLOURS.soft }),
    '</svg>',
  ].join('');
}

/** Draws brand, kicker and title; null if the title is missing or not readable. */
function drawTexts({ brand, title: whole, kicker }: ShareCard, typeface: Typeface): string | null {
  const title = whole === null ? null : [...whole.slice(0, 2 * MAX_TITLE_LENGTH)].slice(0, MAX_TITLE_LENGTH).join('');
  const known = title === null ? '' : typeface.keepKnown(title);
  if (!isReadable(known, title)) return null;
  return [
    drawMark({ x: LEFT, y: 108, scale: 1.75 }),
    drawText(typeface, typeface.keepKnown(brand), { x: 176, y: 149, size: 40, weight: 700, fill: COLOURS.text }),
    kicker === null ? '' : drawKicker(typeface, typeface.keepKnown(kicker)),
    drawTitle(known, typeface),
  ].join('');
}

/** Whether the font has at least four fifths of the letters: no title is better than one with gaps. */
function isReadable(known: string, title: string | null): boolean {
  const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters(known) > 0 && letters(known) >= letters(title ?? '') * 0.8;
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: 500 | 700;
  readonly fill: string;
}

function drawText(typeface: Typeface, text: string, { x, y, size, weight, fill }: Line): string {
  return `<g fill="${fill}">${typeface.outline(text, { size, weight }, { x, y })}</g>`;
}

/** Draws only the brand, in a large size. */
function drawBrand(typeface: Typeface, brand: string): string {
  const name = { x: 276, y: 322, size: 112, weight: 700, fill: COLOURS.text } as const;
  return drawMark({ x: LEFT, y: 210, scale: 4.6 }) + drawText(typeface, typeface.keepKnown(brand), name);
}

/** Centres the title vertically in its box. */
function drawTitle(title: string, typeface: Typeface): string {
  const measure = (text: string, size: number) => typeface.measure(text, { size, weight: 700 });
  const { size, lines } = wrapTitle(title, { ...TITLE, measure });
  const step = size * TITLE.lineHeight;
  const height = step * (lines.length - 1) + size * CAP_HEIGHT;
  const first = TITLE.top + (TITLE.height - height) / 2 + size * CAP_HEIGHT;
  return lines
    .map((line, index) =>
      drawText(typeface, line, { x: LEFT - 4, y: first + index * step, size, weight: 700, fill: COLOURS.text }),
    )
    .join('');
}

/** Draws the kind of page at the right. */
function drawKicker(typeface: Typeface, kicker: string): string {
  const setting = { size: 28, weight: 500 } as const;
  const width = typeface.measure(kicker, setting);
  const left = WIDTH - LEFT - width - 32;
  return [
    `<rect x="${left - 32}" y="108" width="${width + 64}" height="56" rx="28" fill="${COLOURS.raised}"/>`,
    drawText(typeface, kicker, { ...setting, x: left, y: 146, fill: COLOURS.accent }),
  ].join('');
}

/** Draws the lens of the logo, cropped by the edges of the image. */
function drawLens(): string {
  return [
    `<circle cx="1100" cy="560" r="330" fill="${COLOURS.raised}" opacity=".55"/>`,
    `<circle cx="1100" cy="560" r="220" fill="${COLOURS.line}" opacity=".45"/>`,
  ].join('');
}

/** Draws the corners that image recognition puts around what it finds. */
function drawCorners(): string {
  const [inset, reach] = [48, 60];
  const [right, bottom] = [WIDTH - inset, HEIGHT - inset];
  const corner = (x: number, y: number, towardsX: number, towardsY: number) =>
    `M${x} ${y + towardsY * reach}V${y}H${x + towardsX * reach}`;
  const path = [
    corner(inset, inset, 1, 1),
    corner(right, inset, -1, 1),
    corner(inset, bottom, 1, -1),
    corner(right, bottom, -1, -1),
  ];
  return `<path d="${path.join('')}" fill="none" stroke="${COLOURS.signal}" stroke-width="8"/>`;
}

function drawMark({ x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number }): string {
  return [
    `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${COLOURS.text}" stroke-linecap="round">`,
    '<circle cx="14" cy="14" r="10" stroke-width="4"/><path d="M22 22l7 7" stroke-width="4"/>',
    `<path d="M10 14v2m4-6v8m4-5v3" stroke="${COLOURS.signal}" stroke-width="2.5"/></g>`,
  ].join('');
}

/** Draws a chart of mentions with a marked peak. */
function drawWave(): string {
  return [
    `<path d="M690 544c30 0 34-10 62-10s30 12 58 12 34-16 62-16 26 12 50 12c42 0 42-46 78-46s36 48 72 48h20" fill="none" stroke="${COLOURS.blue}" stroke-width="6" stroke-linecap="round"/>`,
    `<circle cx="1000" cy="496" r="11" fill="${COLOURS.signal}"/>`,
    `<circle cx="1000" cy="496" r="22" fill="none" stroke="${COLOURS.signal}" stroke-width="4" opacity=".5"/>`,
  ].join('');
}
