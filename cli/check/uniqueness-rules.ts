// Titles and descriptions that two pages of one locale share. Of each text a hash stays in memory, of each page a number.

import { hash } from 'node:crypto';
import type { PageFacts } from '../build/page-facts.ts';
import type { RuleCode } from './rules.ts';
import type { SiteIndex } from './site-index.ts';

/** Is told of pages with one text, in route order, two at least. */
type DoubleSink = (code: RuleCode, pages: readonly number[], what: string) => void;

/** What the rules keep while pages go by. */
export interface UniquenessCheck {
  readonly checkPage: (page: number, facts: PageFacts) => void;
  readonly finish: (sink: DoubleSink) => void;
}

/** Starts the rules. */
export function createUniquenessCheck(site: SiteIndex): UniquenessCheck {
  const titles = createTexts(site.routes.length);
  const descriptions = createTexts(site.routes.length);
  return {
    checkPage: (page, { title, description }) => {
      const route = site.routes[page];
      if (route === undefined || !route.isIndexable) return;
      titles.add(route.locale, title, page);
      descriptions.add(route.locale, description, page);
    },
    finish: (sink) => {
      for (const { text, pages } of titles.doubles())
        sink('TITLE_TWICE', pages, `${pages.length} pages have the title "${text}".`);
      for (const { text, pages } of descriptions.doubles())
        sink('DESCRIPTION_TWICE', pages, `${pages.length} pages have the description "${text}".`);
    },
  };
}

/** Characters of a text that is told. */
const SHOWN = 80;

function createTexts(pages: number) {
  const firstPages = createFirstPages(pages);
  const doubles = new Map<number, { readonly text: string; readonly pages: number[] }>();
  return {
    doubles: () => doubles.values(),
    add: (locale: string, written: string | null, page: number) => {
      const text = written?.trim() ?? '';
      if (text === '') return;
      const first = firstPages.find(hash('sha256', `${locale} ${text}`, 'buffer'), page);
      if (first === page) return;
      const shown = [...text].length > SHOWN ? `${[...text].slice(0, SHOWN).join('')}…` : text;
      const double = doubles.get(first) ?? { text: shown, pages: [first] };
      doubles.set(first, double);
      double.pages.push(page);
    },
  };
}

/** The first page of each hash, in a table that is open addressed: 12 bytes a page, of which a Map would take a hundred. */
function createFirstPages(pages: number) {
  const size = 2 ** Math.ceil(Math.log2(pages * 2 + 2));
  const hashes = new Uint32Array(size * 2);
  /** Number of the page and one; 0 where the place is free. */
  const owners = new Uint32Array(size);
  return {
    /** The page that had this hash first: the given one, unless another was before it. */
    find: (digest: Buffer, page: number): number => {
      const high = digest.readUInt32LE(0);
      const low = digest.readUInt32LE(4);
      for (let place = high % size; ; place = (place + 1) % size) {
        const owner = owners[place] ?? 0;
        if (owner === 0) {
          owners[place] = page + 1;
          hashes[place * 2] = high;
          hashes[place * 2 + 1] = low;
          return page;
        }
        if (hashes[place * 2] === high && hashes[place * 2 + 1] === low) return owner - 1;
      }
    },
  };
}
