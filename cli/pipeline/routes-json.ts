// `.sitegen/routes.json`: the routes of a build, for other programs and for `sitegen check`.

import { join } from 'node:path';
import { LOCALES, type Locale } from '../../config/locales.ts';
import { routeEntryOf } from '../check/check-input.ts';
import { readJsonFields } from '../files/read-json-fields.ts';
import { canonicalOf, outFileOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import { type BuildOptions, isWanted } from './build-options.ts';

/** Version of the format of routes.json. */
const ROUTES_VERSION = 1;

/**
 * Prints the file, with one route per line. A build of some locales keeps the rows of the others. Null if such a build has no file to
 * keep them from.
 */
export function printRoutes(
  origin: string,
  routes: readonly PageRoute[],
  { locales, cacheDir }: Pick<BuildOptions, 'locales' | 'cacheDir'>,
): Iterable<string> | null {
  const rowOf = (route: PageRoute) => JSON.stringify(routeRow(origin, route));
  if (locales === 'all') return printRows(routes, rowOf);
  const others = readRows(join(cacheDir, 'routes.json'));
  if (others === null) return null;
  const rows = LOCALES.flatMap(({ locale }) =>
    isWanted(locale, locales)
      ? routes.filter((route) => route.locale === locale).map(rowOf)
      : others.filter((row) => row.locale === locale).map((row) => JSON.stringify(row)),
  );
  return printRows(rows, (row) => row);
}

function* printRows<T>(items: readonly T[], rowOf: (item: T) => string): Iterable<string> {
  yield `{"version":${ROUTES_VERSION},"routes":[\n`;
  for (const [index, item] of items.entries()) yield `${rowOf(item)}${index === items.length - 1 ? '' : ','}\n`;
  yield ']}\n';
}

/** The rows of the last build; null if there is no file of this version. */
function readRows(file: string): readonly { readonly locale: Locale }[] | null {
  const { version, routes } = readJsonFields<{ version: number; routes: readonly { readonly locale: Locale }[] }>(file);
  return version === ROUTES_VERSION ? (routes ?? null) : null;
}

/** `entry` is null if the page has only messages of locales/. */
function routeRow(origin: string, route: PageRoute): object {
  const { name, path, locale, page, kind, template, languageTag, alternates, entry } = route;
  return {
    ...{ name, path, locale, page, kind, template, languageTag },
    outFile: outFileOf(path),
    canonical: canonicalOf(origin, route),
    alternates,
    noindex: !route.isIndexable,
    inSitemap: route.isInSitemap,
    entry: entry === null ? null : routeEntryOf(entry),
  };
}
