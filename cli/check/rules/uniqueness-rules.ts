// Finds titles and descriptions that several pages of a locale share. Memory holds only a digest of each text.

import type { PageFacts } from '../../facts/page-facts.ts';
import type { PageBrief } from '../page-brief.ts';
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
  /** Takes the digests of the texts; the texts themselves are read only if another page has the same. */
  readonly checkPage: (
    page: number,
    digests: Pick<PageBrief, 'title' | 'description'>,
    read: () => Pick<PageFacts, 'title' | 'description'> | null,
  ) => void;
  /** Call after the last page. */
  readonly findFaults: () => Iterable<DuplicateFault>;
}

/** Starts the check. */
export function createUniquenessCheck(site: SiteIndex): UniquenessCheck {
  const titles = createTextIndex(site);
  const descriptions = createTextIndex(site);
  return {
    checkPage: (page, { title, description }, read) => {
      const route = site.routes[page];
      if (route === undefined || !route.isIndexable) return;
      titles.add(title, page, () => read()?.title ?? null);
      descriptions.add(description, page, () => read()?.description ?? null);
    },
    findFaults: function* () {
      for (const duplicate of titles.duplicates())
        yield* listFaults(duplicate, { code: 'TITLE_TWICE', name: 'title', field: 'seo_title' });
      for (const duplicate of descriptions.duplicates())
        yield* listFaults(duplicate, { code: 'DESCRIPTION_TWICE', name: 'description', field: 'seo_description' });
    },
  };
}

/** Pages with the same text, at least two, in route order. */
interface Duplicate {
  /** Null if it could not be read from the files of the pages. */
  text: string | null;
  readonly pages: number[];
}

function listFaults(
  { text, pages }: Duplicate,
  { code, name, field }: { readonly code: RuleCode; readonly name: string; readonly field: string },
): readonly DuplicateFault[] {
  const what =
    text === null
      ? `${pages.length} pages have the same ${name}.`
      : `${pages.length} pages have the ${name} "${text}".`;
  return pages.map((page) => ({ code, page, field, what, target: what }));
}

/** In characters, for messages. */
const SHOWN_LENGTH = 80;

function shorten(text: string | null): string | null {
  const characters = [...(text?.trim() ?? '')];
  if (characters.length === 0) return null;
  return characters.length > SHOWN_LENGTH ? `${characters.slice(0, SHOWN_LENGTH).join('')}…` : characters.join('');
}

function createTextIndex({ routes }: SiteIndex) {
  const firstPages = new Map<string, number>();
  const duplicates = new Map<number, Duplicate>();
  return {
    duplicates: () => duplicates.values(),
    add: (digest: string, page: number, read: () => string | null) => {
      if (digest === '') return;
      const key = `${routes[page]?.locale} ${digest}`;
      const first = firstPages.get(key);
      if (first === undefined) {
        firstPages.set(key, page);
        return;
      }
      const duplicate = duplicates.get(first) ?? { text: null, pages: [first] };
      duplicates.set(first, duplicate);
      duplicate.pages.push(page);
      duplicate.text ??= shorten(read());
    },
  };
}
