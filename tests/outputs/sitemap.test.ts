import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../cli/files/brands.ts';
import { renderRobots, renderSitemap } from '../../cli/outputs/sitemap.ts';
import { siteOptions } from '../makers.ts';

const ORIGIN = 'https://www.example.com';
const routeAt = (path: string, lastModified: string | null = null) =>
  ({ path: toSitePath(path), kind: 'page', isInSitemap: true, lastModified }) as const;
const routesOf = (count: number) => Array.from({ length: count }, (_, index) => routeAt(`/page-${index}/`));

/** Texts by element of a file, which must be well-formed. */
function readXml(content: string | Uint8Array | undefined) {
  const texts: Record<string, string[]> = {};
  const open: string[] = [];
  const parser = new Parser(
    {
      onopentag: (name) => open.push(name),
      ontext: (text) => {
        const name = open.at(-1) ?? '';
        if (text.trim() !== '') texts[name] = [...(texts[name] ?? []), text];
      },
      onclosetag: (name, isImplied) => expect([open.pop(), isImplied]).toEqual([name, false]),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(String(content));
  return texts;
}

describe('renderSitemap', () => {
  it('lists what may be indexed with the dates of the content', async () => {
    const files = await renderSitemap(ORIGIN, [
      routeAt('/'),
      routeAt('/blog/огляд/', '2026-03-01T10:00:00.000Z'),
      { ...routeAt('/success/'), isInSitemap: false },
      { ...routeAt('/404.html'), kind: 'error' },
    ]);
    expect(files.map(({ path, kind, locale, owner }) => ({ path, kind, locale, owner }))).toEqual([
      { path: 'sitemap.xml', kind: 'map', locale: null, owner: null },
    ]);
    expect(readXml(files[0]?.content)).toEqual({
      loc: [`${ORIGIN}/`, `${ORIGIN}/blog/%D0%BE%D0%B3%D0%BB%D1%8F%D0%B4/`],
      lastmod: ['2026-03-01T10:00:00.000Z'],
    });
    expect(files[0]?.content).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  });

  it('escapes what XML would misread', async () => {
    const [file] = await renderSitemap(ORIGIN, [routeAt("/a&b'c/")]);
    expect(file?.content).toContain('&amp;');
    expect(readXml(file?.content).loc?.join('')).toBe(`${ORIGIN}/a&b'c/`);
  });

  it('becomes an index above the number of URLs', async () => {
    const files = await renderSitemap(ORIGIN, routesOf(5), { maxUrls: 2, maxBytes: 10_000 });
    expect(files.map(({ path }) => path)).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml', 'sitemap-3.xml']);
    expect(readXml(files[0]?.content)).toEqual({ loc: [1, 2, 3].map((n) => `${ORIGIN}/sitemap-${n}.xml`) });
    expect(files.slice(1).flatMap(({ content }) => readXml(content).loc)).toEqual(
      routesOf(5).map(({ path }) => `${ORIGIN}${path}`),
    );
  });

  it('becomes an index above the number of bytes, and every file fits', async () => {
    const files = await renderSitemap(ORIGIN, routesOf(20), { maxUrls: 50_000, maxBytes: 600 });
    expect(files.length).toBeGreaterThan(3);
    for (const { content } of files.slice(1)) expect(Buffer.byteLength(content)).toBeLessThanOrEqual(600);
    expect(files.slice(1).flatMap(({ content }) => readXml(content).loc)).toEqual(
      routesOf(20).map(({ path }) => `${ORIGIN}${path}`),
    );
  });

  it('is no file where nothing may be indexed', async () => {
    expect(await renderSitemap(ORIGIN, [])).toEqual([]);
  });

  it('is the same text for the same routes', async () => {
    expect(await renderSitemap(ORIGIN, routesOf(3))).toEqual(await renderSitemap(ORIGIN, routesOf(3)));
  });
});

describe('renderRobots', () => {
  it('lets everything be crawled and names the sitemap where there is one', () => {
    expect(renderRobots(siteOptions(), `${ORIGIN}/sitemap.xml`)).toMatchObject({
      path: 'robots.txt',
      content: `User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
    });
    expect(renderRobots(siteOptions(), null).content).toBe('User-agent: *\nDisallow:\n');
  });

  it('has the rules of the settings, below the folder of the site', () => {
    const robots = { disallow: ['/internal/', '/*?draft='], agents: { GPTBot: ['/'], 'Googlebot-Image': [] } };
    expect(renderRobots(siteOptions({ robots, origin: `${ORIGIN}/site` }), null).content).toBe(
      [
        'User-agent: *',
        'Disallow: /site/internal/',
        'Disallow: /site/*?draft=',
        '',
        'User-agent: GPTBot',
        'Disallow: /site/',
        '',
        'User-agent: Googlebot-Image',
        'Disallow:',
        '',
      ].join('\n'),
    );
  });

  it('refuses what crawlers would read otherwise', () => {
    for (const robots of [
      { disallow: ['internal/'] },
      { disallow: ['/a b'] },
      { disallow: ['/a\nAllow: /'] },
      { agents: { '*': ['/'] } },
      { agents: { 'Two Bots': ['/'] } },
    ])
      expect(() => siteOptions({ robots }), JSON.stringify(robots)).toThrow('Expected');
  });
});
