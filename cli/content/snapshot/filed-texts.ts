// Texts that lie in files until they are asked for. They are mostly asked for in the order of the content: some bytes around the
// last one stay in memory.

import type { HeldFile } from './held-file.ts';

/** Gives back the text between two places. */
export type ReadFiled = (start: number, end: number) => string;

/** Opens the texts of a file, which begin at a place of it. Of all that are opened, bytes of the last one read stay. */
export interface FiledTexts {
  readonly open: (file: Pick<HeldFile, 'fill'>, start: number) => ReadFiled;
}

/** Bytes that are read at once. */
const WINDOW_BYTES = 65_536;

/** Starts with nothing in memory. */
export function createFiledTexts(): FiledTexts {
  let window = Buffer.alloc(0);
  let windowStart = 0;
  /** What is beyond was not there when the window was filled, even if it is now. */
  let windowEnd = 0;
  let filledFrom: HeldFile['fill'] | null = null;
  const open: FiledTexts['open'] =
    ({ fill }, first) =>
    (start, end) => {
      const place = first + start;
      const length = end - start;
      if (fill !== filledFrom || place < windowStart || place + length > windowEnd) {
        const wanted = Math.max(length, WINDOW_BYTES);
        if (wanted !== window.length) window = Buffer.allocUnsafeSlow(wanted);
        filledFrom = fill;
        windowStart = place;
        windowEnd = place + fill(window, place);
      }
      return window.toString('utf8', place - windowStart, place - windowStart + length);
    };
  return { open };
}
