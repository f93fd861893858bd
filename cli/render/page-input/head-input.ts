// The input of `<head>`: that of one page, and that of all pages of a locale with the same layout and language.

import { localeRow } from '../../../config/locales.ts';
import type { Entry } from '../../../content/collections.ts';
import type { HeadInput, SiteInput } from '../../../templates/page-input.ts';
import type { Href } from '../../files/brands.ts';
import type { ShareText } from '../../images/plan-image-files.ts';
import { canonicalOf } from '../../paths/site-path.ts';
import { prefixOf } from '../../plan/redirects/find-redirect.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { webAddressOf } from '../../plan/social-links.ts';
import { feedHref } from './list-props.ts';
import type { LocaleContext, PageContext } from './locale-context.ts';
import { descriptionWithoutEntry, listPageOf, nameOfPage, titleWithoutEntry } from './page-names.ts';
import type { RoutedEntry } from './page-props.ts';
import { createLanguages } from './switcher-input.ts';

/** Files that every page links. */
export interface PageAssets {
  readonly stylesheet: Href;
  /** Font file by script (ISO 15924). */
  readonly fontByScript: Readonly<Record<string, Href>>;
  readonly script: Href;
  readonly icons: SiteInput['icons'];
  /** For a `<meta>`; null if the host sends the policy as a header. */
  readonly contentSecurityPolicy: string | null;
}

const BRAND_ONLY: ShareText = { title: null, kicker: null, picture: null };

/** The head of a page. */
export function createHead(context: PageContext, { route, entry }: RoutedEntry): HeadInput {
  const { site } = context;
  const alternatePrefixes = new Set(route.alternates.map(({ href }) => prefixOf(href.slice(site.origin.length))));
  const alternateLocales = site.locales.filter(
    (locale) => locale !== route.locale && alternatePrefixes.has(localeRow(locale).prefix),
  );
  const isArticle = route.template === 'article';
  return {
    ...createHeadTexts(context, route, entry),
    canonical: canonicalOf(site.origin, route),
    isIndexable: route.isIndexable,
    alternates: route.alternates,
    openGraph: {
      type: isArticle ? 'article' : 'website',
      locale: findOgLocale(route),
      localeAlternates: alternateLocales.map((locale) => localeRow(locale).ogLocale),
      image: hasOneShareImage(context) ? null : context.images.findShareImage(createShareText(context, route, entry)),
      publishedTime: isArticle ? context.localMoment(entry?.date ?? null) : null,
      modifiedTime: isArticle ? context.localMoment(route.lastModified) : null,
    },
  };
}

/** The shared head of all pages of a locale with this layout and language. */
export function createSiteInput(
  context: LocaleContext,
  { locale, languageTag }: Pick<PageRoute, 'locale' | 'languageTag'>,
  { hasBanner, ...assets }: PageAssets & { readonly hasBanner: boolean },
): SiteInput {
  const { site, shared, images } = context;
  const bannerStylesheet = hasBanner ? shared.bannerStylesheet : null;
  return {
    origin: site.origin,
    organization: {
      name: site.brand.name,
      legalName: site.brand.legalName,
      sameAs: [...new Set(shared.socialLinks.flatMap(({ href }) => webAddressOf(href, site.origin) ?? []))],
    },
    icons: assets.icons,
    stylesheets: [assets.stylesheet, ...(bannerStylesheet === null ? [] : [bannerStylesheet])],
    font: assets.fontByScript[new Intl.Locale(languageTag).maximize().script ?? ''] ?? null,
    script: assets.script,
    feed: createFeedLink(context),
    languages: createLanguages(site.locales, { locale, languageTag }),
    imageOrigin: images.origin,
    shareImage: hasOneShareImage(context) ? images.findShareImage(BRAND_ONLY) : null,
    contentSecurityPolicy: assets.contentSecurityPolicy,
  };
}

/** language_TERRITORY (ogp.me). That of the locale, or derived from the language of the entry if it is another one. */
function findOgLocale({ locale, languageTag }: PageRoute): string | null {
  const row = localeRow(locale);
  if (languageTag === row.languageTag) return row.ogLocale;
  // With the likely region.
  const { language, region } = new Intl.Locale(languageTag).maximize();
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? `${language}_${region}` : null;
}

function hasOneShareImage({ site }: LocaleContext): boolean {
  return site.build.shareImages === 'one';
}

/** Further pages of a list have the share image of the first one. Pages that are not indexed have that of the brand. */
function createShareText(context: PageContext, route: PageRoute, entry: Entry | null): ShareText {
  if (!route.isIndexable) return BRAND_ONLY;
  const listPage = route.kind === 'detail' ? listPageOf(route) : null;
  const isListed = listPage !== null && context.hrefOfPage(listPage) !== null;
  return {
    title: entry?.title ?? titleWithoutEntry(context, route),
    kicker: isListed ? nameOfPage(context, listPage).name : null,
    picture: entry !== null && 'image' in entry ? (entry.image?.url ?? null) : null,
  };
}

function createFeedLink(context: LocaleContext): SiteInput['feed'] {
  const href = feedHref(context);
  return href === null ? null : { href, title: context.word('meta.feedTitle', { brand: context.site.brand.name }) };
}

/** Title and description: the SEO fields of the entry, else its title and summary, else the messages of the page. */
function createHeadTexts(
  context: LocaleContext,
  route: PageRoute,
  entry: Entry | null,
): Pick<HeadInput, 'title' | 'description'> {
  const { word, site } = context;
  const own = entry === null ? null : textsOf(entry);
  const plainTitle = own?.title ?? titleWithoutEntry(context, route);
  const description = own?.description ?? descriptionWithoutEntry(context, route);
  const page = route.pageNumber > 1 ? route.pageNumber : null;
  const title = page === null ? plainTitle : word('meta.pageOf', { title: plainTitle, page });
  return {
    title: own?.isSeoTitle === true ? title : word('meta.titlePattern', { title, brand: site.brand.name }),
    // The pages of a list must not have equal descriptions.
    description:
      page === null || description === null ? description : word('meta.descriptionPageOf', { description, page }),
  };
}

function textsOf(entry: Entry) {
  const seoTitle = 'seo_title' in entry ? entry.seo_title : null;
  const description =
    ('seo_description' in entry ? entry.seo_description : null) ??
    ('short_description' in entry ? entry.short_description : null) ??
    ('page_description' in entry ? entry.page_description : null) ??
    ('subtitle' in entry ? entry.subtitle : null);
  return { title: seoTitle ?? entry.title, isSeoTitle: seoTitle !== null, description };
}
