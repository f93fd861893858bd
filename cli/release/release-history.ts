// What a release was made from, so that `sitegen diff` can say on any machine why its pages changed. It is public if the target is, so
// it has no content: only ids, titles of entries that pages show, and hashes.

import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { findLocaleRow } from '../../config/locales.ts';
import { CARD_FIELDS } from '../../content/collections.ts';
import { IN_VERSION } from '../content/snapshot/commit-version.ts';
import { findByDigest } from '../content/snapshot/versions.ts';
import { isDamage, openDatabaseToRead, parseColumn } from '../database/open-database.ts';
import type { ShownEntry } from '../facts/page-store.ts';
import { contentKeyOf, type Digest } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import { cutRows, loadPieces } from './kept-bytes.ts';
import type { ObjectStore } from './object-store.ts';
import type { ReleaseList, StoredPiece } from './release-record.ts';

const text = z.string();
const shows = z.array(
  z.object({ collection: text, id: text, as: z.custom<ShownEntry['as']>((as) => typeof as === 'string') }),
);
const texts = z.record(text, text);

const rowSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), path: text, sha256: text, locale: text, chrome: text, parts: texts, shows }),
  /** A header and footer. */
  z.object({ kind: z.literal('chrome'), key: text, shows }),
  z.object({
    ...{ kind: z.literal('entry'), collection: text, site: text, id: text, digest: text },
    /** Null if no page shows it. */
    facts: z.object({ title: text.nullable(), saved: text, fields: texts }).nullable(),
  }),
  /** Hashes of the address and bytes of an image or linked file. */
  z.object({ kind: z.literal('file'), address: text, sha256: text }),
]);

/** A row of the history. */
export type HistoryRow = Readonly<z.infer<typeof rowSchema>>;
/** The parts of a build, or those of an earlier release. */
export type WantedHistory = (() => Iterable<readonly HistoryRow[]>) | readonly StoredPiece[];

/** Hashes the parts of a page's input, which can be texts. */
export function hashParts(parts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, shortHash(value)]));
}

/** The history of the last build, in parts; nothing if the database does not know its content. */
export function* readHistory(cacheDir: string, digest: Digest): Generator<readonly HistoryRow[]> {
  using database = openDatabaseToRead(cacheDir);
  const version = database === null ? null : findByDigest(database, digest);
  if (database === null || version === null) return;
  try {
    // Parts are smaller than those of lists, because their rows are larger.
    for (const rows of cutRows(listRows(database, version.id), ([key]) => key, '02')) yield rows.map(([, row]) => row);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
  }
}

/** Rows with their keys: of pages, headers and footers, entries, files. */
function* listRows(database: DatabaseSync, version: number): Generator<readonly [string, HistoryRow]> {
  const select = <Column extends string>(columns: readonly Column[], from: string) => {
    const query = database.prepare(`SELECT ${columns.join(', ')} FROM ${from}`);
    query.setAllowUnknownNamedParameters(true);
    return query.iterate({ version }) as Iterable<Readonly<Record<Column, string>>>;
  };
  const shown = new Set<string>();
  const note = (json: string, locale: string): z.infer<typeof shows> => {
    const refs = parseColumn<readonly ShownEntry[]>(json, 'A page');
    const site = findLocaleRow(locale)?.site ?? '';
    for (const ref of refs) shown.add(contentKeyOf({ ...ref, site }));
    return refs.map(({ collection, id, as }) => ({ collection, id, as }));
  };
  const pageColumns = ['path', 'locale', 'chrome', 'sha256', 'parts_json', 'shows_json'] as const;
  for (const { parts_json, shows_json, ...row } of select(pageColumns, 'page ORDER BY path')) {
    const parts = hashParts(parseColumn(parts_json, 'A page'));
    yield [row.path, { kind: 'page', ...row, parts, shows: note(shows_json, row.locale) }];
  }
  const chromes = 'chrome JOIN (SELECT DISTINCT chrome AS key, locale FROM page) USING (key) ORDER BY key, locale';
  for (const { key, locale, shows_json } of select(['key', 'locale', 'shows_json'], chromes))
    yield [key, { kind: 'chrome', key, shows: note(shows_json, locale) }];
  const entries = `entry JOIN (SELECT id AS record, digest, json FROM record) USING (record)
    WHERE ${IN_VERSION} ORDER BY collection, site, id`;
  for (const { digest, json, ...ref } of select(['collection', 'site', 'id', 'digest', 'json'], entries)) {
    const key = contentKeyOf(ref);
    const { editUrl, ...facts } = describeEntry(parseColumn(json, key));
    const isShown = shown.has(key) || ref.collection === 'redirects';
    yield [key, { kind: 'entry', ...ref, digest: shortHash(digest), facts: isShown ? facts : null }];
  }
  const files = `file WHERE sha256 IS NOT NULL AND ${IN_VERSION} ORDER BY address`;
  for (const { address, sha256: hash } of select(['address', 'sha256'], files))
    yield [address, { kind: 'file', address: shortHash(address), sha256: shortHash(hash) }];
}

/** The history of a release. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export function loadHistory(records: ObjectStore, { history }: ReleaseList): Promise<readonly HistoryRow[]> {
  return loadPieces(records, history, z.array(rowSchema));
}

/** What a comparison knows of an entry or global: hashes of its fields, which can be stored without its content. */
export interface EntryFacts {
  readonly title: string | null;
  readonly editUrl?: string | undefined;
  /** A hash of when it was saved. */
  readonly saved: string;
  /** Hashes by path of the field (`title`, `content.2.text`); of a related entry or term also its id. */
  readonly fields: Readonly<Record<string, string>>;
}

const NAME = ['slug', 'title'];
const PLACE = ['date', 'category', 'webinar_date', 'time_zone', 'current_webinar'];
/** The fields that others show of an entry: on its card, as its name, in links to its languages; and those that decide which lists have it. */
const SHOWN_FIELDS = {
  card: [...NAME, ...PLACE, ...CARD_FIELDS, 'short_description', 'page_description', 'image', 'language'],
  name: NAME,
  language: ['slug', 'seo_noindex', 'language', 'origin_id'],
  place: [...PLACE, 'status', 'published', 'private', 'hide_from_index'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Those of some fields that others show. */
export function findShown(fields: readonly string[], as: keyof typeof SHOWN_FIELDS): readonly string[] {
  const shown: readonly string[] = SHOWN_FIELDS[as];
  return fields.filter((field) => shown.includes(field.replace(/\..*/, '')));
}

const OF_CARD: readonly ShownEntry['as'][] = ['card', 'related', 'neighbour', 'name'];
/** Whether pages show only the card or the name of an entry. */
export const isCard = (roles: readonly ShownEntry['as'][]): boolean => roles.every((role) => OF_CARD.includes(role));

/** Those of some fields that a page shows of an entry. Only its own page shows when it was saved. */
export function findShownAs(fields: readonly string[], roles: readonly ShownEntry['as'][]): readonly string[] {
  if (roles.includes('page')) return fields;
  if (isCard(roles)) return findShown(fields, roles.every((role) => role === 'name') ? 'name' : 'card');
  return fields.filter((field) => field !== SAVED);
}

const SAVED = 'last_modified';

/** Describes an entry as received. */
export function describeEntry(raw: unknown): EntryFacts {
  const { title, last_modified: saved, edit_url: editUrl } = Object(raw);
  return {
    title: typeof title === 'string' ? title : null,
    editUrl: typeof editUrl === 'string' ? editUrl : undefined,
    saved: shortHash(String(saved)),
    fields: Object.fromEntries(listLeaves(raw)),
  };
}

/** Fields that change with every save, or follow from others. */
const IGNORED_FIELDS = new Set('updated_at last_modified updated_by api_url edit_url permalink uri url'.split(' '));
const IGNORED_INSIDE = new Set(['api_url', 'edit_url', 'permalink', 'uri']);

/** Paths of texts and related entries. */
function* listLeaves(value: unknown, field = ''): Generator<readonly [string, string]> {
  if (value === null || value === undefined || value === '') return;
  if (typeof value !== 'object') return yield [field, shortHash(String(value))];
  const { id, title, api_url: address } = Object(value);
  // Blocks and rows have an id and a title too, but no address.
  if (field !== '' && typeof id === 'string' && typeof title === 'string' && address !== undefined)
    return yield [field, `${shortHash(`${id} ${title}`)} ${id}`];
  const ignored = field === '' ? IGNORED_FIELDS : IGNORED_INSIDE;
  for (const [name, item] of Object.entries(value))
    if (!ignored.has(name)) yield* listLeaves(item, field === '' ? name : `${field}.${name}`);
}

/** Paths of the fields that name an entry, term or file. */
export function findFieldsOf({ fields }: EntryFacts, name: string): readonly string[] {
  const hash = shortHash(name);
  return Object.keys(fields).filter((field) => fields[field] === hash || fields[field]?.endsWith(` ${name}`));
}

export interface FieldChanges {
  /** If both versions have the entry: paths of the fields that differ, their common path if a field differs in several places. */
  readonly fields: readonly string[];
  /** Those that decide which lists have it, and where; null if none does. A new or deleted entry needs none. */
  readonly moving: readonly string[] | null;
  /** Ids of the entries and terms among `changed` of which only the name differs in it. */
  readonly related: readonly string[];
}

/** Undefined: a version lacks the entry. */
export function compareFields(
  before: EntryFacts | undefined,
  after: EntryFacts | undefined,
  changed: ReadonlySet<string>,
): FieldChanges {
  if (before === undefined || after === undefined) return { fields: [], moving: [], related: [] };
  const differing = Object.keys({ ...before.fields, ...after.fields }).flatMap((field) => {
    const [old = '', now = ''] = [before.fields[field], after.fields[field]];
    const [was, is] = [old, now].map((text) => text.split(' ')[1]);
    const related = was !== undefined && was === is && changed.has(was) ? was : null;
    return old === now ? [] : [{ field, related }];
  });
  const own = differing.flatMap(({ field, related }) => (related === null ? [field] : []));
  if (own.length === 0 && before.saved !== after.saved) own.push(SAVED);
  const fields = [...Map.groupBy(own, (field) => field.split('.')[0]).values()].map(findCommonPath);
  const moving = findShown(fields, 'place');
  const related = differing.flatMap((each) => each.related ?? []);
  return { fields, moving: moving.length === 0 ? null : moving, related };
}

function findCommonPath(fields: readonly string[]): string {
  const [first = [], ...others] = fields.map((field) => field.split('.'));
  const end = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, end === -1 ? first.length : Math.max(end, 1)).join('.');
}
