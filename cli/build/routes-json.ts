// The routes of a build for other programs and for the checks of what it left.

import { routeEntryOf } from '../check/check-input.ts';
import type { PageRoute } from './route-plan.ts';
import { canonicalOf, outFileOf } from './site-path.ts';

/** Version of the shape of routes.json. */
const ROUTES_VERSION = 1;

/** `.sitegen/routes.json`: one route a line, and still one JSON document. */
export function* routesJson(origin: string, routes: readonly PageRoute[]): Iterable<string> {
  yield `{"version":${ROUTES_VERSION},"routes":[\n`;
  for (const [index, route] of routes.entries()) {
    yield `${JSON.stringify(routeRow(origin, route))}${index === routes.length - 1 ? '' : ','}\n`;
  }
  yield ']}\n';
}

/** `entry` is the one whose page it is; null where words alone make the page. */
function routeRow(origin: string, route: PageRoute): object {
  const { name, path, locale, page, kind, template, languageTag, alternates, entry } = route;
  return {
    name,
    path,
    locale,
    page,
    kind,
    template,
    languageTag,
    outFile: outFileOf(path),
    canonical: canonicalOf(origin, route),
    alternates,
    noindex: !route.isIndexable,
    inSitemap: route.isInSitemap,
    entry: entry === null ? null : routeEntryOf(entry),
  };
}
