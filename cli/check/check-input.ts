// The input of the checks, from a running build, from the last build on disk, or of a live site.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { PageRow, StoredPages } from '../facts/page-store.ts';
import { parsePage } from '../facts/parse-html.ts';
import type { OutPath, SitePath } from '../files/brands.ts';
import type { Address } from '../paths/address.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { RedirectRules } from '../plan/redirects/redirect-rules.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import type { RuleSeverities } from './rules/rules.ts';

export interface RouteEntry extends Pick<IndexRow, 'site' | 'id' | 'title' | 'editUrl'> {
  readonly collection: string;
}

type Planned = 'name' | 'path' | 'page' | 'kind' | 'alternates' | 'isIndexable' | 'isInSitemap';

/** One planned page: a route of the plan, or a row of routes.json; or a page of a live site. */
export interface CheckRoute extends Pick<PageRoute, Planned> {
  /** The language of a page of a live site. */
  readonly locale: string;
  readonly template: string;
  readonly languageTag: string;
  /** Null if the page has only messages of locales/. */
  readonly entry: RouteEntry | null;
}

export interface Stylesheet {
  readonly path: SitePath;
  readonly text: string;
}

export interface ReadPage {
  readonly path: SitePath;
  /** Key of its header and footer; null if their facts are among those of the page. */
  readonly chrome: string | null;
  /** Null if its file is missing. */
  readonly facts: PageFacts | null;
}

export interface CheckInput {
  readonly origin: string;
  /** In route order. */
  readonly routes: readonly CheckRoute[];
  /** Reads the rendered pages with these paths, or all of them, one by one in route order. */
  readonly readPages: (paths?: ReadonlySet<SitePath>) => Iterable<ReadPage>;
  /** Facts of header, footer and banner, by chrome key. */
  readonly fragmentFacts: ReadonlyMap<string, PageFacts>;
  /** Files of pages that were changed after the build. */
  readonly editedFiles: ReadonlySet<OutPath>;
  /** Whether a decoded site path is a file other than a page. */
  readonly hasFile: (path: SitePath) => boolean;
  readonly stylesheets: Iterable<Stylesheet>;
  /** Every `<loc>` of the sitemap with the name of its file; null if there is none because not all locales were built. */
  readonly sitemap: Iterable<{ readonly url: string; readonly file: string }> | null;
  readonly redirects: RedirectRules;
  readonly severities: RuleSeverities;
}

/** The properties of an entry in routes.json and findings. */
export function routeEntryOf({ collection, site, id, title, editUrl }: IndexRow): RouteEntry {
  return { collection, site, id, title, editUrl };
}

/** Reads stored facts. Pages in `edited`, and those whose facts are damaged, are read from their HTML: from the first folder that has it. */
export function createPageReader(
  rows: readonly Pick<PageRow, 'path' | 'chrome'>[],
  pages: Pick<StoredPages, 'readFacts'>,
  dirs: readonly string[],
  edited: ReadonlySet<string> = new Set(),
): CheckInput['readPages'] {
  return function* (paths) {
    const wanted = paths === undefined ? rows : rows.filter(({ path }) => paths.has(path));
    for (const { path, chrome } of wanted) {
      const facts = pages.readFacts(path);
      const file = outFileOf(path);
      if (facts !== null && !edited.has(file)) yield { path, chrome, facts };
      else yield { path, chrome: null, facts: readHtmlFacts(dirs, file) };
    }
  };
}

function readHtmlFacts(dirs: readonly string[], file: string): PageFacts | null {
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile();
  const found = dirs.map((dir) => join(dir, file)).find(isFile);
  return found === undefined ? null : parsePage(readFileSync(found, 'utf8')).facts;
}

export type LinkTarget =
  /** `page` is the page number; `anchor` is decoded and may be ''. */
  | { readonly kind: 'page'; readonly page: number; readonly anchor: string; readonly isSlashless: boolean }
  /** `wrongType` says that the host serves it as another type. */
  | { readonly kind: 'file'; readonly wrongType?: string }
  /** `page` is where it ends on a live site. */
  | { readonly kind: 'redirect'; readonly to: string; readonly page?: number }
  /** `why` says what a host answers. */
  | { readonly kind: 'dead'; readonly why?: string }
  | Exclude<Address, { readonly kind: 'own' | 'dead' }>;
