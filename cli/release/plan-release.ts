// Plans the steps of a release. At any moment every page that visitors see has everything that it loads: what pages load comes
// first, then pages, then redirects, sitemap and feeds, and deletions last.

import {
  hasSameHeaders,
  isSameObject,
  type PackRow,
  type ReleaseList,
  type ReleaseObject,
  STAGES,
} from './release-record.ts';

/** One object to write. */
export interface PutStep {
  readonly object: ReleaseObject;
  /** Whether an unfinished release may have written it, so that it can be skipped if the bytes are the same. */
  readonly mayExist: boolean;
}

/** The steps of a release. The steps of a group run in parallel, groups one after the other. */
export interface ReleasePlan {
  readonly puts: readonly (readonly PutStep[])[];
  readonly deletions: readonly (readonly string[])[];
  /** Keys that are not written. */
  readonly unchanged: readonly string[];
  /** Everything in the target after the release, including assets of older releases, sorted by key. */
  readonly objects: readonly ReleaseObject[];
  readonly packs: readonly PackRow[];
}

export interface PlanInput {
  /** Id of the new release. */
  readonly id: string;
  /** What the target should hold. */
  readonly wanted: readonly ReleaseObject[];
  /** The live release; null if there is none. */
  readonly base: ReleaseList | null;
  /** Later releases that were never finished. Any of their objects may have been written. */
  readonly unfinished: readonly ReleaseList[];
  /** The oldest release that can be rolled back to after this one. */
  readonly oldestKept: string;
  /** Keys of objects that differ from the records. */
  readonly damaged: ReadonlySet<string>;
}

export function planRelease(input: PlanInput): ReleasePlan {
  const { wanted, base } = input;
  const wantedKeys = new Set(wanted.map(({ key }) => key));
  const baseByKey = new Map((base?.objects ?? []).map((row) => [row.key, row]));
  const old = (base?.objects ?? []).filter(({ key }) => !wantedKeys.has(key)).map((row) => markUnused(row, input));
  const attempts = input.unfinished.map(({ objects }) => new Map(objects.map((row) => [row.key, row])));
  // An unfinished release may have deleted what it does not list.
  const retained = old.filter(
    (row) => row.stage === 'asset' && isStillNeeded(row, input) && attempts.every((rows) => rows.has(row.key)),
  );
  const retainedKeys = new Set(retained.map(({ key }) => key));
  const isUpToDate = (row: ReleaseObject) =>
    isSameObject(row, baseByKey.get(row.key)) &&
    !input.damaged.has(row.key) &&
    attempts.every((rows) => isSameObject(row, rows.get(row.key)));
  const gone = [...old, ...attempts.flatMap((rows) => [...rows.values()])].filter(
    ({ key }) => !wantedKeys.has(key) && !retainedKeys.has(key),
  );
  const mayExist = (object: ReleaseObject) =>
    attempts.length > 0 &&
    !input.damaged.has(object.key) &&
    hasExpectedHeaders(
      object,
      [baseByKey, ...attempts].flatMap((rows) => rows.get(object.key) ?? []),
    );
  const steps = wanted.filter((row) => !isUpToDate(row)).map((object) => ({ object, mayExist: mayExist(object) }));
  return {
    puts: STAGES.map((stage) => steps.filter(({ object }) => object.stage === stage)),
    deletions: STAGES.toReversed().map((stage) => [
      ...new Set(gone.filter((row) => row.stage === stage).map(({ key }) => key)),
    ]),
    unchanged: [...wanted.filter(isUpToDate), ...retained].map(({ key }) => key),
    objects: [...wanted, ...retained].sort((one, other) => (one.key < other.key ? -1 : 1)),
    packs: planPacks(input),
  };
}

function markUnused<Row extends { readonly unusedSince?: string | undefined }>(row: Row, { id }: PlanInput): Row {
  return { ...row, unusedSince: row.unusedSince ?? id };
}

/** Whether a release that can be rolled back to uses this. */
function isStillNeeded(row: { readonly unusedSince?: string | undefined }, { oldestKept }: PlanInput): boolean {
  return row.unusedSince === undefined || oldestKept < row.unusedSince;
}

/** Whether the object, if its bytes are in the target, can only have the right headers. */
function hasExpectedHeaders(row: ReleaseObject, written: readonly ReleaseObject[]): boolean {
  const sameBytes = written.filter(({ sha256 }) => sha256 === row.sha256);
  return sameBytes.length > 0 && sameBytes.every((other) => hasSameHeaders(row, other));
}

/** Packs that this release needs, or one that can be rolled back to. */
function planPacks(input: PlanInput): readonly PackRow[] {
  const used = new Set(input.wanted.flatMap(({ kept }) => kept?.pack ?? []));
  const known = [...(input.base?.packs ?? []), ...input.unfinished.flatMap(({ packs }) => packs)];
  const unused = new Map(
    known.filter(({ name }) => !used.has(name)).map((row) => [row.name, markUnused(row, input)] as const),
  );
  return [...[...used].map((name) => ({ name })), ...[...unused.values()].filter((row) => isStillNeeded(row, input))];
}
