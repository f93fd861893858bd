// Plans a release over whole lists. Only ranges of keys in which a list or the build differs are read; all other parts are taken over.

import pLimit from 'p-limit';
import { alignParts, digestOf, isSamePart, openParts, type Segment } from './list-parts.ts';
import { CONCURRENCY, type ObjectStore } from './object-store.ts';
import {
  isSameObject,
  type ListPart,
  type PackRow,
  type ReleaseList,
  type ReleaseObject,
  STAGES,
} from './release-record.ts';

/** What the target should hold: the objects of a build, sorted by key, or an earlier release. */
export type WantedObjects = (() => Iterable<ReleaseObject>) | ReleaseList;

/** Lists of releases, or their objects in a range of keys. */
export interface PlanInput<List = readonly ReleaseObject[], Base = List, Wanted = List> {
  /** Id of the new release. */
  readonly id: string;
  /** The oldest release that can be rolled back to after this one. */
  readonly oldestKept: string;
  /** Whether any object may differ from the records. */
  readonly isAudited: boolean;
  readonly wanted: Wanted;
  /** The live release. */
  readonly base: Base;
  /** Later releases that were never finished. Any of their objects may have been written. */
  readonly unfinished: readonly List[];
  /** Earlier ones of which a late request may still arrive. */
  readonly late: readonly List[];
}

export type ListInput = PlanInput<ReleaseList, ReleaseList | null, WantedObjects>;

/** One object to write or delete. */
export interface ReleaseStep {
  readonly object: ReleaseObject;
  /** The object of the live release; null if it has none. */
  readonly live: ReleaseObject | null;
  /** Whether the target may already be right, so that it is looked up first. */
  readonly mustCheck: boolean;
}

export interface ReleasePlan {
  readonly puts: readonly ReleaseStep[];
  readonly deletions: readonly ReleaseStep[];
  /** Keys that are not written. */
  readonly unchanged: readonly string[];
  /** Everything in the target after the release, including assets of older releases, sorted by key. */
  readonly objects: readonly ReleaseObject[];
}

/** The steps of a release in their order; those of a stage can run in parallel. */
export interface ListPlan extends Omit<ReleasePlan, 'objects'> {
  /** Ranges of keys that have changed, with their objects before and after. */
  readonly ranges: readonly (Pick<ReleasePlan, 'objects'> & Pick<PlanInput, 'base'> & Pick<Segment, 'from'>)[];
  /** Parts of the live release that stay as they are. */
  readonly same: readonly ListPart[];
}

export async function planList(records: ObjectStore, input: ListInput): Promise<ListPlan> {
  const { base, unfinished, late, wanted } = input;
  const lists = [base, ...unfinished, ...late, ...(typeof wanted === 'function' ? [] : [wanted])];
  const take = typeof wanted === 'function' ? createTaker(wanted()) : () => null;
  const same: ListPart[] = [];
  const changed: (Segment & { readonly rows: readonly ReleaseObject[] | null })[] = [];
  for (const segment of alignParts(lists.map((list) => list?.parts ?? []))) {
    const rows = take(segment.to);
    const part = findSamePart(segment, rows, input);
    if (part === null) changed.push({ ...segment, rows });
    else same.push(part);
  }
  const read = openParts(records);
  const load = async (parts: readonly ListPart[]) => (await Promise.all(parts.map(read))).flat();
  const ranges = await pLimit(CONCURRENCY).map(changed, async ({ from, parts, rows }) => {
    const [live = [], ...others] = await Promise.all(parts.map(load));
    const plan = planRelease({
      ...input,
      base: live,
      unfinished: others.slice(0, unfinished.length),
      late: others.slice(unfinished.length, unfinished.length + late.length),
      wanted: rows ?? (others.at(-1) ?? []).filter(({ unusedSince }) => unusedSince === undefined),
    });
    return { from, base: live, ...plan };
  });
  const sort = (steps: readonly ReleaseStep[], stages: readonly ReleaseObject['stage'][]) =>
    stages.flatMap((stage) => steps.filter(({ object }) => object.stage === stage));
  return {
    puts: sort(
      ranges.flatMap(({ puts }) => puts),
      STAGES,
    ),
    deletions: sort(
      ranges.flatMap(({ deletions }) => deletions),
      STAGES.toReversed(),
    ),
    unchanged: ranges.flatMap(({ unchanged }) => unchanged),
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
  return isStillNeeded(part, oldestKept) && (rows === null || digestOf(rows) === part.wanted) ? part : null;
}

/** Plans a range of keys. */
export function planRelease({ id, oldestKept, isAudited, wanted, base, ...input }: PlanInput): ReleasePlan {
  const wantedKeys = new Set<string>(wanted.map(({ key }) => key));
  const [live, unfinished, late] = [mapRows(base), input.unfinished.map(mapRows), input.late.map(mapRows)];
  const attempts = [...unfinished, ...late];
  const [puts, deletions]: [ReleaseStep[], ReleaseStep[]] = [[], []];
  const unchanged: string[] = [];
  const retained: ReleaseObject[] = [];
  for (const object of wanted) {
    const { key } = object;
    const isLive = isSameObject(object, live.get(key));
    if (isLive && !isAudited && attempts.every((rows) => isSameObject(object, rows.get(key)))) unchanged.push(key);
    else {
      const mustCheck = isLive || attempts.some((rows) => rows.has(key));
      puts.push({ object, live: live.get(key) ?? null, mustCheck });
    }
  }
  // The row of the live release is the last one of its key.
  for (const [key, row] of mapRows([...attempts.flatMap((rows) => [...rows.values()]), ...base])) {
    if (wantedKeys.has(key)) continue;
    const isLive = live.has(key);
    const object = isLive ? markUnused(row, id) : row;
    // An unfinished release may have deleted what it does not list.
    const isKept = isStillNeeded(object, oldestKept) && unfinished.every((rows) => rows.has(key));
    if (isLive && isKept && object.stage === 'asset') retained.push(object);
    else deletions.push({ object, live: live.get(key) ?? null, mustCheck: !isLive });
  }
  return {
    puts,
    deletions,
    unchanged: [...unchanged, ...retained.map(({ key }) => key)],
    objects: [...wanted, ...retained].sort((one, other) => (one.key < other.key ? -1 : 1)),
  };
}

function mapRows(rows: readonly ReleaseObject[]): ReadonlyMap<string, ReleaseObject> {
  return new Map(rows.map((row) => [row.key, row]));
}

/** Packs that a list needs, or a release that can be rolled back to. */
export function planPacks(
  list: Pick<ReleaseList, 'parts' | 'history'>,
  { base, unfinished, late, id, oldestKept }: Omit<ListInput, 'wanted'>,
): readonly PackRow[] {
  const used = new Set(namesOf(list));
  const needed = new Set(late.flatMap(namesOf));
  const known = [...(base?.packs ?? []), ...unfinished.flatMap(({ packs }) => packs)];
  const unused = new Map(known.map((row) => [row.name, markUnused(row, id)]));
  const kept = [...unused.values()].filter((row) => isStillNeeded(row, oldestKept) || needed.has(row.name));
  return [...[...used].map((name) => ({ name })), ...kept.filter(({ name }) => !used.has(name))];
}

function namesOf({ parts, history }: Pick<ReleaseList, 'parts' | 'history'>): readonly string[] {
  return [
    ...parts.flatMap((part) => ('rows' in part ? part.packs : [...part.packs, part.kept.pack])),
    ...history.map(({ kept }) => kept.pack),
  ];
}

interface Usage {
  readonly unusedSince?: string | undefined;
}

function markUnused<Row extends Usage>(row: Row, id: string): Row {
  return { ...row, unusedSince: row.unusedSince ?? id };
}

/** Whether a release that can be rolled back to uses this. */
function isStillNeeded({ unusedSince }: Usage, oldestKept: string): boolean {
  return unusedSince === undefined || oldestKept < unusedSince;
}
