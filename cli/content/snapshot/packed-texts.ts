// Many texts as one, which memory and files hold as they hold one. Relied on afterwards: each comes out as it went in.

/** Texts in one, and where each of them begins and ends there; of null the beginning is behind the end. */
export interface PackedTexts {
  readonly text: string;
  readonly places: Uint32Array;
}

/** The same in bytes: a text that is cut out of another is found sooner, but JSON prints all that is around it at half its speed. */
export interface PackedBytes {
  readonly bytes: Buffer;
  readonly encoding: 'latin1' | 'utf16le';
  readonly places: Uint32Array;
}

/**
 * Packs so many texts. One that equals the one before stands there once, as the date of an entry that was never changed, and
 * where those before are remembered any does.
 */
export function createTextPacker(count: number, remembered: Map<string, number> | null = null) {
  const places = new Uint32Array(count * 2);
  const texts: string[] = [];
  let last: string | null = null;
  let length = 0;
  const add = (text: string): number => {
    const known = text === last ? length - text.length : remembered?.get(text);
    if (known !== undefined) return known;
    remembered?.set(text, length);
    last = text;
    texts.push(text);
    length += text.length;
    return length - text.length;
  };
  return {
    set: (number: number, text: string | null) => {
      const start = text === null ? 1 : add(text);
      places[number * 2] = start;
      places[number * 2 + 1] = text === null ? 0 : start + text.length;
    },
    finish: (): PackedTexts => ({ text: texts.join(''), places }),
  };
}

/** A letter that takes two bytes. */
const WIDE = /[^\0-\xff]/;

/** Puts packed texts in bytes. */
export function inBytes({ text, places }: PackedTexts): PackedBytes {
  const encoding = WIDE.test(text) ? 'utf16le' : 'latin1';
  return { bytes: Buffer.from(text, encoding), encoding, places };
}

/** The text of a number; null where it is that. */
export function textAt({ text, places }: PackedTexts, number: number): string | null {
  const start = places[number * 2] ?? 1;
  const end = places[number * 2 + 1] ?? 0;
  return start > end ? null : text.slice(start, end);
}

/** The same as a text of its own. */
export function printedAt({ bytes, encoding, places }: PackedBytes, number: number): string | null {
  const start = places[number * 2] ?? 1;
  const end = places[number * 2 + 1] ?? 0;
  if (start > end) return null;
  return encoding === 'latin1' ? bytes.toString(encoding, start, end) : bytes.toString(encoding, start * 2, end * 2);
}
