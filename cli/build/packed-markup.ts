// Markup on its way to another thread, which prints and reads it: a frame that is met again is told once, and then
// its number crosses with the texts of each page, which costs little more than their bytes.

import {
  type FilledFrame,
  type Frame,
  isMarkup,
  type KnownHtml,
  type Markup,
  type Texts,
  textOf,
} from '../../templates/markup.ts';

/**
 * Markup, each piece before what stands in it: a text as it is; a frame, or the number of one that was told, its texts after
 * it; several frames as minus one minus how many they are, the frames after it.
 */
export type PackedMarkup = readonly PackedPiece[];
type PackedPiece = string | number | KnownHtml | Frame;

/** Frames that the markup packed since the last of these calls by number for the first time. */
export interface PackedFrames {
  /** Whether all that was told before is to be forgotten. */
  readonly isFresh: boolean;
  readonly frames: readonly (readonly [number: number, frame: Frame])[];
}

/** Packs markup for one other thread. */
export interface MarkupPacker {
  readonly pack: (markup: Markup) => PackedMarkup;
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
    for (const name of found?.names ?? namesOf(frame)) packText(textOf(texts, name), packed);
  };
  const packText = (text: Texts[string], packed: PackedPiece[]) => {
    if (typeof text === 'string' || 'html' in text) packed.push(text);
    else if (isMarkup(text)) packFilled(text, packed);
    else {
      packed.push(-1 - text.length);
      for (const filled of text) packFilled(filled, packed);
    }
  };
  return {
    pack: (markup) => {
      const packed: PackedPiece[] = [];
      packText(markup, packed);
      return packed;
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

function countCharacters({ start, others }: Frame): number {
  return others.reduce((sum, { after }) => sum + after.length, start.length);
}

/** Unpacks what one packer packed, in its order. */
export interface MarkupUnpacker {
  readonly learn: (frames: PackedFrames) => void;
  readonly unpack: (packed: PackedMarkup) => Markup;
}

/** Starts an unpacker. */
export function createMarkupUnpacker(): MarkupUnpacker {
  const known = new Map<number, KnownFrame>();
  let packed: PackedMarkup = [];
  let next = 0;
  const take = (): PackedPiece => {
    const piece = packed[next];
    if (piece === undefined) throw new Error('Packed markup ends too early.');
    next += 1;
    return piece;
  };
  const find = (piece: PackedPiece): KnownFrame => {
    if (typeof piece === 'object' && 'start' in piece) return { frame: piece, names: namesOf(piece) };
    const found = typeof piece === 'number' ? known.get(piece) : undefined;
    if (found === undefined) throw new Error('This thread was not told of a frame.');
    return found;
  };
  const unpackFilled = (piece: PackedPiece): FilledFrame => {
    const { frame, names } = find(piece);
    const texts: Record<string, Texts[string]> = {};
    for (const name of names) texts[name] = unpackText();
    return { frame, texts };
  };
  const unpackText = (): Texts[string] => {
    const piece = take();
    if (typeof piece === 'string' || (typeof piece === 'object' && 'html' in piece)) return piece;
    if (typeof piece === 'object' || piece >= 0) return unpackFilled(piece);
    return Array.from({ length: -1 - piece }, () => unpackFilled(take()));
  };
  return {
    learn: ({ isFresh, frames }) => {
      if (isFresh) known.clear();
      for (const [number, frame] of frames) known.set(number, { frame, names: namesOf(frame) });
    },
    unpack: (list) => {
      packed = list;
      next = 0;
      const markup = unpackText();
      if (!isMarkup(markup)) throw new Error('A list of frames is no markup by itself.');
      return markup;
    },
  };
}

/** Its texts, each once, in the order of their marks. */
function namesOf({ others }: Frame): readonly string[] {
  return [...new Set(others.map(({ text }) => text))];
}
