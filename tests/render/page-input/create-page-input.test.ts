import { describe, expect, it } from 'vitest';
import { toOutPath } from '../../../cli/files/brands.ts';
import { hrefOfFile } from '../../../cli/paths/site-path.ts';
import { createPageInputs } from '../../../cli/render/page-input/create-page-input.ts';
import type { Locale } from '../../../config/locales.ts';
import { type Entry, GLOBALS } from '../../../content/collections.ts';
import {
  article,
  articleEntry,
  landing,
  landingEntry,
  page,
  pageEntry,
  type SmallSite,
  smallSite,
} from './small-site.ts';

const ASSETS = {
  stylesheet: hrefOfFile(toOutPath('assets/main.css')),
  fontByScript: {
    Latn: hrefOfFile(toOutPath('assets/latin.woff2')),
    Cyrl: hrefOfFile(toOutPath('assets/cyrillic.woff2')),
  },
  script: hrefOfFile(toOutPath('assets/main.js')),
  icons: { svg: '/assets/i.svg', png: '/assets/i.png', touch: '/assets/t.png', manifest: '/assets/m.webmanifest' },
  contentSecurityPolicy: null,
};
/** The input of a page, which must be what other threads read from its JSON: no `undefined`, no value of a class. */
function inputOf(site: SmallSite, locale: Locale, path: string, entry: Entry | null = null) {
  const { input } = createPageInputs(ASSETS).create(site.contextOf(locale), { route: site.routeOf(path), entry });
  expect(JSON.parse(JSON.stringify(input))).toStrictEqual(input);
  return input;
}
const articles = (count: number) => Array.from({ length: count }, (_, index) => article('en', `a${index}`));

describe('createPageInputs', () => {
  describe('head texts', () => {
    const cases: readonly [
      name: string,
      fields: Readonly<Record<string, unknown>>,
      title: string,
      description: string | null,
    ][] = [
      ['title and subtitle', { title: 'About us', subtitle: 'Who we are.' }, 'About us | Murmurlens', 'Who we are.'],
      ['a title alone', { title: 'About us' }, 'About us | Murmurlens', null],
      [
        'texts for search engines',
        { title: 'About us', subtitle: 'Who we are.', seo_title: 'Murmurlens: people', seo_description: 'People.' },
        'Murmurlens: people',
        'People.',
      ],
    ];
    it.each(cases)('come from %s of the entry', async (_, fields, title, description) => {
      const site = await smallSite({ rows: [page('en', 'about')] });
      expect(inputOf(site, 'en', '/about/', pageEntry(fields)).head).toMatchObject({ title, description });
    });

    it('of an article are its title and short description', async () => {
      const site = await smallSite({ rows: [page('en', 'blog'), article('en', 'first')] });
      const { head } = inputOf(
        site,
        'en',
        '/blog/first/',
        articleEntry({ title: 'First', short_description: 'In short.' }),
      );
      expect(head).toMatchObject({
        title: 'First | Murmurlens',
        description: 'In short.',
        openGraph: { type: 'article' },
      });
    });

    it('come from words where there is no entry', async () => {
      const site = await smallSite();
      expect(inputOf(site, 'en', '/demo/').head.title).toBe('Request a demo | Murmurlens');
      expect(inputOf(site, 'en', '/success/').head.title).toBe('Thank you | Murmurlens');
      expect(inputOf(site, 'en', '/e-books-success/').head.title).toBe('Your e-book is on its way | Murmurlens');
      expect(inputOf(site, 'en', '/404.html').head.title).toBe('Page not found | Murmurlens');
      expect(inputOf(site, 'ua', '/ua/demo/').head.title).toMatch(/[а-яіїє]/i);
    });

    it('number the further pages of a list', async () => {
      const site = await smallSite({ rows: [page('en', 'blog'), ...articles(14)] });
      expect(
        inputOf(site, 'en', '/blog/page/2/', pageEntry({ title: 'Blog', subtitle: 'How we count.' })).head,
      ).toMatchObject({
        title: 'Blog – page 2 | Murmurlens',
        description: 'How we count. Page 2.',
        canonical: 'https://www.example.com/blog/page/2/',
      });
    });
  });

  describe('Open Graph', () => {
    it('names the locales of the alternates', async () => {
      const rows = [
        landing('en', 'guide'),
        landing('ua', 'guide'),
        landing('kz', 'other'),
        page('en', 'about'),
        page('kz', 'about', { isNoindex: true }),
      ];
      const site = await smallSite({ rows });
      expect(inputOf(site, 'en', '/', pageEntry()).head.openGraph).toMatchObject({
        locale: 'en_US',
        localeAlternates: ['uk_UA', 'ru_RU'],
      });
      expect(inputOf(site, 'ua', '/ua/lp/guide/', landingEntry()).head.openGraph.localeAlternates).toEqual(['en_US']);
      expect(inputOf(site, 'en', '/about/', pageEntry()).head.openGraph.localeAlternates).toEqual([]);
    });

    it('names none on articles, though they have counterparts', async () => {
      const rows = ['en', 'ua'].flatMap((locale) => [page(locale, 'blog'), article(locale, 'first')]);
      const site = await smallSite({ rows });
      expect(inputOf(site, 'en', '/blog/first/', articleEntry()).head).toMatchObject({
        alternates: [],
        openGraph: { localeAlternates: [] },
      });
    });

    it.each([
      [null, 'ru_RU'],
      ['kk-KZ', 'kk_KZ'],
      ['vi', 'vi_VN'],
      ['eo', null],
    ])('has the territory of a page in the language %s', async (language, expected) => {
      const site = await smallSite({ rows: [landing('kz', 'guide', { language })] });
      expect(inputOf(site, 'kz', '/kz/lp/guide/', landingEntry()).head.openGraph.locale).toBe(expected);
    });

    it('has a card of the site, with its box', async () => {
      const site = await smallSite();
      const input = inputOf(site, 'en', '/demo/');
      expect(input.head.openGraph.image).toBeNull();
      expect(input.site.shareImage).toEqual({
        url: expect.stringMatching(/^https:\/\/www\.example\.com\/assets\/share-[0-9a-f]{20}\.png$/),
        alt: 'Murmurlens',
        width: 1200,
        height: 630,
      });
    });
  });

  it('links the banner stylesheet of the locale on pages with the banner only', async () => {
    const value = GLOBALS.top_banner.parse({
      enabled: true,
      alt: 'The guide',
      desktop_image: '/assets/banner.svg',
      link: '/ua/lp/guide/',
    });
    const site = await smallSite({
      rows: [landing('ua', 'guide')],
      globals: [{ name: 'top_banner', site: 'ua', value }],
    });
    const offer = pageEntry({ cta_label: 'Guide', cta_link: '/ua/lp/guide/' });
    expect(inputOf(site, 'ua', '/ua/', offer).site.stylesheets).toEqual(['/assets/main.css']);
    expect(inputOf(site, 'ua', '/ua/', pageEntry()).site.stylesheets).toEqual([
      '/assets/main.css',
      '/assets/banner.css',
    ]);
    expect(inputOf(site, 'ua', '/ua/lp/guide/', landingEntry()).site.stylesheets).toEqual(['/assets/main.css']);
    expect(inputOf(site, 'en', '/', pageEntry()).site.stylesheets).toEqual(['/assets/main.css']);
  });

  it('asks for the font of the page’s script', async () => {
    const site = await smallSite({ rows: [landing('ua', 'guide')] });
    expect(inputOf(site, 'en', '/', pageEntry()).site.font).toBe('/assets/latin.woff2');
    expect(inputOf(site, 'ua', '/ua/', pageEntry()).site.font).toBe('/assets/cyrillic.woff2');
  });

  it('links the feed of a locale that has a blog', async () => {
    const site = await smallSite({ rows: [page('ua', 'blog')] });
    expect(inputOf(site, 'ua', '/ua/', pageEntry()).site.feed?.href).toBe('/ua/blog/feed.xml');
    expect(inputOf(site, 'en', '/', pageEntry()).site.feed).toBeNull();
  });

  describe('breadcrumbs', () => {
    const trail = (site: SmallSite, locale: Locale, path: string, entry: Entry | null) =>
      inputOf(site, locale, path, entry).breadcrumbs.map(({ name, href }) => `${name} ${href}`);

    it('begin at home and end at the page, with the list of a detail page between', async () => {
      const rows = [
        page('en', 'blog', { title: 'Blog' }),
        page('en', 'about', { title: 'About us' }),
        ...articles(14),
        article('en', 'огляд', { title: 'Review' }),
      ];
      const site = await smallSite({ rows });
      expect(trail(site, 'en', '/', pageEntry())).toEqual(['Home /']);
      expect(trail(site, 'en', '/about/', pageEntry())).toEqual(['Home /', 'About us /about/']);
      expect(trail(site, 'en', '/blog/огляд/', articleEntry())).toEqual([
        'Home /',
        'Blog /blog/',
        'Review /blog/%D0%BE%D0%B3%D0%BB%D1%8F%D0%B4/',
      ]);
      expect(trail(site, 'en', '/blog/page/2/', pageEntry())).toEqual([
        'Home /',
        'Blog /blog/',
        'Blog – page 2 /blog/page/2/',
      ]);
      expect(trail(site, 'en', '/404.html', null)).toEqual(['Home /']);
    });

    it('leave out a list that the locale does not have', async () => {
      const site = await smallSite({
        rows: [article('en', 'first', { title: 'First' }), landing('en', 'guide', { title: 'Guide' })],
      });
      expect(trail(site, 'en', '/blog/first/', articleEntry())).toEqual(['Home /', 'First /blog/first/']);
      expect(trail(site, 'en', '/lp/guide/', landingEntry())).toEqual(['Home /', 'Guide /lp/guide/']);
    });
  });

  describe('final hrefs and images', () => {
    it('follow the prefix of ids that an editor gave to headings of the page, in any text and encoding', async () => {
      const site = await smallSite({ rows: [page('en', 'blog'), article('en', 'first')] });
      const links = ['#why', '#%D1%86%D1%96%D0%BD%D0%B0', '#part-own', '#form-1', '/blog/first/#why', '#none'];
      const content = [
        { type: 'text', text: links.map((href) => `<a href="${href}">a</a>`).join('') },
        { type: 'text', text: '<h2 id="why">Why</h2><h3 class="x" id=ціна>Price</h3><h2 id="part-own">Own</h2>' },
      ];
      expect(inputOf(site, 'en', '/blog/first/', articleEntry({ content })).finalHrefs).toEqual({
        '#why': '#part-why',
        '#%D1%86%D1%96%D0%BD%D0%B0': '#part-ціна',
      });
    });

    it('are those of the links and images of rich text, at any depth', async () => {
      const site = await smallSite({ rows: [page('en', 'blog'), page('en', 'about'), article('en', 'first')] }, [
        ['/old/', '/about/'],
      ]);
      const entry = articleEntry({
        content: [
          { type: 'text', text: '<a href="/old/">a</a><a href="/about/">b</a><img src="/assets/a.png">' },
          { type: 'faq', items: [{ question: 'Q', answer: '<a href="https://www.example.com/about">c</a>' }] },
        ],
      });
      const { finalHrefs, richImages } = inputOf(site, 'en', '/blog/first/', entry);
      expect(finalHrefs).toEqual({ '/old/': '/about/', 'https://www.example.com/about': '/about/' });
      expect(richImages).toEqual({
        '/assets/a.png': {
          src: 'https://cms.example.com/assets/a.png',
          alt: '',
          width: null,
          height: null,
          srcset: null,
          sources: [],
        },
      });
    });
  });

  describe('languages', () => {
    it('are those of the page, of the words, and of each name in the trail', async () => {
      const site = await smallSite({
        rows: [page('kz', 'blog'), article('kz', 'sut', { language: 'kk-KZ', title: 'Сүт' })],
      });
      const input = inputOf(site, 'kz', '/kz/blog/sut/', articleEntry({ title: 'Сүт' }));
      expect([input.languageTag, input.wordsLanguageTag, input.localeLanguageTag]).toEqual(['kk-KZ', 'kk-KZ', 'ru-KZ']);
      expect(input.breadcrumbs.map(({ languageTag }) => languageTag)).toEqual(['ru-KZ', 'ru-KZ', 'kk-KZ']);
    });
  });

  describe('shared values', () => {
    it('are one for pages that show the same, and another where layout or group differ', async () => {
      const site = await smallSite({ rows: [page('en', 'about'), page('en', 'careers'), page('en', 'pricing')] });
      const inputs = createPageInputs(ASSETS);
      const chromeOf = (path: string, entry: Entry | null) =>
        inputs.create(site.contextOf('en'), { route: site.routeOf(path), entry }).chrome.key;
      expect(chromeOf('/about/', pageEntry())).toBe(chromeOf('/careers/', pageEntry({ title: 'Other' })));
      expect(
        new Set([chromeOf('/about/', pageEntry()), chromeOf('/pricing/', pageEntry()), chromeOf('/success/', null)])
          .size,
      ).toBe(3);
    });

    it('are words of the locale in the groups that the template reads', async () => {
      const site = await smallSite({ rows: [page('en', 'about'), page('ua', 'about')] });
      const inputs = createPageInputs(ASSETS);
      const wordsOf = (locale: Locale, path: string) => {
        const route = site.routeOf(path);
        const { words } = inputs.create(site.contextOf(locale), { route, entry: null });
        return { key: words.key, groups: new Set(Object.keys(words.value).map(groupOf)) };
      };
      const groupOf = (key: string) => key.split('.')[0];
      const demo = wordsOf('en', '/demo/');
      const success = wordsOf('en', '/success/');
      expect(demo.groups).toEqual(new Set(['common', 'forms', 'consent', 'demo', 'section']));
      expect(success.groups).toEqual(new Set(['common', 'forms', 'consent', 'success', 'section']));
      expect(new Set([demo.key, success.key, wordsOf('ua', '/ua/demo/').key])).toHaveProperty('size', 3);
      expect(wordsOf('en', '/404.html').key).toBe(wordsOf('en', '/500.html').key);
    });

    it('are others on a landing page than beside it, and on one with another last form', async () => {
      const site = await smallSite({ rows: [landing('en', 'guide'), landing('en', 'offer')] });
      const inputs = createPageInputs(ASSETS);
      const chromeOf = (path: string, entry: Entry | null) =>
        inputs.create(site.contextOf('en'), { route: site.routeOf(path), entry }).chrome.key;
      const form = { type: 'form', form: 'subscription' };
      const landingWith = (...content: readonly object[]) => landingEntry({ content });
      const chromes = [
        chromeOf('/demo/', null),
        // No button leads to a form of another kind.
        chromeOf('/lp/guide/', landingWith({ ...form, form: 'demo' })),
        chromeOf('/lp/guide/', landingWith(form)),
        chromeOf('/lp/guide/', landingWith(form, form)),
      ];
      expect(new Set(chromes).size).toBe(4);
      expect(chromeOf('/lp/offer/', landingWith(form))).toBe(chromes[2]);
    });

    it('are one list of cards beside all older articles of a category', async () => {
      const categories = [{ id: 'c', slug: 'c', title: 'C' }];
      const dated = (day: number) => article('en', `a${day}`, { categories, date: `2026-01-0${day}T00:00:00.000Z` });
      const site = await smallSite({ rows: [page('en', 'blog'), dated(1), dated(2), dated(3), dated(4), dated(5)] });
      const relatedOf = (path: string) => {
        const { props } = inputOf(site, 'en', path, articleEntry());
        return 'related' in props ? props.related : null;
      };
      expect(relatedOf('/blog/a1/')).toEqual(relatedOf('/blog/a2/'));
      expect(relatedOf('/blog/a5/')).not.toEqual(relatedOf('/blog/a1/'));
    });
  });

  it.each(['<img', '<IMG', '<iMg', '<Img'])('knows the image of a tag that begins with %s', async (tag) => {
    const site = await smallSite({ rows: [page('en', 'blog'), article('en', 'first')] });
    const content = `${tag} src="/assets/a.png">`;
    const { richImages } = inputOf(site, 'en', '/blog/first/', articleEntry({ content }));
    expect(Object.keys(richImages)).toEqual(['/assets/a.png']);
  });

  it('is JSON: nothing is lost on the way to another thread', async () => {
    const site = await smallSite({ rows: [page('en', 'blog'), article('en', 'first')] });
    const input = inputOf(site, 'en', '/blog/first/', articleEntry({ content: '<p>Body.</p>' }));
    expect(JSON.parse(JSON.stringify(input))).toStrictEqual(input);
  });
});
