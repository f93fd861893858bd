// `npm run pictures`, or this script with another folder: draws the banners of the sample. Their words are the `alt` of the globals; their letters are outlines
// of the project's font. Wide banners are cut at both sides, so the words stand in the middle.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Typeface } from '../../cli/images/typeface.ts';

const FOLDER = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../content/sample/assets/banners'));
const COLOURS = {
  night: '#101b3b',
  onNight: '#ffffff',
  onNightAccent: '#8db0ff',
  soft: '#c6d3f7',
  accent: '#2358ea',
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
  return `<path d="M${x} 27c18 0 19-4 33-4s16 5 31 5 18-18 34-18 19 15 36 15h15" fill="none" stroke="${COLOURS.accent}" stroke-width="3" stroke-linecap="round"/><circle cx="${x + 98}" cy="10" r="4" fill="${COLOURS.signal}"/>`;
}

function drawWideGuide([title, text]: readonly [string, string]): string {
  const name: Line = { text: title, size: 16, weight: 700, fill: COLOURS.onNight };
  const rest: Line = { text, size: 16, weight: 500, fill: COLOURS.soft };
  const [nameWidth, restWidth] = [name, rest].map((line) => typeface.measure(line.text, line)) as [number, number];
  const GAP = 18;
  const left = (1920 - nameWidth - GAP - restWidth) / 2;
  return drawing(
    1920,
    40,
    `<rect width="1920" height="40" fill="${COLOURS.night}"/>`,
    drawWave(left - 200),
    drawWave(left + nameWidth + GAP + restWidth + 50),
    drawLine(name, { x: left, y: 25.5 }),
    `<circle cx="${left + nameWidth + GAP / 2}" cy="20" r="2.5" fill="${COLOURS.signal}"/>`,
    drawLine(rest, { x: left + nameWidth + GAP, y: 25.5 }),
  );
}

function drawNarrowGuide([title, text]: readonly [string, string]): string {
  const lines: readonly Line[] = [
    { text: title, size: 14, weight: 700, fill: COLOURS.onNight },
    { text, size: 13, weight: 500, fill: COLOURS.soft },
  ];
  const placed = lines.map((line, index) =>
    drawLine(line, { x: (720 - typeface.measure(line.text, line)) / 2, y: 17 + index * 16 }),
  );
  return drawing(720, 40, `<rect width="720" height="40" fill="${COLOURS.night}"/>`, ...placed);
}

/** Mentions of thirty days: what a loud week does, and that the month stays below the line. */
const DAYS = [5, 6, 5, 7, 6, 3, 3, 6, 7, 6, 8, 12, 21, 34, 40, 31, 22, 15, 9, 5, 4, 7, 6, 7, 5, 6, 3, 3, 6, 5];

/** A column per day; the loudest is between the corners of a viewfinder. */
function drawMonth(x: number, bottom: number, unit: number, rise: number): string {
  const peak = DAYS.indexOf(Math.max(...DAYS));
  const heightOf = (posts: number) => Math.round(posts * rise);
  const columns = DAYS.map((posts, day) => {
    const fill = day === peak ? COLOURS.signal : posts > 10 ? COLOURS.onNightAccent : COLOURS.accent;
    return `<rect x="${x + day * unit}" y="${bottom - heightOf(posts)}" width="${unit * 0.7}" height="${heightOf(posts)}" rx="${unit * 0.2}" fill="${fill}"/>`;
  });
  const [left, right] = [x + (peak - 0.65) * unit, x + (peak + 1.35) * unit];
  const [top, base] = [bottom - heightOf(DAYS[peak] ?? 0) - unit, bottom + unit * 0.8];
  const arm = unit * 0.7;
  const corners = `M${left} ${top + arm}V${top}h${arm}M${right - arm} ${top}H${right}v${arm}M${left} ${base - arm}V${base}h${arm}M${right - arm} ${base}H${right}v-${arm}`;
  return `${columns.join('')}<path d="${corners}" fill="none" stroke="${COLOURS.onNight}" stroke-width="3"/>`;
}

function drawPrice(
  lines: readonly [string, string],
  place: {
    readonly width: number;
    readonly height: number;
    readonly text: readonly [number, number];
    readonly size: number;
    readonly month: string;
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
    place.month,
    ...words,
  );
}

const write = (name: string, svg: string) => writeFileSync(resolve(FOLDER, `${name}.svg`), svg);
for (const [locale, words] of Object.entries(GUIDES)) {
  write(`guide-${locale}-desktop`, drawWideGuide(words));
  write(`guide-${locale}-mobile`, drawNarrowGuide(words));
}
for (const [locale, words] of Object.entries(PRICES)) {
  const wide = { width: 1200, height: 240, text: [64, 112], size: 46, month: drawMonth(692, 196, 15, 3.6) } as const;
  const narrow = { width: 640, height: 320, text: [48, 72], size: 42, month: drawMonth(48, 292, 18, 3.2) } as const;
  write(`price-${locale}-desktop`, drawPrice(words, wide));
  write(`price-${locale}-mobile`, drawPrice(words, narrow));
}
