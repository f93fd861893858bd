import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findOwners } from '../../../cli/check/links/find-owners.ts';
import { locateLinkFaults } from '../../../cli/check/links/link-faults.ts';
import { findCssUrls } from '../../../cli/check/links/link-rules.ts';
import { indexGlobal } from '../../../cli/content/intake/index-entry.ts';
import { toSitePath } from '../../../cli/files/brands.ts';
import { storeContent } from '../../content/stored-versions.ts';
import { ORIGIN, routes } from '../check-makers.ts';

/** Content with these articles and this banner. */
function contentOf(articles: readonly object[], banner: unknown) {
  const dir = mkdtempSync(join(tmpdir(), 'sitegen-owners-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const entries = articles.map((each, index) => ({ id: `a${index}`, slug: `a${index}`, title: `A${index}`, ...each }));
  const global = indexGlobal({ name: 'top_banner', site: 'en' }, banner);
  return storeContent(dir, { entries: { blog_articles: entries }, globals: [global] }).version;
}

/** Fields by key of the address. */
function ownersOf(keys: readonly string[], articles: readonly object[], banner: unknown = null) {
  const found = findOwners({
    keys: new Set(keys),
    origin: ORIGIN,
    content: contentOf(articles, banner),
    pathOfEntry: ({ id }) => toSitePath(`/blog/${id}/`),
  });
  return [...found].map(([key, places]) => [key, places.map(({ place }) => `${place.entry} ${place.field}`)]);
}

describe('locateLinkFaults', () => {
  it.each([
    [true, 'top_banner'],
    [false, 'A0'],
  ])('names the owner of a link that the banner and an article have, in a header: %s', (isShared, owner) => {
    const content = contentOf([{ content: '<a href="/nowhere/">a</a>' }], { link: '/nowhere/' });
    const entry = {
      collection: 'blog_articles',
      site: 'en',
      id: 'a0',
      slug: 'a0',
      title: 'A0',
      editUrl: null,
    } as const;
    const planned = routes.flatMap((route) => (route.path === '/blog/first/' ? [{ ...route, entry }] : []));
    const fault = {
      code: 'LINK_DEAD',
      href: '/nowhere/',
      key: '/nowhere/',
      isShared,
      what: '',
      paths: [toSitePath('/blog/first/')],
    } as const;
    const located = locateLinkFaults([fault], {
      routes: planned,
      origin: ORIGIN,
      content,
      editedFiles: new Set(),
    });
    expect(located.map(({ where }) => where.entry)).toEqual([owner]);
  });
});

describe('findOwners', () => {
  it('finds an address in every spelling', () => {
    const articles = [
      { content: '<p><a href="/nowhere?x=1">a</a></p>' },
      { content: [{ type: 'cta', link: `${ORIGIN}/nowhere/` }] },
      { link: { url: '../../nowhere/' } },
      { content: "<a class=x href='/nowhere/#top'>b</a>" },
      { content: '/nowhere/ in words, and <a href="/else/">c</a>' },
    ];
    expect(ownersOf(['/nowhere/'], articles)).toEqual([
      ['/nowhere/', ['A0 content', 'A1 content.0.link', 'A2 link.url', 'A3 content']],
    ]);
  });

  it('finds anchors, files of the service, other sites and globals', () => {
    const keys = ['/blog/a0/#part', 'https://cms.example.com/assets/a.png', 'https://other.example/x?y=1'];
    const articles = [{ content: '<a href="#part">a</a><img src="/assets/a.png">', seo_title: 'no /address/' }];
    expect(ownersOf(keys, articles, { link: 'https://other.example/x?y=1#z' })).toEqual([
      ['/blog/a0/#part', ['A0 content']],
      ['https://cms.example.com/assets/a.png', ['A0 content']],
      ['https://other.example/x?y=1', ['top_banner link']],
    ]);
  });

  it('finds a relative address as written, because it leads elsewhere on each page', () => {
    const articles = [
      { content: [{ type: 'cta', link: 'pricing' }] },
      { content: '<a href="pricing">a</a>', seo_title: 'pricing' },
      { link: { url: ' pricing ' } },
    ];
    expect(ownersOf(['pricing', 'www.example.org'], articles, { link: 'www.example.org' })).toEqual([
      ['pricing', ['A0 content.0.link', 'A1 content', 'A2 link.url']],
      ['www.example.org', ['top_banner link']],
    ]);
  });

  it('ignores the address of the entry itself', () => {
    const own = { edit_url: '/nowhere/', api_url: '/nowhere/', url: '/nowhere/' };
    expect(ownersOf(['/nowhere/'], [{ ...own, author: { id: 'x', title: 'X', ...own } }])).toEqual([]);
  });
});

describe('findCssUrls', () => {
  it('reads url() and @import in every spelling, without comments, fragments and inline data', () => {
    const css = `@import "a.css"; @import url('b.css');
      /* url(no.png) */ @font-face { src: url( "c.woff2" ) format('woff2'), url(d.woff) }
      p { background: url(data:image/gif;base64,R0==), url(#part), url("c.woff2") }`;
    expect(findCssUrls(css)).toEqual(['a.css', 'b.css', 'c.woff2', 'd.woff']);
  });
});
