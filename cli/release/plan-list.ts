// Plans a release over whole lists. Only ranges of keys in which a list or the build differs are read; all other parts are taken over.

import pLimit from 'p-limit';
import { openPack, type Pack, type ReadObject, storeBytes } from './kept-bytes.ts';
import { alignParts, digestOf, isSamePart, openParts, type ReadRows, type Segment, storeRows } from './list-parts.ts';
import { CONCURRENCY, type ObjectStore } from './object-store.ts';
import { isStillNeeded, markUnused, type PlanInput, planRelease, type ReleasePlan } from './plan-release.ts';
import type { KeptPlace, ListPart, PackRow, ReleaseList, ReleaseObject, StoredPiece } from './release-record.ts';

/** What the target should hold: the objects of a build, sorted by key, or an earlier release. */
export type WantedObjects = (() => Iterable<ReleaseObject>) | ReleaseList;

export interface ListInput extends Pick<PlanInput, 'id' | 'oldestKept' | 'isAudited'> {
  readonly wanted: WantedObjects;
  /** The live release; null if there is none. */
  readonly base: ReleaseList | null;
  readonly unfinished: readonly ReleaseList[];
  readonly late: readonly ReleaseList[];
}

/** A range of keys whose objects were read. */
interface PlannedRange {
  readonly from: string;
  readonly base: readonly ReleaseObject[];
  readonly plan: ReleasePlan;
}

export interface ListPlan extends Omit<ReleasePlan, 'objects'> {
  readonly ranges: readonly PlannedRange[];
  /** Parts of the live release that stay as they are. */
  readonly same: readonly ListPart[];
}

export async function planList(records: ObjectStore, input: ListInput): Promise<ListPlan> {
  const { base, unfinished, late, wanted } = input;
  const isBuild = typeof wanted === 'function';
  const lists = [base, ...unfinished, ...late, ...(isBuild ? [] : [wanted])];
  const take = isBuild ? createTaker(wanted()) : () => null;
  const same: ListPart[] = [];
  const changed: ChangedSegment[] = [];
  for (const segment of alignParts(lists.map((list) => list?.parts ?? []))) {
    const rows = take(segment.to);
    const part = findSamePart(segment, rows, input);
    if (part === null) changed.push({ segment, rows });
    else same.push(part);
  }
  const read = openParts(
    records,
    changed.flatMap(({ segment }) => segment.parts.flat()),
  );
  const ranges = await pLimit(CONCURRENCY).map(changed, (each) => planRange(each, { input, read }));
  const merge = (of: 'puts' | 'deletions') =>
    (ranges[0]?.plan[of] ?? []).map((_, stage) => ranges.flatMap(({ plan }) => plan[of][stage] ?? []));
  return {
    puts: merge('puts'),
    deletions: merge('deletions'),
    unchanged: ranges.flatMap(({ plan }) => plan.unchanged),
    ranges,
    same,
  };
}

/** Takes the rows before a key. */
function createTaker(rows: Iterable<ReleaseObject>) {
  const iterator = rows[Symbol.iterator]();
  let next = iterator.next();
  return (to: string | null): readonly ReleaseObject[] => {
    const taken: ReleaseObject[] = [];
    for (; next.done !== true && (to === null || next.value.key < to); next = iterator.next()) taken.push(next.value);
    return taken;
  };
}

/** The part of the live release, if it needs no change. */
function findSamePart(
  { parts: [base = [], ...others] }: Segment,
  rows: readonly ReleaseObject[] | null,
  { isAudited, oldestKept }: ListInput,
): ListPart | null {
  const [part] = base;
  if (isAudited || part === undefined || 'rows' in part || base.length > 1) return null;
  if (!others.every((parts) => parts.length === 1 && isSamePart(part, parts[0]))) return null;
  return isStillNeeded(part, { oldestKept }) && (rows === null || digestOf(rows) === part.wanted) ? part : null;
}

interface ChangedSegment {
  readonly segment: Segment;
  /** Of a build; null for a rollback. */
  readonly rows: readonly ReleaseObject[] | null;
}

async function planRange(
  { segment, rows }: ChangedSegment,
  { input, read }: { readonly input: ListInput; readonly read: ReadRows },
): Promise<PlannedRange> {
  const load = async (parts: readonly ListPart[]) => (await Promise.all(parts.map(read))).flat();
  const [base = [], ...others] = await Promise.all(segment.parts.map(load));
  const { id, oldestKept, isAudited } = input;
  const wanted = rows ?? (others.pop() ?? []).filter(({ unusedSince }) => unusedSince === undefined);
  const unfinished = others.slice(0, input.unfinished.length);
  const late = others.slice(input.unfinished.length);
  return {
    from: segment.from,
    base,
    plan: planRelease({ id, wanted, base, unfinished, late, oldestKept, isAudited }),
  };
}

interface StoreInput {
  readonly read: ReadObject;
  readonly places: Map<string, KeptPlace>;
  readonly history: (pack: Pack) => Promise<readonly StoredPiece[]>;
}

/** Stores the bytes that a rollback needs, and the parts that changed. `places` knows the bytes that were stored before. */
export async function storeParts(
  records: ObjectStore,
  { same, ranges }: ListPlan,
  { read, places, history }: StoreInput,
): Promise<Pick<ReleaseList, 'parts' | 'history'>> {
  const pack = openPack(records);
  const parts = [...same];
  for (const { from, base, plan } of ranges) {
    for (const { sha256, kept } of base) if (kept !== null) places.set(sha256, kept);
    parts.push(...(await storeRows(pack, from, await storeBytes(plan.objects, { places, read, pack }))));
  }
  const made = await history(pack);
  await pack.close();
  const [first, ...rest] = parts.sort((one, other) => (one.from < other.from ? -1 : 1));
  return { parts: first === undefined ? [] : [{ ...first, from: '' }, ...rest], history: made };
}

/** Packs that a list needs, or a release that can be rolled back to. */
export function planPacks(list: Pick<ReleaseList, 'parts' | 'history'>, input: ListInput): readonly PackRow[] {
  const used = new Set(namesOf(list));
  const needed = new Set(input.late.flatMap(namesOf));
  const known = [...(input.base?.packs ?? []), ...input.unfinished.flatMap(({ packs }) => packs)];
  const unused = new Map(
    known.filter(({ name }) => !used.has(name)).map((row) => [row.name, markUnused(row, input)] as const),
  );
  return [
    ...[...used].map((name) => ({ name })),
    ...[...unused.values()].filter((row) => isStillNeeded(row, input) || needed.has(row.name)),
  ];
}

function namesOf({ parts, history }: Pick<ReleaseList, 'parts' | 'history'>): readonly string[] {
  return [
    ...parts.flatMap((part) => ('rows' in part ? part.packs : [...part.packs, part.kept.pack])),
    ...history.map(({ kept }) => kept.pack),
  ];
}
