// Finds paths that are used twice: by entries with the same slug, by routes that differ only in case, and by slugs that equal a locale
// prefix or a generated file or folder.

import { LOCALES } from '../../config/locales.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import { type Problem, placeOfEntry } from '../errors.ts';
import { caselessPath } from '../paths/out-path.ts';
import type { PageRoute } from './route-plan.ts';
import type { SiteModel } from './site-model.ts';

/** Generated files that lead to pages, besides feeds. */
const LEADING_NAMES = ['sitemap.xml', 'robots.txt', '_headers', '_redirects', 'vercel.json'];
/** Files and folders that a build writes, and the API of the host. */
const GENERATED_NAMES = ['assets', 'search', 'lists', 'redirects', 'api', '404.html', '500.html', ...LEADING_NAMES];
const GENERATED_SITEMAP = /^\/sitemap-\d+\.xml\/$/;

/** Whether a file in the out folder leads visitors or hosts to pages, which must be published before it. */
export function leadsToPages(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name === 'feed.xml' || LEADING_NAMES.includes(name) || GENERATED_SITEMAP.test(`/${name}/`);
}

const PREFIXES = LOCALES.map(({ prefix }) => prefix);
const HOME_PATHS = new Set(PREFIXES.filter((prefix) => prefix !== '').map((prefix) => `${prefix}/`));
const GENERATED_PATHS = new Set([
  ...GENERATED_NAMES.map((name) => `/${name}/`),
  ...PREFIXES.flatMap((prefix) => [
    `${prefix}/404.html/`,
    `${prefix}/500.html/`,
    `${prefix}/blog/feed.xml/`,
    ...['blog', 'e-books', 'webinars'].map((list) => `${prefix}/${list}/page/`),
    // Folders of detail pages.
    `${prefix}/lp/`,
    `${prefix}/page-constructor/`,
  ]),
]);

/** Reports each collision with both sides (decisions, "Slugs"). */
export function findCollisions(routes: readonly PageRoute[], model: SiteModel): readonly Problem[] {
  const holderByPath = new Map<string, PageRoute>();
  const problems: Problem[] = [];
  for (const route of routes) {
    const key = caselessPath(route.path);
    const holder = holderByPath.get(key);
    if (holder !== undefined) problems.push(collision(route, describe(holder), holder.entry));
    else holderByPath.set(key, route);
    const generated = findGenerated(route, key);
    if (generated !== null) problems.push(collision(route, generated));
  }
  return [...problems, ...findDuplicatePages(model)];
}

function findGenerated(route: PageRoute, key: string): string | null {
  if (route.kind !== 'detail') return null;
  if (HOME_PATHS.has(key)) return 'the home page of a locale';
  return GENERATED_PATHS.has(key) || GENERATED_SITEMAP.test(key) ? 'a file or folder that the build writes' : null;
}

/** `pages` with the same slug: only one of them has a route. */
function findDuplicatePages(model: SiteModel): readonly Problem[] {
  return model.locales.flatMap(({ pages, pageBySlug }) =>
    pages.flatMap((page) => {
      const kept = pageBySlug.get(page.slug);
      if (kept === undefined || kept === page) return [];
      return [slugProblem(page, `The slug "${page.slug}" is also used by "${kept.title}" (${kept.id}).`, kept)];
    }),
  );
}

function collision({ path, entry }: PageRoute, holder: string, holderEntry: IndexRow | null = null): Problem {
  const what = `The path ${path} is already used by ${holder}.`;
  if (entry !== null) return slugProblem(entry, what, holderEntry);
  if (holderEntry !== null) return slugProblem(holderEntry, `The page ${path} of config/pages.ts has the same path.`);
  const fix = 'Change one of the two paths in config/pages.ts.';
  return { code: 'PATH_COLLISION', severity: 'error', where: { path }, what, fix };
}

function slugProblem(row: IndexRow, what: string, other: IndexRow | null = null): Problem {
  return {
    code: 'PATH_COLLISION',
    severity: 'error',
    where: placeOfEntry(row, 'slug'),
    what,
    fix: 'Give one of the two another slug, publish, and build again.',
    entries: [row, ...(other === null ? [] : [other])].map(({ collection, site, id }) => ({ collection, site, id })),
  };
}

function describe({ path, entry }: PageRoute): string {
  if (entry === null) return `the page ${path}`;
  const { collection, title, site, id } = entry;
  return `${collection} › "${title}" (${site}, ${id})`;
}
