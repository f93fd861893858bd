// Where the texts are that were printed when their entries came, until pages are made of them. In memory stay two numbers an
// entry. Relied on afterwards: an entry with its printed text is what its line in the range says.

import { splitWords } from '../../templates/markup.ts';
import { openNamelessFile } from '../nameless-file.ts';
import type { FindPrinted } from './content-snapshot.ts';
import { findPlace, type PackedPlaces } from './packed-places.ts';
import { reparseEntry } from './parse-entry.ts';
import { openPlacedTexts } from './placed-texts.ts';
import type { PrintedFacts, PrinterPlace } from './print-texts.ts';

/** Keeps the places of the texts of one build. */
export interface TextShelf {
  /** Makes the file that they are printed to. */
  readonly open: () => PrinterPlace;
  /** Notes where the facts of each line of a range are. */
  readonly put: (range: string, texts: PackedPlaces) => void;
  readonly find: FindPrinted;
}

/** Bytes of facts that are read at once: pages are made in the order of the content. */
const WINDOW_BYTES = 65_536;

/** Opens an empty shelf, whose file lies in the cache folder until the process ends. */
export function openTextShelf({ cacheDir, origin }: { readonly cacheDir: string; readonly origin: string }): TextShelf {
  const ranges = new Map<string, PackedPlaces>();
  const { read, know } = openPlacedTexts(WINDOW_BYTES);
  let file = -1;
  return {
    open: () => {
      file = openNamelessFile(cacheDir);
      return { file, origin };
    },
    put: (range, texts) => {
      ranges.set(range, texts);
    },
    find: ({ range, line, collection }) => {
      const texts = ranges.get(range);
      const at = texts === undefined ? null : findPlace(texts, line);
      if (at === null) return null;
      const facts: PrintedFacts = JSON.parse(read({ file, ...at }).toString('utf8'));
      const { entry, text, said, place, hrefs } = facts;
      // A second field of that name would be the one that counts.
      if (entry.content !== '') return null;
      return {
        entry: reparseEntry(entry, collection),
        printed: { ...text, safe: know({ file, ...place }, said) },
        hrefs: splitWords(hrefs ?? said.links),
      };
    },
  };
}
