// Markup on its way to another thread, which prints and reads it: a frame that is met again is told once, and then
// its number crosses with the texts of each page, which costs little more than their bytes: a page is one list, since what
// else a page could be, records in records, takes several times as long to cross as the texts themselves.

import {
  type FilledFrame,
  type Frame,
  isMarkup,
  type KnownHtml,
  type Markup,
  type Texts,
  textOf,
} from '../../templates/markup.ts';
import type { PageParts } from '../../templates/page-input.ts';

/**
 * The parts of a page in their order, each piece before what stands in it: a text as it is; a frame, or the number of one that
 * was told, its texts after it; several frames as minus one minus how many they are, the frames after it; HTML whose maker
 * knows what it says as null, the HTML, its links and its ids after it, each list behind its length.
 */
export type PackedPiece = string | number | Frame | null;

/** Frames that the markup packed since the last of these calls by number for the first time. */
export interface PackedFrames {
  /** Whether all that was told before is to be forgotten. */
  readonly isFresh: boolean;
  readonly frames: readonly (readonly [number: number, frame: Frame])[];
}

/** Packs markup for one other thread. */
export interface MarkupPacker {
  /** Adds the pieces of a page to those of others. */
  readonly pack: (parts: PageParts, packed: PackedPiece[]) => void;
  /** To go ahead of what was packed since it was asked last. */
  readonly takeFrames: () => PackedFrames;
}

interface KnownFrame {
  readonly frame: Frame;
  readonly names: readonly string[];
}

/** Characters of frames that both threads keep: several times as many as those of some languages have. */
const CHARACTERS_KEPT = 4_000_000;

/** Starts a packer. A frame is told when it is met again: one of a single page, which may be large, is kept nowhere. */
export function createMarkupPacker(): MarkupPacker {
  const met = new WeakSet<Frame>();
  const known = new Map<Frame, KnownFrame & { readonly number: number }>();
  let characters = 0;
  let told: [number, Frame][] = [];
  let isFresh = true;
  const find = (frame: Frame) => {
    const found = known.get(frame);
    if (found !== undefined || !met.has(frame)) return found;
    const added = { number: known.size, frame, names: namesOf(frame) };
    known.set(frame, added);
    told.push([added.number, frame]);
    characters += countCharacters(frame);
    return added;
  };
  const packFilled = ({ frame, texts }: FilledFrame, packed: PackedPiece[]) => {
    const found = find(frame);
    met.add(frame);
    packed.push(found?.number ?? frame);
    const names = found?.names ?? namesOf(frame);
    for (let index = 0; index < names.length; index += 1) packText(textOf(texts, names[index] ?? ''), packed);
  };
  const packText = (text: Texts[string], packed: PackedPiece[]) => {
    if (typeof text === 'string') packed.push(text);
    else if ('html' in text) packKnown(text, packed);
    else if (isMarkup(text)) packFilled(text, packed);
    else {
      packed.push(-1 - text.length);
      for (const filled of text) packFilled(filled, packed);
    }
  };
  return {
    pack: ({ head, switcher, main, end }, packed) => {
      packed.push(head);
      packText(switcher, packed);
      packText(main, packed);
      packed.push(end);
    },
    takeFrames: () => {
      const taken = { isFresh, frames: told };
      told = [];
      isFresh = characters > CHARACTERS_KEPT;
      if (isFresh) {
        known.clear();
        characters = 0;
      }
      return taken;
    },
  };
}

function packKnown({ html, links, ids }: KnownHtml, packed: PackedPiece[]): void {
  packed.push(null, html);
  packList(links, packed);
  packList(ids, packed);
}

function packList(texts: readonly string[], packed: PackedPiece[]): void {
  packed.push(texts.length);
  for (let index = 0; index < texts.length; index += 1) packed.push(texts[index] ?? '');
}

function countCharacters({ start, others }: Frame): number {
  return others.reduce((sum, { after }) => sum + after.length, start.length);
}

/** Unpacks what one packer packed, in its order. */
export interface MarkupUnpacker {
  readonly learn: (frames: PackedFrames) => void;
  /** Begins with a list of pieces. */
  readonly open: (packed: readonly PackedPiece[]) => void;
  readonly isAtEnd: () => boolean;
  /** The next piece, which is none of any markup. */
  readonly takeString: () => string;
  /** The parts that come next. */
  readonly unpack: () => PageParts;
}

/** Starts an unpacker. */
export function createMarkupUnpacker(): MarkupUnpacker {
  const known = new Map<number, KnownFrame>();
  let packed: readonly PackedPiece[] = [];
  let next = 0;
  const take = (): PackedPiece => {
    const piece = packed[next];
    if (piece === undefined) throw new Error('Packed markup ends too early.');
    next += 1;
    return piece;
  };
  const takeString = (): string => {
    const piece = take();
    if (typeof piece !== 'string') throw new Error('Packed markup has something else where a text must be.');
    return piece;
  };
  const takeList = (): readonly string[] => {
    const length = take();
    if (typeof length !== 'number') throw new Error('Packed markup has something else where a length must be.');
    const list: string[] = [];
    while (list.length < length) list.push(takeString());
    return list;
  };
  const find = (piece: Frame | number): KnownFrame => {
    if (typeof piece === 'object') return { frame: piece, names: namesOf(piece) };
    const found = known.get(piece);
    if (found === undefined) throw new Error('This thread was not told of a frame.');
    return found;
  };
  const unpackFilled = (piece: PackedPiece): FilledFrame => {
    if (typeof piece === 'string' || piece === null) throw new Error('Packed markup has a text where a frame must be.');
    const { frame, names } = find(piece);
    const texts: Record<string, Texts[string]> = {};
    for (let index = 0; index < names.length; index += 1) texts[names[index] ?? ''] = unpackText();
    return { frame, texts };
  };
  const unpackText = (): Texts[string] => {
    const piece = take();
    if (typeof piece === 'string') return piece;
    if (piece === null) return { html: takeString(), links: takeList(), ids: takeList() };
    if (typeof piece === 'object' || piece >= 0) return unpackFilled(piece);
    return Array.from({ length: -1 - piece }, () => unpackFilled(take()));
  };
  const unpackMarkup = (): Markup => {
    const markup = unpackText();
    if (!isMarkup(markup)) throw new Error('A list of frames is no markup by itself.');
    return markup;
  };
  return {
    learn: ({ isFresh, frames }) => {
      if (isFresh) known.clear();
      for (const [number, frame] of frames) known.set(number, { frame, names: namesOf(frame) });
    },
    open: (list) => {
      packed = list;
      next = 0;
    },
    isAtEnd: () => next === packed.length,
    takeString,
    unpack: () => ({ head: takeString(), switcher: unpackMarkup(), main: unpackMarkup(), end: takeString() }),
  };
}

/** Its texts, each once, in the order of their marks. */
function namesOf({ others }: Frame): readonly string[] {
  return [...new Set(others.map(({ text }) => text))];
}
