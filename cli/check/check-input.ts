// What the checks look at, whether a build hands it over or the last build left it on disk.

import type { Locale } from '../../config/locales.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import type { ReadFacts } from '../facts/stored-facts.ts';
import type { RedirectRules } from '../plan/redirects/redirect-rules.ts';
import type { Alternate, PageRoute } from '../plan/route-plan.ts';
import type { ReadPage } from './page-brief.ts';
import type { RuleSeverities } from './rules/rules.ts';

/** The entry whose page a route is. */
interface RouteEntry {
  readonly collection: string;
  readonly site: string;
  readonly id: string;
  readonly title: string;
  readonly editUrl: string | null;
}

/** One planned page; a route of the plan is one. */
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
  /** Null where words alone make the page. */
  readonly entry: RouteEntry | null;
}

/** A stylesheet by its site path. */
export interface Stylesheet {
  readonly path: string;
  readonly text: string;
}

/** Everything that the checks look at. Pages and sitemap are streams. */
export interface CheckInput {
  readonly origin: string;
  /** In route order. */
  readonly routes: readonly CheckRoute[];
  /** The rendered pages in route order, each time it is asked; those of locales that a build does not render are not among them. */
  readonly listPages: () => Iterable<ReadPage>;
  /** Facts of header, footer and banner by chrome key. */
  readonly fragmentFacts: ReadonlyMap<string, FragmentFacts>;
  readonly readFacts: ReadFacts;
  /** Files of pages that were changed after the build. */
  readonly editedFiles: ReadonlySet<string>;
  /** Whether a decoded site path is a file that is no page. */
  readonly hasFile: (path: string) => boolean;
  readonly stylesheets: Iterable<Stylesheet>;
  /** Every `<loc>` of the sitemap; null where the build wrote none because it did not write all locales. */
  readonly sitemapUrls: Iterable<string> | null;
  readonly redirects: RedirectRules;
  readonly severities: RuleSeverities;
}

/** What `routes.json` and findings say of an entry. */
export function routeEntryOf({ collection, site, id, title, editUrl }: IndexRow): RouteEntry {
  return { collection, site, id, title, editUrl };
}
