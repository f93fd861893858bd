// Every URL of the site: what the planner decides and everything after it relies on.

import type { LanguageTag } from '../../config/language-tag.ts';
import type { Locale } from '../../config/locales.ts';
import type { Layout, ListName } from '../../config/pages.ts';
import type { TemplateId } from '../../templates/template-ids.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { Problem } from '../errors.ts';
import type { RedirectRules } from './redirects/redirect-rules.ts';
import type { SiteModel } from './site-model.ts';

/** Where a route's content is. */
export type RouteSource =
  /** An entry of the content service. */
  | { readonly kind: 'entry'; readonly row: IndexRow }
  /** Words alone. */
  | { readonly kind: 'words' }
  /** The n-th page of a list whose first page shows the entry. */
  | {
      readonly kind: 'list';
      readonly row: IndexRow;
      readonly list: ListName;
      readonly pageNumber: number;
      readonly lastPage: number;
    }
  | { readonly kind: 'error'; readonly status: 404 | 500 };

/** hreflang value and absolute URL. */
export interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}

/** One page in one locale. Its file and its canonical URL follow from it: `outFileOf`, `canonicalOf`. */
export interface PageRoute {
  /** `blog-slug___ua`. Several routes of a parameterised page share it. */
  readonly name: string;
  /** Decoded site path. */
  readonly path: string;
  readonly locale: Locale;
  /** Page of the registry. */
  readonly page: string;
  readonly kind: 'page' | 'detail' | 'list-page' | 'error';
  readonly template: TemplateId;
  readonly layout: Layout;
  readonly languageTag: LanguageTag;
  readonly alternates: readonly Alternate[];
  readonly isIndexable: boolean;
  /** Indexable and not hidden from the index. */
  readonly isInSitemap: boolean;
  /** ISO 8601, from the content only. */
  readonly lastModified: string | null;
  readonly source: RouteSource;
  /** The entry whose page it is, or whose list it goes on with; null where words alone make the page. */
  readonly entry: IndexRow | null;
}

/** The whole plan. Routes are in route order: locale, then page of the registry, then the order of the content. */
export interface RoutePlan {
  /** What is shown: the model that was planned, entries whose page a redirect replaces left out of its lists. */
  readonly model: SiteModel;
  readonly routes: readonly PageRoute[];
  readonly redirects: RedirectRules;
  /** Registered pages that do not exist, collisions, redirect problems: everything that planning found. */
  readonly problems: readonly Problem[];
}
