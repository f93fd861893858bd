// The pages of the last build. A build adds each page that it renders to a temporary table, and moves them to the table `page` when the
// out folder shows them.

import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Locale } from '../../config/locales.ts';
import {
  closeDatabase,
  type DatabaseOptions,
  inTransaction,
  isDamage,
  moveAside,
  openDatabase,
  openDatabaseToRead,
} from '../database/open-database.ts';
import type { Digest, SitePath } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import type { PageFacts } from './page-facts.ts';
import { parseJson } from './structured-data-facts.ts';

/** An entry or global that a page shows, in the site of its locale, and what it is shown as. */
export interface ShownEntry {
  /** 'globals' for a global. */
  readonly collection: string;
  /** The name of a global. */
  readonly id: string;
  /** `page`: the entry of the page or of its list. `name`: only its title, in a breadcrumb. */
  readonly as:
    | 'page'
    | 'name'
    | 'card'
    | 'related'
    | 'neighbour'
    | 'person'
    | 'client'
    | 'office'
    | 'question'
    | 'block'
    | 'form'
    | 'banner'
    | 'figure'
    | 'social-link';
}

/** Hashes of the parts of a page's input, such as `props.title`. Short values are themselves. */
export type PageParts = Readonly<Record<string, string>>;

/** Decides whether a page is rendered again. */
export interface PageRow {
  readonly path: SitePath;
  readonly locale: Locale;
  /** Key of its header and footer. */
  readonly chrome: string;
  readonly sha256: Digest;
  readonly bytes: number;
  /** Hash of everything that the page is rendered from. */
  readonly input: Digest;
}

export interface NewPage extends PageRow {
  readonly parts: PageParts;
  /** JSON. */
  readonly shows: string;
  readonly facts: string;
}

/** What is stored about a page besides its row. */
export interface PageRecord {
  readonly parts: PageParts;
  /** Also those of its header and footer. */
  readonly shows: readonly ShownEntry[];
  /** Why it was rendered: `new`, `output`, or the parts that differed from the build before. */
  readonly reason: readonly string[];
  /** ISO 8601: when the build that rendered it started. */
  readonly renderedAt: string;
}

/** Header, footer and banner of pages. */
export interface StoredChrome {
  readonly facts: PageFacts;
  readonly shows: readonly ShownEntry[];
}

/** Pages that are stored. Rows are in memory, everything else is read when it is needed. */
export class StoredPages {
  protected readonly database: DatabaseSync;
  protected readonly factsQuery: string = 'SELECT facts_hash, facts_json FROM page WHERE path = :path';
  #selectFacts: StatementSync | undefined;
  readonly #chromes: ReadonlyMap<string, StoredChrome>;
  readonly #rows: ReadonlyMap<SitePath, PageRow>;

  constructor(database: DatabaseSync, locales: readonly Locale[] | null = null) {
    this.database = database;
    this.#chromes = loadChromes(database);
    this.#rows = loadRows(database, locales, this.#chromes);
  }

  find(path: SitePath): PageRow | undefined {
    return this.#rows.get(path);
  }

  /** Null if the page is not stored, or damaged. */
  read(path: SitePath): PageRecord | null {
    const select = 'SELECT chrome, rendered_at, parts_json, shows_json, reason_json FROM page WHERE path = ?';
    const found = unlessDamaged(() => this.database.prepare(select).get(path), undefined);
    const parts = parseJson(String(found?.parts_json));
    if (found === undefined || typeof parts !== 'object' || parts === null) return null;
    const shows = parseList<ShownEntry>(found.shows_json);
    return {
      parts: { ...parts },
      shows: [...shows, ...(this.findChrome(String(found.chrome))?.shows ?? [])],
      reason: parseList(found.reason_json),
      renderedAt: String(found.rendered_at),
    };
  }

  /** Null if they are missing or damaged. */
  readFacts(path: SitePath): PageFacts | null {
    const text = this.readFactsText(path);
    return text === '' ? null : JSON.parse(text);
  }

  /** The facts of a page as JSON; '' if they are missing or damaged. */
  readFactsText(path: SitePath): string {
    this.#selectFacts ??= this.database.prepare(this.factsQuery);
    const select = this.#selectFacts;
    return unlessDamaged(() => factsOf(select.get({ path }) ?? {}), '');
  }

  findChrome(key: string): StoredChrome | undefined {
    return this.#chromes.get(key);
  }

  /** When the last build that rendered a page started. */
  lastRenderedAt(): string {
    return String(this.database.prepare('SELECT max(rendered_at) AS at FROM page').get()?.at);
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }
}

/** The pages of a running build. */
export class BuildPages extends StoredPages {
  protected override readonly factsQuery = `
    SELECT facts_hash, facts_json FROM rendered WHERE path = :path
    UNION ALL SELECT facts_hash, facts_json FROM page WHERE path = :path LIMIT 1
  `;
  readonly #startedAt = new Date().toISOString();
  /** The version of the content that the stored pages are of. */
  readonly #version: unknown;

  constructor(database: DatabaseSync, locales: readonly Locale[]) {
    super(database, locales);
    this.#version = database.prepare('SELECT max(id), version FROM build').get()?.version;
    // Without the constraints of `page`.
    database.exec(`
      CREATE TEMP TABLE rendered AS SELECT * FROM page WHERE false;
      CREATE UNIQUE INDEX temp.rendered_path ON rendered (path);
    `);
  }

  add(pages: readonly NewPage[]): void {
    const insert = this.database.prepare('INSERT OR REPLACE INTO rendered VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    inTransaction(this.database, () => {
      for (const { path, locale, chrome, sha256, bytes, input, parts, shows, facts } of pages)
        insert.run(
          ...[path, locale, chrome, sha256, bytes, input, this.#startedAt],
          ...[JSON.stringify(parts), shows, JSON.stringify(this.#explain(path, input, parts))],
          ...[shortHash(facts), facts],
        );
    });
  }

  /** Why a page is rendered. */
  #explain(path: SitePath, input: Digest, parts: PageParts): PageRecord['reason'] {
    const row = this.find(path);
    const previous = row === undefined ? null : this.read(path);
    if (row === undefined || previous === null) return ['new'];
    if (row.input === input) return ['output'];
    return comparePageParts(previous.parts, parts);
  }

  /** Makes these the pages of their locales. Call it when the out folder shows them. */
  publish({ locales, rows, chromes }: PublishedPages): void {
    const { database } = this;
    inTransaction(database, () => {
      const wanted = new Set<unknown>(rows.map(({ path }) => path));
      const select = database.prepare('SELECT path FROM page WHERE locale IN (SELECT value FROM json_each(?))');
      const stored = select.all(JSON.stringify(locales)).map(({ path }) => path);
      const gone = JSON.stringify(stored.filter((path) => !wanted.has(path)));
      this.#remember(gone);
      database.prepare('DELETE FROM page WHERE path IN (SELECT value FROM json_each(?))').run(gone);
      database.exec('INSERT OR REPLACE INTO page SELECT * FROM rendered; DELETE FROM rendered;');
      const insert = database.prepare('INSERT OR REPLACE INTO chrome VALUES (?, ?, ?, ?)');
      for (const [key, { facts, shows }] of chromes) {
        const json = JSON.stringify(facts);
        insert.run(key, shortHash(json), json, JSON.stringify(shows));
      }
      database.exec('DELETE FROM chrome WHERE key NOT IN (SELECT chrome FROM page)');
    });
  }

  /** Keeps what pages were made from that are replaced or removed. `gone`: paths as JSON. */
  #remember(gone: string): void {
    if (typeof this.#version !== 'number') return;
    this.database
      .prepare(`
        INSERT OR REPLACE INTO past_page
        SELECT path, page.sha256, locale, ?, parts_json, page.shows_json, chrome.shows_json FROM page JOIN chrome ON key = chrome
        WHERE path IN (SELECT value FROM json_each(?))
          OR EXISTS (SELECT 1 FROM rendered WHERE rendered.path = page.path AND rendered.sha256 <> page.sha256)`)
      .run(this.#version, gone);
    this.database.exec(`
      DELETE FROM past_page WHERE rowid <= (SELECT max(rowid) FROM past_page) - 2 * (SELECT count(*) FROM page)`);
  }

  override close(): void {
    // The next build replaces a damaged one.
    unlessDamaged(() => closeDatabase(this.database), undefined);
  }
}

interface PublishedPages {
  readonly locales: readonly Locale[];
  readonly rows: readonly PageRow[];
  readonly chromes: ReadonlyMap<string, StoredChrome>;
}

/** The names of the parts that differ. */
export function comparePageParts(before: PageParts, after: PageParts): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);
}

/** Opens the pages for a build, which may reuse those of some locales. A damaged database is replaced. */
export function openBuildPages(
  cacheDir: string,
  { locales, ...options }: DatabaseOptions & { readonly locales: readonly Locale[] },
): BuildPages {
  const database = openDatabase(cacheDir, options);
  try {
    return new BuildPages(database, locales);
  } catch (cause) {
    database.close();
    if (!isDamage(cause)) throw cause;
    moveAside(cacheDir, options.warn);
    return new BuildPages(openDatabase(cacheDir, options), locales);
  }
}

/** Opens the pages of the last build to read them; null if they are missing, damaged or from another version. */
export function openStoredPages(cacheDir: string): StoredPages | null {
  const database = openDatabaseToRead(cacheDir);
  const pages = database === null ? null : unlessDamaged(() => new StoredPages(database), null);
  if (pages === null) database?.close();
  return pages;
}

/** Number of pages of the last build; 0 if they are missing, damaged or from another version. */
export function countStoredPages(cacheDir: string): number {
  using database = openDatabaseToRead(cacheDir);
  const select = 'SELECT count(*) AS count FROM page WHERE chrome IN (SELECT key FROM chrome)';
  return unlessDamaged(() => Number(database?.prepare(select).get()?.count ?? 0), 0);
}

function unlessDamaged<Result>(read: () => Result, fallback: Result): Result {
  try {
    return read();
  } catch (cause) {
    if (isDamage(cause)) return fallback;
    throw cause;
  }
}

/** The facts of a row as JSON; '' if they were changed. */
function factsOf({ facts_hash, facts_json }: Readonly<Record<string, SQLOutputValue>>): string {
  const facts = String(facts_json);
  return shortHash(facts) === facts_hash ? facts : '';
}

/** Those that are not damaged. */
function loadChromes(database: DatabaseSync): ReadonlyMap<string, StoredChrome> {
  const chromes = new Map<string, StoredChrome>();
  for (const row of database.prepare('SELECT * FROM chrome').iterate()) {
    const text = factsOf(row);
    if (text !== '') chromes.set(String(row.key), { facts: JSON.parse(text), shows: parseList(row.shows_json) });
  }
  return chromes;
}

function parseList<Item>(text: SQLOutputValue | undefined): readonly Item[] {
  const value = parseJson(String(text));
  return Array.isArray(value) ? value : [];
}

function loadRows(
  database: DatabaseSync,
  locales: readonly Locale[] | null,
  chromes: ReadonlyMap<string, StoredChrome>,
): ReadonlyMap<SitePath, PageRow> {
  const rows = new Map<SitePath, PageRow>();
  const select = database.prepare('SELECT path, locale, chrome, sha256, bytes, input FROM page');
  for (const found of select.iterate()) {
    // The table is strict, and has what builds wrote. A literal takes less memory than a copy.
    const { path, locale, chrome, sha256, bytes, input } = found as unknown as PageRow;
    if (locales?.includes(locale) === false || !chromes.has(chrome)) continue;
    rows.set(path, { path, locale, chrome, sha256, bytes, input });
  }
  return rows;
}
