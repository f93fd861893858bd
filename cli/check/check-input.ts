// The input of the checks, from a running build or from the last build on disk, and where its links lead. Absolute hrefs that are slow to
// resolve are cached.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { LOCALES, type LocaleRow } from '../../config/locales.ts';
import { hostOriginOf } from '../../config/site-address.ts';
import { isPlainForeign } from '../../templates/components/resolve-link.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import { systemErrorCode } from '../errors.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { PageRow, StoredPages } from '../facts/page-store.ts';
import { parseHtml } from '../facts/parse-html.ts';
import type { OutPath, SitePath } from '../files/brands.ts';
import { IMAGE_ROUTE_PATH } from '../images/image-addresses.ts';
import { type Address, addressKey, parseAddress, plainPathOf } from '../paths/address.ts';
import { canonicalOf, outFileOf, pathOfUrl, ROOT_PATH } from '../paths/site-path.ts';
import { findRedirect } from '../plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../plan/redirects/redirect-rules.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import { type Fault, locateFault } from './findings.ts';
import type { OwnerContext } from './links/link-faults.ts';
import type { PageFault } from './rules/page-rules.ts';
import type { RuleSeverities } from './rules/rules.ts';
import type { CheckedSite } from './rules/site-rules.ts';

export interface RouteEntry extends Pick<IndexRow, 'site' | 'id' | 'title' | 'editUrl'> {
  readonly collection: string;
}

type Planned = 'path' | 'kind' | 'alternates' | 'isIndexable' | 'isInSitemap';

/** One planned page: a route of the plan, or a row of routes.json; or a page of a live site. */
export interface CheckRoute extends Pick<PageRoute, Planned> {
  readonly name: string;
  readonly page: string;
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

/** Undefined for the language of a live site. */
export const rowOfLocale = (locale: string): LocaleRow | undefined => LOCALES.find((row) => row.locale === locale);

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
    for (const [{ path, chrome }, facts] of pages.readFacts(wanted)) {
      const file = outFileOf(path);
      if (facts !== null && !edited.has(file)) yield { path, chrome, facts };
      else yield { path, chrome: null, facts: readHtmlFacts(dirs, file) };
    }
  };
}

const NO_FILE = ['ENOENT', 'ENOTDIR', 'EISDIR'];

function readHtmlFacts(dirs: readonly string[], file: string): PageFacts | null {
  for (const dir of dirs)
    try {
      return parseHtml(readFileSync(join(dir, file), 'utf8'));
    } catch (cause) {
      if (!NO_FILE.includes(systemErrorCode(cause) ?? '')) throw cause;
    }
  return null;
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

/** Such an href has the same target on every page. */
const ABSOLUTE_HREF = /^(?:\/|https?:\/\/)/;
/** For hrefs on many pages: assets, images, links of the header. */
const MAX_CACHED = 10_000;

/** A site that is checked: where its links lead, and where its faults are fixed. Page numbers are positions in route order. */
export class SiteIndex {
  /** Whether it is a live site, of which not everything is known. */
  readonly isLive: boolean = false;
  readonly origin: string;
  readonly routes: readonly CheckRoute[];
  protected readonly input: CheckInput;
  readonly #numberByPath: ReadonlyMap<SitePath, number>;
  readonly #cached = new LRUCache<string, LinkTarget>({ max: MAX_CACHED });

  constructor(input: CheckInput) {
    this.origin = input.origin;
    this.routes = input.routes;
    this.input = input;
    this.#numberByPath = new Map(input.routes.map(({ path }, number) => [path, number]));
  }

  numberOf(path: SitePath): number | undefined {
    return this.#numberByPath.get(path);
  }

  /** The canonical URL; null for error pages. */
  canonicalOf(page: number): string | null {
    const route = this.routes[page];
    return route === undefined ? null : canonicalOf(this.origin, route);
  }

  /** Whether a decoded site path is a file other than a page. */
  hasFile(path: SitePath): boolean {
    return this.input.hasFile(path) || path.startsWith(IMAGE_ROUTE_PATH);
  }

  /** `base` is the path of the page with the href. */
  resolve(href: string, base: SitePath): LinkTarget {
    // Most links are plain paths, which need no parsing.
    const plain = plainPathOf(href, this.origin);
    if (plain !== null) return this.#findTarget(plain, '', false);
    if (isPlainForeign(href, this.origin)) return { kind: 'external', url: href };
    if (!ABSOLUTE_HREF.test(href)) return this.#parse(href, base);
    const target = this.#cached.get(href) ?? this.#parse(href, base);
    this.#cached.set(href, target);
    return target;
  }

  #parse(href: string, base: SitePath): LinkTarget {
    const address = parseAddress(href, base, this.origin);
    return address.kind === 'own' ? this.#findTarget(address.path, address.anchor, address.isSlashless) : address;
  }

  #findTarget(path: SitePath, anchor: string, isSlashless: boolean): LinkTarget {
    const page = this.#numberByPath.get(path);
    if (page !== undefined) return { kind: 'page', page, anchor, isSlashless };
    if (this.hasFile(path)) return { kind: 'file' };
    const found = findRedirect(this.input.redirects, path);
    return found === null || found.status === 410 ? { kind: 'dead' } : { kind: 'redirect', to: found.to };
  }

  /** The page of an absolute URL of this site. */
  pageOf(href: string): number | undefined {
    const plain = href.startsWith('/') ? null : plainPathOf(href, this.origin);
    if (plain !== null) return this.numberOf(plain);
    const url = URL.parse(href);
    if (url === null || url.origin !== hostOriginOf(this.origin)) return undefined;
    const path = pathOfUrl(url, this.origin);
    return path === null ? undefined : this.numberOf(path);
  }

  keyOf(href: string, path: SitePath): string {
    return addressKey(href, path, this.origin);
  }

  /** Why an absolute URL is no page of the site. */
  whyNoPage(href: string): string {
    const target = this.resolve(href, ROOT_PATH);
    if (target.kind === 'redirect') return `is redirected to ${target.to}`;
    return (target.kind === 'dead' ? target.why : undefined) ?? 'is not a page of this site';
  }

  /** Whether an address that is no page may be right: on a live site, where not everything is read. */
  mayBeRight(_href: string): boolean {
    return false;
  }

  /** Whether visitors get it over https. */
  get isSecure(): boolean {
    return this.origin.startsWith('https:');
  }

  /** Where to search for entries with faulty links. */
  get owners(): Omit<OwnerContext, 'content'> {
    return this.input;
  }

  locate(fault: PageFault, route: CheckRoute): Fault {
    return locateFault(fault, route, this.input.editedFiles);
  }

  /** Faults of what only a live site has: its responses. */
  findOwnFaults(_checked: CheckedSite): Iterable<Fault> {
    return [];
  }
}
