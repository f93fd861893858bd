// Compares the links and pictures of a source with those of its translation. A link should lead to the same page in the other locale, if
// that locale has it.

import type { SiteConfig } from '../../config/define-site.ts';
import { LOCALES, type Locale, localeRow } from '../../config/locales.ts';
import { isIn, PAGES } from '../../config/pages.ts';
import { toSitePath } from '../files/brands.ts';
import { pathOfHref, pathOfUrl } from '../paths/site-path.ts';
import { type EntryGroup, pathIn } from './entry-groups.ts';

/** The paths of the same page in all locales that have it, by any of them. */
export type PagePaths = ReadonlyMap<string, ReadonlyMap<Locale, string>>;

export function listPagePaths(groups: readonly EntryGroup[], site: SiteConfig): PagePaths {
  const ofWords = PAGES.filter(({ source }) => source.kind === 'words').map((page) =>
    site.locales.flatMap((locale) =>
      isIn(locale, page) ? [[locale, toSitePath(`${localeRow(locale).prefix}${page.path}`)] as const] : [],
    ),
  );
  const ofEntries = groups.map((group) =>
    site.locales.flatMap((locale) => {
      const row = group.rowBySite.get(localeRow(locale).site);
      const path = row === undefined ? null : pathIn(locale, group.page, row.slug);
      return path === null ? [] : [[locale, path] as const];
    }),
  );
  const pages = [...ofWords, ...ofEntries].map((paths) => new Map(paths));
  return new Map(pages.flatMap((paths) => [...paths.values()].map((path) => [path, paths] as const)));
}

/** What is wrong with the link of a translation, as a sentence; null if it is right, or leads elsewhere for a reason. */
export function compareLink(
  [source, translation]: readonly [string, string],
  locale: Locale,
  { paths, origin }: { readonly paths: PagePaths; readonly origin: string },
): string | null {
  const [old, now] = [readLink(source, origin), readLink(translation, origin)];
  if (old === null || now === null) return null;
  if (!old.startsWith('/') || !now.startsWith('/')) {
    if (old.startsWith('/') !== now.startsWith('/'))
      return 'One link leads to a page of the site, the other one does not.';
    return withoutLanguage(old) === withoutLanguage(now) ? null : 'The links lead to different addresses.';
  }
  const own = paths.get(now)?.get(locale);
  if (own !== undefined && own !== now) return `The link leads to another language: this locale has ${own}.`;
  const wanted = paths.get(old)?.get(locale);
  return wanted === undefined || wanted === now ? null : `The link of the source leads to ${wanted} here.`;
}

/** A path of the site, or an absolute address without query; null for all other links, such as phone numbers. */
function readLink(href: string, origin: string): string | null {
  if (href.startsWith('/') && !href.startsWith('//')) return pathOfHref(href.replace(/[?#].*$/, ''));
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return null;
  const url = new URL(href);
  return pathOfUrl(url, origin) ?? `${url.host}${url.pathname}`;
}

const CODES = LOCALES.flatMap(({ locale, languageTag, ogLocale }) => [
  locale,
  languageTag,
  ogLocale,
  languageTag.slice(0, 2),
]);
const LANGUAGE = new RegExp(`(?<=^|[/._-])(?:${[...new Set(CODES)].join('|')})(?=$|[/._-])`, 'giu');

/** An address without the codes of languages in it, such as those of pictures with text. */
export function withoutLanguage(address: string): string {
  return address.replace(LANGUAGE, '*').replaceAll('*/', '').replaceAll('*.', '').replace(/\/$/, '');
}
