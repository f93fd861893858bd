// `npm run pictures`, or this script with another folder: draws pages of reports for the sample, with real words. Their letters are outlines of the project's
// font.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawFair, drawLaptops } from './fair-pictures.ts';
import { drawGuidePages } from './guide-pages.ts';
import { drawJars } from './jars.ts';
import { BLUE, box, frame, INK, PALE, put, SIGNAL, SOFT, save, TEAL, write } from './pens.ts';
import { FAIRS, GUIDE, GUIDE_PAGES, PILES, REPORTS } from './report-words.ts';
import { drawDesk, drawGuide } from './still-lives.ts';

const FOLDER = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../content/sample/assets/reports'));
const WIDTH = 440;
const HEIGHT = 540;
const MARGIN = 34;

const fileOf = (name: string) => resolve(FOLDER, `${name}.svg`);

/** What is on each page. */
const drawn = new Map<string, string>();

/** A page with its heading. */
function drawPage(name: string, head: string, ...shapes: readonly string[]): void {
  const parts = [
    box(0, 0, WIDTH, HEIGHT, '#f5f8ff', 14),
    write(MARGIN, 54, [head], { size: 22, weight: 700, fill: BLUE }),
    box(MARGIN, 70, WIDTH - 2 * MARGIN, 3, '#c9d6f5', 0),
    ...shapes,
  ];
  drawn.set(name, parts.join('\n'));
  save(fileOf(name), WIDTH, HEIGHT, parts);
}

type Words = (typeof REPORTS)[keyof typeof REPORTS];

function drawSentence(locale: string, { head, sentence, shares }: Words): void {
  const bars = shares.map(([label, share], index) => {
    const y = 376 + index * 78;
    return [
      write(MARGIN, y, [label], { size: 23, weight: 500 }),
      box(MARGIN, y + 16, 372, 18, PALE, 9),
      box(MARGIN, y + 16, 372 * share, 18, index === 0 ? TEAL : SIGNAL, 9),
    ].join('');
  });
  drawPage(`sentence-${locale}`, head, write(MARGIN, 140, sentence, { size: 50, weight: 700 }), ...bars);
}

const WEEKS = [262, 244, 258, 270, 249, 255, 266, 258, 271, 253, 540, 262, 268];

/** From zero, which is at 414. */
const heightOf = (posts: number) => Math.round(414 - posts * 0.322);

function drawVolume(locale: string, { head, volume, peak, usual, rest }: Words): void {
  const points = WEEKS.map((posts, week) => `${MARGIN + week * 31} ${heightOf(posts)}`);
  drawPage(
    `volume-${locale}`,
    head,
    write(MARGIN, 118, volume, { size: 28, weight: 700 }),
    write(MARGIN, 226, peak, { size: 23, fill: '#b3341c', weight: 700 }),
    box(MARGIN, heightOf(290), 372, heightOf(225) - heightOf(290), '#bfe9e3', 4),
    '<path d="M34 414H406" stroke="#8ea0cc" stroke-width="2"/>',
    `<path d="M${points.join('L')}" fill="none" stroke="${BLUE}" stroke-width="5" stroke-linejoin="round"/>`,
    `<circle cx="${MARGIN + 310}" cy="${heightOf(540)}" r="9" fill="${SIGNAL}"/>`,
    write(360, 250, ['540'], { size: 24, fill: '#b3341c', weight: 700 }),
    write(MARGIN, 312, ['262'], { size: 24, fill: BLUE, weight: 700 }),
    write(MARGIN, 407, ['0'], { size: 21, fill: SOFT }),
    write(MARGIN, 366, [usual], { size: 21, fill: '#0b6f66' }),
    write(MARGIN, 474, rest, { size: 23, fill: SOFT }),
  );
}

function drawPhotos(locale: string, { head, photos, found }: Words): void {
  drawPage(
    `photos-${locale}`,
    head,
    write(MARGIN, 118, photos, { size: 28, weight: 700 }),
    ...drawJars(MARGIN, 176),
    write(MARGIN, 474, found, { size: 23, fill: SOFT }),
  );
}

/** Posts as cards, and a line below them. */
function drawCards(y: number, posts: readonly (readonly string[])[]): string {
  const colours = [TEAL, SIGNAL, '#8c4a24'];
  const cards = posts.map((lines, index) => {
    const top = y + index * 104;
    return `${box(MARGIN, top, 372, 92, '#ffffff', 12)}<circle cx="${MARGIN + 30}" cy="${top + 46}" r="13" fill="${colours[index]}"/>${write(MARGIN + 58, top + 41, lines, { size: 23 })}`;
  });
  return cards.join('');
}

function drawPosts(locale: string, { head, posts, advice }: Words): void {
  drawPage(
    `posts-${locale}`,
    head,
    drawCards(98, posts),
    box(MARGIN, 416, 6, 84, SIGNAL, 3),
    write(MARGIN + 22, 448, advice, { size: 25, weight: 700 }),
  );
}

for (const [locale, words] of Object.entries(REPORTS)) {
  drawSentence(locale, words);
  drawVolume(locale, words);
  drawPhotos(locale, words);
  drawPosts(locale, words);
}

for (const [name, [head, count, posts]] of Object.entries(PILES)) {
  drawPage(
    `pile-${name}`,
    head,
    write(MARGIN, 218, [count], { size: 150, weight: 700, fill: name === 'mistake' ? SIGNAL : BLUE }),
    drawCards(300, posts),
  );
}

function drawError(): void {
  drawPage(
    'software-error',
    'Screenshots: 38',
    box(MARGIN, 108, 372, 236, '#ffffff', 12),
    box(MARGIN, 108, 372, 42, INK, 12),
    box(MARGIN, 134, 372, 16, INK, 0),
    ...['#ff5a3c', '#f0a53a', TEAL].map(
      (fill, index) => `<circle cx="${60 + index * 24}" cy="129" r="7" fill="${fill}"/>`,
    ),
    write(60, 206, ['Export failed.'], { size: 32, weight: 700 }),
    write(60, 242, ['Try again, or try Tuesday.'], { size: 23, fill: SOFT }),
    box(60, 274, 104, 44, BLUE, 22),
    write(91, 304, ['OK'], { size: 25, weight: 700, fill: '#ffffff' }),
    frame(48, 168, 320, 88),
    write(MARGIN, 398, ['31 of them show', 'this one window.'], { size: 31, weight: 700 }),
    write(MARGIN, 484, ['All on a Monday before ten.'], { size: 24, fill: SOFT }),
  );
}

function drawQuadrant(): void {
  const rivals = ['120 300', '290 322', '146 170', '352 298'].map((at) => {
    const [x, y] = at.split(' ');
    return `<circle cx="${x}" cy="${y}" r="12" fill="#b7c4e2"/>`;
  });
  drawPage(
    'software-slide',
    'Slides: 9',
    box(MARGIN, 108, 372, 250, '#ffffff', 12),
    `<path d="M220 122v222M48 233h344" stroke="#c3cfe8" stroke-width="4"/>`,
    write(48, 142, ['powerful'], { size: 21, fill: SOFT }),
    write(322, 226, ['simple'], { size: 21, fill: SOFT }),
    ...rivals,
    `<circle cx="290" cy="172" r="18" fill="${BLUE}"/>`,
    frame(258, 140, 64, 64),
    write(MARGIN, 406, ['You, in the corner', 'everybody wants.'], { size: 31, weight: 700 }),
    write(MARGIN, 492, ['Drawn by a competitor.'], { size: 24, fill: SOFT }),
  );
}

function drawSticker(): void {
  drawPage(
    'software-sticker',
    'Stickers: 117 laptops',
    box(62, 108, 316, 204, '#24305a', 14),
    `<path d="M34 312h372l-18 28H52Z" fill="${INK}"/>`,
    `<circle cx="122" cy="166" r="28" fill="${TEAL}"/>`,
    `<path d="M108 258l34-26 34 26-13 36h-42Z" fill="#f0a53a"/>`,
    `<g transform="rotate(6 300 160)">${box(222, 138, 148, 48, '#ffffff', 10)}${write(234, 170, ['I read logs'], { size: 24, weight: 700 })}</g>`,
    `<g transform="rotate(-6 270 250)">${box(204, 222, 132, 56, BLUE, 28)}${write(226, 259, ['ship it'], { size: 29, weight: 700, fill: '#ffffff' })}</g>`,
    frame(194, 208, 152, 84),
    write(MARGIN, 398, ['36 stayed on after', 'the contract ended.'], { size: 31, weight: 700 }),
    write(MARGIN, 484, ['They are worth a phone call.'], { size: 24, fill: SOFT }),
  );
}

drawError();
drawQuadrant();
drawSticker();

/** A finding of the annual reading as a chart: a year before at the left, this year at the right. */
function drawFinding(name: string, ground: string, ...shapes: readonly string[]): void {
  save(fileOf(name), 640, 400, [box(0, 0, 640, 400, ground, 0), ...shapes]);
}

/** Things in rows of `columns`, in the middle of the picture from `left` to `left + 320`. */
function drawRows(
  count: number,
  columns: number,
  place: { left: number; step: number },
  draw: (x: number, y: number) => string,
) {
  const { left, step } = place;
  const start = left + (320 - columns * step) / 2;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) =>
    draw(start + (index % columns) * step, 310 - (rows - Math.floor(index / columns)) * step),
  ).join('');
}

const drawYears = (before: string) =>
  write(128, 362, [before], { size: 30, fill: SOFT }) + write(448, 362, ['2026'], { size: 30, weight: 700 });

/** A mug with a glued crack. */
const drawMug = (x: number, y: number) =>
  `<path d="M${x + 26} ${y + 8}h6a8 8 0 0 1 0 18h-6" fill="none" stroke="${BLUE}" stroke-width="5"/>${box(x, y, 28, 34, BLUE, 5)}<path d="M${x + 8} ${y}l6 12-5 8 7 14" fill="none" stroke="#f0a53a" stroke-width="4"/>`;
const drawWord = (fill: string) => (x: number, y: number) => box(x, y, 9, 6, fill, 3);

drawFinding(
  'finding-repairs',
  '#e9efff',
  drawYears('2025'),
  drawRows(10, 5, { left: 0, step: 48 }, drawMug),
  drawRows(24, 5, { left: 320, step: 48 }, drawMug),
);
drawFinding(
  'finding-apologies',
  '#ffeedf',
  drawYears('2016'),
  drawRows(190, 15, { left: 0, step: 15 }, drawWord('#c08a63')),
  drawRows(112, 15, { left: 320, step: 15 }, drawWord(SIGNAL)),
);

/** Reviews with one star to five, of a hundred. */
const STARS = [
  [17, 9, 13, 20, 41],
  [22, 7, 9, 15, 47],
] as const;

drawFinding(
  'finding-stars',
  '#dff3ef',
  drawYears('2025'),
  ...STARS.flatMap((shares, year) =>
    shares.map((share, index) => {
      const x = 50 + year * 320 + index * 46;
      const fill = index === 2 ? SIGNAL : year === 0 ? '#8fc9c1' : TEAL;
      return box(x, 306 - share * 4.6, 34, share * 4.6, fill, 5);
    }),
  ),
  frame(456, 250, 46, 66, 12),
);

for (const locale of Object.keys(REPORTS)) {
  const desk = drawDesk(drawn.get(`volume-${locale}`) ?? '', drawn.get(`posts-${locale}`) ?? '');
  save(fileOf(`desk-${locale}`), 760, 520, desk);
}
for (const [locale, words] of Object.entries(FAIRS)) {
  save(fileOf(`fair-${locale}`), 760, 560, drawFair(words));
  save(fileOf(`laptops-${locale}`), 760, 520, drawLaptops(words));
}
for (const [locale, { lines, label }] of Object.entries(GUIDE)) {
  const last = [
    write(28, 76, lines, { size: 34, weight: 700 }),
    write(28, 284, [label], { size: 17, fill: SOFT }),
    write(28, 376, ['14'], { size: 17, weight: 700, fill: BLUE }),
  ];
  save(fileOf(`guide-${locale}`), 760, 520, drawGuide(last.join('')));
}
for (const [locale, words] of Object.entries(GUIDE_PAGES))
  for (const [name, shapes] of Object.entries(drawGuidePages(words)))
    save(fileOf(`guide-${name}-${locale}`), 640, 400, shapes);

const BOOKS = resolve(import.meta.dirname, '../../content/sample/assets/e-books');

/** A whole book, without what lies behind it on its cover. */
for (const name of ['cover-1', 'cover-2', 'cover-7', 'cover-1-kz', 'cover-7-kz', 'cover-8-kz']) {
  const [, ground = '', , ...book] = readFileSync(resolve(BOOKS, `${name}.svg`), 'utf8')
    .trim()
    .split('\n')
    .slice(0, -1);
  save(fileOf(`start-${name}`), 640, 400, [
    ground.replace('width="800" height="1000"', 'width="640" height="400"'),
    put(146, -16, 0, 0.425, ...book),
  ]);
}
