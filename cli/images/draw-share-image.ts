// Draws the share image of a page for social networks: its title on the dark background of the brand. The corners of a viewfinder
// are around the picture of the page, or around everything. All text is drawn as paths, so that it does not depend on installed fonts.

import { LRUCache } from 'lru-cache';
import { SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import type { ShareCard } from './image-order.ts';
import { type Backdrop, createBackdrop, type Inlay, indexColours, type Mask } from './indexed-image.ts';
import { drawAlpha, drawColours, drawPicture } from './sharp-images.ts';
import { type Letter, Typeface } from './typeface.ts';
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
/** `text` in numbers. */
const INK = [0xf3, 0xf6, 0xff] as const;
const LEFT = 104;
const TITLE = { top: 196, width: 960, height: 280, lineHeight: 1.14, sizes: [84, 72, 62, 54, 46] } as const;
/** Beside a picture. */
const NARROW_TITLE = { ...TITLE, width: 580, height: 300, sizes: [68, 60, 52, 46, 40] } as const;
/** The picture is as large as fits into this box, in its middle and at its right. */
const PICTURE = { right: 1096, middle: 360, width: 400, height: 320, radius: 20, ground: COLOURS.night } as const;
/** From the picture to the corners around it. */
const PICTURE_GAP = 20;
const TITLE_WEIGHT = 700;
/** Height of capital letters, relative to the font size. */
const CAP_HEIGHT = 0.71;

/** Far more than fits, and fast to measure. */
const MAX_TITLE_LENGTH = 1000;
/** Letters are drawn at quarters of a pixel, so that the gaps between them stay even. */
const SHIFTS = 4;
/** Of 0.8 MB each: one for each kind of page and shape of picture that come one after the other. */
const MAX_BACKDROPS = 24;

const TYPEFACE = new Typeface();
const backdrops = new LRUCache<string, Promise<Backdrop>>({ max: MAX_BACKDROPS });
const masks = new Map<string, Promise<Mask>>();
/** By file. Pages of all languages share most pictures. */
const inlays = new LRUCache<string, Promise<Inlay>>({ max: 64, memoMethod: createInlay });

/** Renders a card as PNG. All but the title is drawn once for many cards, and a letter of titles once in each size. */
export async function renderShareImage(card: ShareCard): Promise<Uint8Array> {
  const title = readTitle(card.title, TYPEFACE);
  const inlay = title === null || card.picture === null ? null : await inlays.memo(card.picture);
  const backdrop = findBackdrop(drawBackdrop({ ...card, title }, TYPEFACE, inlay), inlay !== null);
  const lines = title === null ? [] : placeTitle(title, TYPEFACE, inlay === null ? TITLE : NARROW_TITLE);
  const marks = await Promise.all(lines.flatMap(placeLetters));
  const print = await backdrop;
  return print(marks, inlay);
}

function findBackdrop(svg: string, hasInlay: boolean): Promise<Backdrop> {
  const found =
    backdrops.get(svg) ?? drawColours(svg).then((rgb) => createBackdrop(SHARE_IMAGE_SIZE, rgb, INK, hasInlay));
  backdrops.set(svg, found);
  return found;
}

async function createInlay(file: string): Promise<Inlay> {
  const { rgb, width, height } = await drawPicture(file, PICTURE);
  const [x, y] = [PICTURE.right - width, Math.round(PICTURE.middle - height / 2)];
  return { x, y, width, height, ...indexColours(rgb) };
}

/** The letters of a line as masks with their places on the card. */
function placeLetters({ text, x, y, size }: TitleLine) {
  return TYPEFACE.place(text, TITLE_WEIGHT)
    .placed.filter(({ letter }) => letter.path !== '')
    .map(async ({ letter, x: at }) => {
      const left = Math.round((x + (at * size) / 1000) * SHIFTS) / SHIFTS;
      const whole = Math.floor(left);
      const box = boxOf(letter, size);
      const mask = await findMask(letter, { ...box, size, shift: left - whole });
      return { x: whole + box.left, y: y + box.top, mask };
    });
}

interface Box {
  /** Pixels from the start of the letter, and from the baseline. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The whole pixels that a letter covers, wherever it starts within a pixel. */
function boxOf({ box }: Letter, size: number): Box {
  const scaled = (value: number) => (value * size) / 1000;
  const [left, top] = [Math.floor(scaled(box.x1)), Math.floor(scaled(box.y1))];
  return { left, top, width: Math.ceil(scaled(box.x2)) + 1 - left, height: Math.ceil(scaled(box.y2)) - top };
}

function findMask({ path }: Letter, drawn: Box & { readonly size: number; readonly shift: number }): Promise<Mask> {
  const { left, top, width, height, size, shift } = drawn;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<path transform="translate(${shift - left} ${-top}) scale(${size / 1000})" d="${path}"/></svg>`,
  ].join('');
  return masks.getOrInsertComputed(svg, async () => ({ width, height, pixels: await drawAlpha(svg) }));
}

/** The place of a picture. */
type Place = Pick<Inlay, 'x' | 'y' | 'width' | 'height'>;

/** Draws all of a card but its title and picture as SVG. Without a title it shows the brand alone, in a large size. */
export function drawBackdrop(
  { brand, host, title, kicker }: ShareCard,
  typeface: Typeface,
  picture: Place | null = null,
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.night}"/>`,
    drawLens(),
    picture === null ? drawCorners(FRAME) + drawWave() : drawCorners(picture),
    drawBrand(typeface.keepKnown(brand), title === null ? LARGE_BRAND : SMALL_BRAND, typeface),
    title === null || kicker === null ? '' : drawKicker(typeface, typeface.keepKnown(kicker)),
    drawText(typeface, host, { x: LEFT, y: 546, size: 28, weight: 500, fill: COLOURS.soft }),
    '</svg>',
  ].join('');
}

/** A title as cards show it; null if the font has less than four fifths of its letters: no title is better than one with gaps. */
export function readTitle(title: string | null, typeface: Typeface): string | null {
  if (title === null) return null;
  const whole = [...title.slice(0, 2 * MAX_TITLE_LENGTH)].slice(0, MAX_TITLE_LENGTH).join('');
  const known = typeface.keepKnown(whole);
  const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters(known) > 0 && letters(known) >= letters(whole) * 0.8 ? known : null;
}

/** A line of a title. Its baseline starts at x and y. */
interface TitleLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Centres a title vertically in its box. */
export function placeTitle(
  title: string,
  typeface: Pick<Typeface, 'measure'>,
  box: typeof TITLE | typeof NARROW_TITLE = TITLE,
): readonly TitleLine[] {
  const measure = (text: string, size: number) => typeface.measure(text, { size, weight: TITLE_WEIGHT });
  const { size, lines } = wrapTitle(title, { ...box, measure });
  const step = size * box.lineHeight;
  const height = step * (lines.length - 1) + size * CAP_HEIGHT;
  const first = box.top + (box.height - height) / 2 + size * CAP_HEIGHT;
  return lines.map((text, index) => ({ text, x: LEFT - 4, y: Math.round(first + index * step), size }));
}

interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: 500 | 700;
  readonly fill: string;
}

function drawText(typeface: Typeface, text: string, { x, y, size, weight, fill }: TextStyle): string {
  return `<g fill="${fill}">${typeface.outline(text, { size, weight }, { x, y })}</g>`;
}

const SMALL_BRAND = { mark: { x: LEFT, y: 108, scale: 1.75 }, name: { x: 176, y: 149, size: 40 } } as const;
const LARGE_BRAND = { mark: { x: LEFT, y: 210, scale: 4.6 }, name: { x: 276, y: 322, size: 112 } } as const;

function drawBrand(brand: string, { mark, name }: typeof SMALL_BRAND | typeof LARGE_BRAND, typeface: Typeface): string {
  return drawMark(mark) + drawText(typeface, brand, { ...name, weight: 700, fill: COLOURS.text });
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

/** Corners around everything are larger than those around a picture. */
const FRAME: Place = { x: 68, y: 68, width: WIDTH - 136, height: HEIGHT - 136 };

/** Draws the corners that image recognition puts around what it finds. */
function drawCorners({ x, y, width, height }: Place): string {
  const reach = width > PICTURE.width ? 60 : 44;
  const [left, top] = [x - PICTURE_GAP, y - PICTURE_GAP];
  const [right, bottom] = [x + width + PICTURE_GAP, y + height + PICTURE_GAP];
  const corner = (atX: number, atY: number, towardsX: number, towardsY: number) =>
    `M${atX} ${atY + towardsY * reach}V${atY}H${atX + towardsX * reach}`;
  const path = [
    corner(left, top, 1, 1),
    corner(right, top, -1, 1),
    corner(left, bottom, 1, -1),
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
