// The plan of a site: its routes and redirects.

import type { LanguageTag } from '../../config/language-tag.ts';
import type { Locale } from '../../config/locales.ts';
import type { Layout } from '../../config/pages.ts';
import type { TemplateId } from '../../templates/template-ids.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import { type Problem, type ProblemPlace, placeOfEntry } from '../errors.ts';
import type { SitePath } from '../files/brands.ts';
import type { RedirectRules } from './redirects/redirect-rules.ts';
import type { SiteModel } from './site-model.ts';

export interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}

/** One page in one locale. See `outFileOf` for its file, and `canonicalOf` for its canonical URL. */
export interface PageRoute {
  /** `blog-slug___ua`. All pages of a collection have the same name. */
  readonly name: string;
  readonly path: SitePath;
  readonly locale: Locale;
  /** Row of config/pages.ts. */
  readonly page: string;
  readonly kind: 'page' | 'detail' | 'list-page' | 'error';
  readonly template: TemplateId;
  readonly layout: Layout;
  readonly languageTag: LanguageTag;
  readonly alternates: readonly Alternate[];
  readonly isIndexable: boolean;
  /** Indexable and not hidden from the index. */
  readonly isInSitemap: boolean;
  /** ISO 8601, from the content. */
  readonly lastModified: string | null;
  /** The entry of the page or of the first page of its list; null if the page has only messages of locales/. */
  readonly entry: IndexRow | null;
  /** From 1. Further pages of a list have another one. */
  readonly pageNumber: number;
  /** Only of error pages. */
  readonly status: 404 | 500 | null;
}

/** The plan. Routes are in route order: by locale, row of config/pages.ts, order of the content. */
export interface RoutePlan {
  /** The model, without list entries whose page is replaced by a redirect. */
  readonly model: SiteModel;
  readonly routes: readonly PageRoute[];
  readonly redirects: RedirectRules;
  /** Missing pages, collisions and faulty redirects. */
  readonly problems: readonly Problem[];
}

/** Where the content of a page is: its path, and its entry if it has one. */
export function placeOfRoute({ path, entry }: Pick<PageRoute, 'path' | 'entry'>): ProblemPlace {
  return entry === null ? { path } : { ...placeOfEntry(entry), path };
}
