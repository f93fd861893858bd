// The content of a small whole site of every locale, for tests that build it through a real content service.

import { LOCALES, type Locale } from '../../config/locales.ts';
import { isIn, PAGES } from '../../config/pages.ts';
import type { Fields } from '../service/list-query.ts';
import type { SiteContent } from '../service/stored-content.ts';

/** A `pages` or other entry as the service would send it. */
export function entry(slug: string, fields: Fields = {}): Fields {
  return {
    slug,
    title: `Title of ${slug}`,
    status: 'published',
    edit_url: `https://cms.example.com/edit/${slug}`,
    ...fields,
  };
}

/** An article with a body. */
export function article(slug: string, fields: Fields = {}): Fields {
  return entry(slug, { date: '2026-01-01T00:00:00.000000Z', content: '<p>Body.</p>', ...fields });
}

/** Every `pages` entry that the registry asks for in a locale: nothing is missing. */
export function pagesOf(locale: Locale): readonly Fields[] {
  return PAGES.flatMap((row) => (row.source.kind === 'entry' && isIn(locale, row) ? [entry(row.source.slug)] : []));
}

/** A whole site; `more` replaces or adds collections by site. */
export function smallContent(more: SiteContent = {}): SiteContent {
  const base: SiteContent = {
    pages: Object.fromEntries(LOCALES.map(({ locale, site }) => [site, pagesOf(locale)])),
    blog_articles: {
      en: Array.from({ length: 6 }, (_, index) => article(`article-${index}`)),
      ua: [article('article-0')],
      kz: [article('article-0')],
    },
    landings: { en: [entry('launch')] },
    redirects: {
      en: [
        { from: '/old/', to: '/blog/', type: { key: 301, value: 301, label: '301' }, slug: 'old', title: 'old' },
        // Its page vanishes with its list: the guard must speak before the broken redirect does.
        { from: '/moved/', to: '/lp/launch/', type: null, slug: 'moved', title: 'moved' },
      ],
    },
  };
  const collections = [...new Set([...Object.keys(base), ...Object.keys(more)])];
  return Object.fromEntries(
    collections.map((collection) => [collection, { ...base[collection], ...more[collection] }]),
  );
}
