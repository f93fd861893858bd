// Texts that lie in a file, by its descriptor, which every thread of the process has. A window of it stays in memory: pages are
// made in the order of the content.

import { readSync } from 'node:fs';
import type { KnownHtml, TextPlace } from '../../templates/markup.ts';

/** Reads bytes by their places. */
export interface PlacedTexts {
  /** The bytes themselves: what is read next may take their room. */
  readonly read: (place: TextPlace) => Buffer;
  /** HTML that is read when it is asked for. */
  readonly know: (place: TextPlace, said: Pick<KnownHtml, 'links' | 'ids'>) => KnownHtml;
}

/** Starts reading; so many bytes at once. */
export function openPlacedTexts(windowBytes: number): PlacedTexts {
  let room = Buffer.allocUnsafeSlow(0);
  let window = { file: -1, start: 0, end: 0 };
  const read = ({ file, start, bytes }: TextPlace): Buffer => {
    if (file !== window.file || start < window.start || start + bytes > window.end) {
      const wanted = Math.max(windowBytes, bytes);
      if (wanted > room.length) room = Buffer.allocUnsafeSlow(wanted);
      let length = 0;
      for (let more = -1; more !== 0 && length < wanted; length += more)
        more = readSync(file, room, length, wanted - length, start + length);
      if (length < bytes) throw new Error(`The file of texts ends before ${start + bytes}.`);
      window = { file, start, end: start + length };
    }
    return room.subarray(start - window.start, start - window.start + bytes);
  };
  return { read, know: (place, said) => new PlacedHtml(read, place, said) };
}

class PlacedHtml implements KnownHtml {
  readonly #read: PlacedTexts['read'];
  readonly place: TextPlace;
  readonly links: string;
  readonly ids: string;

  constructor(read: PlacedTexts['read'], place: TextPlace, { links, ids }: Pick<KnownHtml, 'links' | 'ids'>) {
    this.#read = read;
    this.place = place;
    this.links = links;
    this.ids = ids;
  }

  get html(): string {
    return this.#read(this.place).toString('utf8');
  }
}
