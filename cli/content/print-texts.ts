// The long texts of entries, printed where they pass through anyway: to a file, with all that their pages must know of them, so
// that nobody reads one again until its bytes are put into a page. Left out are those that are beyond the grammar.

import { writeSync } from 'node:fs';
import { hrefsOf } from '../../templates/components/clean-rich-text.ts';
import { printText } from '../../templates/components/outline.ts';
import type { KnownHtml } from '../../templates/markup.ts';
import type { PrintedText } from '../../templates/page-input.ts';
import { readPlainText } from '../build/page-input/read-plain-text.ts';
import { createPlaces, type FilePlace, type PackedPlaces, putPlace } from './packed-places.ts';

/** Where texts are printed to, and for whom: plain data that a thread can be given. */
export interface PrinterPlace {
  /** Descriptor of an empty file that nobody else writes to. */
  readonly file: number;
  /** Of the site: its own addresses begin with it. */
  readonly origin: string;
}

/** What is known of an entry whose text was printed, as JSON in the file of the texts. */
export interface PrintedFacts {
  /** As received, with an empty text in the place of its body. */
  readonly entry: { readonly content: unknown };
  readonly text: Omit<PrintedText, 'safe'>;
  /** What its HTML says, and where that stands in the file. */
  readonly said: Pick<KnownHtml, 'links' | 'ids'>;
  readonly place: FilePlace;
  /** Where its links lead as they were written, with blanks between them; null where they are printed so. */
  readonly hrefs: string | null;
}

/** A text of a list. */
interface WrittenText {
  /** Number of its entry. */
  readonly entry: number;
  /** JSON with its quotes. */
  readonly written: string;
  /** JSON of the entry without it. */
  readonly rest: string;
}

/** Prints texts of a list of so many entries. Returns where in the file the {@link PrintedFacts} of each entry are. */
export type PrintTexts = (entries: number, texts: Iterable<WrittenText>) => PackedPlaces;

/** Longer ones are left to their pages: a thread with a small heap prints. */
const LONGEST_TEXT = 500_000;
/** UTF-8 bytes of a UTF-16 code unit, at most. */
const BYTES_PER_UNIT = 3;
const FIRST_BYTES = 1_048_576;

/** Starts printing. */
export function createTextPrinter({ file, origin }: PrinterPlace): PrintTexts {
  let room = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let length = 0;
  /** Of the file. */
  let size = 0;
  const append = (text: string): FilePlace => {
    const most = length + text.length * BYTES_PER_UNIT;
    if (most > room.length) room = Buffer.concat([room.subarray(0, length)], most * 2);
    const place = { start: size + length, bytes: room.write(text, length) };
    length += place.bytes;
    return place;
  };
  const flush = () => {
    for (let done = 0; done < length; ) done += writeSync(file, room, done, length - done, size + done);
    size += length;
    length = 0;
  };
  return (entries, texts) => {
    const facts: { readonly entry: number; readonly json: string }[] = [];
    for (const { entry, written, rest } of texts) {
      const printed = written.length > LONGEST_TEXT ? null : printHtml(JSON.parse(written), origin);
      if (printed === null) continue;
      const { html, ...known } = printed;
      facts.push({ entry, json: `{"entry":${rest},${JSON.stringify({ ...known, place: append(html) }).slice(1)}` });
    }
    const places = createPlaces(entries);
    // Behind the texts, close to each other: whoever makes pages reads facts alone.
    for (const { entry, json } of facts) putPlace(places, entry, append(json));
    flush();
    return places;
  };
}

/** Null for a text that is left out. */
function printHtml(written: string, origin: string) {
  const read = readPlainText(written);
  const printed = read === null ? null : printText(written, read, { origin, finalHrefs: {} });
  if (read === null || printed === null) return null;
  const { safe, ...text } = printed;
  const { html, links, ids } = safe;
  const hrefs = hrefsOf(read).join(' ');
  return { html, text, said: { links, ids }, hrefs: hrefs === links ? null : hrefs };
}
