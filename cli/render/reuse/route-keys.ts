// A key of all that a page's input is made of, made without reading the page's entry: where it and the code are those of
// the last build, the input is too. Coarse on purpose: a key that differs for nothing costs one input, no page.
// Pages whose making asks for images of the site's own have none: those orders come from making the input alone.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { Collection } from '../../../content/collections.ts';
import type { CodeBundles } from '../../code/code-bundles.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { sha256, shortHash } from '../../files/content-hash.ts';
import type { PageRoute, RoutePlan } from '../../plan/route-plan.ts';
import { isVisibleAt } from '../../plan/site-model.ts';
import { findListPage } from '../page-input/list-props.ts';
import type { LocaleContext } from '../page-input/locale-context.ts';
import { createSwitcherInput } from '../page-input/switcher-input.ts';
import type { PageKit } from '../page-kit.ts';

/** Keys of one build. */
export interface RouteKeys {
  /** Key of a route's input; null where only making the input tells. */
  readonly findKey: (context: LocaleContext, route: PageRoute) => string | null;
}

/** What the keys are made of. */
export interface RouteKeysInput {
  readonly site: SiteConfig;
  readonly plan: RoutePlan;
  readonly bundles: CodeBundles;
  readonly kit: Pick<PageKit, 'inputs' | 'hasOwnImages'>;
  /** Of the program. */
  readonly codeKey: string;
}

/** Collections that pages join whole, or ask for by slug. */
const JOINED: readonly Collection[] = [
  'pages',
  'pages_block',
  'team',
  'speakers',
  'clients',
  'offices',
  'faq',
  'social_links',
];

/** Makes the keys of one build. */
export function createRouteKeys({ site, plan, bundles, kit, codeKey }: RouteKeysInput): RouteKeys {
  if (kit.hasOwnImages) return { findKey: () => null };
  const { templates: _, assets, ...code } = bundles;
  const pages = plan.routes.flatMap(({ kind, name, path, page, locale }) =>
    kind === 'page' ? [[name, path, page, locale]] : [],
  );
  const base = sha256(JSON.stringify([codeKey, site, code, assets.map(({ path }) => path), plan.redirects, pages]));
  const byLocale = new Map<LocaleContext, { readonly joined: string; readonly all: string }>();
  const digestsOf = (context: LocaleContext) => {
    const known = byLocale.get(context) ?? createDigests(context, base);
    byLocale.set(context, known);
    return known;
  };
  const digestOf = createAlternatesDigest();
  const related: RelatedTexts = new WeakMap();
  const findKey = (context: LocaleContext, route: PageRoute) => {
    const { joined, all } = digestsOf(context);
    const shown = describeShown(context, route, related);
    const { source } = route;
    const own = 'row' in source ? `${source.kind} ${source.row.digest}` : JSON.stringify(source);
    const number = source.kind === 'list' ? `${source.pageNumber} ${source.lastPage}` : '';
    const switcher = createSwitcherInput(route, context.routes, context.site.locales);
    return shortHash(
      [
        shown === null ? all : joined,
        describePlace(route),
        digestOf(route.alternates),
        own,
        number,
        shown ?? '',
        switcher.hrefs.join(' '),
        switcher.targets.join(' '),
        kit.inputs.findChromeKey(context, route),
      ].join('\n'),
    );
  };
  return { findKey };
}

/** Everything of a route but where its content is, which pages are its alternates, and what follows from its path. */
function describePlace(route: PageRoute): string {
  const { name, path, page, kind, template, layout, languageTag } = route;
  const { isIndexable, isInSitemap, lastModified } = route;
  const where = `${name}\n${path}\n${page}\n${kind}\n${template}\n${layout}\n${languageTag}`;
  return `${where}\n${isIndexable}\n${isInSitemap}\n${lastModified}`;
}

type DigestAlternates = (alternates: PageRoute['alternates']) => string;

/** Pages that are the same one in several languages have one list of them. */
function createAlternatesDigest(): DigestAlternates {
  const digests = new Map<PageRoute['alternates'], string>();
  return (alternates) => {
    const known = digests.get(alternates);
    if (known !== undefined) return known;
    const digest = shortHash(alternates.map(({ hreflang, href }) => `${hreflang} ${href}`).join(' '));
    digests.set(alternates, digest);
    return digest;
  };
}

/** What every page of a locale may show, and that with every entry of the locale. */
function createDigests(context: LocaleContext, base: string): { readonly joined: string; readonly all: string } {
  const { model, locale } = context;
  const digest = (collections: readonly Collection[] | null) =>
    model.snapshot.collections
      .filter((part) => part.site === locale.row.site && (collections?.includes(part.collection) ?? true))
      .map(({ collection, rows }) => [
        collection,
        rows.filter((row) => isVisibleAt(row, model.clock)).map((row) => row.digest),
      ]);
  const year = new Date(model.clock).getUTCFullYear();
  const joined = sha256(
    JSON.stringify([base, year, locale.globals, context.bannerStylesheet, model.snapshot.service, digest(JOINED)]),
  );
  return {
    joined,
    all: sha256(JSON.stringify([joined, digest(null), context.routes.findPage('blog', locale.row.locale)?.path])),
  };
}

const LIST_BY_PAGE = { 'blog-slug': 'blog', 'e-books-slug': 'e-books' } as const;
/** Details that show their own entry, what is joined, and nothing else of a list. */
const ALONE: ReadonlySet<string> = new Set(['webinars-slug', 'lp-slug']);

/** What lists that stand beside entry after entry show. */
type RelatedTexts = WeakMap<readonly IndexRow[], string>;

/** What the cards of a page show; null where a page may show any. */
function describeShown(context: LocaleContext, route: PageRoute, related: RelatedTexts): string | null {
  const { source, page, kind } = route;
  if (source.kind === 'list') {
    const { rows = [] } = findListPage(context, route) ?? {};
    return `${describeCards(context, `${page}-slug`, rows)} ${JSON.stringify(context.blogCategories)}`;
  }
  if (kind !== 'detail' || source.kind !== 'entry') return null;
  if (page === 'blog-slug' || page === 'e-books-slug') {
    const rows = context.model.findRelated(context.locale, LIST_BY_PAGE[page], source.row);
    const text = related.get(rows) ?? shortHash(describeCards(context, page, rows));
    related.set(rows, text);
    return text;
  }
  return ALONE.has(page) ? '' : null;
}

/** A card shows its entry's row, and leads to its route. */
function describeCards(context: LocaleContext, page: string, rows: readonly IndexRow[]): string {
  const describeCard = (row: IndexRow) => {
    const route = context.routes.findDetail(page, context.locale.row.locale, row.slug);
    return `${row.digest} ${route?.path} ${route?.languageTag}`;
  };
  return rows.map(describeCard).join(' ');
}
