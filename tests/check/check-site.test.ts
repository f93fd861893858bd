import { describe, expect, it } from 'vitest';
import { checkSite } from '../../cli/check/check-site.ts';
import { type OutPath, toSitePath } from '../../cli/files/brands.ts';
import { type Change, checkWith, FILES, ORIGIN } from './check-makers.ts';

const codesOf = async (change: Parameters<typeof checkWith>[0]) =>
  (await checkWith(change)).findings.map(({ code }) => code);

describe('checkSite', () => {
  it('finds no faults on pages of one locale: pages of others are known from the plan', async () => {
    expect(await codesOf({ locales: ['ua'], pages: { '/ua/': { links: ['/blog/', '/blog/#any'] } } })).toEqual([]);
  });

  it.each(['/nowhere/', '/blog/nowhere', 'https://www.example.com/nowhere/', '../../nowhere/', '/files/a.pdf', '/ai/'])(
    'reports the dead link %s with its entry, pages and fix',
    async (href) => {
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
    },
  );

  it.each([
    ['/Blog/', 'the page is at /blog/'],
    ['/blog/index.html', 'the page is at /blog/'],
    ['/blog//first.html?x=1', 'the page is at /blog/first/'],
    ['/en/blog/', 'the page is at /blog/'],
    ['/de/ua/', 'the page is at /ua/'],
    ['blog', 'the page is at /blog/'],
    ['./BLOG/#a', 'the page is at /blog/'],
    ['www.example.org/a', 'an address of another site needs "https://" before it'],
    ['https//www.example.org', 'an address of another site needs "https://" before it'],
    ['/www.example.org', 'an address of another site needs "https://" before it'],
    ['ann@example.com', 'an e-mail address needs "mailto:" before it'],
    ['+380 (44) 123-45-67', 'a phone number needs "tel:" before it'],
  ])('says what is wrong with the link %s', async (href, hint) => {
    const { findings } = await checkWith({ pages: { '/blog/first/': { links: [href] } } });
    expect(findings.map(({ what }) => what)).toEqual([`The link ${href} leads to no page: ${hint}.`]);
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

  it('reports a dead anchor once for each entry that links to it', async () => {
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
    expect(findings[0]?.what).toBe(
      'The link /blog/first/#nowhere names an id that is not on that page. No heading there has an id.',
    );
  });

  it('accepts ids in any script, ids of the header, and anchors that need no id', async () => {
    const links = ['#%D0%B7%D0%BC%D1%96%D1%81%D1%82', '#c-menu', '#top', '#', '#:~:text=crisis', '#main:~:text=crisis'];
    expect(await codesOf({ pages: { '/blog/first/': { links, ids: ['main', 'зміст'] } } })).toEqual([]);
  });

  it('reports a missing file, unless it is on another host or the image CDN', async () => {
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

  it('reports a link of the header to an id that the page does not have', async () => {
    const { findings } = await checkWith({ pages: { '/blog/first/': { ids: [] } } });
    expect(findings.map(({ code, where }) => [code, where.path])).toEqual([['ANCHOR_DEAD', '/blog/first/']]);
  });

  it('lists every link to another host', async () => {
    const { externals } = await checkWith({
      pages: { '/blog/first/': { links: ['https://a.example/x#part', '//b.example', 'https://a.example/x'] } },
      locales: ['en'],
      context: { withExternals: true },
    });
    const listed = externals.map(({ key, href, isShared }) => [key, href, isShared]);
    expect(listed).toContainEqual(['https://a.example/x', 'https://a.example/x#part', false]);
    expect(listed).toContainEqual(['https://b.example/', '//b.example', false]);
  });

  it('checks only links if that is the scope', async () => {
    const change = { pages: { '/blog/first/': { title: null, links: ['/nowhere/'] } } };
    expect(await codesOf({ ...change, context: { scope: 'links' } })).toEqual(['LINK_DEAD']);
    expect(await codesOf(change)).toEqual(['TITLE_MISSING', 'LINK_DEAD']);
  });

  it('uses the severities of site.config.ts', async () => {
    const pages = { '/blog/first/': { title: null, links: ['/nowhere/'] } };
    const { findings } = await checkWith({ pages, severities: { LINK_DEAD: 'error', TITLE_MISSING: 'off' } });
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['LINK_DEAD', 'error']]);
  });

  it('creates the same fingerprint in every run, and different ones for different causes', async () => {
    const fingerprints = async (href: string) =>
      (await checkWith({ pages: { '/blog/first/': { links: [href] } } })).findings.map(
        ({ fingerprint }) => fingerprint,
      );
    expect(await fingerprints('/nowhere/')).toEqual(await fingerprints('/nowhere/'));
    expect(await fingerprints('/nowhere/')).not.toEqual(await fingerprints('/elsewhere/'));
  });

  it('rejects a record without a route', () => {
    const input = {
      origin: ORIGIN,
      routes: [],
      readPages: () => [{ path: toSitePath('/none/'), chrome: null, facts: null }],
      fragmentFacts: new Map(),
      editedFiles: new Set<OutPath>(),
      hasFile: () => false,
      stylesheets: [],
      sitemap: null,
      redirects: { exact: [], segments: [] },
      severities: {},
    };
    const options = { content: null, scope: 'all' } as const;
    expect(() => checkSite(input, options)).toThrow('/none/');
  });
});

describe('checkSite of pages that depend on each other', () => {
  const FIRST = '/blog/first/';
  const found = async (change: Change) => {
    const { findings } = await checkWith(change);
    return findings.map(({ code, paths }) => [code, ...paths]);
  };

  it('reports a title that two pages have', async () => {
    const title = 'A whole title of /blog/';
    expect(await found({ pages: { [FIRST]: { title } } })).toEqual([
      ['TITLE_TWICE', '/blog/'],
      ['TITLE_TWICE', FIRST],
    ]);
    const { findings } = await checkWith({ pages: { [FIRST]: { title } } });
    expect(findings[0]).toMatchObject({
      what: `2 pages have the title "${title}": /blog/, ${FIRST}.`,
      target: `2 pages have the title "${title}".`,
    });
  });

  it('finds a page that no other page links to', async () => {
    const linksOf = (links: readonly string[]): Change => ({
      fragment: { links: [] },
      pages: { '/blog/': { links: [...links, '/', '/ua/'] }, '/': { links: ['/blog/'] } },
    });
    expect(await found(linksOf([FIRST]))).not.toContainEqual(['PAGE_ORPHAN', FIRST]);
    expect(await found(linksOf([]))).toContainEqual(['PAGE_ORPHAN', FIRST]);
  });

  it('reports a link to an id that another page does not have', async () => {
    const pages = { '/blog/': { links: [`${FIRST}#main`] }, [FIRST]: { ids: [] } };
    expect(await found({ pages })).toContainEqual(['ANCHOR_DEAD', '/blog/']);
  });

  it('reports a missing file on every page', async () => {
    const files = FILES.filter((path) => path !== '/assets/main.css');
    const findings = await found({ files });
    expect(new Set(findings.map(([code]) => code))).toEqual(new Set(['ASSET_DEAD']));
    expect(findings.flatMap(([, ...paths]) => paths)).toContain(FIRST);
  });
});
