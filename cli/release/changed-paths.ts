// The addresses whose answers a release changes, for the caches between a target and its visitors.

import { basePathOf } from '../../config/site-address.ts';
import { encodePath } from '../paths/site-path.ts';
import type { ReleaseObject } from './release-record.ts';

const INDEX = /(^|\/)index\.html$/;

/** The site path at which visitors find an object: `/blog/` for `blog/index.html`, percent-encoded. */
export function pathOfKey(key: string): string {
  return encodePath(`/${key.replace(INDEX, '$1')}`);
}

/** Of a release. */
interface PathsPlace {
  readonly deleted: readonly string[];
  /** Objects of the release before. */
  readonly base: readonly ReleaseObject[];
  /** Address of the site. */
  readonly origin: string;
}

/**
 * The addresses of written and deleted objects with the folder of the site, sorted. A page is cached under `/x/`, and under `/x/index.html` where a function
 * in front of the cache adds the name; one that is new or gone also changes what `/x` answers. Hashed assets are listed only if
 * they are written again, because other bytes have another name.
 */
export function listChangedPaths(
  written: readonly ReleaseObject[],
  { deleted, base, origin }: PathsPlace,
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

function formsOf(key: string, wasThere: boolean): readonly string[] {
  const path = pathOfKey(key);
  if (!INDEX.test(key)) return [path];
  const forms = [path, `${path}index.html`];
  return wasThere || path === '/' ? forms : [...forms, path.slice(0, -1)];
}
