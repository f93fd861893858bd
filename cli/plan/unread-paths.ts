// With --on-fetch-error empty, lists that could not be read are empty. What leads to their pages is not wrong, so it stops no build.

import type { PageRow } from '../../config/pages.ts';
import type { SiteModel } from './site-model.ts';

/** Whether the list of a collection of a site could not be read. */
export function isUnread({ snapshot }: SiteModel, collection: string, site: string): boolean {
  return snapshot.collections.some(
    (list) => list.source === 'empty' && list.collection === collection && list.site === site,
  );
}

/** Finds out whether a decoded path may be that of a page whose entry could not be read. */
export function findUnreadPaths(model: SiteModel, pages: readonly PageRow[]): (path: string) => boolean {
  const patterns = model.locales.flatMap(({ row: { site, prefix } }) =>
    pages.flatMap(({ path, source, list }) => {
      const [before = '', after = ''] = path.split('{slug}');
      const collection = source.kind === 'collection' ? source.collection : 'pages';
      return [
        ...(isUnread(model, collection, site) ? [{ before: prefix + before, after }] : []),
        ...(list !== undefined && model.snapshot.collections.some((other) => isUnread(model, other.collection, site))
          ? [{ before: `${prefix}${path}page/`, after: '/' }]
          : []),
      ];
    }),
  );
  return (path) => {
    const whole = path.endsWith('/') ? path : `${path}/`;
    return patterns.some(({ before, after }) => {
      const middle = whole.slice(before.length, whole.length - after.length);
      const isPart = whole.startsWith(before) && whole.endsWith(after) && whole.length >= before.length + after.length;
      return isPart && !middle.includes('/');
    });
  };
}
