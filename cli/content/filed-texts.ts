// Texts that lie in files until they are asked for. They are mostly asked for in the order of the content: some bytes around the
// last one stay in memory.

import { closeSync, openSync, readSync } from 'node:fs';

/** Gives back the text between two places. */
export type ReadFiled = (start: number, end: number) => string;

/** Fills a buffer from a place of a file on. Returns how many bytes there were. */
type FillFrom = (buffer: Buffer, place: number) => number;

/** Opens the texts of a file, which begin at a place of it. Of all that are opened, bytes of the last one read stay. */
export interface FiledTexts {
  readonly openFile: (file: string, start: number) => ReadFiled;
  readonly open: (fill: FillFrom, start: number) => ReadFiled;
}

/** Bytes that are read at once. */
const WINDOW_BYTES = 65_536;

/** Starts with nothing in memory. */
export function createFiledTexts(): FiledTexts {
  let window = Buffer.alloc(0);
  let windowStart = 0;
  /** What is beyond was not there when the window was filled, even if it is now. */
  let windowEnd = 0;
  let filledFrom: FillFrom | null = null;
  const open = (fill: FillFrom, first: number) => (start: number, end: number) => {
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
  return { open, openFile: (file, start) => open((buffer, place) => readFrom(file, buffer, place), start) };
}

/** There may be hundreds of files: none stays open. */
function readFrom(file: string, buffer: Buffer, place: number): number {
  const descriptor = openSync(file, 'r');
  try {
    return readSync(descriptor, buffer, 0, buffer.length, place);
  } finally {
    closeSync(descriptor);
  }
}
