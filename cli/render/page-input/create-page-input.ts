// All that one page shows, as plain data: the one thing that a template gets, beside its words and its chrome.

import type { SiteConfig } from '../../../config/define-site.ts';
import { type Locale, localeRow } from '../../../config/locales.ts';
import type { Entry } from '../../../content/collections.ts';
import { isWordKey, loadEntryWords, loadWords, type Words, wordsOfGroups } from '../../../locales/words.ts';
import type {
  ChromeInput,
  HeadInput,
  PageInput,
  SiteInput,
  TemplateInput,
  WordsInput,
} from '../../../templates/page-input.ts';
import { COMMON_WORDS, TEMPLATES, type TemplateId } from '../../../templates/template-ids.ts';
import { shortHash } from '../../files/content-hash.ts';
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

/** A value that pages share. Equal keys mean equal values. */
interface SharedValue<Value> {
  readonly key: string;
  readonly value: Value;
}

/** What a header, footer and banner are rendered from. */
interface ChromeJob {
  readonly input: ChromeInput;
  readonly words: SharedValue<WordsInput>;
}

/** All that a page is rendered from. What pages share is the same object in each. */
export interface PageJob {
  readonly input: PageInput;
  readonly words: SharedValue<WordsInput>;
  readonly chrome: SharedValue<ChromeJob>;
}

/** Makes the jobs of pages. */
export interface PageInputs {
  readonly create: (context: LocaleContext, page: RoutedEntry) => PageJob;
  /** Digests of what pages share. */
  readonly digestSite: (context: LocaleContext, route: PageRoute) => string;
  readonly digestChrome: (context: LocaleContext, place: ChromePlace) => string;
  readonly digestTemplateWords: (context: LocaleContext, template: TemplateId, languageTag: string) => string;
}

/** Starts the page inputs of one build. */
export function createPageInputs(assets: PageAssets): PageInputs {
  const sites = createSharedValues<SiteInput>();
  const words = createSharedValues<WordsInput>();
  const chromes = createSharedValues<ChromeJob>();
  const siteOf = (context: LocaleContext, route: PageRoute) =>
    context.reads.asOneRead('site', '', () =>
      sites.find(`${route.locale} ${route.layout} ${route.languageTag}`, () => createSiteInput(context, route, assets)),
    );
  const wordsOf = ({ row, reads }: LocaleContext, template: TemplateId, languageTag: string) =>
    reads.asOneRead('template-words', template, () => {
      const groups = TEMPLATES[template].words;
      const own = findOwnWords(row, template, languageTag);
      if (own === null) return findWords(row.locale, groups);
      const key = `${row.locale} ${languageTag} ${groups.join(' ')}`;
      return words.find(key, () => wordsOfGroups(own, [...COMMON_WORDS, ...groups]));
    });
  const findWords = (locale: Locale, groups: readonly string[]) =>
    words.find(`${locale} ${groups.join(' ')}`, () => wordsOfGroups(loadWords(locale), [...COMMON_WORDS, ...groups]));
  const looks = new Map<string, string>();
  const lookOf = (place: ChromePlace) => {
    const { layout, page } = place.route;
    const key = `${layout} ${page} ${place.lastFormId}`;
    const look = looks.get(key) ?? JSON.stringify(findChromeLook(place));
    looks.set(key, look);
    return look;
  };
  const chromeOf = (context: LocaleContext, place: ChromePlace) =>
    context.reads.asOneRead('chrome', place.lastFormId ?? '', () => {
      const { locale } = context.row;
      return chromes.find(`${locale} ${lookOf(place)}`, () => ({
        input: createChromeInput(context, findChromeLook(place)),
        words: findWords(locale, []),
      }));
    });
  return {
    digestSite: (context, route) => siteOf(context, route).key,
    digestChrome: (context, place) => chromeOf(context, place).key,
    digestTemplateWords: (context, template, languageTag) => wordsOf(context, template, languageTag).key,
    create: (context, page) => {
      const { route } = page;
      const template = createTemplateInput(context, page);
      const chrome = chromeOf(context, { route, lastFormId: findLastFormId(template) });
      return {
        input: createPageInput(context, page, { template, site: siteOf(context, route).value }),
        words: wordsOf(context, route.template, route.languageTag),
        chrome,
      };
    },
  };
}

/** Templates whose words are there in languages that no locale has. */
const WITH_OWN_WORDS: readonly TemplateId[] = ['article', 'e-book', 'landing', 'name'];

/** The messages of an entry in another language than its locale; null where it has those of the locale. */
function findOwnWords(row: LocaleContext['row'], template: TemplateId, languageTag: string): Words | null {
  if (!WITH_OWN_WORDS.includes(template) || languageTag === row.languageTag) return null;
  return loadEntryWords(row.locale, languageTag);
}

/** Makes each value once. */
function createSharedValues<Value>() {
  const made = new Map<string, SharedValue<Value>>();
  return {
    find: (key: string, create: () => Value): SharedValue<Value> => {
      const known = made.get(key);
      if (known !== undefined) return known;
      const value = create();
      const shared = { key: shortHash(JSON.stringify(value)), value };
      made.set(key, shared);
      return shared;
    },
  };
}

function createPageInput(
  context: LocaleContext,
  page: RoutedEntry,
  { template, site }: { readonly template: TemplateInput; readonly site: SiteInput },
): PageInput {
  const { route } = page;
  const { links, images, reads, row } = context;
  const html = listHtml(richTextOf(template)).join('\n');
  return {
    ...template,
    routeName: route.name,
    locale: route.locale,
    languageTag: route.languageTag,
    localeLanguageTag: row.languageTag,
    wordsLanguageTag:
      findOwnWords(row, route.template, route.languageTag) === null ? row.languageTag : route.languageTag,
    layout: route.layout,
    head: createHead(context, page),
    site,
    breadcrumbs: createBreadcrumbs(context, route),
    switcher: reads.asOneRead('switcher', '', () => createSwitcherInput(route, context.routes, context.site.locales)),
    finalHrefs: html === '' ? {} : links.findFinalHrefs(listHrefs(html)),
    richImages: mayHaveImage(html) && IMAGE_TAG.test(html) ? images.findImages(html) : {},
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
      sameAs: context.shared.socialLinks.map(({ href }) => href),
    },
    icon: assets.icon,
    stylesheets: [
      assets.stylesheet,
      ...(layout === 'default' && context.shared.bannerStylesheet !== null ? [context.shared.bannerStylesheet] : []),
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

const wordsTag = ({ row }: LocaleContext): string => row.languageTag;

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
  const entry = context.readPageRow(page);
  return { name: entry?.title ?? page, languageTag: entry?.language ?? wordsTag(context) };
}

/** The props that may have rich text. */
function richTextOf({ props }: TemplateInput): readonly unknown[] {
  return ['sections' in props ? props.sections : null, 'content' in props ? props.content : null];
}

/** Every text with a link or an image in it, at any depth: blocks, sections and answers have rich text. */
function listHtml(value: unknown): readonly string[] {
  if (typeof value === 'string') return /<(a|img)\b/i.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listHtml) : [];
}
