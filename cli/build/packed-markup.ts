// Markup on its way to another thread, which prints and reads it: a frame crosses once, and after that its number with the
// texts of each page in a list, which costs little more than their bytes.

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
 * Markup, each piece before what stands in it: a text as it is; a frame as its number, its texts after it; several frames as
 * minus one minus how many they are, the frames after it.
 */
export type PackedMarkup = readonly (string | number | KnownHtml)[];

/** Frames that the markup packed since the last of these names for the first time. */
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
  readonly number: number;
  readonly frame: Frame;
  readonly names: readonly string[];
}

/** Frames that the other thread keeps: several times as many as are in use at once. */
const FRAMES_KEPT = 5000;

/** Starts a packer. */
export function createMarkupPacker(): MarkupPacker {
  const known = new Map<Frame, KnownFrame>();
  let told: [number, Frame][] = [];
  let isFresh = true;
  const find = (frame: Frame): KnownFrame => {
    const found = known.get(frame);
    if (found !== undefined) return found;
    const added = { number: known.size, frame, names: namesOf(frame) };
    known.set(frame, added);
    told.push([added.number, frame]);
    return added;
  };
  const packFilled = ({ frame, texts }: FilledFrame, packed: (string | number | KnownHtml)[]) => {
    const { number, names } = find(frame);
    packed.push(number);
    for (const name of names) packText(textOf(texts, name), packed);
  };
  const packText = (text: Texts[string], packed: (string | number | KnownHtml)[]) => {
    if (typeof text === 'string' || 'html' in text) packed.push(text);
    else if (isMarkup(text)) packFilled(text, packed);
    else {
      packed.push(-1 - text.length);
      for (const filled of text) packFilled(filled, packed);
    }
  };
  return {
    pack: (markup) => {
      const packed: (string | number | KnownHtml)[] = [];
      packText(markup, packed);
      return packed;
    },
    takeFrames: () => {
      const taken = { isFresh, frames: told };
      told = [];
      isFresh = known.size > FRAMES_KEPT;
      if (isFresh) known.clear();
      return taken;
    },
  };
}

/** Unpacks what one packer packed, in its order. */
export interface MarkupUnpacker {
  readonly learn: (frames: PackedFrames) => void;
  readonly unpack: (packed: PackedMarkup) => Markup;
}

/** Starts an unpacker. */
export function createMarkupUnpacker(): MarkupUnpacker {
  const known = new Map<number, Omit<KnownFrame, 'number'>>();
  let packed: PackedMarkup = [];
  let next = 0;
  const take = () => {
    const piece = packed[next];
    next += 1;
    return piece;
  };
  const unpackFilled = (number: number): FilledFrame => {
    const found = known.get(number);
    if (found === undefined) throw new Error(`This thread was not told of frame ${number}.`);
    const texts: Record<string, Texts[string]> = {};
    for (const name of found.names) texts[name] = unpackText();
    return { frame: found.frame, texts };
  };
  const unpackText = (): Texts[string] => {
    const piece = take();
    if (piece === undefined) throw new Error('Packed markup ends too early.');
    if (typeof piece !== 'number') return piece;
    return piece >= 0 ? unpackFilled(piece) : Array.from({ length: -1 - piece }, () => unpackFilled(Number(take())));
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
