// The input of the checks: from a running build, or read from the last build on disk.

import type { Locale } from '../../config/locales.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import type { ReadFacts } from '../facts/stored-facts.ts';
import type { RedirectRules } from '../plan/redirects/redirect-rules.ts';
import type { Alternate, PageRoute } from '../plan/route-plan.ts';
import type { ReadPage } from './page-brief.ts';
import type { RuleSeverities } from './rules/rules.ts';

/** The entry of a page. */
export interface RouteEntry {
  readonly collection: string;
  readonly site: string;
  readonly id: string;
  readonly title: string;
  readonly editUrl: string | null;
}

/** One planned page: a route of the plan, or a row of routes.json. */
export interface CheckRoute {
  readonly name: string;
  /** Decoded site path. */
  readonly path: string;
  readonly locale: Locale;
  readonly page: string;
  readonly kind: PageRoute['kind'];
  readonly template: string;
  readonly languageTag: string;
  readonly alternates: readonly Alternate[];
  readonly isIndexable: boolean;
  readonly isInSitemap: boolean;
  /** Null if the page has only messages of locales/. */
  readonly entry: RouteEntry | null;
}

export interface Stylesheet {
  /** Site path. */
  readonly path: string;
  readonly text: string;
}

/** The input of the checks. */
export interface CheckInput {
  readonly origin: string;
  /** In route order. */
  readonly routes: readonly CheckRoute[];
  /** The rendered pages in route order, without locales that were not built. */
  readonly listPages: () => Iterable<ReadPage>;
  /** Facts of header, footer and banner, by chrome key. */
  readonly fragmentFacts: ReadonlyMap<string, FragmentFacts>;
  readonly readFacts: ReadFacts;
  /** Files of pages that were changed after the build. */
  readonly editedFiles: ReadonlySet<string>;
  /** Whether a decoded site path is a file other than a page. */
  readonly hasFile: (path: string) => boolean;
  readonly stylesheets: Iterable<Stylesheet>;
  /** Every `<loc>` of the sitemap; null if there is none because not all locales were built. */
  readonly sitemapUrls: Iterable<string> | null;
  readonly redirects: RedirectRules;
  readonly severities: RuleSeverities;
}

/** The properties of an entry in routes.json and findings. */
export function routeEntryOf({ collection, site, id, title, editUrl }: IndexRow): RouteEntry {
  return { collection, site, id, title, editUrl };
}
