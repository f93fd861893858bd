import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toSitePath } from '../../cli/files/brands.ts';
import { renderRedirectPages } from '../../cli/outputs/redirect-pages.ts';
import { createContentSecurityPolicy } from '../../cli/render/csp.ts';
import { openBrowser } from '../browser/chromium.ts';
import { planWith, siteWith, type WrittenRedirect } from '../pipeline/redirect-makers.ts';

const site = siteWith();
const renderPagesOf = (
  written: readonly WrittenRedirect[],
  paths: readonly string[] = [],
  files: readonly string[] = [],
) =>
  renderRedirectPages({
    rules: planWith(written, { ambassadors: ['en'] }).rules,
    site,
    scriptHref: '/assets/redirect-1a2b.js',
    contentSecurityPolicy: createContentSecurityPolicy(site, null).meta,
    paths: paths.map(toSitePath),
    files: files.map(toSitePath),
  });

describe('renderRedirectPages', () => {
  it('writes one page a rule where its source lies, in the language of its locale', () => {
    const { files } = renderPagesOf([
      { from: '/old/', to: '/about/' },
      { from: '/kz/старый', to: '/kz/огляд/', locale: 'kz' },
      { from: '/old-file.html', to: '/about/' },
    ]);
    expect(files.map(({ path, kind, locale, owner }) => [path, kind, locale, owner])).toEqual([
      ['kz/старый/index.html', 'page', 'kz', null],
      ['old-file.html', 'page', 'en', null],
      ['old/index.html', 'page', 'en', null],
    ]);
    expect(files[0]?.content).toContain('<html lang="ru-KZ">');
  });

  it('writes no page below a file, which cannot be a folder', () => {
    const below = ['/A.HTML/amp/', '/about/index.html/x/', '/sitemap.xml/x/', '/robots.txt/x.html'];
    const fine = ['/a.html', '/b.html/amp/', '/feed.xml/', '/docs/readme.txt/'];
    const { files, problems } = renderPagesOf(
      [...fine, ...below].map((from) => ({ from, to: '/' })),
      ['/about/'],
      ['/sitemap.xml', '/robots.txt'],
    );
    expect(files.map(({ path }) => path).toSorted()).toEqual([
      'a.html',
      'b.html/amp/index.html',
      'docs/readme.txt/index.html',
      'feed.xml/index.html',
    ]);
    expect(problems.map(({ code, where }) => [code, where.path])).toEqual(
      below.toSorted().map((from) => ['REDIRECT_WITHOUT_PAGE', from]),
    );
  });

  it('leads browsers by script before refresh, search engines by canonical, and people by a link', () => {
    const [file] = renderPagesOf([{ from: '/old/', to: '/about/?x=1&y="2"#part' }]).files;
    const html = String(file?.content);
    expect(html).toContain(
      '<script src="/assets/redirect-1a2b.js" data-target="/about/?x=1&amp;y=%222%22#part"></script>',
    );
    expect(html).toContain('<meta http-equiv="refresh" content="0; url=/about/?x=1&amp;y=%222%22#part">');
    expect(html).toContain('<link rel="canonical" href="https://www.example.com/about/">');
    expect(html).toContain(
      '<a href="/about/?x=1&amp;y=%222%22#part">https://www.example.com/about/?x=1&amp;y=%222%22#part</a>',
    );
    expect(html.indexOf('<script')).toBeLessThan(html.indexOf('refresh'));
    expect(html).not.toContain('noindex');
  });

  it('sends no referrer to another site, neither by script nor by link', () => {
    const [own, other] = renderPagesOf([
      { from: '/old/', to: '/about/' },
      { from: '/other/', to: 'https://status.example.net/' },
    ]).files.map(({ content }) => String(content));
    expect(own).toContain('<meta name="referrer" content="strict-origin-when-cross-origin">');
    expect(own).not.toContain('_blank');
    expect(other).toContain('<meta name="referrer" content="no-referrer">');
    expect(other).toContain('<a href="https://status.example.net/" target="_blank" rel="noreferrer noopener">');
  });

  it.each([
    [{ from: '/gone/', type: 410 }, 'object storage cannot answer 410; the path answers 404'],
    [{ from: '/old.pdf', to: '/about/' }, 'the path names a file that is not HTML'],
    [{ from: '/blog/index.html', to: '/blog/' }, 'the path is the file of another page'],
    [{ from: '/Blog/', to: '/blog/' }, 'a page has the same file name in another case'],
    [{ from: `/${'я'.repeat(128)}/`, to: '/blog/' }, 'a part of the path is too long for a file name'],
  ])('writes no page for %j and says why', (written, reason) => {
    const { files, problems } = renderPagesOf([written], ['/blog/']);
    expect(files).toEqual([]);
    expect(problems).toMatchObject([
      { severity: 'notice', what: `No redirect page was written for ${written.from}: ${reason}.` },
    ]);
  });
});

describe('a redirect page in a browser', () => {
  let server: Server;
  let browser: Browser;
  let origin = '';
  const files = renderPagesOf([
    { from: '/plain/', to: '/about/' },
    { from: '/own/', to: '/about/?x=1#part' },
  ]).files;

  beforeAll(async () => {
    const bundle = await build({ entryPoints: ['client/redirect.ts'], bundle: true, format: 'iife', write: false });
    const script = bundle.outputFiles[0]?.text ?? '';
    const contentByPath = new Map(
      files.map(({ path, content }) => [`/${path.replace(/index\.html$/, '')}`, String(content)]),
    );
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const isScript = pathname.startsWith('/assets/');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(isScript ? script : (contentByPath.get(pathname) ?? '<!doctype html><title>About</title>'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  async function follow(path: string, javaScriptEnabled = true): Promise<string> {
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${origin}${path}`).catch(() => null);
    await page.waitForURL('**/about/**');
    const url = page.url().slice(origin.length);
    await context.close();
    return url;
  }

  it('carries query and fragment under the site’s policy', async () => {
    expect(await follow('/plain/?a=1&b=%20#end')).toBe('/about/?a=1&b=%20#end');
    expect(await follow('/own/?a=1#end')).toBe('/about/?x=1&a=1#part');
    expect(await follow('/own/?x=2&a=1')).toBe('/about/?x=1&a=1#part');
    expect(await follow('/plain/')).toBe('/about/');
  });

  it('leaves browsers without JavaScript to the refresh', async () => {
    expect(await follow('/own/?a=1', false)).toBe('/about/?x=1#part');
  });
});
