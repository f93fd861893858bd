// Titles and descriptions that two pages of one locale share. Of each text a hash stays in memory, of each page a number.

import { sha256 } from '../build/content-hash.ts';
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
  const titles = createTexts();
  const descriptions = createTexts();
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

function createTexts() {
  const firstByHash = new Map<string, number>();
  const doubles = new Map<string, { readonly text: string; readonly pages: number[] }>();
  return {
    doubles: () => doubles.values(),
    add: (locale: string, written: string | null, page: number) => {
      const text = written?.trim() ?? '';
      if (text === '') return;
      const hash = sha256(`${locale} ${text}`).slice(0, 16);
      const first = firstByHash.get(hash);
      if (first === undefined) {
        firstByHash.set(hash, page);
        return;
      }
      const shown = [...text].length > SHOWN ? `${[...text].slice(0, SHOWN).join('')}…` : text;
      const double = doubles.get(hash) ?? { text: shown, pages: [first] };
      doubles.set(hash, double);
      double.pages.push(page);
    },
  };
}
