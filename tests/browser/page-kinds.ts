// One page of every kind in every locale: what is looked at when a whole site cannot be.

import { readFileSync } from 'node:fs';
import * as z from 'zod';

const routesFile = z.object({
  routes: z.array(z.object({ name: z.string(), path: z.string(), locale: z.string(), page: z.string() })),
});

/** A page that stands for its kind in its locale. */
export interface PageKind {
  /** Route name without its locale: `blog`, `blog-page`, `blog-slug`, `404`. */
  readonly name: string;
  readonly path: string;
  readonly locale: string;
}

/** Each kind in one of the locales that have it, the locales in turn. */
export function oneOfEachKind(kinds: readonly PageKind[]): readonly PageKind[] {
  const byName = [...Map.groupBy(kinds, ({ name }) => name).values()];
  return byName.flatMap((group, index) => group.slice(index % group.length).slice(0, 1));
}

/** The first route of every kind in every locale, in the order of `routes.json`. */
export function loadPageKinds(routesJson: string): readonly PageKind[] {
  const { routes } = routesFile.parse(JSON.parse(readFileSync(routesJson, 'utf8')));
  const first = new Map<string, PageKind>();
  for (const { name: routeName, path, locale } of routes) {
    if (first.has(routeName)) continue;
    const [name = routeName] = routeName.split('___');
    first.set(routeName, { name, path, locale });
  }
  return [...first.values()];
}
