// Titles and descriptions that two pages of one locale share. A digest of each text stays in memory.

import type { PageFacts } from '../../facts/page-facts.ts';
import type { PageBrief } from '../page-brief.ts';
import type { SiteIndex } from '../site-index.ts';
import type { RuleCode } from './rules.ts';

/** Is told of pages with one text, in route order, two at least. */
type DoubleSink = (code: RuleCode, pages: readonly number[], what: string) => void;

type PageTexts = Pick<PageBrief, 'title' | 'description'>;
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
  const firstPages = new Map<string, number>();
  const doubles = new Map<number, { text: string | null; readonly pages: number[] }>();
  return {
    doubles: () => doubles.values(),
    add: (digest: string, page: number, read: () => string | null) => {
      if (digest === '') return;
      const key = `${routes[page]?.locale} ${digest}`;
      const first = firstPages.get(key);
      if (first === undefined) {
        firstPages.set(key, page);
        return;
      }
      const double = doubles.get(first) ?? { text: null, pages: [first] };
      doubles.set(first, double);
      double.pages.push(page);
      double.text ??= shorten(read());
    },
  };
}
