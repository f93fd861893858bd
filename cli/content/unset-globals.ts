// Tells globals that are not set from those that the service fails to serve: both answer 404, and without an error the banners of a
// site would vanish.

import type { Problem } from '../errors.ts';
import type { ReadOutcome, ReadTarget } from './client/content-reads.ts';
import { globalsError, lostGlobalError } from './client/fetch-errors.ts';
import type { Fallback } from './fallback-content.ts';
import type { SnapshotRecord, StoredGlobal } from './snapshot/snapshot-file.ts';

/** A global of a site. */
type GlobalPlace = Pick<StoredGlobal, 'name' | 'site'>;

/** The rule for the last published version, if there is one. */
export interface LastGlobals {
  readonly apiUrl: string;
  /** Whether the last published version has a value. */
  readonly wasSet: (place: GlobalPlace) => boolean;
}

/** Finds the globals that were set when they were last read, in snapshots from the newest on. Reads no more of them than needed. */
export async function findSetGlobals(
  targets: readonly ReadTarget[],
  published: AsyncIterable<SnapshotRecord> | readonly SnapshotRecord[],
): Promise<LastGlobals['wasSet']> {
  const nameOf = ({ name, site }: GlobalPlace) => `${name} ${site}`;
  const wanted = targets.flatMap((target) => (target.kind === 'global' ? [nameOf(target)] : []));
  const isSet = new Map<string, boolean>();
  for await (const { globals } of published) {
    for (const global of globals)
      if (global.source !== 'empty' && !isSet.has(nameOf(global))) isSet.set(nameOf(global), global.value !== null);
    if (wanted.every((name) => isSet.has(name))) break;
  }
  return (place) => isSet.get(nameOf(place)) === true;
}

/**
 * Fails unset globals if no global is set, because then the API does not serve them, and those of a site that lost all it had. A
 * global that is gone while another one of its site answers is taken for unset, with a warning.
 */
export function refuseLostGlobals(
  outcomes: readonly ReadOutcome[],
  { apiUrl, wasSet }: LastGlobals,
): readonly (ReadOutcome | Fallback)[] {
  const isServed = outcomes.some((outcome) => outcome.kind !== 'collection' && !isUnset(outcome));
  const sitesWithGlobals = new Set(
    outcomes.flatMap((outcome) =>
      outcome.kind === 'global' && outcome.global.value !== null ? [outcome.global.site] : [],
    ),
  );
  return outcomes.map((outcome) => {
    if (!isUnset(outcome)) return outcome;
    const { name, site } = outcome.global;
    const fail = (error: ReturnType<typeof globalsError>) =>
      ({ kind: 'failed', target: { kind: 'global', name, site }, error }) as const;
    if (!isServed) return fail(globalsError(apiUrl, { name, site }));
    if (!wasSet({ name, site })) return outcome;
    if (!sitesWithGlobals.has(site)) return fail(lostGlobalError(apiUrl, { name, site }));
    return { ...outcome, warning: describeLost({ name, site }) };
  });
}

function isUnset(outcome: ReadOutcome): outcome is ReadOutcome & { readonly kind: 'global' } {
  return outcome.kind === 'global' && outcome.global.value === null;
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
