// Four pages of the crisis guide, each as the upper part of a sheet.

import { BLUE, box, INK, measure, PALE, put, SIGNAL, SOFT, write } from './pens.ts';
import type { GUIDE_PAGES } from './report-words.ts';
import { PENCIL } from './still-lives.ts';

type Words = (typeof GUIDE_PAGES)[keyof typeof GUIDE_PAGES];

const LEFT = 112;
const WIDTH = 416;

/** A sheet on the ground of a card, with its number. */
function sheet(ground: string, page: number, ...shapes: readonly string[]): readonly string[] {
  return [
    box(0, 0, 640, 400, ground, 0),
    `<rect x="${LEFT + 8}" y="48" width="${WIDTH}" height="420" rx="12" fill="${INK}" opacity=".14"/>`,
    box(LEFT, 36, WIDTH, 420, '#ffffff', 12),
    write(LEFT + WIDTH - 30 - measure(`${page}`, { size: 24, weight: 700 }), 84, [`${page}`], {
      size: 24,
      weight: 700,
      fill: BLUE,
    }),
    ...shapes,
  ];
}

/** Minute by minute. */
const drawHour = ({ steps }: Words) =>
  sheet(
    '#ffe3cf',
    3,
    ...['0', '5', '15', '30', '60'].map((minute, index) => {
      const y = 98 + index * 68;
      return (
        write(LEFT + 30, y, [minute], { size: 36, weight: 700, fill: SIGNAL }) +
        write(LEFT + 98, y - 3, [steps[index] ?? ''], { size: 28, weight: 500 }) +
        box(LEFT + 30, y + 20, index === 0 ? 312 : 356, 2, '#dbe2f1', 0)
      );
    }),
  );

/** Who is awake, in six parts of two days: four people. */
const AWAKE = ['110010', '011001', '001101', '100110'];
const COLOURS = [BLUE, '#17b2a5', '#ff7a5f', '#f7b955'];

const drawShifts = ({ days }: Words) =>
  sheet(
    PALE,
    5,
    ...days.map((day, index) => write(LEFT + 92 + index * 156, 84, [day], { size: 28, weight: 700 })),
    ...AWAKE.flatMap((parts, person) => {
      const y = 112 + person * 68;
      return [
        `<circle cx="${LEFT + 54}" cy="${y + 24}" r="22" fill="${COLOURS[person]}"/><circle cx="${LEFT + 54}" cy="${y + 18}" r="8" fill="#ffffff"/><path d="M${LEFT + 38} ${y + 40}Q${LEFT + 54} ${y + 20} ${LEFT + 70} ${y + 40}Z" fill="#ffffff"/>`,
        ...[...parts].map((part, index) =>
          box(LEFT + 92 + index * 52, y, 46, 48, part === '1' ? (COLOURS[person] ?? BLUE) : '#eef2fb', 8),
        ),
      ];
    }),
  );

/** What was crossed out, and what is there now. */
const drawAnswers = ({ answers }: Words) =>
  sheet(
    '#d6f1ec',
    8,
    ...answers.map(([out, now], index) => {
      const y = 92 + index * 114;
      return (
        write(LEFT + 30, y, [out], { size: 27, fill: SOFT }) +
        box(LEFT + 24, y - 12, measure(out, { size: 27 }) + 12, 5, SIGNAL, 2) +
        write(LEFT + 30, y + 46, [now], { size: 36, weight: 700 })
      );
    }),
  );

const drawEmpty = ({ last, label }: Words) =>
  sheet(
    '#dfe3f5',
    14,
    write(LEFT + 30, 90, last, { size: 36, weight: 700 }),
    write(LEFT + 30, 230, [label], { size: 27, fill: SOFT }),
    box(LEFT + 30, 318, 356, 4, INK, 0),
    put(330, 318, -32, 0.9, PENCIL),
  );

/** The pages by name. */
export function drawGuidePages(words: Words): Readonly<Record<string, readonly string[]>> {
  return {
    hour: drawHour(words),
    shifts: drawShifts(words),
    answers: drawAnswers(words),
    empty: drawEmpty(words),
  };
}
