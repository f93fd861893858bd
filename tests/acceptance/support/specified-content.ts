// The content of a service that sends what the specification names and nothing else. English alone has more than the pages that every
// locale needs.

import {
  type ApiAnswer,
  type ApiQuestion,
  type ContentService,
  changeEntries,
  startService,
} from '../../service/content-service.ts';
import type { Fields } from '../../service/list-query.ts';
import type { SiteContent } from '../../service/stored-content.ts';

/** Articles in English: more than one request asks for. */
export const specifiedArticles = 130;
const PAGES =
  'main about pricing product blog e-books webinars clients careers contacts mentions research academy integrations';
const TERM = { slug: 'market-research', id: 'market-research' };

const entry = (slug: string, fields: Fields): Fields => ({ slug, id: slug, date: '2026-01-10', ...fields });

/** What the specification names and no more: terms of slug and id, authors and speakers as text. */
const SPECIFIED: SiteContent = {
  pages: Object.fromEntries(
    ['en', 'es', 'pt', 'ua', 'kz'].map((site) => [
      site,
      PAGES.split(' ').map((slug) => entry(slug, { id: `${site}-${slug}`, title: `The page ${slug}` })),
    ]),
  ),
  blog_articles: {
    en: Array.from({ length: specifiedArticles }, (_, index) =>
      entry(`article-${index + 1}`, {
        title: `Article ${index + 1}`,
        short_description: 'What it is about.',
        category: [TERM, { slug: 'all', id: 'all' }],
        image: null,
        author: 'Ann Lee',
      }),
    ),
  },
  'e-books': {
    en: [entry('guide', { title: 'The guide', short_description: 'To read.', category: [TERM], image: null })],
  },
  webinars: {
    en: [
      entry('how-to', {
        title: 'How to listen',
        page_description: 'An hour.',
        image: null,
        speakers: ['Ben Ode', 'Cleo Park'],
        webinar_date: '2026-02-03',
        current_webinar: false,
        hide_from_index: false,
        seo_noindex: false,
      }),
    ],
  },
  redirects: { en: [entry('old', { from: '/old/', to: '/about/', type: { key: 301 } })] },
};

/** Lists are `{ data, meta: { total } }`, and nothing has a field of Statamic's own. */
function onlySpecified(answer: ApiAnswer, { resource }: ApiQuestion): ApiAnswer {
  if (resource.startsWith('globals/')) return { status: 200, body: { data: { enabled: false } } };
  const { status, body } = changeEntries(answer, ({ locale, status, private: _, api_url, ...specified }) => ({
    ...specified,
    site: locale,
  }));
  const { data, meta } = Object(body);
  return { status, body: { data, meta: { total: meta?.total } } };
}

/** Serves it; `fields=` means nothing to this service. */
export async function startSpecifiedService(): Promise<ContentService> {
  const service = await startService({ content: SPECIFIED, edit: onlySpecified });
  service.rewrite = (url) => url.replace('fields=', 'unknown=');
  return service;
}
