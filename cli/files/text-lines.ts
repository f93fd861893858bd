// Large text files written piece by piece, synchronously: 100,000 rows never stand in memory as one text.

import { closeSync, openSync, writeSync } from 'node:fs';

/** Of what is written; a longer text would lie among the large ones, which are cleaned last. */
const WRITTEN_BYTES = 65_536;

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
