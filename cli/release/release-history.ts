// What a release was made from, so that `sitegen diff` can say on any machine why its pages changed. It is public if the target is, so
// it has no content: only ids, titles of entries that pages show, and hashes.

import type { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import * as z from 'zod';
import { LOCALES } from '../../config/locales.ts';
import { findByDigest } from '../content/snapshot/versions.ts';
import { isDamage, openDatabaseToRead, parseColumn } from '../database/open-database.ts';
import type { ShownEntry } from '../facts/page-store.ts';
import { contentKeyOf, type Digest } from '../files/brands.ts';
import { sha256, shortHash } from '../files/content-hash.ts';
import { describeEntry } from './entry-facts.ts';
import type { Pack } from './kept-bytes.ts';
import { openPackedRecords } from './list-parts.ts';
import { CONCURRENCY, type ObjectStore } from './object-store.ts';
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
export type WantedHistory = (() => Iterable<Buffer>) | readonly StoredPiece[];

/** Hashes the parts of a page's input, which can be texts. */
export function hashParts(parts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, shortHash(value)]));
}

/** The history of the last build, in parts; nothing if the database does not know its content. */
export function* printHistory(cacheDir: string, digest: Digest | undefined): Generator<Buffer> {
  using database = openDatabaseToRead(cacheDir);
  const version = database === null || digest === undefined ? null : findByDigest(database, digest);
  if (database === null || version === null) return;
  let rows: HistoryRow[] = [];
  const print = () => Buffer.from(JSON.stringify(rows.splice(0)));
  try {
    for (const [key, row] of listRows(database, version.id)) {
      rows.push(row);
      // Where parts end follows from a key, so that a new row changes one part.
      if (sha256(key) < '02') yield print();
    }
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    rows = [];
  }
  if (rows.length > 0) yield print();
}

const IN_VERSION = 'since <= :version AND (until IS NULL OR until > :version)';
/** Rows with their keys: of pages, headers and footers, entries, files. */
function* listRows(database: DatabaseSync, version: number): Generator<readonly [string, HistoryRow]> {
  const select = <Column extends string>(columns: readonly Column[], from: string) => {
    const query = database.prepare(`SELECT ${columns.join(', ')} FROM ${from}`);
    query.setAllowUnknownNamedParameters(true);
    return query.iterate({ version }) as Iterable<Readonly<Record<Column, string>>>;
  };
  const shown = new Set<string>();
  const note = (json: string, sites: Iterable<string>): z.infer<typeof shows> => {
    const refs = parseColumn<readonly ShownEntry[]>(json, 'A page');
    for (const site of sites) for (const ref of refs) shown.add(contentKeyOf({ ...ref, site }));
    return refs.map(({ collection, id, as }) => ({ collection, id, as }));
  };
  const sitesOf = new Map<string, Set<string>>();
  const pageColumns = ['path', 'locale', 'chrome', 'sha256', 'parts_json', 'shows_json'] as const;
  for (const { parts_json, shows_json, ...row } of select(pageColumns, 'page ORDER BY path')) {
    const site = LOCALES.find(({ locale }) => locale === row.locale)?.site ?? '';
    sitesOf.set(row.chrome, (sitesOf.get(row.chrome) ?? new Set()).add(site));
    const parts = hashParts(parseColumn(parts_json, 'A page'));
    yield [row.path, { kind: 'page', ...row, parts, shows: note(shows_json, [site]) }];
  }
  for (const { key, shows_json } of select(['key', 'shows_json'], 'chrome ORDER BY key'))
    yield [key, { kind: 'chrome', key, shows: note(shows_json, sitesOf.get(key) ?? []) }];
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

/** Stores what is not in the live release. */
export async function storeHistory(
  pack: Pack,
  wanted: WantedHistory,
  live: readonly StoredPiece[],
): Promise<readonly StoredPiece[]> {
  if (typeof wanted !== 'function') return wanted;
  const known = new Map(live.map((piece) => [piece.sha256, piece]));
  const pieces: StoredPiece[] = [];
  for (const body of wanted()) {
    const digest = sha256(body);
    pieces.push(known.get(digest) ?? { sha256: digest, bytes: body.length, kept: await pack.add(body) });
  }
  return pieces;
}

/** The history of a release; nothing if an earlier version published it. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadHistory(records: ObjectStore, { history }: ReleaseList): Promise<readonly HistoryRow[]> {
  return (await pLimit(CONCURRENCY).map([...history], openPackedRecords(records, z.array(rowSchema)))).flat();
}
