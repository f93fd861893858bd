// A content service that serves prepared responses: `node bench/content-service.ts ARTICLES SITES [pictures]`. Prints its URL when it
// is ready. `GET /edit?title=…` changes the newest article of the first site. With `pictures` each article has photographs of its own,
// and `GET /downloads` says how many were sent, and how many of them once. Exits when its standard input is closed.

import { createServer } from 'node:http';
import { createArticle, createPages, type RawEntry } from './generated-content.ts';
import { createPhotos, PHOTOS_PER_ARTICLE } from './photos.ts';

const [, , articles = '1000', sites = 'en,ua,kz', pictures] = process.argv;
const siteNames = sites.split(',');
const perSite = Math.floor(Number(articles) / siteNames.length);

/** The pages of a collection of one site, as bytes. */
function createListPages(entries: Iterable<RawEntry>, total: number, limit: number): readonly Buffer[] {
  const pages: Buffer[] = [];
  const lastPage = Math.max(1, Math.ceil(total / limit));
  let page: RawEntry[] = [];
  const close = () => {
    const meta = { current_page: pages.length + 1, last_page: lastPage, per_page: limit, total };
    pages.push(Buffer.from(JSON.stringify({ data: page, links: {}, meta })));
    page = [];
  };
  for (const entry of entries) {
    page.push(entry);
    if (page.length === limit) close();
  }
  if (page.length > 0 || pages.length === 0) close();
  return pages;
}

function* articlesOf(site: string): Iterable<RawEntry> {
  for (let index = 0; index < perSite; index += 1) {
    const article = createArticle(site, index);
    yield photos === null ? article : withPhotos(article, `/photos/${site}-${index}`);
  }
}

/** One above the text, the others below it. */
function withPhotos(article: RawEntry, address: string): RawEntry {
  const [image, ...others] = Array.from({ length: PHOTOS_PER_ARTICLE }, (_, index) => ({
    url: `${address}-${index}.jpg`,
    alt: 'A photograph',
  }));
  const shown = others.map(({ url, alt }) => `<p><img src="${url}" alt="${alt}"></p>`).join('');
  return { ...article, image, content: `${article.content}${shown}` };
}

const photos = pictures === undefined ? null : await createPhotos();
const LIMIT = 100;
/** Photographs never change. */
const ETAG = '"1"';
const pagesByList = new Map<string, readonly Buffer[]>();
for (const site of siteNames) {
  pagesByList.set(`blog_articles ${site}`, createListPages(articlesOf(site), perSite, LIMIT));
  const pages = createPages(site);
  pagesByList.set(`pages ${site}`, createListPages(pages, pages.length, LIMIT));
}
const EMPTY = createListPages([], 0, LIMIT);
/** Figures with their sources, as a real site has them: each is searched in all texts. The build fails if all globals are unset. */
const SOURCES = JSON.stringify({
  data: {
    sources: Array.from({ length: 40 }, (_, index) => ({
      figures: [`${index + 2},150 posts`, `${index + 11} percent of mentions`, `in ${index + 3} minutes`],
      source: `Random public posts of September 2026, sample ${index}.`,
    })),
  },
});

/** Changes the title of an article and serializes its page again. */
function editArticle(title: string): void {
  const [site = 'en'] = siteNames;
  const [first, ...others] = pagesByList.get(`blog_articles ${site}`) ?? [];
  const page: { data: Record<string, unknown>[] } = JSON.parse(first?.toString() ?? '{"data":[]}');
  for (const newest of page.data.slice(0, 1)) newest.title = title;
  pagesByList.set(`blog_articles ${site}`, [Buffer.from(JSON.stringify(page)), ...others]);
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/edit') editArticle(url.searchParams.get('title') ?? 'Edited since the last build');
  if (url.pathname === '/downloads') return void response.end(JSON.stringify(photos?.count()));
  if (request.headers['if-none-match'] === ETAG) return void response.writeHead(304).end();
  const photo = photos?.find(url.pathname) ?? null;
  if (photo !== null) return void response.writeHead(200, { 'Content-Type': 'image/jpeg', ETag: ETAG }).end(photo);
  const global = /^\/api\/globals\/(\w+)/.exec(url.pathname)?.[1];
  const collection = /^\/api\/collections\/([^/]+)\/entries\/?$/.exec(url.pathname)?.[1];
  const list = pagesByList.get(`${collection} ${url.searchParams.get('filter[site]')}`) ?? EMPTY;
  const page = collection === undefined ? undefined : list[Number(url.searchParams.get('page') ?? '1') - 1];
  const body = global === undefined ? page : global === 'sources' ? SOURCES : '{"data":{"enabled":false}}';
  response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
  response.end(body ?? '{"message":"Not found."}');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.stdin.resume().on('end', () => server.close(() => process.exit(0)).closeAllConnections());
