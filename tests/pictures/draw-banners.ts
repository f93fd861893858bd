// `npm run pictures`, or this script with another folder: draws the banners of the sample. Their words are the `alt` of the globals; their letters are outlines
// of the project's font. Wide banners are cut at both sides, so the words stand in the middle.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Typeface } from '../../cli/images/typeface.ts';

const FOLDER = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../content/sample/assets/banners'));
const COLOURS = {
  night: '#101b3b',
  raised: '#1d2b5e',
  onNight: '#ffffff',
  onNightAccent: '#8db0ff',
  soft: '#c6d3f7',
  accent: '#2358ea',
  teal: '#17b2a5',
  pale: '#c9d6f5',
  signal: '#ff5a3c',
};

const GUIDES = {
  en: ['The crisis guide', 'fourteen pages for a bad day'],
  es: ['Guía de crisis', 'catorce páginas para un mal día'],
  pt: ['O guia de crise', 'catorze páginas para um dia ruim'],
  ua: ['Антикризовий посібник', 'чотирнадцять сторінок на поганий день'],
} as const;

const PRICES = {
  en: ['Not sure of your volume?', 'We count it before you sign'],
  es: ['¿No sabes tu volumen?', 'Lo contamos antes de firmar'],
  pt: ['Não sabe o seu volume?', 'Contamos antes do contrato'],
  ua: ['Не знаєте свого обсягу?', 'Порахуємо до договору'],
  kz: ['Не знаете свой объём?', 'Посчитаем до договора'],
} as const;

const typeface = new Typeface();

interface Line {
  readonly text: string;
  readonly size: number;
  readonly weight: 500 | 700;
  readonly fill: string;
}

function drawLine({ text, fill, ...setting }: Line, at: { readonly x: number; readonly y: number }): string {
  return `<g fill="${fill}">${typeface.outline(text, setting, at)}</g>`;
}

function drawing(width: number, height: number, ...shapes: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${shapes.join('\n')}\n</svg>\n`;
}

/** A murmur, a peak that was seen. */
function drawWave(x: number): string {
  return `<path d="M${x} 38c24 0 26-6 44-6s22 8 42 8 24-26 46-26 26 22 48 22h20" fill="none" stroke="${COLOURS.accent}" stroke-width="4" stroke-linecap="round"/><circle cx="${x + 132}" cy="14" r="6" fill="${COLOURS.signal}"/>`;
}

function drawWideGuide([title, text]: readonly [string, string]): string {
  const name: Line = { text: title, size: 21, weight: 700, fill: COLOURS.onNight };
  const rest: Line = { text, size: 21, weight: 500, fill: COLOURS.soft };
  const [nameWidth, restWidth] = [name, rest].map((line) => typeface.measure(line.text, line)) as [number, number];
  const GAP = 22;
  const left = (1920 - nameWidth - GAP - restWidth) / 2;
  return drawing(
    1920,
    56,
    `<rect width="1920" height="56" fill="${COLOURS.night}"/>`,
    `<circle cx="120" cy="28" r="120" fill="${COLOURS.raised}"/><circle cx="1800" cy="28" r="120" fill="${COLOURS.raised}"/>`,
    drawWave(330),
    drawWave(1390),
    drawLine(name, { x: left, y: 35 }),
    `<circle cx="${left + nameWidth + GAP / 2}" cy="28" r="3" fill="${COLOURS.signal}"/>`,
    drawLine(rest, { x: left + nameWidth + GAP, y: 35 }),
  );
}

function drawNarrowGuide([title, text]: readonly [string, string]): string {
  const lines: readonly Line[] = [
    { text: title, size: 18, weight: 700, fill: COLOURS.onNight },
    { text, size: 15, weight: 500, fill: COLOURS.soft },
  ];
  const placed = lines.map((line, index) =>
    drawLine(line, { x: (720 - typeface.measure(line.text, line)) / 2, y: 25 + index * 20 }),
  );
  return drawing(
    720,
    56,
    `<rect width="720" height="56" fill="${COLOURS.night}"/>`,
    `<circle cx="20" cy="28" r="90" fill="${COLOURS.raised}"/><circle cx="700" cy="28" r="90" fill="${COLOURS.raised}"/>`,
    ...placed,
  );
}

/** Columns that grow, the last one between the corners of a viewfinder. */
function drawColumns(x: number, bottom: number, unit: number): string {
  const heights = [1.1, 1.9, 3];
  const fills = [COLOURS.pale, COLOURS.teal, COLOURS.accent];
  const columns = heights.map(
    (height, index) =>
      `<rect x="${x + index * unit * 1.6}" y="${bottom - height * unit}" width="${unit}" height="${height * unit}" rx="10" fill="${fills[index]}"/>`,
  );
  const [left, right] = [x + 3.2 * unit - 16, x + 4.2 * unit + 16];
  const [top, base] = [bottom - 3 * unit - 16, bottom + 14];
  const corners = `M${left} ${top + 26}V${top}h26M${right - 26} ${top}H${right}v26M${left} ${base - 26}V${base}h26M${right - 26} ${base}H${right}v-26`;
  return `${columns.join('')}<path d="${corners}" fill="none" stroke="${COLOURS.signal}" stroke-width="5"/>`;
}

function drawPrice(
  lines: readonly [string, string],
  place: {
    readonly width: number;
    readonly height: number;
    readonly text: readonly [number, number];
    readonly size: number;
    readonly columns: string;
  },
): string {
  const { width, height, size } = place;
  const [x, y] = place.text;
  const words = lines.map((text, index) =>
    drawLine(
      { text, size, weight: index === 0 ? 700 : 500, fill: index === 0 ? COLOURS.onNight : COLOURS.onNightAccent },
      { x, y: y + index * size * 1.25 },
    ),
  );
  return drawing(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${COLOURS.night}"/>`,
    `<circle cx="${width - 70}" cy="${height}" r="${height * 0.9}" fill="${COLOURS.raised}"/><circle cx="${width - 30}" cy="${height + 10}" r="${height * 0.5}" fill="#2a3a78"/>`,
    place.columns,
    ...words,
  );
}

const write = (name: string, svg: string) => writeFileSync(resolve(FOLDER, `${name}.svg`), svg);
for (const [locale, words] of Object.entries(GUIDES)) {
  write(`guide-${locale}-desktop`, drawWideGuide(words));
  write(`guide-${locale}-mobile`, drawNarrowGuide(words));
}
for (const [locale, words] of Object.entries(PRICES)) {
  const wide = { width: 1200, height: 240, text: [430, 112], size: 46, columns: drawColumns(110, 200, 52) } as const;
  const narrow = { width: 640, height: 320, text: [48, 84], size: 42, columns: drawColumns(60, 292, 34) } as const;
  write(`price-${locale}-desktop`, drawPrice(words, wide));
  write(`price-${locale}-mobile`, drawPrice(words, narrow));
}
