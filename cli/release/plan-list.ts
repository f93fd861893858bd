// Plans a release over whole lists. Only ranges of keys in which a list or the build differs are read; all other parts are taken over.

import pLimit from 'p-limit';
import { openPack, type Pack, type ReadObject, storeBytes } from './kept-bytes.ts';
import { alignParts, digestOf, isSamePart, openParts, type ReadRows, type Segment, storeRows } from './list-parts.ts';
import { CONCURRENCY, type ObjectStore } from './object-store.ts';
import {
  isSameObject,
  type KeptPlace,
  type ListPart,
  type PackRow,
  type ReleaseList,
  type ReleaseObject,
  STAGES,
  type StoredPiece,
} from './release-record.ts';

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

/** One object to write or delete. */
export interface ReleaseStep {
  readonly object: ReleaseObject;
  /** Whether the target may already be right, so that it is looked up first. */
  readonly mustCheck: boolean;
}

/** The steps of a release. The steps of a group run in parallel, groups one after the other. */
export interface ReleasePlan {
  readonly puts: readonly (readonly ReleaseStep[])[];
  readonly deletions: readonly (readonly ReleaseStep[])[];
  /** Keys that are not written. */
  readonly unchanged: readonly string[];
  /** Everything in the target after the release, including assets of older releases, sorted by key. */
  readonly objects: readonly ReleaseObject[];
}

export interface PlanInput {
  /** Id of the new release. */
  readonly id: string;
  /** What the target should hold. */
  readonly wanted: readonly ReleaseObject[];
  /** What the live release holds. */
  readonly base: readonly ReleaseObject[];
  /** What later releases hold that were never finished. Any of it may have been written. */
  readonly unfinished: readonly (readonly ReleaseObject[])[];
  /** What earlier ones hold of which a late request may still arrive. */
  readonly late: readonly (readonly ReleaseObject[])[];
  /** The oldest release that can be rolled back to after this one. */
  readonly oldestKept: string;
  /** Whether any object may differ from the records. */
  readonly isAudited: boolean;
}

export function planRelease(input: PlanInput): ReleasePlan {
  const { wanted, base } = input;
  const wantedKeys = new Set(wanted.map(({ key }) => key));
  const baseByKey = mapRows(base);
  const old = base.filter(({ key }) => !wantedKeys.has(key)).map((row) => markUnused(row, input));
  const [unfinished, late] = [input.unfinished.map(mapRows), input.late.map(mapRows)];
  const attempts = [...unfinished, ...late];
  // An unfinished release may have deleted what it does not list.
  const retained = old.filter(
    (row) => row.stage === 'asset' && isStillNeeded(row, input) && unfinished.every((rows) => rows.has(row.key)),
  );
  const retainedKeys = new Set(retained.map(({ key }) => key));
  const isUpToDate = (row: ReleaseObject) =>
    isSameObject(row, baseByKey.get(row.key)) &&
    !input.isAudited &&
    attempts.every((rows) => isSameObject(row, rows.get(row.key)));
  // The row of the live release is the last one of its key.
  const gone = mapRows([...attempts.flatMap((rows) => [...rows.values()]), ...old]);
  const deletions = [...gone.values()].flatMap((object) =>
    wantedKeys.has(object.key) || retainedKeys.has(object.key)
      ? []
      : [{ object, mustCheck: !baseByKey.has(object.key) }],
  );
  const puts = wanted.flatMap((object) =>
    isUpToDate(object)
      ? []
      : [
          {
            object,
            mustCheck: isSameObject(object, baseByKey.get(object.key)) || attempts.some((rows) => rows.has(object.key)),
          },
        ],
  );
  return {
    puts: STAGES.map((stage) => puts.filter(({ object }) => object.stage === stage)),
    deletions: STAGES.toReversed().map((stage) => deletions.filter(({ object }) => object.stage === stage)),
    unchanged: [...wanted.filter(isUpToDate), ...retained].map(({ key }) => key),
    objects: [...wanted, ...retained].sort((one, other) => (one.key < other.key ? -1 : 1)),
  };
}

function mapRows(rows: readonly ReleaseObject[]): ReadonlyMap<string, ReleaseObject> {
  return new Map(rows.map((row) => [row.key, row]));
}

function markUnused<Row extends { readonly unusedSince?: string | undefined }>(
  row: Row,
  { id }: Pick<PlanInput, 'id'>,
): Row {
  return { ...row, unusedSince: row.unusedSince ?? id };
}

/** Whether a release that can be rolled back to uses this. */
function isStillNeeded(
  row: { readonly unusedSince?: string | undefined },
  { oldestKept }: Pick<PlanInput, 'oldestKept'>,
): boolean {
  return row.unusedSince === undefined || oldestKept < row.unusedSince;
}
