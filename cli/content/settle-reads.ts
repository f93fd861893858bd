// What a build makes of reads that failed: an error for all of them, or the last built version or nothing in their place
// (--on-fetch-error), each with a warning, so that reports show it and --strict refuses it. Globals that are not set are told from those
// that the service fails to serve: both answer 404, and without an error the banners of a site would vanish.

import type { Problem } from '../errors.ts';
import type { FailedRead, ReadOutcome, ReadTarget } from './client/content-reads.ts';
import { apiError, lostGlobalError, mergeFailures } from './client/fetch-errors.ts';
import { indexCollection, indexGlobal, type ReceivedGlobal } from './intake/index-entry.ts';
import type { ReceivedContent } from './snapshot/commit-version.ts';
import { loadCollection, loadGlobal } from './snapshot/load-version.ts';
import type { RecordStore } from './snapshot/record-store.ts';
import type { Version } from './snapshot/versions.ts';

/** A global of a site. */
type GlobalPlace = Pick<ReceivedGlobal, 'name' | 'site'>;

/** What the settling of reads depends on. */
export interface Settling {
  readonly service: Version['service'];
  readonly apiUrl: string;
  readonly cacheDir: string;
  readonly onFetchError: 'fail' | 'stale' | 'empty';
  /** The versions of the service that became a site, newest first. */
  readonly built: readonly Version[];
  readonly records: RecordStore;
  /** Whether the last built version that knows a global has a value. */
  readonly wasSet: (place: GlobalPlace) => boolean;
  /** Finds the API elsewhere if there is none. */
  readonly findApi: () => Promise<string | null>;
}

/** Settles all reads. @throws one SiteError CONTENT_* (exit 3) for those that nothing can replace. */
export async function settleReads(outcomes: readonly ReadOutcome[], settling: Settling): Promise<ReceivedContent> {
  const { onFetchError, built, records, service, cacheDir } = settling;
  const checked = await refuseMissingApi(refuseLostGlobals(outcomes, settling), settling);
  const settled = checked.map((outcome): ReadOutcome => {
    if (outcome.kind !== 'failed' || onFetchError === 'fail') return outcome;
    return onFetchError === 'empty'
      ? createEmptyFallback(outcome)
      : (findStaleFallback(outcome, built, records) ?? outcome);
  });
  const failed = settled.filter((outcome) => outcome.kind === 'failed');
  const errors = failed.map(({ error }) => error);
  const note =
    onFetchError === 'stale' && built.length === 0
      ? `${cacheDir} has no build of ${service.url} to use instead (--on-fetch-error stale).`
      : '';
  if (errors.length > 0) throw mergeFailures(errors, outcomes.length, note);
  return {
    collections: settled.filter((outcome) => outcome.kind === 'collection'),
    globals: settled.filter((outcome) => outcome.kind === 'global'),
    warnings: settled.flatMap((outcome) => (outcome.kind === 'failed' ? [] : (outcome.warning ?? []))),
  };
}

/** If no collection exists, the URL is wrong or the API is off: one error for all. */
async function refuseMissingApi(
  outcomes: readonly ReadOutcome[],
  { apiUrl, findApi }: Settling,
): Promise<readonly ReadOutcome[]> {
  const isThere = outcomes.some((outcome) =>
    outcome.kind === 'failed'
      ? outcome.target.kind === 'collection' && outcome.error.code !== 'CONTENT_COLLECTION_MISSING'
      : outcome.kind === 'collection',
  );
  if (isThere) return outcomes;
  const error = apiError(apiUrl, await findApi());
  return outcomes.map((outcome) => (outcome.kind === 'failed' ? { ...outcome, error } : outcome));
}

/** An empty collection, or a global that is not set. */
export function createEmptyFallback({ target, error }: FailedRead) {
  const warning = warningOf(target, error.problems[0], 'CONTENT_EMPTY', 'The site is built without it.');
  return target.kind === 'global'
    ? { ...indexGlobal(target, null, 'empty'), warning }
    : { ...indexCollection(target, [], 'empty'), warning };
}

/** Finds the content in the newest built version that has it; null if none has. */
export function findStaleFallback({ target, error }: FailedRead, built: readonly Version[], records: RecordStore) {
  for (const { id, clock } of built) {
    const found = target.kind === 'global' ? loadGlobal(records, id, target) : loadCollection(records, id, target);
    if (found === null || found.source === 'empty') continue;
    const consequence = `The content of the build of ${clock} is used instead.`;
    return {
      ...found,
      source: 'stale',
      warning: warningOf(target, error.problems[0], 'CONTENT_STALE', consequence),
    } as const;
  }
  return null;
}

function warningOf(target: ReadTarget, failure: Problem | undefined, code: string, consequence: string): Problem {
  const name = target.kind === 'global' ? `The global "${target.name}"` : `The collection "${target.collection}"`;
  return {
    code,
    severity: 'warning',
    where: failure?.where ?? { site: target.site },
    what: `${name} of the site "${target.site}" could not be read. ${consequence} ${failure?.what ?? ''}`.trim(),
    fix: failure?.fix ?? 'Build again when the content service answers.',
  };
}

/** Tells whether a global was set when it was last read, by built versions from the newest on. */
export function createWasSet(records: RecordStore, built: readonly Version[]): (place: GlobalPlace) => boolean {
  return (place) => {
    const last = built.map(({ id }) => loadGlobal(records, id, place));
    return (last.find((global) => global !== null && global.source !== 'empty')?.value ?? null) !== null;
  };
}

/**
 * Fails unset globals if no global is set, because then the API does not serve them, and those of a site that lost all it had. A
 * global that is gone while another one of its site answers is taken for unset, with a warning.
 */
function refuseLostGlobals(outcomes: readonly ReadOutcome[], { apiUrl, wasSet }: Settling): readonly ReadOutcome[] {
  const isServed = outcomes.some((outcome) => outcome.kind !== 'collection' && !isUnset(outcome));
  const sitesWithGlobals = new Set(
    outcomes.flatMap((outcome) => (outcome.kind === 'global' && outcome.value !== null ? [outcome.site] : [])),
  );
  return outcomes.map((outcome) => {
    if (!isUnset(outcome)) return outcome;
    const { name, site } = outcome;
    if (isServed && !wasSet({ name, site })) return outcome;
    if (isServed && sitesWithGlobals.has(site)) return { ...outcome, warning: describeLost({ name, site }) };
    const error = lostGlobalError(apiUrl, { name, site }, !isServed);
    return { kind: 'failed', target: { kind: 'global', name, site }, error };
  });
}

function isUnset(outcome: ReadOutcome): outcome is ReceivedGlobal {
  return outcome.kind === 'global' && outcome.value === null;
}

function describeLost({ name, site }: GlobalPlace): Problem {
  return {
    code: 'GLOBAL_LOST',
    severity: 'warning',
    where: { collection: 'globals', entry: name, site },
    what: `The global "${name}" was set in the site "${site}" in the last build and is not any more: its banner is gone.`,
    fix: 'If this is intended, there is nothing to do. If not, save the global in that site, and build again.',
  };
}
