// Turns text into outlines with the project's own font files, so that images with text are the same on every machine. The font is split
// by script: each character uses the first file that contains it.

import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import opentype, { type Font, type PathCommand } from 'opentype.js';
import { PROJECT } from '../files/project.ts';

/** Font weights of images. */
type Weight = 500 | 700;

interface Setting {
  /** Pixels. */
  readonly size: number;
  readonly weight: Weight;
}

/** The font of the project. */
export interface Typeface {
  /** SVG paths of a line without colours. The line starts at x, its baseline is y. */
  readonly outline: (text: string, setting: Setting, at: { readonly x: number; readonly y: number }) => string;
  /** Width of a line in pixels. */
  readonly measure: (text: string, setting: Setting) => number;
  /** Removes characters that the font does not have, and collapses spaces. */
  readonly keepKnown: (text: string) => string;
}

const FONT_FOLDER = join(dirname(findPackageJSON('@fontsource/onest', PROJECT) ?? ''), 'files');
const SCRIPTS = ['latin', 'cyrillic', 'cyrillic-ext', 'latin-ext', 'vietnamese'];
/** In em. Large letters look better closer together. */
const LETTER_SPACING = -0.018;

/** A letter. Its units are 1/1000 em. */
interface Letter {
  readonly font: Font;
  readonly glyph: number;
  readonly path: string;
  readonly advance: number;
}

/** Loads the font. Letters are cached. */
export function loadTypeface(): Typeface {
  const findLetter = createLetterCache();
  const kerningOf = createKerningCache();
  /** The letters of a text with their positions, and the end of the last one, in 1/1000 em. */
  const place = (text: string, weight: Weight) => {
    const placed: { letter: Letter; x: number }[] = [];
    let x = 0;
    let before: { letter: Letter; character: string } | null = null;
    for (const character of text) {
      const letter = findLetter(character, weight);
      if (letter === null) continue;
      if (before !== null) x += kerningOf(`${weight} ${before.character}${character}`, before.letter, letter);
      placed.push({ letter, x });
      x += letter.advance;
      before = { letter, character };
    }
    return { placed, end: x };
  };
  return {
    measure: (text, { size, weight }) => (place(text, weight).end * size) / 1000,
    outline: (text, { size, weight }, { x, y }) => {
      const shapes = place(text, weight).placed.map(
        ({ letter, x: at }) => `<path transform="translate(${round(at)})" d="${letter.path}"/>`,
      );
      return `<g transform="translate(${round(x)} ${round(y)}) scale(${size / 1000})">${shapes.join('')}</g>`;
    },
    keepKnown: (text) =>
      [...text.normalize('NFC')]
        .filter((character) => /\s/.test(character) || findLetter(character, 700) !== null)
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim(),
  };
}

function createLetterCache(): (character: string, weight: Weight) => Letter | null {
  const fonts = {
    500: SCRIPTS.map((script) => loadFont(script, 500)),
    700: SCRIPTS.map((script) => loadFont(script, 700)),
  };
  const letters = new Map<string, Letter | null>();
  return (character, weight) => {
    const key = `${weight} ${character}`;
    const known = letters.get(key);
    if (known !== undefined) return known;
    const font = fonts[weight].find((candidate) => candidate.charToGlyphIndex(character) > 0);
    const letter = font === undefined ? null : createLetter(font, character);
    letters.set(key, letter);
    return letter;
  };
}

function createKerningCache(): (key: string, left: Letter, right: Letter) => number {
  const kernings = new Map<string, number>();
  return (key, left, right) => {
    if (left.font !== right.font) return 0;
    const kerning = kernings.get(key) ?? left.font.getKerningValue(left.glyph, right.glyph);
    kernings.set(key, kerning);
    return kerning;
  };
}

function createLetter(font: Font, character: string): Letter {
  const glyph = font.charToGlyph(character);
  const scale = 1000 / font.unitsPerEm;
  return {
    font,
    glyph: font.charToGlyphIndex(character),
    path: glyph.getPath(0, 0, 1000).commands.map(formatCommand).join(''),
    advance: ((glyph.advanceWidth ?? 0) + LETTER_SPACING * font.unitsPerEm) * scale,
  };
}

function formatCommand(command: PathCommand): string {
  switch (command.type) {
    case 'M':
    case 'L':
      return `${command.type}${round(command.x)} ${round(command.y)}`;
    case 'Q':
      return `Q${[command.x1, command.y1, command.x, command.y].map(round).join(' ')}`;
    case 'C':
      return `C${[command.x1, command.y1, command.x2, command.y2, command.x, command.y].map(round).join(' ')}`;
    case 'Z':
      return 'Z';
  }
}

/** Precise enough: 1/1000 em is at most a twelfth of a pixel. */
function round(value: number): number {
  return Math.round(value);
}

function loadFont(script: string, weight: Weight): Font {
  const bytes = readFileSync(join(FONT_FOLDER, `onest-${script}-${weight}-normal.woff`));
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
