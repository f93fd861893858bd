// Pictures of two fairs: what visitors photographed, as a wall of photos, and stickers on laptops.

import { BLUE, box, frame, INK, measure, put, SIGNAL, write } from './pens.ts';

export interface FairWords {
  readonly lines: readonly string[];
  readonly cart: string;
  readonly sponsor: string;
  readonly tile: string;
  readonly sticker: readonly string[];
}

/** A cup of the coffee cart, 20 × 30. */
const CUP =
  '<path d="M1 6H19L16.5 30H3.5Z" fill="#ffffff"/><path d="M1.800 12H18.200L17.300 21H2.700Z" fill="#2358ea"/><circle cx="10" cy="16.500" r="3.200" fill="#ff8a3d"/><rect y="2" width="20" height="4.500" rx="1.500" fill="#f7b955"/>';
const HEAD = (x: number, hair: string, skin: string, shirt: string) =>
  `<path d="M${x - 13} 56Q${x - 13} 38 ${x} 38T${x + 13} 56Z" fill="${shirt}"/><circle cx="${x}" cy="29" r="9" fill="${skin}"/><path d="M${x - 9} 29Q${x - 10} 18 ${x} 18T${x + 9} 29Q${x + 6} 24 ${x} 24T${x - 9} 29Z" fill="${hair}"/>`;
const AWNING = [0, 1, 2, 3, 4, 5]
  .map((n) => `<path d="M${4 + n * 8} 8h8v12a4 4 0 0 1 -8 0Z" fill="${n % 2 === 0 ? '#e5484d' : '#ffffff'}"/>`)
  .join('');

/** Photos with the cup, 56 × 56. */
const CART_PHOTOS = [
  box(0, 0, 56, 56, '#ffe3cf', 4) + box(0, 44, 56, 12, '#b98b5e', 0) + put(18, 15, 0, 1, CUP),
  box(0, 0, 56, 56, '#d9e4ff', 4) + AWNING + box(6, 34, 44, 22, INK, 3) + put(22, 26, 0, 0.6, CUP),
  box(0, 0, 56, 56, '#d6f1ec', 4) + put(14, 12, -8, 1.1, CUP) + box(10, 34, 18, 22, '#f2c6a5', 6),
  box(0, 0, 56, 56, '#37457c', 4) + put(8, 16, 0, 0.95, CUP) + put(29, 16, 0, 0.95, CUP),
  box(0, 0, 56, 56, '#fff0cc', 4) + HEAD(20, '#8c4a24', '#ffd9bd', '#17b2a5') + put(32, 22, 6, 0.95, CUP),
  box(0, 0, 56, 56, '#f9d9d2', 4) + HEAD(36, '#101b3b', '#b97a56', '#2f6bff') + put(6, 22, -6, 0.95, CUP),
] as const;

const RING = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#f7b955" stroke-width="${r * 0.5}"/>`;

/** Photos with the ring of the main sponsor. */
const SPONSOR_PHOTOS = [
  box(0, 0, 56, 56, '#d9e4ff', 4) + box(10, 8, 36, 36, INK, 3) + RING(28, 26, 9),
  box(0, 0, 56, 56, '#b6c2e6', 4) +
    box(0, 6, 56, 24, INK, 0) +
    RING(28, 18, 6) +
    HEAD(16, '#3b2314', '#d9a27c', '#37457c') +
    HEAD(42, '#9aa4bf', '#f6cfae', '#0c8576'),
  box(0, 0, 56, 56, '#e6ebf7', 4) +
    '<path d="M14 0L28 26L42 0" fill="none" stroke="#2358ea" stroke-width="4"/>' +
    box(14, 24, 28, 28, '#ffffff', 3) +
    RING(28, 38, 6),
] as const;

const STEP = 64;
const TOP = 132;
const LABEL = { size: 28, weight: 700 } as const;

/** A wall of photos, twenty in a tile: forty tiles of the coffee cart, ten of the main sponsor. */
export function drawFair({ lines, cart, sponsor, tile }: FairWords): readonly string[] {
  const wall = (left: number, columns: number, photos: readonly string[]) =>
    Array.from({ length: columns * 5 }, (_, tile) => {
      const [x, y] = [left + (tile % columns) * STEP, TOP + Math.floor(tile / columns) * STEP];
      return put(x, y, 0, 1, photos[(tile * 5 + Math.floor(tile / columns) * (columns + 3)) % photos.length] ?? '');
    }).join('');
  return [
    box(0, 0, 760, 560, '#0b1333', 0),
    write(40, 534, [tile], { size: 26, weight: 500, fill: '#b6c2e6' }),
    write(40, 55, lines, { size: 38, weight: 700, fill: '#ffffff' }),
    wall(40, 8, CART_PHOTOS),
    wall(600, 2, SPONSOR_PHOTOS),
    frame(34, TOP - 6, 8 * STEP + 4, 5 * STEP + 4, 34),
    write(40, 492, [cart], { ...LABEL, fill: '#ff8a73' }),
    write(720 - measure(sponsor, LABEL), 492, [sponsor], { ...LABEL, fill: '#f7b955' }),
  ];
}

/** Stickers, each about its middle. */
const STICKERS = [
  '<circle r="24" fill="#17b2a5"/><path d="M-11 2L-3 10L12 -8" fill="none" stroke="#ffffff" stroke-width="6"/>',
  '<path d="M0 -28L27 -8L17 24H-17L-27 -8Z" fill="#f7b955"/><circle r="9" fill="#0c1531"/>',
  '<rect x="-42" y="-17" width="84" height="34" rx="8" fill="#ffffff"/><path d="M-30 5H-20V-6H-8V5H4V-6H16V5H30" fill="none" stroke="#e5484d" stroke-width="5"/>',
  '<path d="M0 24C-44 -6 -18 -34 0 -12C18 -34 44 -6 0 24Z" fill="#ff7a5f"/>',
  '<rect x="-25" y="-22" width="50" height="44" rx="12" fill="#b6c2e6"/><circle cx="-10" cy="-3" r="6" fill="#0c1531"/><circle cx="10" cy="-3" r="6" fill="#0c1531"/><path d="M-9 12H9M0 -22V-32" stroke="#0c1531" stroke-width="5"/>',
  '<circle r="25" fill="#8db0ff"/><path d="M-25 4Q-12 -10 0 4T25 4" fill="none" stroke="#ffffff" stroke-width="6"/>',
] as const;

/** The sticker that is looked for. */
const OURS = box(-58, -24, 116, 48, BLUE, 24) + write(-41, 9, ['ship it'], { size: 27, weight: 700, fill: '#ffffff' });

interface Seat {
  readonly x: number;
  readonly hair: string;
  readonly skin: string;
  readonly shirt: string;
  /** The number of a sticker, its place on the lid and its turn. */
  readonly stickers: readonly (readonly [number, number, number, number])[];
  /** Behind the head: a bun, or long hair. */
  readonly behind?: string;
  /** Before the face: glasses. */
  readonly before?: string;
}

const SEATS: readonly Seat[] = [
  {
    x: -34,
    hair: '#3b2314',
    skin: '#d9a27c',
    shirt: '#f7b955',
    behind: '<circle cx="92" cy="100" r="24" fill="#3b2314"/>',
    stickers: [
      [0, 78, 60, 0],
      [4, 168, 58, 8],
      [5, 84, 140, 0],
    ],
  },
  {
    x: 236,
    hair: '#8c4a24',
    skin: '#ffd9bd',
    shirt: '#17b2a5',
    behind: '<path d="M318 176Q306 96 380 96T442 176L448 262H312Z" fill="#8c4a24"/>',
    stickers: [
      [2, 226, 32, 6],
      [1, 40, 156, 10],
      [0, 250, 158, 0],
    ],
  },
  {
    x: 542,
    hair: '#101b3b',
    skin: '#b97a56',
    shirt: '#e5484d',
    before:
      '<g fill="none" stroke="#ffffff" stroke-width="4"><circle cx="646" cy="176" r="17"/><circle cx="690" cy="176" r="17"/><path d="M663 174h10"/></g>',
    stickers: [
      [2, 86, 56, -6],
      [1, 168, 130, -8],
      [3, 74, 136, 6],
    ],
  },
];

/** A listener, half behind the lid of a laptop. */
function drawSeat({ x, hair, skin, shirt, stickers, behind = '', before = '' }: Seat, isMiddle: boolean): string {
  const width = isMiddle ? 288 : 252;
  const middle = x + width / 2;
  return [
    '<g transform="translate(0 70)">',
    behind,
    `<path d="M${middle - 96} 400Q${middle - 96} 236 ${middle} 236T${middle + 96} 400Z" fill="${shirt}"/>`,
    `<rect x="${middle - 18}" y="206" width="36" height="44" rx="16" fill="${skin}"/>`,
    `<circle cx="${middle}" cy="172" r="56" fill="${skin}"/>`,
    `<path d="M${middle - 57} 172Q${middle - 64} 108 ${middle} 106T${middle + 57} 172Q${middle + 38} 140 ${middle} 142T${middle - 57} 172Z" fill="${hair}"/>`,
    `<circle cx="${middle - 20}" cy="176" r="5" fill="${INK}"/><circle cx="${middle + 20}" cy="176" r="5" fill="${INK}"/>`,
    `<path d="M${middle - 14} 200Q${middle} 210 ${middle + 14} 200" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>`,
    before,
    '</g>',
    box(x, 262, width, 194, '#24305a', 16),
    box(x + 4, 266, width - 8, 186, '#2f3d70', 13),
    ...stickers.map(([sticker, left, top, turn]) =>
      put(x + left, 262 + top, turn, isMiddle ? 0.84 : 1.1, STICKERS[sticker] ?? ''),
    ),
  ].join('');
}

/** Three laptops at a conference; the sticker on the middle one has outlived its contract. */
export function drawLaptops({ sticker }: FairWords): readonly string[] {
  return [
    box(0, 0, 760, 520, '#dfe8ff', 0),
    '<path d="M0 0H760V120L0 150Z" fill="#cfdcff"/>',
    ...SEATS.map((seat, index) => drawSeat(seat, index === 1)),
    box(0, 452, 760, 68, '#b98b5e', 0),
    box(0, 452, 760, 12, '#d2a678', 0),
    put(380, 360, -5, 1.15, OURS),
    frame(298, 316, 164, 88, 24),
    `<path d="M298 100V318" stroke="${SIGNAL}" stroke-width="4"/>`,
    box(30, 10, 2 * 26 + Math.max(...sticker.map((line) => measure(line, LABEL))), 96, '#ffffff', 14),
    write(56, 50, sticker, LABEL),
  ];
}
