// The fallback for a failed read (--on-fetch-error): the last built version of that collection or global, or nothing. Each
// fallback comes with a warning, so that reports show it and --strict refuses it.

import type { Problem } from '../errors.ts';
import type { ReadOutcome, ReadTarget } from './client/content-reads.ts';
import type { IndexedCollection } from './intake/index-entry.ts';
import { loadCollection, loadGlobal } from './snapshot/load-version.ts';
import type { StoredGlobal } from './snapshot/received-content.ts';
import type { RecordStore } from './snapshot/record-store.ts';
import type { Version } from './snapshot/versions.ts';

/** Replaces a failed read. */
export type Fallback =
  | {
      readonly kind: 'collection';
      readonly source: 'stale' | 'empty';
      readonly indexed: IndexedCollection;
      readonly warning: Problem;
    }
  | { readonly kind: 'global'; readonly global: StoredGlobal; readonly warning: Problem };

/** A read that failed. */
export type FailedRead = ReadOutcome & { readonly kind: 'failed' };

/** Where fallbacks come from: the built versions of the same service. */
export interface FallbackSource {
  readonly records: RecordStore;
  readonly service: { readonly url: string; readonly isSample: boolean };
}

/** An empty collection, or a global that is not set. */
export function createEmptyFallback({ target, error }: FailedRead): Fallback {
  const warning = warningOf(target, error.problems[0], 'CONTENT_EMPTY', 'The site is built without it.');
  return target.kind === 'global'
    ? { kind: 'global', global: { name: target.name, site: target.site, source: 'empty', value: null }, warning }
    : {
        kind: 'collection',
        source: 'empty',
        indexed: { collection: target.collection, site: target.site, rows: [], invalid: [] },
        warning,
      };
}

/** Finds the content in the newest built version that has it; null if none has. */
export function findStaleFallback(
  failed: FailedRead,
  built: readonly Version[],
  records: RecordStore,
): Fallback | null {
  const { target, error } = failed;
  for (const { id, clock } of built) {
    const consequence = `The content of the build of ${clock} is used instead.`;
    const warning = warningOf(target, error.problems[0], 'CONTENT_STALE', consequence);
    if (target.kind === 'global') {
      const global = loadGlobal(records, id, target);
      if (global !== null && global.source !== 'empty')
        return { kind: 'global', global: { ...global, source: 'stale' }, warning };
      continue;
    }
    const found = loadCollection(records, id, target);
    if (found !== null && found.source !== 'empty')
      return { kind: 'collection', source: 'stale', indexed: found.indexed, warning };
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
