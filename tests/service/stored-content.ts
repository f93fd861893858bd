// The content of a service: entries as they are sent (written by a test, or recorded from a real Statamic), and entries that a test
// saves one by one, whose answers show facts of others: relations, terms, addresses, the fields of an origin.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Fields, ListedEntry } from './list-query.ts';

/** Entries as they are sent, by collection and site. */
export interface SiteContent {
  readonly [collection: string]: Readonly<Record<string, readonly Fields[]>>;
}
/** Globals by name and site. */
export type SiteGlobals = Readonly<Record<string, Readonly<Record<string, Fields>>>>;

/** An entry that is saved. Fields that begin with `entry::` or `term::` are shown as what they name, `url::` in texts as an address. */
export interface StoredEntry {
  readonly id: string;
  readonly collection: string;
  readonly site: string;
  readonly slug: string;
  readonly order: number | null;
  readonly date: string | null;
  readonly isPublished: boolean;
  /** Seconds of the service's clock. */
  readonly savedAt: number;
  readonly originId: string | null;
  readonly fields: Fields;
}

/** The versions of Statamic that were recorded. */
export const STATAMIC_VERSIONS = ['v4', 'v5', 'v6'] as const;
/** One of them. */
export type StatamicVersion = (typeof STATAMIC_VERSIONS)[number];

const RECORDINGS = join(import.meta.dirname, '../fixtures/statamic/answers.json.br');
let recordings: string | null = null;

/** An answer as it was recorded, or is made. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What is asked: `collections/faq/entries` or `globals/top_banner`, and of which site. */
export interface ApiQuestion {
  readonly resource: string;
  readonly site: string;
}

/** Lists and globals as a Statamic of this version sent them, from an address. */
export function readAnswers(version: StatamicVersion, origin: string): readonly (ApiQuestion & ApiAnswer)[] {
  recordings ??= brotliDecompressSync(readFileSync(RECORDINGS)).toString('utf8');
  const recorded: Record<StatamicVersion, Record<string, ApiAnswer>> = JSON.parse(
    recordings.replaceAll('{origin}', origin),
  );
  return Object.entries(recorded[version]).map(([path, answer]) => {
    const { pathname, searchParams } = new URL(path, origin);
    const site = searchParams.get('filter[site]') ?? searchParams.get('site') ?? '';
    return { ...answer, resource: pathname.slice('/api/'.length), site };
  });
}

/** The sample as a Statamic of this version sends it. */
export function readRecording(version: StatamicVersion, origin: string) {
  const content: Record<string, Record<string, readonly Fields[]>> = {};
  const globals: Record<string, Record<string, Fields>> = {};
  for (const { resource, site, body } of readAnswers(version, origin)) {
    const [kind, name = ''] = resource.split('/');
    const { data } = Object(body);
    if (data === undefined) continue;
    const place: Record<string, object> = kind === 'globals' ? globals : content;
    place[name] = { ...place[name], [site]: data };
  }
  return { content, globals };
}

/** All content of a service; tests change it while it is served. */
export class StoredContent {
  /** Entries that were saved, by id. */
  readonly entries = new Map<string, StoredEntry>();
  /** Titles by `taxonomy/slug`. */
  readonly terms = new Map<string, string>();
  /** Globals that were saved, by `name site`. */
  readonly globals = new Map<string, Fields>();
  /** Seconds. */
  clock: number;
  protected sent: { content: SiteContent; globals: SiteGlobals };

  constructor(content: SiteContent, globals: SiteGlobals, clock: number) {
    this.sent = { content, globals };
    this.clock = clock;
  }

  /** Stores an entry; it was saved now. */
  save(entry: Omit<StoredEntry, 'savedAt'>): void {
    this.entries.set(entry.id, { ...entry, savedAt: this.clock });
  }

  /** The entries of a collection in every site, in the order of storage. */
  protected listed(collection: string): readonly ListedEntry[] {
    const sent = Object.entries(this.sent.content[collection] ?? {}).flatMap(([site, entries]) =>
      entries.map((entry, index) => listSent(entry, { collection, site, index })),
    );
    const saved = [...this.entries.values()].filter((entry) => entry.collection === collection);
    return [...sent, ...saved.map((entry) => this.#listSaved(entry))];
  }

  /** A global of a site. */
  protected globalOf(name: string, site: string): Fields | undefined {
    return this.globals.get(`${name} ${site}`) ?? this.sent.globals[name]?.[site];
  }

  protected showTerm(path: string): Fields {
    const [taxonomy = '', slug = ''] = path.split('/');
    return { id: `${taxonomy}::${slug}`, title: this.terms.get(path) ?? slug, slug, url: `/${path}` };
  }

  #listSaved(entry: StoredEntry): ListedEntry {
    const document = () => this.#show(entry);
    // What lists are filtered and sorted by needs no look at other entries.
    const value = (field: string) =>
      field === 'site' ? entry.site : (this.#ownFields(entry)[field] ?? document()[field]);
    return { value, document };
  }

  #statusOf({ isPublished, date }: StoredEntry): string {
    if (!isPublished) return 'draft';
    return date !== null && Date.parse(date) > this.clock * 1000 ? 'scheduled' : 'published';
  }

  #fieldsOf({ fields, originId }: StoredEntry): Fields {
    const origin = originId === null ? undefined : this.entries.get(originId);
    return { ...(origin === undefined ? {} : this.#fieldsOf(origin)), ...fields };
  }

  #ownFields(entry: StoredEntry): Fields {
    const { id, collection, site, slug, order, date, isPublished, savedAt, originId } = entry;
    return {
      id,
      origin_id: originId,
      locale: site,
      slug,
      url: urlOf(entry),
      published: isPublished,
      status: this.#statusOf(entry),
      private: false,
      order,
      date,
      last_modified: momentOf(savedAt),
      edit_url: `https://cms.example.com/cp/collections/${collection}/entries/${id}`,
    };
  }

  #show(entry: StoredEntry): Fields {
    const shown = Object.entries(this.#fieldsOf(entry)).map(([key, value]) => [key, this.#showValue(value)]);
    return { ...this.#ownFields(entry), ...Object.fromEntries(shown) };
  }

  /** What names others is shown as what it is now; what is not published, or gone, is left out. */
  #showValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#showValue(item)).filter((item) => item !== null);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#showValue(inner)]));
    if (typeof value !== 'string') return value;
    if (value.startsWith('term::')) return this.showTerm(value.slice('term::'.length));
    if (!value.startsWith('entry::')) return value.replaceAll(/url::([\w-]+)/g, (_, id: string) => this.#linkTo(id));
    const target = this.entries.get(value.slice('entry::'.length));
    if (target?.isPublished !== true) return null;
    return { id: target.id, title: this.#fieldsOf(target).title, url: urlOf(target) };
  }

  /** The address of a link; empty where its entry was deleted. */
  #linkTo(id: string): string {
    const target = this.entries.get(id);
    return target === undefined ? '' : urlOf(target);
  }
}

/** Completes an entry: it is live, and has an id by its place, unless it says otherwise. */
function listSent(entry: Fields, at: { collection: string; site: string; index: number }): ListedEntry {
  const { collection, site, index } = at;
  const id = String(entry.id ?? `${collection}-${site}-${index + 1}`);
  const completed = {
    ...{ id, locale: site, published: true, status: entry.published === false ? 'draft' : 'published', private: false },
    api_url: `http://internal.invalid/api/collections/${collection}/entries/${id}`,
    ...entry,
  };
  return { value: (field) => (field === 'site' ? site : Reflect.get(completed, field)), document: () => completed };
}

const urlOf = ({ site, collection, slug }: StoredEntry) => `${site === 'en' ? '' : `/${site}`}/${collection}/${slug}`;

const momentOf = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}.000000Z`;

/** The moment of an article: a day before the one with a smaller number. */
export function dateOf(index: number): string {
  return momentOf(Date.UTC(2026, 4, 1) / 1000 - index * 86_400);
}
