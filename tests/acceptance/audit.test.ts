// What an auditor sees of any live site: `sitegen check URL` on sites with planted faults, on sites without, in the shapes that other
// generators give, and on sites that are slow, huge or hostile.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { type Host, startServer } from '../service/site-server.ts';
import { runSitegen } from '../site/run-sitegen.ts';
import { hugo, next, nuxt, wordPress } from './support/foreign-sites.ts';
import { createLiveSite, hostOfSite, LIVE_PLANTS } from './support/live-sites.ts';

const reportSchema = z.object({
  pages: z.number(),
  skipped: z.array(z.string()).optional(),
  findings: z.array(
    z.object({
      code: z.string(),
      what: z.string(),
      severity: z.string(),
      pages: z.number(),
      paths: z.array(z.string()),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

const folder = mkdtempSync(join(tmpdir(), 'sitegen-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The report on a host that serves until the end of the test. */
async function audit(host: Host, ...args: readonly string[]): Promise<Report> {
  const server = await startServer(host, { isCompressed: true });
  onTestFinished(() => server.close());
  return reportOn(`${server.origin}/`, ...args);
}

async function reportOn(url: string, ...args: readonly string[]): Promise<Report> {
  const { stdout, stderr } = await runSitegen(['check', url, '--internal-only', '--format', 'json', ...args], {
    cwd: folder,
  });
  if (stdout === '') throw new Error(stderr);
  return reportSchema.parse(JSON.parse(stdout));
}

const linesOf = ({ findings }: Report) => findings.map(({ code, what, paths }) => `${code} ${what} ${paths.join(' ')}`);

describe('An auditor checks a live site', () => {
  it('that is right, and finds nothing', async () => {
    const found = await audit(hostOfSite(createLiveSite()));
    expect(linesOf(found)).toEqual([]);
    expect(found.pages).toBe(6);
    expect(found.skipped).toContain('FILE_CHANGED');
  });

  it('with a fault of every kind, and finds each of them, with its page, and no other', async () => {
    const site = createLiveSite();
    for (const { plant, path } of LIVE_PLANTS) plant(site, path);
    const found = await audit(hostOfSite(site));
    expect(LIVE_PLANTS.length).toBeGreaterThan(40);
    const isFound = ({ code, path, what = '' }: (typeof LIVE_PLANTS)[number]) =>
      found.findings.some(
        (each) => each.code === code && each.what.includes(what) && (path === '' || each.paths.includes(path)),
      );
    expect(LIVE_PLANTS.filter((plant) => !isFound(plant)).map(({ code, path }) => `${code} ${path}`)).toEqual([]);
    const isPlanted = (code: string, path: string) =>
      LIVE_PLANTS.some((plant) => plant.code === code && plant.path === path);
    const isPlantedAtSite = (code: string, what: string) =>
      LIVE_PLANTS.some((plant) => plant.code === code && plant.path === '' && what.includes(plant.what ?? ''));
    const others = found.findings.flatMap(({ code, what, paths }) =>
      isPlantedAtSite(code, what)
        ? []
        : (paths.length === 0 ? [''] : paths)
            .filter((path) => !isPlanted(code, path))
            .map((path) => `${code} ${path} ${what}`),
    );
    expect(others).toEqual([]);
  });

  it.each([
    ['WordPress', wordPress, 2],
    ['Nuxt', nuxt, 3],
    ['Next', next, 3],
    ['Hugo', hugo, 3],
  ] as const)('in the shape of %s, and finds nothing', async (_, createHost, pages) => {
    let origin = '';
    const server = await startServer(
      createHost(() => origin),
      { isCompressed: true },
    );
    onTestFinished(() => server.close());
    origin = server.origin;
    const found = await reportOn(`${origin}/`);
    expect(linesOf(found)).toEqual([]);
    expect(found.pages).toBeGreaterThanOrEqual(pages);
  });
});

const html = (body: string, headers = {}) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: `<!doctype html><html lang="en"><title>A page of this site</title><main>${body}</main>`,
});
const MISSING = { status: 404, headers: { 'content-type': 'text/html' }, body: '' };
const links = (hrefs: readonly string[]) => hrefs.map((href) => `<a href="${href}">a</a>`).join('');
const robots = (text: string) => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: text });

describe('A live site', () => {
  const serve = async (host: Host) => {
    const server = await startServer(host);
    onTestFinished(() => server.close());
    return server;
  };

  it('says in robots.txt what is not read, and how fast', async () => {
    const server = await serve((path) => {
      if (path === '/robots.txt')
        return robots(
          'User-agent: *\nDisallow: /\n\nUser-agent: Sitegen\nCrawl-delay: 0.2\nDisallow: /in*/\nAllow: /in/open/$\n',
        );
      return html(path === '/' ? links(['/in/', '/in/open/', '/inner/x/', '/in/open/more/', '/out/']) : 'Page.');
    });
    const start = performance.now();
    const { pages } = await reportOn(`${server.origin}/`);
    expect(server.requested.filter((path) => path.startsWith('/in'))).toEqual(['/in/open/']);
    expect(pages).toBe(3);
    // Four requests after the first two: an unknown path, the sitemap, two pages.
    expect(performance.now() - start).toBeGreaterThan(600);
    server.reset();
    await reportOn(`${server.origin}/`, '--ignore-robots');
    expect(server.requested).toContain('/in/');
  });

  it('is not read if robots.txt closes it, or cannot be read', async () => {
    const closed = await serve((path) =>
      path === '/robots.txt' ? robots('User-agent: *\nDisallow: /') : html('Page.'),
    );
    const refused = await runSitegen(['check', `${closed.origin}/`], { cwd: folder });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toBe(
      `CHECK_ROBOTS  ${closed.origin}/robots.txt asks crawlers not to read ${closed.origin}/: nothing was checked. Add --ignore-robots if the site is yours.\n`,
    );
    const broken = await serve((path) => (path === '/robots.txt' ? { ...MISSING, status: 503 } : html('Page.')));
    const down = await runSitegen(['check', `${broken.origin}/`], { cwd: folder });
    expect(down.code).toBe(3);
    expect(down.stderr).toContain(`${broken.origin}/robots.txt returned status 503`);
    const secure = await runSitegen(['check', `${broken.origin.replace('http', 'https')}/`], { cwd: folder });
    expect(secure.stderr).toContain('is not served over https, or without a valid certificate: nothing was checked.');
  });

  it('is asked as often as --rate says, and up to --pages pages, of which a calendar has no end', async () => {
    const server = await serve((path) => {
      const [, month] = /^\/calendar\/(\d+)\/$/.exec(path) ?? [];
      if (path !== '/' && month === undefined) return MISSING;
      return html(
        links([`/calendar/${Number(month ?? 0) + 1}/`, 'deeper/', `/calendar/${Number(month ?? 0) * 2 + 5}/`]),
      );
    });
    const start = performance.now();
    const { findings, pages } = await reportOn(`${server.origin}/`, '--pages', '10', '--rate', '20');
    const requests = server.requested.length;
    expect(performance.now() - start).toBeGreaterThan((requests - 3) * 50);
    expect(requests).toBeLessThan(16);
    expect(pages).toBeLessThanOrEqual(10);
    expect(findings.map(({ code }) => code)).toContain('CRAWL_LIMIT');
  });

  it('does not lead the crawl to other hosts, which may be private', async () => {
    const other = await serve(() => html('Private.'));
    const server = await serve((path) =>
      path === '/'
        ? html(links(['/away/']))
        : { status: 302, headers: { location: `${other.origin}/admin/` }, body: '' },
    );
    const { findings } = await reportOn(`${server.origin}/`);
    expect(findings.some(({ what }) => what.includes(`/away/ is redirected to ${other.origin}/admin/`))).toBe(true);
    expect(other.requested).toEqual([]);
  });

  it('may be hostile: with endless redirects, huge pages, many links, bombs, slow answers and deep addresses', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'x'));
    const server = await serve((path) => {
      if (path === '/')
        return html(
          links(['/many/', '/huge/', '/bomb/', '/slow/', '/hop/0/', '/a/', '/nested/', '/zip/', '/none.png']),
        );
      if (path === '/many/') return html(links(Array.from({ length: 100_000 }, (_, index) => `/m/${index}.png`)));
      if (path === '/huge/') return html('x'.repeat(20_000_000));
      if (path === '/nested/') return html('<div>'.repeat(200_000));
      if (path === '/zip/') return html('', { 'content-encoding': 'gzip' });
      const [, hop] = /^\/hop\/(\d+)\/$/.exec(path) ?? [];
      if (hop !== undefined) return { status: 301, headers: { location: `/hop/${Number(hop) + 1}/` }, body: '' };
      return path.endsWith('/a/') ? html(links(['a/'])) : MISSING;
    });
    server.answer(
      '/slow/',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
    );
    server.answer(
      '/bomb/',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
    );
    const start = performance.now();
    const { findings } = await reportOn(`${server.origin}/`, '--pages', '12', '--timeout', '5');
    expect(performance.now() - start).toBeLessThan(40_000);
    const lines = findings.map(({ code, what }) => `${code} ${what}`).join('\n');
    expect(lines).toContain('CRAWL_LIMIT The crawl stopped at its page limit');
    expect(lines).toContain('LINK_DEAD The link /slow/ did not answer in time.');
    expect(lines).toContain('LINK_DEAD The link /zip/ did not answer.');
    expect(lines).toContain('PAGE_HEAVY The HTML has 4,000 kB.');
    expect(server.requested.length).toBeLessThan(700);
  });

  it('gets one row per page in a table', async () => {
    const server = await serve((path) =>
      path === '/' ? html(links(['/other/'])) : path === '/other/' ? html('Other.') : MISSING,
    );
    await reportOn(`${server.origin}/`, '--page-table', 'pages.csv');
    const [names = '', first = '', second = '', ...rest] = readFileSync(join(folder, 'pages.csv'), 'utf8').split(
      '\r\n',
    );
    expect(names.split(',').slice(0, 3)).toEqual(['url', 'indexable', 'in_sitemap']);
    expect([first, second].map((row) => row.split(',')[0])).toEqual([`${server.origin}/`, `${server.origin}/other/`]);
    expect(rest).toEqual(['']);
  });
});
