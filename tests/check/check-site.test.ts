import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPages } from '../../cli/check/briefs/read-pages.ts';
import { checkSite } from '../../cli/check/check-site.ts';
import { type Change, checkAfter, checkWith, FILES, ORIGIN, routes } from './check-makers.ts';

const codesOf = async (change: Parameters<typeof checkWith>[0]) =>
  (await checkWith(change)).findings.map(({ code }) => code);

describe('checkSite', () => {
  it('finds nothing on the pages of one locale, whose counterparts are known by their plan', async () => {
    expect(await codesOf({ locales: ['ua'], pages: { '/ua/': { links: ['/blog/', '/blog/#any'] } } })).toEqual([]);
  });

  it.each([
    '/nowhere/',
    '/blog/nowhere',
    'https://www.example.com/nowhere/',
    '../../nowhere/',
    '/Blog/',
    '/files/a.pdf',
  ])('finds the dead link %s and says which entry has it, where, and how to mend it', async (href) => {
    const { findings } = await checkWith({ pages: { '/blog/first/': { links: [href] } } });
    expect(findings).toEqual([
      {
        code: 'LINK_DEAD',
        severity: 'warning',
        where: {
          collection: 'blog_articles',
          entry: 'First',
          site: 'en',
          editUrl: 'https://cms.example.com/1',
          path: '/blog/first/',
        },
        what: `The link ${href} leads to no page.`,
        fix: 'Correct the link, or publish the page that it leads to.',
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
        target: href,
        pages: 1,
        paths: ['/blog/first/'],
      },
    ]);
  });

  it('understands links as a browser does', async () => {
    const links = [
      '',
      '?q=1',
      '#main',
      '../',
      '/blog/%d0%be%d0%b3%d0%bb%d1%8f%d0%b4/?x=1#main',
      'огляд/',
      'tel:+1',
      'https://www.example.com/ua/',
    ];
    expect(await codesOf({ pages: { '/blog/': { links } } })).toEqual([]);
  });

  it('finds a dead anchor once for each owner that links it', async () => {
    const { findings } = await checkWith({
      pages: {
        '/blog/first/': { links: ['#nowhere', '/ua/#main'] },
        '/': { links: ['/blog/first/#nowhere'] },
        '/ua/': { links: ['/blog/first/#nowhere', '/blog/first/#main'] },
      },
    });
    expect(findings.map(({ code, paths }) => [code, paths]).toSorted()).toEqual([
      ['ANCHOR_DEAD', ['/']],
      ['ANCHOR_DEAD', ['/blog/first/']],
      ['ANCHOR_DEAD', ['/ua/']],
    ]);
    expect(findings[0]?.what).toBe('The link /blog/first/#nowhere names an id that is not on that page.');
  });

  it('knows ids in any script, ids of the header, and anchors that need no id', async () => {
    const links = ['#%D0%B7%D0%BC%D1%96%D1%81%D1%82', '#c-menu', '#top', '#', '#:~:text=crisis', '#main:~:text=crisis'];
    expect(await codesOf({ pages: { '/blog/first/': { links, ids: ['main', 'зміст'] } } })).toEqual([]);
  });

  it('finds a file that does not exist, unless another host or the image CDN answers', async () => {
    const assets = [
      '/assets/a.png',
      '/assets/missing.png',
      'https://img.example.com/a.png',
      `${ORIGIN}/cdn-cgi/image/format=auto/https://c.example/a.png`,
      'data:image/gif;base64,R0==',
    ];
    const { findings } = await checkWith({ pages: { '/blog/first/': { assets } } });
    expect(findings.map(({ code, what }) => [code, what])).toEqual([
      ['ASSET_DEAD', 'The file /assets/missing.png does not exist.'],
    ]);
  });

  it('makes one finding of a dead link in header or footer, however many pages have it', async () => {
    const { findings, pages } = await checkWith({ fragment: { assets: ['/assets/missing.png'] } });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      where: { file: 'templates/layouts/Layout.tsx' },
      what: 'The file /assets/missing.png in header or footer does not exist.',
      pages,
    });
    expect(findings[0]?.paths).toHaveLength(10);
  });

  it('finds a link of the header within the page that the page has no place for', async () => {
    const { findings } = await checkWith({ pages: { '/blog/first/': { ids: [] } } });
    expect(findings.map(({ code, where }) => [code, where.path])).toEqual([['ANCHOR_DEAD', '/blog/first/']]);
  });

  it('tells of every address of another host, and of which page has it', async () => {
    const heard: unknown[] = [];
    await checkWith({
      pages: { '/blog/first/': { links: ['https://a.example/x#part', '//b.example', 'https://a.example/x'] } },
      locales: ['en'],
      context: { onExternal: (url, href, _, isShared) => heard.push([url, href, isShared]) },
    });
    expect(heard).toContainEqual(['https://a.example/x', 'https://a.example/x#part', false]);
    expect(heard).toContainEqual(['https://b.example/', '//b.example', false]);
  });

  it('looks at links alone where that is asked for', async () => {
    const change = { pages: { '/blog/first/': { title: null, links: ['/nowhere/'] } } };
    expect(await codesOf({ ...change, context: { scope: 'links' } })).toEqual(['LINK_DEAD']);
    expect(await codesOf(change)).toEqual(['TITLE_MISSING', 'LINK_DEAD']);
  });

  it('takes the severities of the owner of the site', async () => {
    const pages = { '/blog/first/': { title: null, links: ['/nowhere/'] } };
    const { findings } = await checkWith({ pages, severities: { LINK_DEAD: 'error', TITLE_MISSING: 'off' } });
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['LINK_DEAD', 'error']]);
  });

  it('gives a cause the same fingerprint in every run, and another cause another one', async () => {
    const fingerprints = async (href: string) =>
      (await checkWith({ pages: { '/blog/first/': { links: [href] } } })).findings.map(
        ({ fingerprint }) => fingerprint,
      );
    expect(await fingerprints('/nowhere/')).toEqual(await fingerprints('/nowhere/'));
    expect(await fingerprints('/nowhere/')).not.toEqual(await fingerprints('/elsewhere/'));
  });

  it('looks at a page whole whose brief is damaged', async () => {
    const pages = { '/blog/first/': { title: null, links: ['/nowhere/'] } };
    for (const brief of ['{"canonical":', '{"targets":[]}']) {
      const { findings } = await checkWith({ pages, brief });
      expect(findings.map(({ code }) => code)).toEqual(['TITLE_MISSING', 'LINK_DEAD']);
    }
  });

  it('takes a record without a route for a bug', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-records-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'a.ndjson');
    writeFileSync(file, `${JSON.stringify({ path: '/none/', chrome: '', at: ['', 0, 0, 0] })}\n`);
    const input = {
      origin: ORIGIN,
      routes: [],
      listPages: () => readPages([file]),
      fragmentFacts: new Map(),
      editedFiles: new Set<string>(),
      readFacts: () => null,
      hasFile: () => false,
      stylesheets: [],
      sitemapUrls: null,
      redirects: { root: null, exact: [], segments: [] },
      severities: {},
    };
    const checked = checkSite(input, {
      content: null,
      scope: 'all',
      onExternal: null,
      findBrief: () => null,
      lastChecks: null,
    });
    await expect(checked).rejects.toThrow('/none/');
  });
});

/**
 * What a build finds that took all pages but some over from one of the site before a change: the same whether the briefs of
 * what either of them rendered are read or come as threads pack them.
 */
async function findAfter(change: Change, { before = {}, rendered }: { before?: Change; rendered: readonly string[] }) {
  const { findings } = await checkWith(change);
  for (const isPacked of [false, true]) {
    const { checks } = await checkAfter({ ...before, isPacked }, {});
    const after = await checkAfter({ ...change, isPacked }, { last: checks, rendered });
    expect(after.findings).toEqual(findings);
  }
  return findings.map(({ code, paths }) => [code, ...paths]);
}

describe('checkSite after a build whose checks it takes over', () => {
  const FIRST = '/blog/first/';

  it('finds what is wrong with a page that was rendered, and nothing on the others', async () => {
    const change = { pages: { [FIRST]: { links: ['/nowhere/'] } } };
    expect(await findAfter(change, { rendered: [FIRST] })).toEqual([['LINK_DEAD', FIRST]]);
  });

  it('finds again what was wrong with pages that were taken over', async () => {
    const before = { pages: { '/': { links: ['/nowhere/'] }, '/blog/': { headingCount: 2 } } };
    const found = await findAfter(before, { before, rendered: [FIRST] });
    expect(found.map(([code, path]) => `${code} ${path}`).sort()).toEqual(['HEADING_COUNT /blog/', 'LINK_DEAD /']);
  });

  it('finds a title that a rendered page shares with one that was taken over', async () => {
    const title = 'A whole title of /blog/';
    const found = await findAfter({ pages: { [FIRST]: { title } } }, { rendered: [FIRST] });
    expect(found).toEqual([
      ['TITLE_TWICE', '/blog/'],
      ['TITLE_TWICE', FIRST],
    ]);
  });

  it('finds that nobody links to a page any more that a rendered page linked to', async () => {
    const unlinked: Change = { fragment: { links: [] } };
    const linksOf = (links: readonly string[]): Change => ({
      ...unlinked,
      pages: { '/blog/': { links: [...links, '/', '/ua/'] }, '/': { links: [...links, '/blog/'] } },
    });
    const orphans = (found: readonly string[][]) =>
      found.filter(([code]) => code === 'PAGE_ORPHAN').map(([, path]) => path);
    const before = linksOf([FIRST]);
    const onlyOne = { ...before, pages: { ...before.pages, '/': { links: ['/blog/'] } } };
    expect(orphans(await findAfter(onlyOne, { before, rendered: ['/'] }))).not.toContain(FIRST);
    expect(orphans(await findAfter(linksOf([]), { before: onlyOne, rendered: ['/', '/blog/'] }))).toContain(FIRST);
    expect(orphans(await findAfter(linksOf([]), { before, rendered: ['/', '/blog/'] }))).toContain(FIRST);
  });

  it('finds an anchor that a rendered page lost, and that another one asks for', async () => {
    const linking = { '/blog/': { links: [`${FIRST}#main`] } };
    const found = await findAfter(
      { pages: { ...linking, [FIRST]: { ids: [] } } },
      { before: { pages: linking }, rendered: [FIRST] },
    );
    expect(found).toContainEqual(['ANCHOR_DEAD', '/blog/']);
  });

  it('looks at every page where another page of the plan is gone or is another', async () => {
    const plan = { [FIRST]: { path: '/blog/other/' } };
    const found = await findAfter(
      { plan, pages: { '/blog/': { links: [FIRST] } } },
      { before: { pages: { '/blog/': { links: [FIRST] } } }, rendered: ['/blog/other/'] },
    );
    expect(found).toContainEqual(['LINK_DEAD', '/blog/']);
    const hidden = { plan: { [FIRST]: { isIndexable: false } }, pages: { [FIRST]: { hasNoindex: false } } };
    expect((await findAfter(hidden, { rendered: [] })).map(([code]) => code)).toContain('ROBOTS_WRONG');
  });

  it('finds on pages that were taken over that a file is gone', async () => {
    const files = FILES.filter((path) => path !== '/assets/main.css');
    const found = await findAfter({ files }, { rendered: [] });
    expect(new Set(found.map(([code]) => code))).toEqual(new Set(['ASSET_DEAD']));
    expect(found.flatMap(([, ...paths]) => paths)).toContain(FIRST);
  });

  it('finds on pages that were taken over that the redirect of an asset is gone', async () => {
    const pages = { [FIRST]: { assets: ['/old/'] } };
    expect(await findAfter({ pages }, { before: { pages, exact: [{}] }, rendered: [] })).toEqual([
      ['ASSET_DEAD', FIRST],
    ]);
  });

  it('takes what is known of a page for what it has, unless the page was rendered', async () => {
    const { checks, links } = await checkAfter({}, {});
    const page = routes.findIndex(({ path }) => path === FIRST);
    const right = checks?.pages.findRight(page);
    if (right == null) throw new Error(`Nothing is kept of ${FIRST}.`);
    checks?.pages.setRight(page, right.chrome, { ...right, links: right.links + 1000 });
    const countAfter = async (rendered: readonly string[]) => (await checkAfter({}, { last: checks, rendered })).links;
    expect(await countAfter([])).toBe(links + 1000);
    expect(await countAfter([FIRST])).toBe(links);
  });
});
