// The input of a page as text: its hash decides whether the page is rendered again, and threads get it in place of the input.

import type { PageParts } from '../facts/page-store.ts';
import type { Digest } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import { type JsonFields, joinFields, type PageJob, printFields } from './page-input/create-page-input.ts';

/** A page as text. */
export interface PageText {
  /** Of what it is rendered from besides its own input: the code of its template, and shared values. */
  readonly keys: Readonly<Record<'code' | 'site' | 'words' | 'chrome', string>>;
  /** JSON of its input without `site`, with marks in the places of long texts until it is rendered. */
  readonly text: string;
  /** JSON of the entries that it shows. */
  readonly shows: string;
  /** Hash of everything above. */
  readonly hash: Digest;
  /** The parts of `text`. */
  readonly fields: InputFields;
}

/** The JSON of an input, field by field, and that of the fields of its `props` and `head`. */
type InputFields = Readonly<Record<'own' | 'props' | 'head', JsonFields>>;

export function printPage({ input, site, words, chrome, props, shows: shown }: PageJob, code: string): PageText {
  const { site: _, props: __, head, ...own } = input;
  const fields = { own: printFields(own), props, head: printFields(head) };
  const keys = { code, site: site.key, words: words.key, chrome: chrome.key };
  const text = joinFields({ ...fields.own, props: joinFields(fields.props), head: joinFields(fields.head) });
  const shows = JSON.stringify(shown);
  // The hash of the text, because joining long texts takes longer than hashing them.
  const hash = shortHash([...Object.values(keys), shortHash(text), shows].join('\n'));
  return { keys, text, shows, hash, fields };
}

/** Longer values are hashed. */
const MAX_PLAIN = 12;
/** Fields that follow from the route alone. */
const OF_ROUTE = ['template', 'routeName', 'locale', 'languageTag', 'localeLanguageTag', 'wordsLanguageTag', 'layout'];

/** Hashes the parts of a page. */
export function hashParts({ keys, shows, fields }: Omit<PageText, 'hash'>): PageParts {
  const parts: Record<string, string> = { ...keys, shows: shortHash(shows) };
  const add = (name: string, json: string) => {
    parts[name] = json.length > MAX_PLAIN ? shortHash(json) : json;
  };
  for (const [name, json] of Object.entries(fields.own)) if (!OF_ROUTE.includes(name)) add(name, json);
  for (const group of ['props', 'head'] as const)
    for (const [name, json] of Object.entries(fields[group])) add(`${group}.${name}`, json);
  add('route', OF_ROUTE.map((name) => fields.own[name]).join());
  return parts;
}
