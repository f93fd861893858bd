// The fallback for a failed read (--on-fetch-error): the last built version of that collection or global, or nothing. Each
// fallback comes with a warning, so that reports show it and --strict refuses it.

import type { Problem } from '../errors.ts';
import type { FailedRead, ReadTarget } from './client/content-reads.ts';
import { indexCollection } from './intake/index-entry.ts';
import { loadCollection, loadGlobal } from './snapshot/load-version.ts';
import type { RecordStore } from './snapshot/record-store.ts';
import type { Version } from './snapshot/versions.ts';

/** Where fallbacks come from: the built versions of the same service. */
export interface FallbackSource {
  readonly records: RecordStore;
  readonly service: { readonly url: string; readonly isSample: boolean };
}

/** An empty collection, or a global that is not set. */
export function createEmptyFallback({ target, error }: FailedRead) {
  const warning = warningOf(target, error.problems[0], 'CONTENT_EMPTY', 'The site is built without it.');
  return target.kind === 'global'
    ? ({ ...target, source: 'empty', value: null, warning } as const)
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
