// The input of a page as text: its hash decides whether the page is rendered again, and threads get it in place of the input.

import type { PageInput } from '../../templates/page-input.ts';
import type { PageParts } from '../facts/page-store.ts';
import type { Digest } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import type { PageJob } from './page-input/create-page-input.ts';

/** An input without its `site`. */
type OwnInput = Omit<PageInput, 'site'>;

/** What a page is rendered from, besides its own input. */
interface PageKeys {
  /** Of the code of its template. */
  readonly code: string;
  readonly site: string;
  readonly words: string;
  readonly chrome: string;
}

/** A page as text. */
export interface PageText {
  readonly keys: PageKeys;
  /** JSON of its own input, with marks in the places of long texts until it is rendered. */
  readonly text: string;
  /** JSON of the entries that it shows. */
  readonly shows: string;
  /** Hash of everything above. */
  readonly hash: Digest;
}

export function printPage({ input, site, words, chrome, shows }: PageJob, code: string): PageText {
  const { site: _, ...own } = input;
  const keys = { code, site: site.key, words: words.key, chrome: chrome.key };
  const page = { keys, text: JSON.stringify(own), shows: JSON.stringify(shows) };
  // The hash of the text, because joining long texts takes longer than hashing them.
  return { ...page, hash: shortHash([...Object.values(keys), shortHash(page.text), page.shows].join('\n')) };
}

/** Longer values are hashed. */
const MAX_PLAIN = 12;
/** Each field of these is a part. */
const WITH_FIELDS: readonly string[] = ['props', 'head'];
/** Fields that follow from the route alone. */
const OF_ROUTE = ['template', 'routeName', 'locale', 'languageTag', 'localeLanguageTag', 'wordsLanguageTag', 'layout'];

/** Hashes the parts of a page. */
export function hashParts(own: OwnInput, { keys, shows }: Pick<PageText, 'keys' | 'shows'>): PageParts {
  const parts: Record<string, string> = { ...keys, shows: shortHash(shows) };
  const route: unknown[] = [];
  const add = (name: string, value: unknown) => {
    const text = JSON.stringify(value);
    parts[name] = text.length > MAX_PLAIN ? shortHash(text) : text;
  };
  for (const [name, value] of Object.entries(own)) {
    if (OF_ROUTE.includes(name)) route.push(value);
    else if (WITH_FIELDS.includes(name))
      for (const [field, inner] of Object.entries(value)) add(`${name}.${field}`, inner);
    else add(name, value);
  }
  add('route', route);
  return parts;
}
