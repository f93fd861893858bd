// The gates of a comparison: what fails, what is let pass, and what is no reason to fail.

import { describe, expect, it } from 'vitest';
import type { SiteOptions } from '../../config/define-site.ts';
import { compare, pathsOf, sideOf, type Tree } from './memory-side.ts';

const ORIGIN = 'https://www.example.com';

interface PageFields {
  readonly title?: string;
  readonly heading?: string;
  readonly head?: string;
  readonly canonical?: string;
}

const page = (path: string, { title = 'Title', heading = 'Heading', head = '', canonical }: PageFields = {}) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><link rel="canonical" href="${canonical ?? `${ORIGIN}${path}`}">${head}</head><body><main><h1>${heading}</h1><p>${path}</p></main></body></html>`;
const noindex = { head: '<meta name="robots" content="noindex,follow">' };
const alternate = (path: string) => `<link rel="alternate" hreflang="uk" href="${ORIGIN}${path}">`;
const redirects = (rules: Readonly<Record<string, string>>) =>
  JSON.stringify({ rules: Object.entries(rules).map(([from, to]) => ({ from, to, status: 301 })), segments: [] });

const CLOSED = 'User-agent: Otherbot\nDisallow:\n\nUser-agent: *\nDisallow: / # not yet\n';
const SITE: Tree = {
  'index.html': page('/'),
  'a/index.html': page('/a/'),
  'b/index.html': page('/b/'),
  'hidden/index.html': page('/hidden/', noindex),
};
const without = (file: string): Tree => Object.fromEntries(Object.entries(SITE).filter(([path]) => path !== file));

async function gatesOf(base: Tree, head: Tree, settings?: SiteOptions['diff']) {
  const { gates, isPassed } = await compare(sideOf(base), sideOf(head), settings);
  return { codes: gates.map(({ code, where: { path } }) => [code, path]), gates, isPassed };
}

describe('gates', () => {
  it.each<readonly [string, Tree, Tree, string, string]>([
    ['a page is gone', SITE, without('a/index.html'), 'DIFF_PAGE_GONE', '/a/'],
    ['noindex', SITE, { ...SITE, 'a/index.html': page('/a/', noindex) }, 'DIFF_NOINDEX_ADDED', '/a/'],
    [
      'another canonical address',
      SITE,
      { ...SITE, 'a/index.html': page('/a/', { canonical: `${ORIGIN}/b/` }) },
      'DIFF_CANONICAL_CHANGED',
      '/a/',
    ],
    [
      'a language link',
      { ...SITE, 'a/index.html': page('/a/', { head: alternate('/b/') }) },
      SITE,
      'DIFF_LANGUAGE_LINKS_CHANGED',
      '/a/',
    ],
  ])('fail for %s, and let it pass with a reason', async (_, base, head, code, path) => {
    expect(await gatesOf(base, head)).toMatchObject({ codes: [[code, path]], isPassed: false });
    const allow = [{ code, path, reason: 'Agreed' }] as NonNullable<SiteOptions['diff']>['allow'];
    expect(await gatesOf(base, head, { allow })).toMatchObject({ gates: [{ allowed: 'Agreed' }], isPassed: true });
    const below = [{ code, path: `${path.slice(0, 2)}*`, reason: 'Agreed' }] as typeof allow;
    expect(await gatesOf(base, head, { allow: below })).toMatchObject({ isPassed: true });
    const other = [{ code, path: '/other/*', reason: 'Agreed' }] as NonNullable<SiteOptions['diff']>['allow'];
    expect(await gatesOf(base, head, { allow: other })).toMatchObject({ isPassed: false });
  });

  it.each<readonly [string, Tree, Tree]>([
    [
      'a page that redirects now',
      SITE,
      { ...without('a/index.html'), 'redirects/en.json': redirects({ '/a/': '/b/' }) },
    ],
    ['a page that search engines did not list', SITE, without('hidden/index.html')],
    ['an error page that is gone', { ...SITE, '404.html': page('/404.html') }, SITE],
    ['other words', SITE, { ...SITE, 'a/index.html': page('/a/', { title: 'Other' }) }],
    [
      'a language link to a page that is new',
      SITE,
      { ...SITE, 'a/index.html': page('/a/', { head: alternate('/ua/a/') }), 'ua/a/index.html': page('/ua/a/') },
    ],
    [
      'the last language of a page that redirects now',
      {
        ...SITE,
        'a/index.html': page('/a/', { head: alternate('/a/') + alternate('/c/') }),
        'c/index.html': page('/c/', { head: alternate('/a/') + alternate('/c/') }),
      },
      { ...SITE, 'redirects/en.json': redirects({ '/c/': '/b/' }) },
    ],
    ['rules for one folder', SITE, { ...SITE, 'robots.txt': 'User-agent: *\nDisallow: /a/\nDisallow: /*?' }],
    [
      'a site that stays closed',
      { ...SITE, 'robots.txt': CLOSED },
      { ...SITE, 'robots.txt': CLOSED.replace('*', 'Googlebot') },
    ],
  ])('pass %s', async (_, base, head) => {
    expect(await gatesOf(base, head)).toMatchObject({ codes: [], isPassed: true });
  });

  it('fail for a robots.txt that closes the site', async () => {
    expect(await gatesOf(SITE, { ...SITE, 'robots.txt': CLOSED })).toMatchObject({
      codes: [['DIFF_ROBOTS_CLOSED', undefined]],
      isPassed: false,
    });
    const allow = [{ code: 'DIFF_ROBOTS_CLOSED', reason: 'Not public yet' }] as const;
    expect(await gatesOf(SITE, { ...SITE, 'robots.txt': CLOSED }, { allow: [...allow] })).toMatchObject({
      isPassed: true,
    });
    const butHome = { ...SITE, 'robots.txt': 'User-agent: *\nDisallow: /*\nAllow: /$' };
    expect(await gatesOf(SITE, butHome)).toMatchObject({ gates: [{ code: 'DIFF_ROBOTS_CLOSED' }] });
  });

  it('are one finding for one cause', async () => {
    const head = Object.fromEntries(
      Object.entries(SITE).map(([file, html]) => [file, html.replaceAll(ORIGIN, 'https://staging.example.com')]),
    );
    const { gates, groups, pages } = await compare(sideOf(SITE), sideOf(head));
    expect(gates).toMatchObject([{ code: 'DIFF_CANONICAL_CHANGED', pages: 4 }]);
    expect(groups).toMatchObject([{ kind: 'origin', pages: 4 }]);
    expect(pages).toHaveLength(4);
  });

  it('fail where many pages are gone and redirect to the home page', async () => {
    const paths = ['/one/', '/two/', '/three/', '/four/'];
    const base = { ...SITE, ...Object.fromEntries(paths.map((path) => [`${path.slice(1)}index.html`, page(path)])) };
    const codesWith = async (count: number) => {
      const toHome = Object.fromEntries(paths.slice(0, count).map((path) => [path, '/']));
      const others = Object.fromEntries(paths.slice(count).map((path) => [path, '/blog/']));
      const head = { ...SITE, 'redirects/en.json': redirects({ ...toHome, ...others }) };
      return (await compare(sideOf(base), sideOf(head))).gates.map(({ code, pages }) => [code, pages]);
    };
    expect(await codesWith(3)).toEqual([]);
    expect(await codesWith(4)).toEqual([['DIFF_PAGE_GONE', 4]]);
  });
});

describe('pages', () => {
  it('have a blank between elements that styles set apart', async () => {
    const link = (title: string) =>
      page('/').replace('<p>', `<a href="/a/"><span>Older</span><span>${title}</span></a><p>`);
    const { groups } = await compare(sideOf({ 'index.html': link('One') }), sideOf({ 'index.html': link('Two') }));
    const runs = [
      { mark: ' ', text: 'Older ' },
      { mark: '-', text: 'One' },
      { mark: '+', text: 'Two' },
    ];
    expect(groups).toMatchObject([{ kind: 'text', runs }]);
  });

  it('that moved are told by their redirect, and compared', async () => {
    const words = 'A text that is long enough to be told from all others. '.repeat(8);
    const long = (path: string, more = '') =>
      page(path).replace('<p>', `<p>${words}${more}`).replace(`${path}</p>`, '</p>');
    const base = { ...SITE, 'old/index.html': long('/old/') };
    const moved = (head: Tree) => compare(sideOf(base), sideOf(head));
    const bare = await moved({ ...SITE, 'new/index.html': long('/new/') });
    expect(bare.gates.map(({ code }) => code)).toEqual(['DIFF_PAGE_GONE']);
    const rules = { 'redirects/en.json': redirects({ '/old/': '/new/' }) };
    const redirected = await moved({ ...SITE, ...rules, 'new/index.html': long('/new/', 'More.') });
    expect(redirected).toMatchObject({ isPassed: true, pages: [{ status: 'moved', redirect: '/new/' }] });
    const encoded = { 'redirects/en.json': redirects({ '/old/': encodeURI('/огляд/') }) };
    const renamed = await moved({ ...SITE, ...encoded, 'огляд/index.html': long('/огляд/') });
    expect(pathsOf(renamed, 'moved')).toEqual(['/огляд/']);
    expect(redirected.groups).toMatchObject([{ kind: 'text', runs: [{ mark: ' ' }, { mark: '+', text: 'More.' }] }]);
  });
});
