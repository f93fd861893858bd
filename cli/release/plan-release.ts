// Plans a release. Parts that are the same in the build and in all lists are taken over without reading them.

import { basePathOf } from '../../config/site-address.ts';
import type { OutPath } from '../files/brands.ts';
import { encodePath, pathOfOutFile } from '../paths/site-path.ts';
import { cutRows, digestOf, loadObjects } from './kept-bytes.ts';
import type { ObjectStore } from './object-store.ts';
import {
  isSameObject,
  type ListPart,
  nextId,
  type PackRow,
  type ReleaseList,
  type ReleaseObject,
} from './release-record.ts';

/** What the target should hold: the objects of a build, sorted by key, or an earlier release. */
export type WantedObjects = (() => Iterable<ReleaseObject>) | ReleaseList;

export interface PlanInput {
  /** Id of the new release. */
  readonly id: string;
  /** The oldest release that can be rolled back to after this one. */
  readonly oldestKept: string;
  /** Whether any object may differ from the records. */
  readonly isAudited: boolean;
  readonly wanted: WantedObjects;
  /** The live release; null before the first one. */
  readonly base: ReleaseList | null;
  /** Later releases that were never finished. Any of their objects may have been written. */
  readonly unfinished: readonly ReleaseList[];
  /** Earlier ones of which a late request may still arrive. */
  readonly late: readonly ReleaseList[];
}

/** One object to write or delete. */
export interface ReleaseStep {
  readonly object: ReleaseObject;
  /** The object of the live release; null if it has none. */
  readonly live: ReleaseObject | null;
  /** Whether the target may already be right, so that it is looked up first. */
  readonly mustCheck: boolean;
}

type ReleaseSteps = ReturnType<typeof planSteps>;

export interface ReleasePlan extends ReleaseSteps {
  /** The new list: parts that are stored, or objects of a new one. */
  readonly parts: readonly (ListPart | readonly ReleaseObject[])[];
  /** Those with nothing to write or look up. */
  readonly same: readonly ListPart[];
  /** Objects of the live release in other parts. */
  readonly live: readonly ReleaseObject[];
}

export async function planRelease(records: ObjectStore, input: PlanInput): Promise<ReleasePlan> {
  const { id, base, unfinished, late, wanted, isAudited } = input;
  const known = new Map(base?.parts.map((part) => [part.shown, part]));
  const attempts = [...unfinished, ...late].map((list) => new Set(list.parts.map(({ shown }) => shown)));
  const isSame = ({ shown }: ListPart) => !isAudited && known.has(shown) && attempts.every((list) => list.has(shown));
  const parts: (ListPart | readonly ReleaseObject[])[] = [];
  const changed: (readonly ReleaseObject[])[] = [];
  if (typeof wanted === 'function')
    for (const rows of cutRows(wanted(), ({ key }) => key)) {
      const part = known.get(digestOf(rows));
      parts.push(part ?? rows);
      if (part === undefined || !isSame(part)) changed.push(rows);
    }
  else {
    for (const part of wanted.parts) parts.push(known.get(part.shown) ?? part);
    const others = wanted.parts.filter((part) => !isSame(part));
    changed.push(await loadObjects(records, { parts: others }));
  }
  const same = parts.filter((part): part is ListPart => 'shown' in part && isSame(part));
  // The next id after the live one: nobody else has started a release.
  const isFirst = id === nextId(base?.id ?? null) && attempts.length === 0;
  const isUnchanged = isFirst && [parts, base?.parts].every((list) => list?.length === same.length);
  if (isUnchanged) return { puts: [], deletions: [], unchanged: [], unused: [], parts, same, live: [] };
  const skipped = new Set(same.map(({ shown }) => shown));
  const load = (list: ReleaseList) =>
    loadObjects(records, { ...list, parts: list.parts.filter(({ shown }) => !skipped.has(shown)) });
  const live = base === null ? [] : await load(base);
  const others = { unfinished: await Promise.all(unfinished.map(load)), late: await Promise.all(late.map(load)) };
  return { ...planSteps({ ...input, ...others, wanted: changed.flat(), live }), parts, same, live };
}

type Rows = readonly ReleaseObject[];
type StepInput = Pick<PlanInput, 'id' | 'oldestKept' | 'isAudited'> &
  Record<'wanted' | 'live', Rows> &
  Record<'unfinished' | 'late', readonly Rows[]>;

/** Compares the wanted objects with those of other releases. */
export function planSteps({ id, oldestKept, isAudited, wanted, ...input }: StepInput) {
  const wantedKeys = new Set<string>(wanted.map(({ key }) => key));
  const [live, unfinished, late] = [mapRows(input.live), input.unfinished.map(mapRows), input.late.map(mapRows)];
  const attempts = [...unfinished, ...late];
  const [puts, deletions]: [ReleaseStep[], ReleaseStep[]] = [[], []];
  /** Keys that are not written. */
  const unchanged: string[] = [];
  /** Hashed assets that only older releases use. */
  const unused: ReleaseObject[] = [];
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
  for (const [key, row] of mapRows([...attempts.flatMap((rows) => [...rows.values()]), ...input.live])) {
    if (wantedKeys.has(key)) continue;
    const isLive = live.has(key);
    const object = isLive ? markUnused(row, id) : row;
    // An unfinished release may have deleted what it does not list.
    const isKept = isStillNeeded(object, oldestKept) && unfinished.every((rows) => rows.has(key));
    if (isLive && isKept && object.stage === 'asset') unused.push(object);
    else deletions.push({ object, live: live.get(key) ?? null, mustCheck: !isLive });
  }
  unused.sort((one, other) => (one.key < other.key ? -1 : 1));
  return { puts, deletions, unchanged: [...unchanged, ...unused.map(({ key }) => key)], unused };
}

function mapRows(rows: readonly ReleaseObject[]): ReadonlyMap<string, ReleaseObject> {
  return new Map(rows.map((row) => [row.key, row]));
}

/** Packs that a list needs, a release that can be rolled back to, or one of which a request may still arrive. */
export function planPacks(
  { parts, unused, history }: Pick<ReleaseList, 'parts' | 'unused' | 'history'>,
  { base, unfinished, late, id, oldestKept }: PlanInput,
): readonly PackRow[] {
  const earlier = (base?.packs ?? []).map((row) => markUnused(row, id));
  const attempted = [...unfinished, ...late].flatMap(({ packs }) => packs.map(({ name }) => name));
  const pieces = [...parts, ...unused, ...history].map(({ kept }) => kept.pack);
  const used = [...attempted, ...pieces, ...parts.flatMap(({ packs }) => packs)].map((name) => ({ name }));
  // The last row of a pack counts.
  const rows = new Map([...earlier, ...used].map((row): [string, PackRow] => [row.name, row]));
  return [...rows.values()].filter((row) => isStillNeeded(row, oldestKept));
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

/** The percent-encoded site path of an object: `/blog/` for `blog/index.html`. */
export function pathOfKey(key: OutPath): string {
  return encodePath(pathOfOutFile(key));
}

/**
 * Paths of written and deleted objects, including the site's folder, sorted. A page is cached as `/x/`, and as `/x/index.html` if
 * a function before the cache appends the name. A new or deleted page also changes `/x`. Hashed assets are listed only if they
 * were repaired, because new bytes get a new name.
 */
export function listChangedPaths(
  { puts, deletions }: Pick<ReleaseSteps, 'puts' | 'deletions'>,
  origin: string,
): readonly string[] {
  const rewritten = puts.filter(({ object, live }) => object.stage !== 'asset' || live !== null);
  const gone = deletions.filter(({ object }) => object.stage !== 'asset').map((step) => ({ ...step, live: null }));
  const folder = basePathOf(origin);
  return [...new Set([...rewritten, ...gone].flatMap(formsOf).map((path) => `${folder}${path}`))].sort();
}

function formsOf({ object: { key }, live }: ReleaseStep): readonly string[] {
  const path = pathOfKey(key);
  if (!/(?:^|\/)index\.html$/.test(key)) return [path];
  const forms = [path, `${path}index.html`];
  return live !== null || path === '/' ? forms : [...forms, path.slice(0, -1)];
}
