// Titles and descriptions that two pages of one locale share. Of each text a hash stays in memory, of each page a number.

import type { PageFacts } from '../../facts/page-facts.ts';
import type { TextDigest } from '../briefs/page-brief.ts';
import type { SettledBrief } from '../briefs/settled-brief.ts';
import type { SiteIndex } from '../site-index.ts';
import type { RuleCode } from './rules.ts';

/** Is told of pages with one text, in route order, two at least. */
type DoubleSink = (code: RuleCode, pages: readonly number[], what: string) => void;

type PageTexts = Pick<SettledBrief, 'title' | 'description'>;
type WrittenTexts = Pick<PageFacts, 'title' | 'description'>;

/** What the rules keep while pages go by. */
export interface UniquenessCheck {
  /** Takes the digests of a page's texts; the texts themselves are asked for where another page has them. */
  readonly checkPage: (page: number, texts: PageTexts, read: () => WrittenTexts | null) => void;
  readonly finish: (sink: DoubleSink) => void;
}

/** Starts the rules. */
export function createUniquenessCheck(site: SiteIndex): UniquenessCheck {
  const titles = createTexts(site);
  const descriptions = createTexts(site);
  return {
    checkPage: (page, { title, description }, read) => {
      const route = site.routes[page];
      if (route === undefined || !route.isIndexable) return;
      titles.add(title, page, () => read()?.title ?? null);
      descriptions.add(description, page, () => read()?.description ?? null);
    },
    finish: (sink) => {
      for (const { text, pages } of titles.doubles()) sink('TITLE_TWICE', pages, describeDouble('title', text, pages));
      for (const { text, pages } of descriptions.doubles())
        sink('DESCRIPTION_TWICE', pages, describeDouble('description', text, pages));
    },
  };
}

/** The text is not known where no file of the pages but the first is there to be read. */
function describeDouble(field: string, text: string | null, { length }: readonly number[]): string {
  return text === null ? `${length} pages have the same ${field}.` : `${length} pages have the ${field} "${text}".`;
}

/** Characters of a text that is told. */
const SHOWN = 80;

/** Null where there is none. */
function shorten(text: string | null): string | null {
  const characters = [...(text?.trim() ?? '')];
  if (characters.length === 0) return null;
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : characters.join('');
}

function createTexts({ routes }: SiteIndex) {
  const firstPages = createFirstPages(routes.length, (one, other) => routes[one]?.locale === routes[other]?.locale);
  const doubles = new Map<number, { text: string | null; readonly pages: number[] }>();
  return {
    doubles: () => doubles.values(),
    add: (digest: TextDigest, page: number, read: () => string | null) => {
      if (digest === null) return;
      const first = firstPages.find(digest, page);
      if (first === page) return;
      const known = doubles.get(first);
      if (known !== undefined) {
        known.pages.push(page);
        known.text ??= shorten(read());
        return;
      }
      doubles.set(first, { text: shorten(read()), pages: [first, page] });
    },
  };
}

/** The first page of each hash, in a table that is open addressed: 12 bytes a page, of which a Map would take a hundred. */
function createFirstPages(pages: number, areTogether: (one: number, other: number) => boolean) {
  const size = 2 ** Math.ceil(Math.log2(pages * 2 + 2));
  const hashes = new Uint32Array(size * 2);
  /** Number of the page and one; 0 where the place is free. */
  const owners = new Uint32Array(size);
  return {
    /** The page that had this digest first: the given one, unless another of its locale was before it. */
    find: ([high, low]: NonNullable<TextDigest>, page: number): number => {
      // The size is a power of two. The remainder of a number beyond 31 bits would be told by a division of floats.
      for (let place = high & (size - 1); ; place = (place + 1) & (size - 1)) {
        const owner = owners[place] ?? 0;
        if (owner === 0) {
          owners[place] = page + 1;
          hashes[place * 2] = high;
          hashes[place * 2 + 1] = low;
          return page;
        }
        const isSame = hashes[place * 2] === high && hashes[place * 2 + 1] === low;
        if (isSame && areTogether(owner - 1, page)) return owner - 1;
      }
    },
  };
}
