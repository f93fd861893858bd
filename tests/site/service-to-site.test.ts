// Each feature from the content service to the files that came out: one small site that shows them all, built over HTTP.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import type { SiteContent } from '../service/stored-content.ts';
import {
  type BuiltPage,
  type BuiltSite,
  elementsOf,
  linkOf,
  metaOf,
  neighbourOf,
  readBuiltSite,
} from './built-site.ts';
import { type CommandRun, runSitegen } from './run-sitegen.ts';
import { article, entry } from './small-content.ts';

const ORIGIN = 'https://www.example.com';
const TODAY = '2026-06-01T00:00:00Z';
const TOMORROW = '2026-06-16T00:00:00Z';

const category = (slug: string): Fields => ({ id: `category::${slug}`, slug, title: `Category ${slug}` });
const redirect = (from: string, to: string): Fields => ({
  from,
  to,
  slug: from,
  title: from,
  type: { key: 301, value: 301, label: '301' },
});
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000000Z`;

/** Eleven plain articles: 1 to 3 about growth, the others about crises. */
const PLAIN = Array.from({ length: 11 }, (_, index) =>
  article(`plain-${index + 1}`, {
    date: day(index + 1),
    category: [category('all'), category(index < 3 ? 'growth' : 'crisis')],
  }),
);
const LINKS = article('links', {
  date: day(20),
  content: [
    {
      type: 'text',
      text: [
        '<p><a href="/old">moved</a> <a href="/very-old/?from=text#top">moved twice</a></p>',
        `<p><a href="${ORIGIN}/blog/plain-1">own origin</a> <a href="${ORIGIN}/old/">own origin, moved</a></p>`,
        '<p><a href="https://other.example.org/page">other host</a> <a href="mailto:a@example.com">mail</a></p>',
      ].join(''),
    },
    { type: 'cta', label: 'Read on', link: '/very-old/' },
    { type: 'cta', label: 'Own origin', link: `${ORIGIN}/demo?plan=a` },
    { type: 'cta', label: 'Other host', link: 'https://other.example.org/offer' },
  ],
});

/** Thirteen that were, one a day. */
const PREVIOUS_WEBINARS = Array.from({ length: 13 }, (_, index) =>
  entry(`webinar-${index + 1}`, { webinar_date: day(index + 1) }),
);

const CONTENT: SiteContent = {
  pages: {
    en: [entry('main'), entry('blog', { hero_slug: 'leader' }), entry('webinars')],
    es: [entry('main')],
    pt: [entry('main')],
    ua: [entry('main'), entry('blog')],
    kz: [entry('main')],
  },
  blog_articles: {
    en: [
      ...PLAIN,
      LINKS,
      article('leader', { date: '2025-01-01T00:00:00.000000Z', category: [category('growth')] }),
      article('scheduled', { date: '2026-06-15T09:00:00.000000Z', status: 'scheduled' }),
      article('hidden', { date: day(25), hide_from_index: true, category: [category('growth')] }),
      article('unlisted-by-robots', { date: day(26), seo_noindex: true }),
      article('replaced', { date: '2024-01-01T00:00:00.000000Z' }),
      article('draft', { date: day(28), status: 'draft' }),
    ],
    ua: [article('plain-1'), article('lonely')],
    kz: [article('qazaq', { language: 'kk-KZ', date: day(9) })],
  },
  landings: { en: [entry('launch')] },
  webinars: {
    en: [
      entry('in-august', { webinar_date: '2026-08-01T15:00:00.000000Z', current_webinar: true }),
      ...PREVIOUS_WEBINARS,
      entry('in-july', { webinar_date: '2026-07-01T15:00:00.000000Z', current_webinar: true }),
    ],
  },
  redirects: {
    en: [
      redirect('/old/', '/blog/plain-2/'),
      redirect('/very-old/', '/old/'),
      redirect('/blog/replaced/', '/blog/plain-1/'),
    ],
  },
};
const BANNER: Fields = {
  enabled: true,
  link: '/old/',
  alt: 'Spring offer',
  height: 64,
  background_color: '#1a2b3c',
  object_fit: { key: 'cover', label: 'Cover', value: 'cover' },
  desktop_image: { url: 'https://images.example.org/wide.png', width: 1920, height: 64 },
  mobile_image: { url: 'https://images.example.org/narrow.png', width: 720, height: 64 },
};

let folder = '';
let run: CommandRun;
let snapshotFile = '';
let today: BuiltSite;
let tomorrow: BuiltSite;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-service-'));
  const service = await serviceWith(CONTENT, { top_banner: { en: BANNER, ua: { ...BANNER, enabled: false } } });
  run = await build(service.url, ['--clock', TODAY, '--json']);
  if (run.code !== 0) throw new Error(`${run.stdout}${run.stderr}`);
  snapshotFile = join(folder, 'content.sqlite');
  const args = ['snapshot', snapshotFile, '--origin', ORIGIN, '--content-url', service.url, '--clock', TODAY];
  const stored = await runSitegen(args, { cwd: folder });
  await service.stop();
  if (stored.code !== 0) throw new Error(stored.stderr);
  // The service is gone: the second build has nothing but the snapshot.
  const second = await build(service.url, [
    '--snapshot',
    snapshotFile,
    '--clock',
    TOMORROW,
    '-o',
    'tomorrow',
    '--cache-dir',
    'other',
  ]);
  if (second.code !== 0) throw new Error(second.stderr);
  today = readBuiltSite(join(folder, 'out'));
  tomorrow = readBuiltSite(join(folder, 'tomorrow'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function build(url: string, args: readonly string[]): Promise<CommandRun> {
  return runSitegen(['build', '--origin', ORIGIN, '--content-url', url, ...args], { cwd: folder });
}

const lastLineOf = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

function pageAt(path: string, site = today): BuiltPage {
  const page = site.pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`No page ${path}.`);
  return page;
}

const hasPage = (path: string, site = today) => site.pages.some((page) => page.path === path);
const textOf = (file: string, site = today) => readFileSync(join(site.outDir, file), 'utf8');
const linksOf = (page: BuiltPage) => elementsOf(page, 'a').map(({ attributes: { href = '' } }) => href);
const hrefOfText = (page: BuiltPage, text: string) =>
  elementsOf(page, 'a').find((link) => link.text.startsWith(text))?.attributes.href;
/** Cards of a page or of a part of it, as slugs. */
const cardsOf = (page: BuiltPage) =>
  elementsOf(page, 'a', { class: 'card__link' }).map(({ attributes: { href = '' } }) => href.split('/').at(-2));
const slugsOfList = (file: string, site = today) =>
  (JSON.parse(textOf(file, site)) as { data: { slug: string }[] }).data.map(({ slug }) => slug);
/** Every place that lists articles, as one text. */
const listingsOf = (site: BuiltSite) =>
  [...site.files]
    .filter((file) =>
      /^(sitemap\.xml|blog\/feed\.xml|index\.html|blog\/(page\/\d+\/)?index\.html)$|^(search|lists)\//.test(file),
    )
    .map((file) => textOf(file, site))
    .join('\n');

describe('a scheduled article', () => {
  it('is not there before its date', () => {
    expect(hasPage('/blog/scheduled/')).toBe(false);
    expect(listingsOf(today)).not.toContain('/blog/scheduled/');
  });

  it('is there from its date on, built from the same snapshot without network', () => {
    expect(hasPage('/blog/scheduled/', tomorrow)).toBe(true);
    expect(cardsOf(pageAt('/blog/', tomorrow))).toContain('scheduled');
    for (const file of ['sitemap.xml', 'blog/feed.xml', 'search/blog/en/data.json', 'lists/blog/en/all/1.json'])
      expect(textOf(file, tomorrow), file).toContain('/blog/scheduled/');
  });

  it('is no draft, which never shows', () => {
    expect([today, tomorrow].map((site) => hasPage('/blog/draft/', site))).toEqual([false, false]);
  });

  it('comes and goes with the clock of one snapshot, which is rendered only where that changes something', async () => {
    const args = [
      '--snapshot',
      snapshotFile,
      '-o',
      'clocked',
      '--cache-dir',
      'clocked-cache',
      '--allow-shrink',
      '--json',
    ];
    const steps = [
      ['2026-06-01', false, true],
      ['2026-06-15T08:59:59Z', false, false],
      ['2026-06-15T09:00:00Z', true, true],
      ['2026-06-15T10:00:00Z', true, false],
      // Another year in the footer.
      ['2027-01-01', true, true],
      ['2026-06-15T08:59:59Z', false, true],
    ] as const;
    for (const [clock, isShown, isRendered] of steps) {
      const { code, stdout, stderr } = await build('http://127.0.0.1:1', [...args, '--clock', clock]);
      expect(code, stderr).toBe(0);
      const { stages } = JSON.parse(lastLineOf(stdout)).result;
      const names = stages.map(({ stage }: { readonly stage: string }) => stage);
      expect([existsSync(join(folder, 'clocked/blog/scheduled/index.html')), names.includes('render')], clock).toEqual([
        isShown,
        isRendered,
      ]);
    }
  });
});

describe('hide_from_index', () => {
  it('keeps the page and leaves it out of lists, feed, search, sitemap and related articles', () => {
    expect(metaOf(pageAt('/blog/hidden/'), 'robots')).toBe(null);
    expect(listingsOf(today)).not.toContain('/blog/hidden/');
    expect(
      today.pages.filter((page) => linksOf(page).includes('/blog/hidden/') && page.path !== '/blog/hidden/'),
    ).toEqual([]);
  });
});

describe('seo_noindex', () => {
  it('says so to robots, leaves the sitemap and stays in the lists', () => {
    expect(metaOf(pageAt('/blog/unlisted-by-robots/'), 'robots')).toContain('noindex');
    expect(textOf('sitemap.xml')).not.toContain('unlisted-by-robots');
    expect(textOf('sitemap.xml')).toContain('/blog/plain-1/');
    expect(cardsOf(pageAt('/blog/'))).toContain('unlisted-by-robots');
  });
});

describe('the category all', () => {
  it('is dropped wherever categories stand', () => {
    expect(pageAt('/blog/plain-1/').html).toContain('Category growth');
    expect(
      [...today.files].filter((file) => /\.(html|json|xml)$/.test(file) && textOf(file).includes('Category all')),
    ).toEqual([]);
    expect(slugsOfList('lists/blog/en/growth/1.json')).toEqual(['plain-3', 'plain-2', 'plain-1']);
  });
});

describe('the blog', () => {
  const NEWEST_FIRST = ['unlisted-by-robots', 'links', ...PLAIN.map(({ slug }) => slug).toReversed()];

  it('leads with the article that its entry names and pages through the others', () => {
    const first = pageAt('/blog/');
    expect(cardsOf(first)).toEqual(['leader', ...NEWEST_FIRST.slice(0, 12)]);
    expect(cardsOf(pageAt('/blog/page/2/'))).toEqual(NEWEST_FIRST.slice(12));
    expect(hasPage('/blog/page/3/')).toBe(false);
    expect(slugsOfList('lists/blog/en/all/1.json')).toEqual(NEWEST_FIRST.slice(0, 12));
    expect(slugsOfList('lists/blog/en/all/2.json')).toEqual(NEWEST_FIRST.slice(12));
    expect(JSON.parse(textOf('lists/blog/en/all/2.json')).meta).toEqual({ total: 13, page: 2, last_page: 2 });
  });

  it('finds the leading article in search and feed', () => {
    expect(textOf('search/blog/en/data.json')).toContain('"/blog/leader/"');
    expect(textOf('blog/feed.xml')).toContain(`${ORIGIN}/blog/leader/`);
  });

  it('has a further page of its own address that is linked from both sides', () => {
    const [first, second] = [pageAt('/blog/'), pageAt('/blog/page/2/')];
    expect(linkOf(second, 'canonical')).toBe(`${ORIGIN}/blog/page/2/`);
    expect([neighbourOf(first, 'next'), neighbourOf(second, 'prev')]).toEqual(['/blog/page/2/', '/blog/']);
    expect(linksOf(first)).toContain('/blog/page/2/');
    expect(elementsOf(second, 'link').some(({ attributes }) => 'hreflang' in attributes)).toBe(false);
    expect(elementsOf(second, 'title')[0]?.text).not.toBe(elementsOf(first, 'title')[0]?.text);
    expect(textOf('sitemap.xml')).toContain(`${ORIGIN}/blog/page/2/`);
  });

  it('leads with the newest article where its entry names none', () => {
    expect(cardsOf(pageAt('/ua/blog/')).length).toBe(2);
    expect(hasPage('/ua/blog/page/2/')).toBe(false);
  });
});

describe('the webinars', () => {
  it('show those to come on the first page, soonest first, and page through the previous ones', () => {
    const [first, second] = [pageAt('/webinars/'), pageAt('/webinars/page/2/')];
    const previous = PREVIOUS_WEBINARS.map(({ slug }) => slug).toReversed();
    expect(cardsOf(first)).toEqual(['in-july', 'in-august', ...previous.slice(0, 12)]);
    expect(cardsOf(second)).toEqual(previous.slice(12));
    expect([neighbourOf(first, 'next'), neighbourOf(second, 'prev')]).toEqual(['/webinars/page/2/', '/webinars/']);
    expect(linksOf(first)).toContain('/webinars/page/2/');
    expect(JSON.parse(textOf('lists/webinars/en/all/2.json')).meta).toEqual({ total: 13, page: 2, last_page: 2 });
  });
});

describe('related articles', () => {
  it('are the newest three of the first category, and others where those are too few', () => {
    expect(cardsOf(pageAt('/blog/plain-5/'))).toEqual(['plain-11', 'plain-10', 'plain-9']);
    expect(cardsOf(pageAt('/blog/plain-11/'))).toEqual(['plain-10', 'plain-9', 'plain-8']);
    expect(cardsOf(pageAt('/blog/plain-1/'))).toEqual(['plain-3', 'plain-2', 'leader']);
    expect(cardsOf(pageAt('/blog/links/'))).toEqual(['unlisted-by-robots', 'plain-11', 'plain-10']);
  });
});

describe('a redirect from the path of an article', () => {
  it('stands in place of the page, which nothing lists or links', () => {
    const page = pageAt('/blog/replaced/');
    expect(page.isRedirect).toBe(true);
    expect(linkOf(page, 'canonical')).toBe(`${ORIGIN}/blog/plain-1/`);
    expect(listingsOf(today)).not.toContain('/blog/replaced/');
    expect(today.pages.filter((other) => linksOf(other).includes('/blog/replaced/'))).toEqual([]);
  });

  it('is in the report', () => {
    const events = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(JSON.stringify(events)).toContain('/blog/replaced/');
  });
});

describe('a link in content', () => {
  it('leads to the last target of its redirects, in text and in a call to action', () => {
    const page = pageAt('/blog/links/');
    expect(hrefOfText(page, 'moved')).toBe('/blog/plain-2/');
    expect(hrefOfText(page, 'moved twice')).toBe('/blog/plain-2/?from=text#top');
    expect(hrefOfText(page, 'Read on')).toBe('/blog/plain-2/');
  });

  it('is a path where it names the own origin', () => {
    const page = pageAt('/blog/links/');
    expect(hrefOfText(page, 'own origin')).toBe('/blog/plain-1/');
    expect(hrefOfText(page, 'own origin, moved')).toBe('/blog/plain-2/');
    expect(hrefOfText(page, 'Own origin')).toBe('/demo/?plan=a');
    const ownLinks = elementsOf(page, 'a').filter(({ attributes }) => attributes.href?.startsWith('/'));
    expect(ownLinks.filter(({ attributes }) => 'target' in attributes)).toEqual([]);
  });

  it('opens another host in a new tab', () => {
    for (const text of ['other host', 'Other host']) {
      const link = elementsOf(pageAt('/blog/links/'), 'a').find((candidate) => candidate.text.startsWith(text));
      expect(link?.attributes).toMatchObject({ target: '_blank', rel: 'noreferrer noopener' });
    }
  });
});

describe('the top banner', () => {
  it('has its height, colour and fit in a stylesheet of its own, and links to the final target', () => {
    const page = pageAt('/');
    const sheet = elementsOf(page, 'link', { rel: 'stylesheet' })
      .map(({ attributes: { href = '' } }) => href)
      .find((href) => href.startsWith('/assets/banner-'));
    expect(sheet).toMatch(/^\/assets\/banner-[0-9a-f]{8,}\.css$/);
    const css = textOf(`${sheet}`.slice(1));
    for (const part of ['64px', '#1a2b3c', 'cover']) expect(css).toContain(part);
    const banner = elementsOf(page, 'aside', { class: 'top-banner' });
    expect(banner).toHaveLength(1);
    expect(page.html).toContain(
      '<aside class="top-banner" aria-label="Announcement" lang="en"><a href="/blog/plain-2/">',
    );
    expect(page.html).not.toContain('style=');
  });

  it('is off where it is not enabled, where its site has none, and outside the default layout', () => {
    for (const path of ['/ua/', '/kz/', '/lp/launch/', '/success/'])
      expect(elementsOf(pageAt(path), 'aside', { class: 'top-banner' }), path).toEqual([]);
    expect(pageAt('/ua/').html).not.toContain('/assets/banner-');
  });
});

describe('an article in Kazakh', () => {
  it('says so of itself and keeps the menus in Russian', () => {
    const page = pageAt('/kz/blog/qazaq/');
    expect(elementsOf(page, 'html')[0]?.attributes.lang).toBe('kk-KZ');
    expect(elementsOf(page, 'header', { class: 'header' })[0]?.attributes.lang).toBe('ru-KZ');
    expect(page.html).toContain('"inLanguage":"kk-KZ"');
    expect(page.html).toMatch(/<time [^>]*>2026\u00a0ж\. 9 қаңтар<\/time>/);
    expect(elementsOf(pageAt('/kz/'), 'html')[0]?.attributes.lang).toBe('ru-KZ');
  });
});

describe('the language switcher', () => {
  /** Href by language of the switcher, and what its text says of it. */
  const switcherOf = (path: string) =>
    Object.fromEntries(
      elementsOf(pageAt(path), 'a', { class: 'dropdown__link' }).flatMap(({ text, attributes: { hreflang, href } }) =>
        hreflang === undefined ? [] : [[hreflang, `${href} ${/\((.*)\)$/.exec(text)?.[1]}`]],
      ),
    );

  it('leads to the same page, else to the list, else home, and says which', () => {
    expect(switcherOf('/blog/plain-1/')).toEqual({
      en: '/blog/plain-1/ this page',
      es: '/es/ home page',
      'pt-BR': '/pt/ home page',
      uk: '/ua/blog/plain-1/ this page',
      'ru-KZ': '/kz/ home page',
    });
    expect(switcherOf('/blog/plain-2/').uk).toBe('/ua/blog/ list page');
    expect(switcherOf('/lp/launch/').uk).toBe('/ua/ home page');
    expect(switcherOf('/blog/page/2/').uk).toBe('/ua/blog/ list page');
  });
});
