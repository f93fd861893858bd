// Large text files written and read piece by piece, synchronously: 100,000 rows never stand in memory as one text.

import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const CHUNK_BYTES = 1_048_576;
/** Of what is written; a longer text would lie among the large ones, which are cleaned last. */
const WRITTEN_BYTES = 65_536;
const NEWLINE = 10;

/** Writes pieces one after the other. Replaces the file; its folder must exist. */
export function writePieces(file: string, pieces: Iterable<string | Uint8Array>): void {
  const descriptor = openSync(file, 'w');
  const writeText = createTextWriter(descriptor);
  try {
    let pending = '';
    for (const piece of pieces) {
      if (typeof piece === 'string') pending += piece;
      if (typeof piece === 'string' && pending.length < WRITTEN_BYTES) continue;
      writeText(pending);
      pending = '';
      if (typeof piece !== 'string') writeWhole(descriptor, piece);
    }
    writeText(pending);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes texts as UTF-8 through one buffer: a new one for each would be rubbish faster than it is cleaned. */
function createTextWriter(descriptor: number): (text: string) => void {
  const encoder = new TextEncoder();
  let chunk: Uint8Array | null = null;
  return (text) => {
    for (let done = 0; done < text.length; ) {
      chunk ??= new Uint8Array(WRITTEN_BYTES);
      const { read, written } = encoder.encodeInto(done === 0 ? text : text.slice(done), chunk);
      writeWhole(descriptor, chunk.subarray(0, written));
      done += read;
    }
  };
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

/** The lines of a UTF-8 file without their newline. A last line without newline counts; invalid UTF-8 throws TypeError. */
export function* readLines(file: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    let rest = '';
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
      // Text is decoded up to the last newline, which is never inside a character; the decoder keeps the bytes after it.
      const end = chunk.lastIndexOf(NEWLINE, length - 1) + 1;
      const lines = (rest + decoder.decode(chunk.subarray(0, end), { stream: true })).split('\n');
      rest = (lines.pop() ?? '') + decoder.decode(chunk.subarray(end, length), { stream: true });
      yield* lines;
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}
