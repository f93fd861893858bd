// The paths that a release changes, for purging caches.

import { basePathOf } from '../../config/site-address.ts';
import type { OutPath } from '../files/brands.ts';
import { encodePath, pathOfOutFile } from '../paths/site-path.ts';
import type { ReleaseStep, ReleaseSteps } from './plan-release.ts';

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
