// A content service that sends what the specification names and nothing else: `{ data, meta: { total } }`, terms of slug and id,
// authors and speakers as text. English alone has more than the pages that every locale needs.

import { createServer } from 'node:http';

type Fields = Readonly<Record<string, unknown>>;

/** Articles in English: more than one request asks for. */
export const specifiedArticles = 130;

const PAGES =
  'main about pricing product blog e-books webinars clients careers contacts mentions research academy integrations';
const TERM = { slug: 'market-research', id: 'market-research' };

function entry(site: string, slug: string, fields: Fields): Fields {
  return { slug, date: '2026-01-10', published: true, id: `${site}-${slug}`, site, ...fields };
}

function entriesOf(collection: string, site: string): readonly Fields[] {
  if (collection === 'pages') return PAGES.split(' ').map((slug) => entry(site, slug, { title: `The page ${slug}` }));
  if (site !== 'en') return [];
  switch (collection) {
    case 'blog_articles':
      return Array.from({ length: specifiedArticles }, (_, index) =>
        entry(site, `article-${index + 1}`, {
          title: `Article ${index + 1}`,
          short_description: 'What it is about.',
          category: [TERM, { slug: 'all', id: 'all' }],
          image: null,
          author: 'Ann Lee',
        }),
      );
    case 'e-books':
      return [
        entry(site, 'guide', { title: 'The guide', short_description: 'To read.', category: [TERM], image: null }),
      ];
    case 'webinars':
      return [
        entry(site, 'how-to', {
          title: 'How to listen',
          page_description: 'An hour.',
          image: null,
          speakers: ['Ben Ode', 'Cleo Park'],
          webinar_date: '2026-02-03',
          current_webinar: false,
          hide_from_index: false,
          seo_noindex: false,
        }),
      ];
    case 'redirects':
      return [entry(site, 'old', { from: '/old/', to: '/about/', type: { key: 301 } })];
    default:
      return [];
  }
}

function answer(url: URL): unknown {
  const [, api, kind, name = ''] = url.pathname.split('/');
  if (api !== 'api') return null;
  if (kind === 'globals') return { data: { enabled: false } };
  const { searchParams } = url;
  const all = entriesOf(name, searchParams.get('filter[site]') ?? '');
  const limit = Number(searchParams.get('limit'));
  const start = (Number(searchParams.get('page') ?? 1) - 1) * limit;
  return { data: all.slice(start, start + limit), meta: { total: all.length } };
}

/** Serves it on a port of its own. */
export async function startSpecifiedService(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '/', 'http://localhost'));
    response.writeHead(body === null ? 404 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
