// What the scripts that draw pictures of the sample share: words as outlines of the project's font, boxes, viewfinders and files.

import { writeFileSync } from 'node:fs';
import { Typeface } from '../../cli/images/typeface.ts';

export const INK = '#0c1531';
export const SOFT = '#4a5678';
export const BLUE = '#2358ea';
export const PALE = '#e4ecff';
export const TEAL = '#17b2a5';
export const SIGNAL = '#ff5a3c';

const typeface = new Typeface();

export interface Look {
  readonly size: number;
  readonly weight?: 500 | 700;
  readonly fill?: string;
}

/** Lines below each other; the baseline of the first is y. */
export function write(
  x: number,
  y: number,
  lines: readonly string[],
  { size, weight = 500, fill = INK }: Look,
): string {
  const drawn = lines.map((text, index) =>
    typeface.outline(text, { size, weight }, { x, y: y + index * Math.round(size * 1.24) }),
  );
  return `<g fill="${fill}">${drawn.join('')}</g>`;
}

/** The width of a line. */
export const measure = (text: string, { size, weight = 500 }: Look): number => typeface.measure(text, { size, weight });

export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 8) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

/** The corners of a viewfinder. */
export function frame(x: number, y: number, width: number, height: number, arm = 14): string {
  const [right, bottom] = [x + width, y + height];
  return `<path d="M${x} ${y + arm}V${y}h${arm}M${right - arm} ${y}H${right}v${arm}M${x} ${bottom - arm}V${bottom}h${arm}M${right - arm} ${bottom}H${right}v-${arm}" fill="none" stroke="${SIGNAL}" stroke-width="5"/>`;
}

/** Shapes turned and scaled about a point that they have as origin. */
export const put = (x: number, y: number, turn: number, scale: number, ...parts: readonly string[]) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${parts.join('')}</g>`;

/** Writes a picture in which each letter is drawn once. */
export function save(file: string, width: number, height: number, parts: readonly string[]): void {
  const letters = new Map<string, string>();
  const shapes = parts
    .join('\n')
    .replace(/<path transform="translate\(([\d.-]+)\)" d="([^"]+)"\/>/g, (_, x: string, d: string) => {
      const id = letters.get(d) ?? `l${letters.size}`;
      letters.set(d, id);
      return `<use href="#${id}" x="${x}"/>`;
    });
  const defs = [...letters].map(([d, id]) => `<path id="${id}" d="${d}"/>`).join('');
  writeFileSync(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${defs === '' ? '' : `<defs>${defs}</defs>\n`}${shapes}\n</svg>\n`,
  );
}
