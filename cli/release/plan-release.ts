// What a release does, in its order, from what is live and what is wanted. At each moment every page that visitors see has
// everything that it loads: what pages load comes first, then pages, then redirects, sitemap and feeds; deletions are last.

import { type PackRow, type ReleaseList, type ReleaseObject, STAGES } from './release-record.ts';

/** One object to write. */
export interface PutStep {
  readonly object: ReleaseObject;
  /** Whether an unfinished release may have written just this: nothing to do where the bytes are there. */
  readonly mayBeThere: boolean;
}

/** The steps of a release. Those of a group run side by side, groups one after the other. */
export interface ReleasePlan {
  readonly puts: readonly (readonly PutStep[])[];
  readonly deletions: readonly (readonly string[])[];
  /** Keys that stay as they are. */
  readonly unchanged: readonly string[];
  /** Everything in the target after the release, sorted by key: the assets of older releases, too. */
  readonly objects: readonly ReleaseObject[];
  readonly packs: readonly PackRow[];
}

/** What a plan is made of. */
export interface PlanInput {
  /** Id of the new release. */
  readonly id: string;
  /** What the target shall hold. */
  readonly wanted: readonly ReleaseObject[];
  /** The live release; null where there is none. */
  readonly base: ReleaseList | null;
  /** Releases after it that were never finished: each of their objects is written or not. */
  readonly unfinished: readonly ReleaseList[];
  /** The oldest release that can come back after this one. */
  readonly oldestKept: string;
  /** Keys that are known to be other than the base says. */
  readonly damaged: ReadonlySet<string>;
}

/** Plans a release. */
export function planRelease(input: PlanInput): ReleasePlan {
  const { wanted, base } = input;
  const wantedKeys = new Set(wanted.map(({ key }) => key));
  const baseByKey = new Map((base?.objects ?? []).map((row) => [row.key, row]));
  const old = (base?.objects ?? []).filter(({ key }) => !wantedKeys.has(key)).map((row) => markUnused(row, input));
  const tries = input.unfinished.map(({ objects }) => new Map(objects.map((row) => [row.key, row])));
  // An unfinished release may have deleted what it does not list.
  const carried = old.filter(
    (row) => row.stage === 'asset' && isStillKept(row, input) && tries.every((rows) => rows.has(row.key)),
  );
  const carriedKeys = new Set(carried.map(({ key }) => key));
  const isSettled = (row: ReleaseObject) =>
    isSame(row, baseByKey.get(row.key)) &&
    !input.damaged.has(row.key) &&
    tries.every((rows) => isSame(row, rows.get(row.key)));
  const gone = [...old, ...tries.flatMap((rows) => [...rows.values()])].filter(
    ({ key }) => !wantedKeys.has(key) && !carriedKeys.has(key),
  );
  const steps = wanted
    .filter((row) => !isSettled(row))
    .map((object) => ({
      object,
      mayBeThere:
        tries.length > 0 &&
        !input.damaged.has(object.key) &&
        mayBeThere(
          object,
          [baseByKey, ...tries].flatMap((rows) => rows.get(object.key) ?? []),
        ),
    }));
  return {
    puts: STAGES.map((stage) => steps.filter(({ object }) => object.stage === stage)),
    deletions: STAGES.toReversed().map((stage) => [
      ...new Set(gone.filter((row) => row.stage === stage).map(({ key }) => key)),
    ]),
    unchanged: [...wanted.filter(isSettled), ...carried].map(({ key }) => key),
    objects: [...wanted, ...carried].sort((one, other) => (one.key < other.key ? -1 : 1)),
    packs: planPacks(input),
  };
}

function markUnused<Row extends { readonly unusedSince?: string | undefined }>(row: Row, { id }: PlanInput): Row {
  return { ...row, unusedSince: row.unusedSince ?? id };
}

/** Whether a release that can come back was made before this was out of use. */
function isStillKept(row: { readonly unusedSince?: string | undefined }, { oldestKept }: PlanInput): boolean {
  return row.unusedSince === undefined || oldestKept < row.unusedSince;
}

/** Whether two rows are the same object for visitors. */
function isSame(one: ReleaseObject, other: ReleaseObject | undefined): boolean {
  return one.sha256 === other?.sha256 && hasSameHeaders(one, other);
}

function hasSameHeaders(one: ReleaseObject, other: ReleaseObject): boolean {
  return (
    one.contentType === other.contentType && one.cacheControl === other.cacheControl && one.redirect === other.redirect
  );
}

/** Only where these bytes can have come with no other headers. */
function mayBeThere(row: ReleaseObject, written: readonly ReleaseObject[]): boolean {
  const sameBytes = written.filter(({ sha256 }) => sha256 === row.sha256);
  return sameBytes.length > 0 && sameBytes.every((other) => hasSameHeaders(row, other));
}

/** Packs that this release or an older one that can come back needs. */
function planPacks(input: PlanInput): readonly PackRow[] {
  const used = new Set(input.wanted.flatMap(({ kept }) => kept?.pack ?? []));
  const known = [...(input.base?.packs ?? []), ...input.unfinished.flatMap(({ packs }) => packs)];
  const unused = new Map(
    known.filter(({ name }) => !used.has(name)).map((row) => [row.name, markUnused(row, input)] as const),
  );
  return [...[...used].map((name) => ({ name })), ...[...unused.values()].filter((row) => isStillKept(row, input))];
}
