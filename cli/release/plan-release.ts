// Plans the steps of a release. At any moment every page that visitors see has everything that it loads: what pages load comes
// first, then pages, then redirects, sitemap and feeds, and deletions last.

import { isSameObject, type ReleaseObject, STAGES } from './release-record.ts';

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

export function markUnused<Row extends { readonly unusedSince?: string | undefined }>(
  row: Row,
  { id }: Pick<PlanInput, 'id'>,
): Row {
  return { ...row, unusedSince: row.unusedSince ?? id };
}

/** Whether a release that can be rolled back to uses this. */
export function isStillNeeded(
  row: { readonly unusedSince?: string | undefined },
  { oldestKept }: Pick<PlanInput, 'oldestKept'>,
): boolean {
  return row.unusedSince === undefined || oldestKept < row.unusedSince;
}
