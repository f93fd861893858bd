// The paths that a release changes, for purging caches.

import { basePathOf } from '../../config/site-address.ts';
import type { OutPath } from '../files/brands.ts';
import { encodePath, pathOfOutFile } from '../paths/site-path.ts';
import type { ReleaseObject } from './release-record.ts';

const INDEX = /(^|\/)index\.html$/;

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
  written: readonly ReleaseObject[],
  {
    deleted,
    base,
    origin,
  }: { readonly deleted: readonly OutPath[]; readonly base: readonly ReleaseObject[]; readonly origin: string },
): readonly string[] {
  const before = new Map(base.map(({ key, stage }) => [key, stage]));
  const rewritten = written.filter(({ key, stage }) => stage !== 'asset' || before.has(key)).map(({ key }) => key);
  const gone = deleted.filter((key) => before.get(key) !== 'asset');
  const paths = [
    ...rewritten.flatMap((key) => formsOf(key, before.has(key))),
    ...gone.flatMap((key) => formsOf(key, false)),
  ];
  const folder = basePathOf(origin);
  return [...new Set(paths.map((path) => `${folder}${path}`))].sort();
}

function formsOf(key: OutPath, existed: boolean): readonly string[] {
  const path = pathOfKey(key);
  if (!INDEX.test(key)) return [path];
  const forms = [path, `${path}index.html`];
  return existed || path === '/' ? forms : [...forms, path.slice(0, -1)];
}
