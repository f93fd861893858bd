// Twelve photos of jars in different places. Three have the label of another brand.

import { box, frame, INK, TEAL } from './pens.ts';

const GROUNDS = ['#ffe3cf', '#d9e4ff', '#d6f1ec'];
const GREY = '#98a1c4';
const SAUCE = '#a4461f';

const TABLE = '<path d="M0 56h84v8q0 8 -8 8h-68q-8 0 -8 -8Z" fill="#c98f5f"/>';
const SHELF = `${box(5, 32, 16, 32, GREY, 3)}${box(63, 38, 16, 26, '#f7b955', 3)}${box(0, 64, 84, 4, '#8a5f3c', 0)}`;
const PLATE = `<ellipse cx="67" cy="60" rx="14" ry="5" fill="#ffffff"/><ellipse cx="67" cy="59" rx="8" ry="2.5" fill="${SAUCE}"/>`;
const SPOON = `<path d="M12 62L18 28" stroke="${GREY}" stroke-width="4" stroke-linecap="round"/><ellipse cx="19" cy="22" rx="5" ry="7" fill="${GREY}"/>`;
const HAND =
  '<path d="M84 26H62Q50 26 50 31Q50 35 56 35Q48 36 48 41Q48 45 54 45Q48 46 49 51Q50 54 58 54H84Z" fill="#f0c8a8"/>';

/** What is behind each jar, and in front of it. */
const BEHIND = [TABLE, SHELF, SHELF, '', '', TABLE, '', '', '', '', SHELF, TABLE];
const BEFORE = [PLATE, '', '', HAND, '', SPOON, '', '', '', '', HAND, ''];
const OTHERS = [1, 6, 8];
const LEANING = 7;

function drawJar(index: number): string {
  const label = OTHERS.includes(index)
    ? '<path d="M35 47L42 36L49 47Z" fill="#e5484d"/>'
    : `<circle cx="42" cy="42" r="6" fill="${TEAL}"/>`;
  const jar = `${box(27, 20, 30, 44, SAUCE, 6)}${box(24, 11, 36, 11, INK, 3)}${box(27, 34, 30, 17, '#ffffff', 0)}${label}`;
  return index === LEANING ? `<g transform="rotate(-14 42 40)">${jar}</g>` : jar;
}

/** Three rows of four. The lids of the others are framed. */
export function drawJars(left: number, top: number): string[] {
  const places = BEHIND.map((_, index) => [left + (index % 4) * 96, top + Math.floor(index / 4) * 84] as const);
  const photos = places.map(([x, y], index) => {
    const ground = box(0, 0, 84, 72, GROUNDS[(index * 2 + Math.floor(index / 4)) % 3] ?? '');
    return `<g transform="translate(${x} ${y})">${ground}${BEHIND[index]}${drawJar(index)}${BEFORE[index]}</g>`;
  });
  const frames = OTHERS.map((index) => {
    const [x = 0, y = 0] = places[index] ?? [];
    return frame(x + 18, y + 5, 48, 24, 10);
  });
  return [...photos, ...frames];
}
