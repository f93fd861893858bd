// Two still lives for the sample: a report on a desk, and the pages of the crisis guide on a table.

import { BLUE, box, put, SIGNAL, write } from './pens.ts';

export const PENCIL =
  '<rect width="210" height="20" fill="#e5484d"/><rect y="7" width="210" height="6" fill="#ff7a5f"/><path d="M210 0L244 10L210 20Z" fill="#ffe3cf"/><path d="M233 6.8L244 10L233 13.2Z" fill="#b3261e"/><rect x="-22" width="24" height="20" rx="5" fill="#f2c6a5"/>';

/** Two pages of a report, with another below them. */
export function drawDesk(first: string, second: string): readonly string[] {
  const shadow = '<rect x="8" y="12" width="440" height="540" rx="14" fill="#0b1333" opacity=".14"/>';
  return [
    '<rect width="760" height="520" fill="#ffe3cc"/><path d="M0 430H760V520H0Z" fill="#f9d3b3"/>',
    put(232, 74, 1, 0.76, shadow, '<rect width="440" height="540" rx="14" fill="#ffffff"/>'),
    put(396, 40, 4, 0.8, shadow, second),
    put(26, 62, -4, 0.8, shadow, first),
    put(300, 496, -7, 1, PENCIL),
  ];
}

/** Thirteen pages, 84 × 112. */
const PAGES = [
  '<rect width="84" height="112" rx="7" fill="#ff5a3c"/><path d="M12 82Q28 80 36 34T48 34Q54 70 72 78" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/><circle cx="42" cy="28" r="6" fill="#0b1333"/>',
  '<rect x="10" y="12" width="34" height="9" rx="4.500" fill="#1d53e0"/><rect x="10" y="32" width="60" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="43" width="43" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="54" width="48" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="65" width="53" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="76" width="58" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="87" width="41" height="5" rx="2.500" fill="#c9d6f5"/>',
  '<rect x="10" y="12" width="34" height="9" rx="4.500" fill="#1d53e0"/><circle cx="17" cy="40" r="5" fill="#8db0ff"/><rect x="30" y="37" width="44" height="6" rx="3" fill="#c9d6f5"/><circle cx="17" cy="55" r="5" fill="#8db0ff"/><rect x="30" y="52" width="38" height="6" rx="3" fill="#c9d6f5"/><circle cx="17" cy="70" r="5" fill="#8db0ff"/><rect x="30" y="67" width="46" height="6" rx="3" fill="#c9d6f5"/><circle cx="17" cy="85" r="5" fill="#8db0ff"/><rect x="30" y="82" width="34" height="6" rx="3" fill="#c9d6f5"/><circle cx="17" cy="100" r="5" fill="#1d53e0"/><rect x="30" y="97" width="42" height="6" rx="3" fill="#c9d6f5"/>',
  '<rect x="10" y="12" width="34" height="9" rx="4.500" fill="#f7b955"/><path d="M10 34h50a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6h-40l-8 6v-6h-2z" fill="#c9d6f5"/><path d="M10 58h50a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6h-40l-8 6v-6h-2z" fill="#8db0ff"/><path d="M10 82h50a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6h-40l-8 6v-6h-2z" fill="#c9d6f5"/>',
  '<rect x="10" y="12" width="44" height="9" rx="4.500" fill="#17b2a5"/><rect x="10" y="32" width="13" height="13" rx="3" fill="#8db0ff"/><rect x="27" y="32" width="13" height="13" rx="3" fill="#c9d6f5"/><rect x="44" y="32" width="13" height="13" rx="3" fill="#17b2a5"/><rect x="61" y="32" width="13" height="13" rx="3" fill="#f7b955"/><rect x="10" y="49" width="13" height="13" rx="3" fill="#c9d6f5"/><rect x="27" y="49" width="13" height="13" rx="3" fill="#17b2a5"/><rect x="44" y="49" width="13" height="13" rx="3" fill="#f7b955"/><rect x="61" y="49" width="13" height="13" rx="3" fill="#8db0ff"/><rect x="10" y="66" width="13" height="13" rx="3" fill="#17b2a5"/><rect x="27" y="66" width="13" height="13" rx="3" fill="#f7b955"/><rect x="44" y="66" width="13" height="13" rx="3" fill="#8db0ff"/><rect x="61" y="66" width="13" height="13" rx="3" fill="#c9d6f5"/><rect x="10" y="83" width="13" height="13" rx="3" fill="#f7b955"/><rect x="27" y="83" width="13" height="13" rx="3" fill="#8db0ff"/><rect x="44" y="83" width="13" height="13" rx="3" fill="#c9d6f5"/><rect x="61" y="83" width="13" height="13" rx="3" fill="#17b2a5"/>',
  '<rect x="10" y="12" width="44" height="9" rx="4.500" fill="#ff5a3c"/><circle cx="17" cy="40" r="6" fill="none" stroke="#24305a" stroke-width="2"/><rect x="30" y="37" width="42" height="6" rx="3" fill="#c9d6f5"/><circle cx="17" cy="57" r="6" fill="none" stroke="#24305a" stroke-width="2"/><rect x="30" y="54" width="37" height="6" rx="3" fill="#c9d6f5"/><circle cx="17" cy="74" r="6" fill="none" stroke="#24305a" stroke-width="2"/><rect x="30" y="71" width="32" height="6" rx="3" fill="#c9d6f5"/><circle cx="17" cy="91" r="6" fill="none" stroke="#24305a" stroke-width="2"/><rect x="30" y="88" width="27" height="6" rx="3" fill="#c9d6f5"/>',
  '<rect x="10" y="12" width="34" height="9" rx="4.500" fill="#1d53e0"/><path d="M12 92L28 76L42 82L58 46L72 54" fill="none" stroke="#1d53e0" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/><path d="M12 96H72" stroke="#c9d6f5" stroke-width="3"/><rect x="10" y="30" width="60" height="5" rx="2.500" fill="#c9d6f5"/>',
  '<rect x="10" y="12" width="26" height="9" rx="4.500" fill="#f7b955"/><path d="M10 34h50a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6h-40l-8 6v-6h-2z" fill="#8db0ff"/><path d="M10 58h50a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6h-40l-8 6v-6h-2z" fill="#c9d6f5"/><path d="M10 82h50a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6h-40l-8 6v-6h-2z" fill="#8db0ff"/>',
  '<rect x="10" y="12" width="34" height="9" rx="4.500" fill="#1d53e0"/><rect x="10" y="32" width="60" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="43" width="43" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="54" width="48" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="70" width="64" height="30" rx="5" fill="#e4ecff"/><circle cx="26" cy="85" r="8" fill="#8db0ff"/>',
  '<rect x="10" y="12" width="34" height="9" rx="4.500" fill="#17b2a5"/><rect x="10" y="32" width="60" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="43" width="43" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="54" width="48" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="65" width="53" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="76" width="58" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="87" width="41" height="5" rx="2.500" fill="#c9d6f5"/>',
  '<rect x="10" y="12" width="50" height="9" rx="4.500" fill="#1d53e0"/><path d="M42 34a26 26 0 1 1-.1 0" fill="#e4ecff"/><path d="M42 60V34a26 26 0 0 1 24 36Z" fill="#1d53e0"/>',
  '<rect x="10" y="12" width="28" height="9" rx="4.500" fill="#ff5a3c"/><rect x="24" y="34" width="36" height="62" rx="8" fill="#24305a"/><rect x="28" y="40" width="28" height="46" rx="3" fill="#8db0ff"/><path d="M20 38L66 94" stroke="#ff5a3c" stroke-width="5" stroke-linecap="round"/>',
  '<rect x="10" y="12" width="34" height="9" rx="4.500" fill="#1d53e0"/><rect x="10" y="32" width="60" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="43" width="43" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="54" width="48" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="65" width="53" height="5" rx="2.500" fill="#c9d6f5"/><rect x="10" y="76" width="58" height="5" rx="2.500" fill="#c9d6f5"/><path d="M12 98Q20 84 26 96T40 94T52 92" fill="none" stroke="#24305a" stroke-width="2.500" stroke-linecap="round"/>',
];
/** How many lie in each row. */
const ROWS = [4, 5, 4];
/** Those that the page of the guide shows. */
const SHOWN = [3, 5, 8];

/** The pages of the guide; `last` is drawn on the last one, which is large and waits for a number. */
export function drawGuide(last: string): readonly string[] {
  const small = ROWS.flatMap((count, row) =>
    Array.from({ length: count }, (_, place) => {
      const number = ROWS.slice(0, row).reduce((sum, n) => sum + n, 0) + place + 1;
      const page = PAGES[number - 1] ?? '';
      const turn = [-2, 1, 0.5, 2, -1][(place + row) % 5] ?? 0;
      return put(
        346 + place * 80 + (count === 5 ? 0 : 40),
        84 + row * 124,
        turn,
        0.76,
        '<rect x="3" y="5" width="84" height="112" rx="7" fill="#000000" opacity=".3"/><rect width="84" height="112" rx="7" fill="#ffffff"/>',
        page,
        SHOWN.includes(number)
          ? `<rect width="84" height="112" rx="7" fill="none" stroke="${SIGNAL}" stroke-width="6"/>`
          : '',
        box(50, 86, 34, 26, '#ffffff', 7),
        write(number > 9 ? 56 : 63, 106, [`${number}`], { size: 20, weight: 700, fill: BLUE }),
      );
    }),
  );
  return [
    '<rect width="760" height="520" fill="#0b1333"/><path d="M0 396Q190 330 380 372T760 340V520H0Z" fill="#131f4d"/>',
    ...small,
    put(
      40,
      58,
      -1.5,
      1,
      '<rect x="8" y="14" width="272" height="400" rx="14" fill="#000000" opacity=".35"/><rect width="272" height="400" rx="14" fill="#ffffff"/>',
      '<path d="M28 300H244" stroke="#0c1531" stroke-width="3"/>',
      last,
    ),
    put(150, 420, -34, 0.8, PENCIL),
  ];
}
