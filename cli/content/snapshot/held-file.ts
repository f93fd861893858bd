// A file that stays open as long as somebody holds it. Relied on afterwards: what is read of it is what it held when it was
// opened, though another build renames another file over it, or deletes it.

import { closeSync, openSync, readSync } from 'node:fs';

/** Reads into a buffer from a place of the file on. Returns how many bytes there were. */
type FillFrom = (buffer: Buffer, place: number) => number;

/** An open file. Nobody has to close it. */
export interface HeldFile {
  readonly descriptor: number;
  readonly fill: FillFrom;
}

const unheld = new FinalizationRegistry<number>((descriptor) => closeSync(descriptor));

/** Opens a file, to be read or to be made. */
export function holdFile(file: string, flags: 'r' | 'wx+'): HeldFile {
  const descriptor = openSync(file, flags);
  const fill: FillFrom = (buffer, place) => readSync(descriptor, buffer, 0, buffer.length, place);
  // Whoever reads holds that function alone.
  unheld.register(fill, descriptor);
  return { descriptor, fill };
}
