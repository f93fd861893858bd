// What the service sent, in the database: entries and globals as received, each with what this code made of it, so that an unchanged
// entry is parsed once.

import type { DatabaseSync } from 'node:sqlite';
import type { Entry } from '../../../content/collections.ts';
import { damagedRow, inTransaction, parseColumn } from '../../database/open-database.ts';
import type { Digest } from '../../files/brands.ts';
import { sha256, shortHash } from '../../files/content-hash.ts';
import {
  type CollectionPlace,
  indexEntry,
  type ParsedEntry,
  parseToStore,
  type StoredEntry,
} from '../intake/index-entry.ts';
import { type LightEntry, separateTexts } from '../intake/long-texts.ts';
import { reparseEntry } from '../intake/parse-entry.ts';
import type { EntryReader, IndexRow } from './content-snapshot.ts';

/** A record as a query selects it: `parsed` is a `ParsedEntry` of this code, as `printParsed` gives it, if there is one. */
interface SelectedRecord {
  readonly digest: Digest;
  readonly parsed: string | null;
}

/** Rows by the digest of their entry. */
export type KnownRows = ReadonlyMap<Digest, IndexRow>;

/** Reads and writes the table `record` on one connection. */
export class RecordStore implements EntryReader {
  readonly database: DatabaseSync;
  readonly #codeKey: string | null;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** JSON of entries that are never written, by digest. */
  readonly #unsaved: Map<Digest, string> | null;
  #last: { readonly digest: Digest; readonly entry: Entry } | null = null;

  /** @param codeKey Key of the code that parses. Null: every entry is parsed again. */
  constructor(database: DatabaseSync, codeKey: string | null, unsaved: Map<Digest, string> | null = null) {
    this.database = database;
    this.#codeKey = codeKey;
    this.#unsaved = unsaved;
    this.#statements = prepareStatements(database);
  }

  /** A store that keeps what it takes in memory, and reads all else from the database. */
  withUnsaved(): RecordStore {
    return new RecordStore(this.database, this.#codeKey, new Map());
  }

  /**
   * Stores received entries of a collection, in one short transaction, and indexes them. `known`: rows of a stored version that is not
   * pruned, which unchanged entries keep.
   */
  take(entries: readonly unknown[], place: CollectionPlace, known: KnownRows = new Map()): readonly StoredEntry[] {
    const { find } = this.#statements;
    const parser = this.parserOf(place);
    const recently = new Date(Date.now() - RECENT_MS).toISOString();
    const unsafe: { readonly digest: Digest; readonly json: string; readonly parsed: ParsedEntry }[] = [];
    const taken = entries.map((raw): StoredEntry => {
      const json = JSON.stringify(raw);
      const digest = sha256(json);
      const row = known.get(digest);
      if (row?.collection === place.collection && row.site === place.site) return { row };
      const stored = find.get(parser, recently, digest);
      const text = typeof stored?.parsed === 'string' ? stored.parsed : null;
      const parsed = text === null ? parseToStore(raw, place, json) : readParsed(text, digest);
      if (text === null || stored?.isSafe !== 1) unsafe.push({ digest, json, parsed });
      return indexEntry(parsed, place, digest);
    });
    const unsaved = this.#unsaved;
    if (unsaved !== null) for (const { digest, json } of unsafe) unsaved.set(digest, json);
    else if (unsafe.length > 0)
      inTransaction(this.database, () => {
        const now = new Date().toISOString();
        for (const { digest, json, parsed } of unsafe)
          this.#statements.put.run(digest, now, parser, parser === null ? null : printParsed(parsed), json);
      });
    return taken;
  }

  /** Stores a value that is no entry. Call it in a transaction. @returns its digest. */
  putValue(value: unknown): Digest {
    const json = JSON.stringify(value);
    const digest = sha256(json);
    this.#statements.put.run(digest, new Date().toISOString(), null, null, json);
    return digest;
  }

  /** What the column `parsed_by` has for entries of a collection that this code parsed. */
  parserOf({ collection, site }: CollectionPlace): string | null {
    return this.#codeKey === null ? null : `${this.#codeKey} ${collection} ${site}`;
  }

  /** Indexes selected entries. Those that other code parsed are parsed again, and stored. */
  index(selected: readonly SelectedRecord[], place: CollectionPlace): readonly StoredEntry[] {
    const parser = this.parserOf(place);
    const entries: StoredEntry[] = [];
    for (let from = 0; from < selected.length; from += BATCH) {
      const batch = selected.slice(from, from + BATCH).map(({ digest, parsed }) => {
        const json = parsed === null ? this.#jsonOf(digest) : '';
        const found = parsed === null ? parseToStore(JSON.parse(json), place, json) : readParsed(parsed, digest);
        return { digest, found, isNew: parsed === null && parser !== null };
      });
      const fresh = batch.filter(({ isNew }) => isNew);
      if (fresh.length > 0)
        inTransaction(this.database, () => {
          for (const { digest, found } of fresh) this.#statements.update.run(parser, printParsed(found), digest);
        });
      for (const { digest, found } of batch) entries.push(indexEntry(found, place, digest));
    }
    return entries;
  }

  readRaw(digest: Digest): unknown {
    return JSON.parse(this.#jsonOf(digest));
  }

  /** Digests of the records whose JSON contains one of the texts, not as the beginning of a longer word. */
  findWith(texts: readonly string[]): ReadonlySet<string> {
    const digests = new Set<string>();
    const whole = new RegExp(`(?:${texts.map(RegExp.escape).join('|')})(?![\\p{L}\\p{N}_%-])`, 'u');
    // Searching for bytes is faster.
    const parts = texts.map((text) => Buffer.from(text));
    for (const { digest, json } of this.database
      .prepare('SELECT digest, CAST(json AS BLOB) AS json FROM record')
      .iterate()) {
      if (!(json instanceof Uint8Array)) continue;
      const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
      if (parts.some((part) => bytes.includes(part)) && whole.test(UTF_8.decode(json))) digests.add(String(digest));
    }
    return digests;
  }

  /** The parsed entry of a row. Only the last one stays in memory. */
  readEntry({ digest, collection }: Pick<IndexRow, 'digest' | 'collection'>): Entry {
    if (this.#last?.digest === digest) return this.#last.entry;
    const entry = reparseEntry(this.#jsonOf(digest), collection);
    this.#last = { digest, entry };
    return entry;
  }

  /** The same without its long texts, in a third of the time. */
  readLight(row: Pick<IndexRow, 'digest' | 'collection' | 'site'>): LightEntry {
    const text = this.#statements.readParsed.get(this.parserOf(row), row.digest)?.parsed;
    const parsed = typeof text === 'string' ? readParsed(text, row.digest) : null;
    return parsed !== null && 'entry' in parsed ? parsed : separateTexts(this.readEntry(row));
  }

  #jsonOf(digest: Digest): string {
    const unsaved = this.#unsaved?.get(digest);
    if (unsaved !== undefined) return unsaved;
    const json = this.#statements.read.get(digest)?.json;
    if (!(json instanceof Uint8Array) || sha256(json) !== digest) throw damagedRow(`The record ${digest}`);
    return UTF_8.decode(json);
  }
}

/** The JSON after its hash: SQLite does not notice changed bytes. */
export function printParsed(parsed: ParsedEntry): string {
  const json = JSON.stringify(parsed);
  return `${shortHash(json)} ${json}`;
}

function readParsed(parsed: string, digest: Digest): ParsedEntry {
  const [hash = '', json] = [parsed.split(' ', 1)[0], parsed.slice(parsed.indexOf(' ') + 1)];
  if (shortHash(json) !== hash) throw damagedRow(`The record ${digest}`);
  return parseColumn(json, `The record ${digest}`);
}

const UTF_8 = new TextDecoder();

/** A record that was seen this long ago is not pruned soon (see versions.ts). */
const RECENT_MS = 1_200_000;
/** Entries that are written in one transaction. */
const BATCH = 100;

function prepareStatements(database: DatabaseSync) {
  return {
    find: database.prepare(`
      SELECT CASE WHEN parsed_by = ? THEN parsed_json END AS parsed,
        seen_at > ? OR EXISTS (SELECT 1 FROM entry WHERE record = record.id AND until IS NULL) AS isSafe
      FROM record WHERE digest = ?`),
    put: database.prepare(`
      INSERT INTO record (digest, seen_at, parsed_by, parsed_json, json) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (digest) DO UPDATE SET seen_at = excluded.seen_at,
        parsed_by = coalesce(excluded.parsed_by, parsed_by), parsed_json = coalesce(excluded.parsed_json, parsed_json)`),
    update: database.prepare('UPDATE record SET parsed_by = ?, parsed_json = ? WHERE digest = ?'),
    readParsed: database.prepare(
      'SELECT CASE WHEN parsed_by = ? THEN parsed_json END AS parsed FROM record WHERE digest = ?',
    ),
    // As bytes: SQLite's texts take twice as long.
    read: database.prepare('SELECT CAST(json AS BLOB) AS json FROM record WHERE digest = ?'),
  };
}
