// `npm run pictures`, or this script with another folder: draws the logos of the sample's clients: a mark beside the name, whose letters are outlines of the
// project's font.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { Typeface } from '../../cli/images/typeface.ts';

const FOLDER = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../content/sample/assets/clients'));
const WIDTH = 240;
const HEIGHT = 80;
/** Where all logos begin, so that they line up. */
const LEFT = 21.2;
const INK = '#0c1531';
/** Where a mark fits, and the space between it and the name. */
const MARK = { width: 62, height: 44, gap: 12 };
const NAME = { size: 26, weight: 700 } as const;

interface Client {
  readonly file: string;
  readonly name: string;
  /** Shapes on a ground of 240 by 80. */
  readonly mark: string;
}

/** A sun above a field: the bakeries of three markets, which share a mark. */
const FIELDS =
  '<path d="M92 36A28 28 0 0 1 148 36Z" fill="#ffc857"/><path d="M92 42H100L75 70H57Z" fill="#0f8f84"/><path d="M104 42H112L102 70H84Z" fill="#16b3a5"/><path d="M116 42H124L129 70H111Z" fill="#0f8f84"/><path d="M128 42H136L156 70H138Z" fill="#16b3a5"/><path d="M140 42H148L183 70H165Z" fill="#0f8f84"/><path d="M78 36H64M176 36H162" fill="none" stroke="#ffc857" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>';

const CLIENTS: readonly Client[] = [
  {
    file: 'brisk',
    name: 'Brisk',
    mark: '<path d="M76 60L96 20H116L96 60Z" fill="#ff8a3d"/><path d="M108 60L128 20H148L128 60Z" fill="#e5484d"/><path d="M140 60L160 20H180L160 60Z" fill="#101b3b"/><path d="M46 32H78M52 48H68" fill="none" stroke="#c9d4ea" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  {
    file: 'farrow',
    name: 'Farrow',
    mark: FIELDS,
  },
  {
    file: 'altyn-dan',
    name: 'Алтын дән',
    mark: FIELDS,
  },
  {
    file: 'kolo-khliba',
    name: 'Коло хліба',
    mark: FIELDS,
  },
  {
    file: 'halden',
    name: 'Halden',
    mark: '<path d="M44 40H196" fill="none" stroke="#101b3b" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><path d="M70 38C70 24 82 16 94 14C94 28 84 38 70 38ZM70 42C70 56 82 64 94 66C94 52 84 42 70 42Z" fill="#2f6bff"/><path d="M94 38C94 24 106 16 118 14C118 28 108 38 94 38ZM94 42C94 56 106 64 118 66C118 52 108 42 94 42Z" fill="#2f6bff"/><path d="M118 38C118 24 130 16 142 14C142 28 132 38 118 38ZM118 42C118 56 130 64 142 66C142 52 132 42 118 42Z" fill="#2f6bff"/><path d="M142 38C142 24 154 16 166 14C166 28 156 38 142 38ZM142 42C142 56 154 64 166 66C166 52 156 42 142 42Z" fill="#2f6bff"/><path d="M166 38C166 24 178 16 190 14C190 28 180 38 166 38ZM166 42C166 56 178 64 190 66C190 52 180 42 166 42Z" fill="#2f6bff"/><circle cx="200" cy="40" r="5" fill="#ff8a3d"/>',
  },
  {
    file: 'kestrel',
    name: 'Kestrel',
    mark: '<path d="M48 22C84 18 108 28 124 44C140 26 166 16 196 20C176 26 160 38 152 50C142 64 128 68 112 64L84 72L96 56C84 42 68 30 48 22Z" fill="#101b3b"/><circle cx="122" cy="53" r="3.5" fill="#ff8a3d"/><path d="M124 44C140 26 166 16 196 20C172 24 150 36 138 50Z" fill="#2f6bff"/>',
  },
  {
    file: 'lumen-air',
    name: 'Lumen Air',
    mark: '<path d="M66 60C96 60 112 44 124 20H158L146 60Z" fill="#2f6bff"/><path d="M66 60C96 60 112 44 124 20H136C126 46 110 60 82 60Z" fill="#101b3b"/><path d="M168 22H196M164 40H186M160 58H176" fill="none" stroke="#ff8a3d" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  {
    file: 'monsoon',
    name: 'Monsoon',
    mark: '<path d="M52 56Q69 42 86 56T120 56T154 56T188 56" fill="none" stroke="#2f6bff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><path d="M69 68Q86 56 103 68T137 68T171 68" fill="none" stroke="#16b3a5" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><path d="M86 18C96 30 94 40 86 40S76 30 86 18Z" fill="#101b3b"/><path d="M120 10C130 22 128 32 120 32S110 22 120 10Z" fill="#101b3b"/><path d="M154 18C164 30 162 40 154 40S144 30 154 18Z" fill="#101b3b"/>',
  },
  {
    file: 'northgate',
    name: 'Northgate',
    mark: '<path d="M76 64V18H98V64ZM142 64V18H164V64Z" fill="#101b3b"/><path d="M98 64V42A22 22 0 0 1 142 42V64H132V42A12 12 0 0 0 108 42V64Z" fill="#e5484d"/><rect x="70" y="12" width="34" height="8" fill="#101b3b" rx="2"/><rect x="136" y="12" width="34" height="8" fill="#101b3b" rx="2"/>',
  },
  {
    file: 'oleander',
    name: 'Oleander',
    mark: '<path d="M120 38C106 30 108 10 120 8C132 10 134 30 120 38Z" fill="#16b3a5" transform="rotate(0 120 40)"/><path d="M120 38C106 30 108 10 120 8C132 10 134 30 120 38Z" fill="#16b3a5" transform="rotate(72 120 40)"/><path d="M120 38C106 30 108 10 120 8C132 10 134 30 120 38Z" fill="#16b3a5" transform="rotate(144 120 40)"/><path d="M120 38C106 30 108 10 120 8C132 10 134 30 120 38Z" fill="#16b3a5" transform="rotate(216 120 40)"/><path d="M120 38C106 30 108 10 120 8C132 10 134 30 120 38Z" fill="#16b3a5" transform="rotate(288 120 40)"/><circle cx="120" cy="40" r="7" fill="#ff8a3d"/>',
  },
  {
    file: 'polder',
    name: 'Polder',
    mark: '<rect x="78" y="14" width="25" height="52" fill="#16b3a5" rx="5"/><rect x="107" y="14" width="25" height="52" fill="#2f6bff" rx="5"/><rect x="136" y="14" width="25" height="52" fill="#101b3b" rx="5"/><path d="M78 34Q90 26 103 34M107 44Q119 36 132 44M136 30Q148 22 161 30" fill="none" stroke="#ffffff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><path d="M70 72H170" fill="none" stroke="#ff8a3d" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  {
    file: 'tamarind',
    name: 'Tamarind',
    mark: '<path d="M62 52C56 30 78 18 96 26C112 14 130 14 144 26C162 18 184 30 178 52C172 68 150 66 142 56C130 66 110 66 98 56C90 66 68 68 62 52Z" fill="#8c4a24"/><circle cx="84" cy="44" r="9" fill="#ff8a3d"/><circle cx="120" cy="40" r="9" fill="#ff8a3d"/><circle cx="156" cy="44" r="9" fill="#ff8a3d"/><path d="M178 34Q186 20 200 18" fill="none" stroke="#8c4a24" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
  },
];

const typeface = new Typeface();

/** The smallest box around the mark, found by drawing it. */
async function findBox(mark: string) {
  const SCALE = 4;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * SCALE}" height="${HEIGHT * SCALE}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${mark}</svg>`;
  const { info } = await sharp(Buffer.from(drawing)).trim().toBuffer({ resolveWithObject: true });
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
  return { left: -trimOffsetLeft / SCALE, top: -trimOffsetTop / SCALE, width: width / SCALE, height: height / SCALE };
}

async function drawLogo({ name, mark }: Client): Promise<string> {
  const box = await findBox(mark);
  const scale = Math.min(MARK.width / box.width, MARK.height / box.height);
  const all = box.width * scale + MARK.gap + typeface.measure(name, NAME);
  if (LEFT + all > WIDTH) throw new Error(`The logo of ${name} is ${Math.ceil(LEFT + all - WIDTH)} units too wide.`);
  const top = (HEIGHT - box.height * scale) / 2;
  const [x, y] = [LEFT - box.left * scale, top - box.top * scale].map((value) => value.toFixed(2));
  const text = typeface.outline(name, NAME, {
    x: LEFT + box.width * scale + MARK.gap,
    y: HEIGHT / 2 + NAME.size * 0.355,
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff" rx="12"/>`,
    `<g transform="translate(${x} ${y}) scale(${scale.toFixed(4)})">${mark}</g>`,
    `<g fill="${INK}">${text}</g>`,
    '</svg>\n',
  ].join('\n');
}

for (const client of CLIENTS) writeFileSync(resolve(FOLDER, `${client.file}.svg`), await drawLogo(client));
