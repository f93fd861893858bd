// Finds titles and descriptions that several pages of a locale share. Memory holds only a digest of each text.

import type { PageFacts } from '../../facts/page-facts.ts';
import { sha256 } from '../../files/content-hash.ts';
import type { SiteIndex } from '../site-index.ts';
import type { RuleCode } from './rules.ts';

interface DuplicateFault {
  readonly code: RuleCode;
  readonly page: number;
  readonly field: string;
  readonly what: string;
  readonly target: string;
}

/** Compares texts page by page. */
export interface UniquenessCheck {
  readonly checkPage: (page: number, facts: Pick<PageFacts, 'title' | 'description'>) => void;
  /** Call after the last page. */
  readonly findFaults: () => Iterable<DuplicateFault>;
}

/** Starts the check. */
export function createUniquenessCheck(site: SiteIndex): UniquenessCheck {
  const titles = createTextIndex(site, { code: 'TITLE_TWICE', name: 'title', field: 'seo_title' });
  const descriptions = createTextIndex(site, {
    code: 'DESCRIPTION_TWICE',
    name: 'description',
    field: 'seo_description',
  });
  return {
    checkPage: (page, { title, description }) => {
      if (site.routes[page]?.isIndexable !== true) return;
      titles.add(page, title);
      descriptions.add(page, description);
    },
    findFaults: () => [...titles.list(), ...descriptions.list()],
  };
}

/** Characters of a text in messages. */
const SHOWN_LENGTH = 80;

function createTextIndex(
  { routes }: SiteIndex,
  { code, name, field }: { readonly code: RuleCode; readonly name: string; readonly field: string },
) {
  const firstPages = new Map<string, number>();
  /** Pages with the same text, at least two, in route order. */
  const duplicates = new Map<number, { readonly text: string; readonly pages: number[] }>();
  return {
    add: (page: number, written: string | null) => {
      const text = written?.trim() ?? '';
      if (text === '') return;
      const key = `${routes[page]?.locale} ${sha256(text).slice(0, 16)}`;
      const first = firstPages.get(key);
      if (first === undefined) {
        firstPages.set(key, page);
        return;
      }
      const duplicate = duplicates.get(first) ?? { text: shorten(text), pages: [first] };
      duplicates.set(first, duplicate);
      duplicate.pages.push(page);
    },
    list: (): readonly DuplicateFault[] =>
      [...duplicates.values()].flatMap(({ text, pages }) => {
        const what = `${pages.length} pages have the ${name} "${text}".`;
        return pages.map((page) => ({ code, page, field, what, target: what }));
      }),
  };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_LENGTH ? `${characters.slice(0, SHOWN_LENGTH).join('')}…` : text;
}
