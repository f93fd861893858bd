// Replaces an invalid entry by its version in the last published snapshot (--on-entry-error keep), so that its page, lists, feeds
// and search agree. Every build warns about each replacement until the entry is fixed.

import type { EntryRef, Problem } from '../errors.ts';
import { rangesDirOf } from './client/content-reads.ts';
import { idOfEntry } from './client/entry-facts.ts';
import { type FallbackSource, loadLastPublished } from './fallback-content.ts';
import { type CollectionPlace, type IndexedCollection, indexEntry, openIntake } from './intake/collection-intake.ts';
import { parseGlobal, placeOf } from './intake/parse-entry.ts';
import { readRange, readRangeLines } from './snapshot/range-files.ts';
import type { ReceivedContent } from './snapshot/received-content.ts';
import type { SnapshotRecord, StoredGlobal } from './snapshot/snapshot-file.ts';

/** An entry that is valid on its own but not in this site, such as one with the path of another page. */
export interface BadEntry extends EntryRef {
  readonly problem: Problem;
}

/** The content after the replacement. */
export interface KeptContent {
  readonly content: ReceivedContent;
  /** How many entries were replaced. */
  readonly kept: number;
}

type Collection = ReceivedContent['collections'][number];

/**
 * Replaces invalid entries, and `bad` ones, by their versions in the last published snapshot. Those without a version there stay and
 * are refused later.
 */
export async function keepLastEntries(
  content: ReceivedContent,
  source: FallbackSource,
  bad: readonly BadEntry[] = [],
): Promise<KeptContent> {
  const hasBadEntry = ({ indexed }: Collection) => indexed.problems.length > 0 || bad.some((ref) => isOf(ref, indexed));
  const hasInvalidGlobal = content.globals.some(isInvalidGlobal);
  if (!content.collections.some(hasBadEntry) && !hasInvalidGlobal) return { content, kept: 0 };
  const last = await loadLastPublished(source);
  if (last === null) return { content, kept: 0 };
  const warnings: Problem[] = [];
  const keeper = { last, rangesDir: rangesDirOf(source.cacheDir), bad, warnings };
  const collections = content.collections.map((collection) =>
    hasBadEntry(collection) ? keepInCollection(collection, keeper) : collection,
  );
  const globals = content.globals.map((global) => (isInvalidGlobal(global) ? keepGlobal(global, keeper) : global));
  return {
    content: { collections, globals, warnings: [...warnings, ...content.warnings] },
    kept: warnings.length,
  };
}

interface Keeper {
  readonly last: SnapshotRecord;
  readonly rangesDir: string;
  readonly bad: readonly BadEntry[];
  /** Collects a warning for each replacement. */
  readonly warnings: Problem[];
}

function isOf(ref: EntryRef, { collection, site }: IndexedCollection): boolean {
  return ref.collection === collection && ref.site === site;
}

/** Writes the collection again, with the replacements. */
function keepInCollection({ source, indexed }: Collection, keeper: Keeper): Collection {
  const place = { collection: indexed.collection, site: indexed.site };
  const badById = new Map(keeper.bad.filter((ref) => isOf(ref, indexed)).map(({ id, problem }) => [id, problem]));
  const lastById = loadLastLines(place, keeper);
  const intake = openIntake(keeper.rangesDir, place);
  const choose = (raw: unknown) => chooseVersion(raw, place, { badById, lastById, warnings: keeper.warnings });
  for (const range of indexed.ranges) intake.take(readRange(keeper.rangesDir, range).map(choose));
  return { source, indexed: intake.finish() };
}

interface Versions {
  readonly badById: ReadonlyMap<string, Problem>;
  /** JSON of the entries of the last published snapshot. */
  readonly lastById: ReadonlyMap<string, string>;
  readonly warnings: Problem[];
}

/** The entry as received, or its version of the last published snapshot if only that one is valid. */
function chooseVersion(raw: unknown, place: CollectionPlace, { badById, lastById, warnings }: Versions): unknown {
  const id = idOfEntry(raw) ?? '';
  const current = indexEntry(raw, place);
  const bad = badById.get(id);
  const problems = 'problems' in current ? current.problems : bad === undefined ? [] : [bad];
  const line = lastById.get(id);
  if (problems.length === 0 || line === undefined || line === JSON.stringify(raw)) return raw;
  const last: unknown = JSON.parse(line);
  if ('problems' in indexEntry(last, place)) return raw;
  warnings.push(keptProblem(problems, placeOf(raw, place.collection, place.site)));
  return last;
}

/** The JSON of the entries of the last published snapshot, by id. */
function loadLastLines({ collection, site }: CollectionPlace, { last, rangesDir }: Keeper) {
  const stored = last.collections.find((other) => other.collection === collection && other.site === site);
  const lineById = new Map<string, string>();
  for (const range of stored?.ranges ?? []) {
    for (const { line } of readRangeLines(rangesDir, range)) {
      const id = idOfEntry(JSON.parse(line));
      if (id !== null) lineById.set(id, line);
    }
  }
  return lineById;
}

function isInvalidGlobal({ name, site, value }: StoredGlobal): boolean {
  return value !== null && 'problems' in parseGlobal(value, { name, site });
}

function keepGlobal(global: StoredGlobal, { last, warnings }: Keeper): StoredGlobal {
  const { name, site } = global;
  const kept = last.globals.find((other) => other.name === name && other.site === site);
  if (kept === undefined || isInvalidGlobal(kept)) return global;
  const parsed = parseGlobal(global.value, { name, site });
  warnings.push(keptProblem('problems' in parsed ? parsed.problems : [], { collection: 'globals', entry: name, site }));
  return { ...kept, source: 'stale' };
}

/** One warning per entry, with all its problems. */
function keptProblem(problems: readonly Problem[], place: Problem['where']): Problem {
  const [first, ...others] = problems;
  const field = others.length > 0 ? undefined : first?.where.field;
  const reasons =
    others.length === 0 ? [first?.what ?? ''] : problems.map(({ where, what }) => `${where.field}: ${what}`);
  return {
    code: 'ENTRY_KEPT',
    severity: 'warning',
    where: { ...place, ...(field === undefined ? {} : { field }) },
    what: `The entry is invalid, so its version of the last build was kept. ${reasons.join(' ')}`,
    fix: first?.fix ?? 'Correct the entry, publish, and build again.',
  };
}
