// All that one page shows, as JSON: the one thing that a template gets. Shared values (chrome, words) are named by
// hash and kept beside, so a page's input stays small.

import type { SiteConfig } from '../../../config/define-site.ts';
import { type Locale, localeRow } from '../../../config/locales.ts';
import type { Entry } from '../../../content/collections.ts';
import { isWordKey, loadWords, wordsOfGroups } from '../../../locales/words.ts';
import { hrefsOf } from '../../../templates/components/clean-rich-text.ts';
import type {
  CardInput,
  ChromeInput,
  HeadInput,
  PageInput,
  ReadText,
  SiteInput,
  TemplateInput,
  WordsInput,
} from '../../../templates/page-input.ts';
import { COMMON_WORDS, TEMPLATES } from '../../../templates/template-ids.ts';
import { contentHash, shortHash } from '../../files/content-hash.ts';
import type { ShareText } from '../../images/plan-image-files.ts';
import { canonicalOf, hrefOf } from '../../paths/site-path.ts';
import { listHrefs } from '../../plan/links.ts';
import { prefixOf } from '../../plan/redirects/find-redirect.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { type ChromePlace, createChromeInput, findChromeLook } from './chrome-input.ts';
import { feedHref, findListPage } from './list-props.ts';
import type { LocaleContext } from './locale-context.ts';
import { createTemplateInput, findLastFormId, type RoutedEntry } from './page-props.ts';
import { createLanguages, createSwitcherInput } from './switcher-input.ts';

/** Files that every page links. */
export interface PageAssets {
  readonly stylesheet: string;
  /** The font's file by script (ISO 15924). */
  readonly fontByScript: Readonly<Record<string, string>>;
  readonly script: string;
  readonly icon: string;
  /** Meta Content-Security-Policy; null where the host sends the header. */
  readonly contentSecurityPolicy: string | null;
}

/** Values that several pages share, by hash. Filled while page inputs are made. */
interface SharedInputs {
  readonly chromes: ReadonlyMap<string, { readonly input: ChromeInput; readonly words: string }>;
  readonly words: ReadonlyMap<string, WordsInput>;
  readonly sites: ReadonlyMap<string, SiteInput>;
  /** Lists that stand beside entry after entry; others are known to their pages alone. */
  readonly related: ReadonlyMap<string, readonly CardInput[]>;
}

/** Lists of cards that are kept: a few a category. */
const RELATED_KEPT = 1000;

/** Makes page inputs, and keeps what they share. */
export interface PageInputs {
  /** Key of the header, footer and banner of a route, but for the form that a landing page's button leads to. */
  readonly findChromeKey: (context: LocaleContext, route: PageRoute) => string;
  readonly create: (context: LocaleContext, page: RoutedEntry) => PageInput;
  readonly shared: SharedInputs;
}

/** Starts the page inputs of one build. */
export function createPageInputs(assets: PageAssets): PageInputs {
  const chromes = new Map<string, { input: ChromeInput; words: string }>();
  const words = new Map<string, WordsInput>();
  const wordsKeys = new Map<string, string>();
  const chromeKeys = new Map<string, string>();
  const related = new Map<string, readonly CardInput[]>();
  const sites = new Map<string, SiteInput>();
  const siteKeys = new Map<string, { readonly key: string; readonly site: SiteInput }>();
  const shareSite = (context: LocaleContext, route: PageRoute) => {
    const kind = `${route.locale} ${route.layout} ${route.languageTag}`;
    const known = siteKeys.get(kind);
    if (known !== undefined) return known;
    const site = createSiteInput(context, route, assets);
    const key = shortHash(JSON.stringify(site));
    const shared = { key, site: sites.get(key) ?? site };
    sites.set(key, shared.site);
    siteKeys.set(kind, shared);
    return shared;
  };
  const relatedKeys = new WeakMap<readonly CardInput[], string>();
  const shareRelated = (cards: readonly CardInput[]) => {
    const known = relatedKeys.get(cards);
    if (known !== undefined) return known;
    const hash = shortHash(JSON.stringify(cards));
    if (related.size < RELATED_KEPT) related.set(hash, cards);
    relatedKeys.set(cards, hash);
    return hash;
  };
  const groupHashes = new Map<string, string>();
  /** Hashed once for all templates that read it: the common ones are most of the words of each. */
  const hashGroup = (locale: Locale, group: string) => {
    const key = `${locale} ${group}`;
    const hash = groupHashes.get(key) ?? contentHash(JSON.stringify(wordsOfGroups(loadWords(locale), [group])));
    groupHashes.set(key, hash);
    return hash;
  };
  const shareWords = (context: LocaleContext, groups: readonly string[]) => {
    const { locale } = context.locale.row;
    const key = `${locale} ${groups.join(' ')}`;
    const known = wordsKeys.get(key);
    if (known !== undefined) return known;
    const value = wordsOfGroups(loadWords(locale), groups);
    const hash = contentHash(groups.map((group) => hashGroup(locale, group)).join(' '));
    words.set(hash, value);
    wordsKeys.set(key, hash);
    return hash;
  };
  const shareChrome = (context: LocaleContext, place: ChromePlace) => {
    const { locale } = context.locale.row;
    const { layout, page } = place.route;
    const key = `${locale} ${layout} ${page} ${place.lastFormId}`;
    const known = chromeKeys.get(key);
    if (known !== undefined) return known;
    const look = findChromeLook(place);
    const lookKey = `${locale} ${JSON.stringify(look)}`;
    const hash = chromeKeys.get(lookKey) ?? addChrome(context, createChromeInput(context, look));
    chromeKeys.set(lookKey, hash);
    chromeKeys.set(key, hash);
    return hash;
  };
  const addChrome = (context: LocaleContext, input: ChromeInput) => {
    const hash = contentHash(JSON.stringify(input));
    if (!chromes.has(hash)) chromes.set(hash, { input, words: shareWords(context, COMMON_WORDS) });
    return hash;
  };
  return {
    shared: { chromes, words, sites, related },
    findChromeKey: (context, route) => shareChrome(context, { route, lastFormId: null }),
    create: (context, page) => {
      const template = createTemplateInput(context, page);
      const breadcrumbs = createBreadcrumbs(context, page.route);
      const head = createHead(context, page);
      const { site, key } = shareSite(context, page.route);
      const { read, html } = findTexts(template);
      return {
        ...template,
        routeName: page.route.name,
        locale: page.route.locale,
        languageTag: page.route.languageTag,
        wordsLanguageTag: context.locale.row.languageTag,
        layout: page.route.layout,
        head,
        site,
        breadcrumbs,
        switcher: createSwitcherInput(page.route, context.routes, context.site.locales),
        finalHrefs: context.links.findFinalHrefs([...read.flatMap(hrefsOf), ...(html === '' ? [] : listHrefs(html))]),
        richImages: mayHaveImage(html) && IMAGE_TAG.test(html) ? context.images.findImages(html) : {},
        shared: {
          chrome: shareChrome(context, { route: page.route, lastFormId: findLastFormId(template) }),
          words: shareWords(context, [...COMMON_WORDS, ...TEMPLATES[page.route.template].words]),
          site: key,
          related: 'related' in template.props ? shareRelated(template.props.related) : null,
        },
      };
    },
  };
}

const IMAGE_TAG = /<img\b/i;

/** Looked for first: most texts have none, and to find that out letter by letter takes long. */
function mayHaveImage(html: string): boolean {
  return html.includes('<i') || html.includes('<I');
}

/** language_TERRITORY (ogp.me): the locale's, or derived from the language of an entry that has its own. */
function findOgLocale({ locale, languageTag }: PageRoute): string | null {
  const row = localeRow(locale);
  if (languageTag === row.languageTag) return row.ogLocale;
  const { language, region } = maximize(languageTag);
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? `${language}_${region}` : null;
}

const maximized = new Map<string, Intl.Locale>();

/** The likely script and territory of a language: asked for once a page, of a handful of languages. */
function maximize(languageTag: string): Intl.Locale {
  const likely = maximized.get(languageTag) ?? new Intl.Locale(languageTag).maximize();
  maximized.set(languageTag, likely);
  return likely;
}

function createHead(context: LocaleContext, { route, entry }: RoutedEntry): HeadInput {
  const { site } = context;
  const texts = createHeadTexts(context, route, entry);
  const listPage = findListPage(context, route);
  const alternatePrefixes = new Set(route.alternates.map(({ href }) => prefixOf(href.slice(site.origin.length))));
  const alternateLocales = context.site.locales.filter(
    (locale) => locale !== route.locale && alternatePrefixes.has(localeRow(locale).prefix),
  );
  return {
    ...texts,
    canonical: canonicalOf(context.site.origin, route),
    isIndexable: route.isIndexable,
    alternates: route.alternates,
    openGraph: {
      type: route.template === 'article' ? 'article' : 'website',
      locale: findOgLocale(route),
      localeAlternates: alternateLocales.map((locale) => localeRow(locale).ogLocale),
      image: hasOneShareImage(site) ? null : context.images.findShareImage(createShareText(context, route, entry)),
      publishedTime: route.template === 'article' ? context.localMoment(entry?.date ?? null) : null,
      modifiedTime: route.template === 'article' ? context.localMoment(route.lastModified) : null,
    },
    previousHref: listPage?.previousHref ?? null,
    nextHref: listPage?.nextHref ?? null,
  };
}

function hasOneShareImage({ build }: SiteConfig): boolean {
  return build.shareImages === 'one';
}

/** Of all pages of a locale with this layout and language. */
function createSiteInput(
  context: LocaleContext,
  { locale, layout, languageTag }: Pick<PageRoute, 'locale' | 'layout' | 'languageTag'>,
  assets: PageAssets,
): SiteInput {
  const { origin, brand } = context.site;
  return {
    origin,
    organization: {
      name: brand.name,
      legalName: brand.legalName,
      sameAs: context.socialLinks.map(({ href }) => href),
    },
    icon: assets.icon,
    stylesheets: [
      assets.stylesheet,
      ...(layout === 'default' && context.bannerStylesheet !== null ? [context.bannerStylesheet] : []),
    ],
    font: assets.fontByScript[maximize(languageTag).script ?? ''] ?? null,
    script: assets.script,
    feed: createFeedLink(context),
    languages: createLanguages(context.site.locales, locale),
    imageOrigin: context.images.origin,
    shareImage: hasOneShareImage(context.site) ? context.images.findShareImage({ title: null, kicker: null }) : null,
    contentSecurityPolicy: assets.contentSecurityPolicy,
  };
}

/** A page that is not to be found has nothing to be shared for. Further pages of a list share its card. */
function createShareText(context: LocaleContext, route: PageRoute, entry: Entry | null): ShareText {
  if (!route.isIndexable) return { title: null, kicker: null };
  const listPage = route.kind === 'detail' ? route.page.replace(/-slug$/, '') : null;
  const isListed = listPage !== null && context.hrefOfPage(listPage) !== null;
  return {
    title: entry?.title ?? wordTitle(context, route),
    kicker: isListed ? nameOfPage(context, listPage).name : null,
  };
}

function createFeedLink(context: LocaleContext): SiteInput['feed'] {
  const href = feedHref(context);
  return href === null ? null : { href, title: context.word('meta.feedTitle', { brand: context.site.brand.name }) };
}

/** Title and description: the editor's, else the entry's own words, else those of the page's kind. */
function createHeadTexts(
  context: LocaleContext,
  route: PageRoute,
  entry: Entry | null,
): Pick<HeadInput, 'title' | 'description'> {
  const { brand } = context.site;
  const own = entry === null ? null : ownTexts(entry);
  const named = own?.title ?? wordTitle(context, route);
  const numbered =
    route.source.kind === 'list' ? context.word('meta.pageOf', { title: named, page: route.source.pageNumber }) : named;
  return {
    title:
      own?.isSeoTitle === true ? numbered : context.word('meta.titlePattern', { title: numbered, brand: brand.name }),
    description: numberDescription(context, route, own?.description ?? wordDescription(context, route)),
  };
}

/** Each page of a list has a description of its own: the first one's, with the number. */
function numberDescription({ word }: LocaleContext, { source }: PageRoute, description: string | null): string | null {
  if (description === null || source.kind !== 'list') return description;
  return word('meta.descriptionPageOf', { description, page: source.pageNumber });
}

function ownTexts(entry: Entry) {
  const seoTitle = 'seo_title' in entry ? entry.seo_title : null;
  const description =
    ('seo_description' in entry ? entry.seo_description : null) ??
    ('short_description' in entry ? entry.short_description : null) ??
    ('page_description' in entry ? entry.page_description : null) ??
    ('subtitle' in entry ? entry.subtitle : null);
  return { title: seoTitle ?? entry.title, isSeoTitle: seoTitle !== null, description };
}

/** The part of a word key that names a page without an entry: `demo`, `success`. Success pages share their description. */
function titleKey({ page }: PageRoute): string {
  return page.endsWith('success') ? 'success' : page;
}

function wordTitle(context: LocaleContext, route: PageRoute): string {
  if (route.source.kind === 'error') return context.word(`meta.errorTitle${route.source.status}`);
  return context.word(successTitleKey(route) ?? `meta.${titleKey(route)}Title`);
}

/** The heading of a form's own success page, `success.eBooksTitle` for `e-books-success`; null for other pages. */
function successTitleKey({ page }: PageRoute): string | null {
  const form = /^(.+)-success$/.exec(page)?.[1];
  if (form === undefined) return null;
  const key = `success.${form.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Title`;
  return isWordKey(key) ? key : null;
}

function wordDescription(context: LocaleContext, route: PageRoute): string | null {
  const key = `meta.${titleKey(route)}Description`;
  const { name: brand, legalName } = context.site.brand;
  return isWordKey(key) ? context.word(key, { brand, legalName }) : null;
}

/** Home first, the page itself last. */
function createBreadcrumbs(context: LocaleContext, route: PageRoute): PageInput['breadcrumbs'] {
  const home = { name: context.word('common.home'), href: hrefOf(context.homePath), languageTag: wordsTag(context) };
  if (route.page === 'main' || route.source.kind === 'error') return [home];
  const listPage = route.page.replace(/-slug$/, '');
  const listHref = route.kind === 'page' ? null : context.hrefOfPage(listPage);
  const list = listHref === null ? [] : [{ ...nameOfPage(context, listPage), href: listHref }];
  return [home, ...list, { ...lastBreadcrumb(context, route), href: hrefOf(route.path) }];
}

/** The text of a breadcrumb and its language. */
type Name = Pick<PageInput['breadcrumbs'][number], 'name' | 'languageTag'>;

const wordsTag = ({ locale }: LocaleContext): string => locale.row.languageTag;

function lastBreadcrumb(context: LocaleContext, route: PageRoute): Name {
  const { source, languageTag } = route;
  if (!('row' in source)) return { name: wordTitle(context, route), languageTag: wordsTag(context) };
  if (source.kind === 'entry')
    return route.kind === 'page' ? nameOfPage(context, route.page) : { name: source.row.title, languageTag };
  const { name: title, ...name } = nameOfPage(context, route.page);
  return { ...name, name: context.word('meta.pageOf', { title, page: source.pageNumber }) };
}

/** What the menu calls a page: an entry's title is a headline, too long for a trail. */
function nameOfPage(context: LocaleContext, page: string): Name {
  const key = `common.menu.${page}`;
  if (isWordKey(key)) return { name: context.word(key), languageTag: wordsTag(context) };
  const entry = context.locale.pageBySlug.get(page);
  return { name: entry?.title ?? page, languageTag: entry?.language ?? wordsTag(context) };
}

/** The page's rich text: what was read of it, which has no images, and the HTML of all other that has links or images. */
function findTexts({ props }: TemplateInput): { readonly read: readonly ReadText[]; readonly html: string } {
  const read: ReadText[] = [];
  const others: string[] = 'sections' in props ? [...listHtml(props.sections)] : [];
  if ('content' in props) {
    for (const block of props.content) {
      if (block.type === 'text' && block.read !== undefined) read.push(block.read);
      else others.push(...listHtml(block));
    }
  }
  return { read, html: others.join('\n') };
}

/** Every text with a link or an image in it, at any depth: rich text stands in blocks, sections and answers. */
function listHtml(value: unknown): readonly string[] {
  if (typeof value === 'string') return /<(a|img)\b/i.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listHtml) : [];
}
