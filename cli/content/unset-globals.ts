// Tells globals that are not set from those that the service fails to serve: both answer 404, and without an error the banners of a
// site would vanish.

import type { Problem } from '../errors.ts';
import type { ReadOutcome } from './client/content-reads.ts';
import { lostGlobalError } from './client/fetch-errors.ts';
import { loadGlobal } from './snapshot/load-version.ts';
import type { StoredGlobal } from './snapshot/received-content.ts';
import type { RecordStore } from './snapshot/record-store.ts';
import type { Version } from './snapshot/versions.ts';

/** A global of a site. */
type GlobalPlace = Pick<StoredGlobal, 'name' | 'site'>;

/** The rule for the last built version, if there is one. */
export interface LastGlobals {
  readonly apiUrl: string;
  /** Whether the last built version that knows it has a value. */
  readonly wasSet: (place: GlobalPlace) => boolean;
}

/** Tells whether a global was set when it was last read, by built versions from the newest on. */
export function createWasSet(records: RecordStore, built: readonly Version[]): LastGlobals['wasSet'] {
  return (place) => {
    const last = built.map(({ id }) => loadGlobal(records, id, place));
    return (last.find((global) => global !== null && global.source !== 'empty')?.value ?? null) !== null;
  };
}

/**
 * Fails unset globals if no global is set, because then the API does not serve them, and those of a site that lost all it had. A
 * global that is gone while another one of its site answers is taken for unset, with a warning.
 */
export function refuseLostGlobals(
  outcomes: readonly ReadOutcome[],
  { apiUrl, wasSet }: LastGlobals,
): readonly ReadOutcome[] {
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

function isUnset(outcome: ReadOutcome): outcome is StoredGlobal {
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
