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

const FONT_FOLDER = join(dirname(findPackageJSON('@fontsource/onest', PROJECT) ?? ''), 'files');
const SCRIPTS = ['latin', 'cyrillic', 'cyrillic-ext', 'latin-ext', 'vietnamese'];
/** In em. Large letters look better closer together. */
const LETTER_SPACING = -0.018;

/** A letter. Its units are 1/1000 em. */
export interface Letter {
  readonly font: Font;
  readonly glyph: number;
  /** An SVG path; empty for a space. */
  readonly path: string;
  readonly advance: number;
  /** What the path covers; y grows downwards from the baseline. */
  readonly box: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
}

/** The font of the project. What it knows of letters is kept. */
export class Typeface {
  readonly #fonts: Readonly<Record<Weight, readonly Font[]>> = {
    500: SCRIPTS.map((script) => loadFont(script, 500)),
    700: SCRIPTS.map((script) => loadFont(script, 700)),
  };
  readonly #letters = new Map<string, Letter | null>();
  readonly #kernings = new Map<string, number>();

  /** The letters of a line with their positions, and the end of the last one, in 1/1000 em. */
  place(
    text: string,
    weight: Weight,
  ): { readonly placed: readonly { letter: Letter; x: number }[]; readonly end: number } {
    const placed: { letter: Letter; x: number }[] = [];
    let x = 0;
    let before: { letter: Letter; character: string } | null = null;
    for (const character of text) {
      const letter = this.#findLetter(character, weight);
      if (letter === null) continue;
      if (before !== null) x += this.#kerningOf(`${weight} ${before.character}${character}`, before.letter, letter);
      placed.push({ letter, x });
      x += letter.advance;
      before = { letter, character };
    }
    return { placed, end: x };
  }

  /** The width of a line in pixels. */
  measure(text: string, { size, weight }: Setting): number {
    return (this.place(text, weight).end * size) / 1000;
  }

  /** SVG paths of a line without colours. The line starts at x, its baseline is y. */
  outline(text: string, { size, weight }: Setting, { x, y }: { readonly x: number; readonly y: number }): string {
    const shapes = this.place(text, weight).placed.map(
      ({ letter, x: at }) => `<path transform="translate(${round(at)})" d="${letter.path}"/>`,
    );
    return `<g transform="translate(${round(x)} ${round(y)}) scale(${size / 1000})">${shapes.join('')}</g>`;
  }

  /** Removes characters that the font does not have, and collapses spaces. */
  keepKnown(text: string): string {
    return [...text.normalize('NFC')]
      .filter((character) => /\s/.test(character) || this.#findLetter(character, 700) !== null)
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }

  #findLetter(character: string, weight: Weight): Letter | null {
    return this.#letters.getOrInsertComputed(`${weight} ${character}`, () => {
      const font = this.#fonts[weight].find((candidate) => candidate.charToGlyphIndex(character) > 0);
      return font === undefined ? null : createLetter(font, character);
    });
  }

  #kerningOf(key: string, left: Letter, right: Letter): number {
    if (left.font !== right.font) return 0;
    return this.#kernings.getOrInsertComputed(key, () => left.font.getKerningValue(left.glyph, right.glyph));
  }
}

function createLetter(font: Font, character: string): Letter {
  const glyph = font.charToGlyph(character);
  const path = glyph.getPath(0, 0, 1000);
  const scale = 1000 / font.unitsPerEm;
  return {
    font,
    glyph: font.charToGlyphIndex(character),
    path: path.commands.map(formatCommand).join(''),
    advance: ((glyph.advanceWidth ?? 0) + LETTER_SPACING * font.unitsPerEm) * scale,
    box: path.getBoundingBox(),
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
