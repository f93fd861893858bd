// Header, footer and language switcher of the built sample: groups and items by locale as the specification's
// exclusions settle them, outer links, the rules of landing pages, and where each language leads.

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '../../config/locales.ts';
import { loadWords, type WordKey, type Words } from '../../locales/words.ts';
import { openBrowser } from '../browser/chromium.ts';
import { type BuiltSample, loadBuiltSample, prefixOf, SAMPLE_LOCALES, type SampleLocale } from './built-sample.ts';
import { type BuiltPage, elementsInside, elementsOf, type PageElement } from './built-site.ts';

const USE_CASES = [
  ...['brand-health-tracking', 'crisis-management', 'competitor-analysis', 'market-research', 'audience-insights'],
  'influencer-discovery',
];
/** Items of the header's groups by locale: pages by name, `help` for the help centre. */
type Groups = Readonly<Record<string, readonly string[]>>;
const PLATFORM = ['product', 'mentions', 'visual-insights', 'insights-copilot'];
const COMPANY = ['about', 'careers', 'contacts', 'ambassadors-program'];
const DASHBOARDS = 'social-listening-dashboards';
const STATUS = 'https://status.example.org/murmurlens';
const LINKS = { pricing: ['pricing'], clients: ['clients'], blog: ['blog'] };
const WITHOUT_SERVICES: Groups = {
  platform: [...PLATFORM, 'security'],
  'use-cases': USE_CASES,
  resources: ['webinars', 'help', DASHBOARDS],
  company: COMPANY,
  ...LINKS,
};
const GROUPS: Readonly<Record<SampleLocale, Groups>> = {
  en: {
    platform: [...PLATFORM, 'integrations', 'security'],
    'use-cases': USE_CASES,
    services: ['research', 'benchmarks', 'trends'],
    resources: ['webinars', 'e-books', 'help', DASHBOARDS],
    company: COMPANY,
    ...LINKS,
  },
  es: WITHOUT_SERVICES,
  pt: WITHOUT_SERVICES,
  ua: {
    platform: [...PLATFORM, 'integrations', 'security'],
    'use-cases': USE_CASES,
    services: ['research', 'benchmarks', 'trends'],
    resources: ['webinars', 'help', 'academy', DASHBOARDS],
    company: COMPANY,
    ...LINKS,
  },
  kz: {
    platform: [...PLATFORM, 'integrations', 'security'],
    'use-cases': USE_CASES,
    services: ['research', 'benchmarks', 'trends'],
    resources: ['e-books', 'help', 'academy', DASHBOARDS],
    company: COMPANY,
    ...LINKS,
  },
};
/** Items of the footer. `en:` leads to the English page, where the locale has none. */
const FOOTER: Readonly<Record<SampleLocale, readonly string[]>> = {
  en: listFooter({
    integrations: ['integrations'],
    resources: ['webinars', 'e-books'],
    legal: ['privacy-policy', 'terms-of-services', 'cookie-policy'],
  }),
  es: listFooter({ resources: ['webinars'], legal: ['en:privacy-policy', 'en:terms-of-services', 'en:cookie-policy'] }),
  pt: listFooter({ resources: ['webinars'], legal: ['en:privacy-policy', 'en:terms-of-services', 'en:cookie-policy'] }),
  ua: listFooter({
    integrations: ['integrations'],
    resources: ['webinars', 'academy'],
    legal: ['privacy-policy', 'terms-of-services', 'en:cookie-policy'],
  }),
  kz: listFooter({
    integrations: ['integrations'],
    resources: ['e-books', 'academy'],
    legal: ['privacy-policy', 'terms-of-services', 'en:cookie-policy'],
  }),
};
const HELP_CENTRE: Readonly<Record<SampleLocale, string>> = {
  en: 'https://help.example.com/hc/en',
  es: 'https://help.example.com/hc/en',
  pt: 'https://help.example.com/hc/pt-BR',
  ua: 'https://help.example.com/hc/uk',
  kz: 'https://help.example.com/hc/ru',
};
const SIGN_IN = 'https://app.example.com/sign-in';

/** The footer with what differs between locales. */
function listFooter(own: {
  readonly integrations?: readonly string[];
  readonly resources: readonly string[];
  readonly legal: readonly string[];
}): readonly string[] {
  return [
    ...[...PLATFORM, ...(own.integrations ?? []), 'pricing', 'demo'],
    ...USE_CASES,
    ...['blog', ...own.resources, 'lp/thursday-letter', 'help', STATUS],
    ...['about', 'clients', 'careers', 'contacts'],
    ...[...own.legal, 'license', 'security'],
  ];
}

let sample: BuiltSample;
beforeAll(async () => {
  sample = await loadBuiltSample();
});

const partOf = (page: BuiltPage, tag: string, className: string): readonly PageElement[] => {
  const part = elementsOf(page, tag).find(({ attributes }) => (attributes.class ?? '').split(' ').includes(className));
  if (part === undefined) throw new Error(`${page.path} has no ${tag}.${className}.`);
  return elementsInside(page, part);
};
const hrefsOf = (elements: readonly PageElement[]) =>
  elements.flatMap(({ tag, attributes }) => (tag === 'a' ? [attributes.href ?? ''] : []));
/** The links of a menu without those of its promo banners. */
const itemHrefsOf = (elements: readonly PageElement[]) =>
  hrefsOf(elements.filter(({ attributes }) => attributes.class !== 'promo__link'));
/** The file behind a path. */
const finalFile = (path: string) => (path.endsWith('/') ? `${path}index.html` : path).slice(1);
const homeOf = (locale: Locale) => sample.pageAt(`${prefixOf(locale)}/`);
const hrefOfItem = (item: string, locale: SampleLocale) => {
  if (item === 'help') return HELP_CENTRE[locale];
  if (item.startsWith('https:')) return item;
  return item.startsWith('en:') ? `/${item.slice('en:'.length)}/` : `${prefixOf(locale)}/${item}/`;
};
const word = (words: Words, key: string): string => words[key as WordKey];
/** Pages of the layouts with header and footer. */
const pagesWithMenu = () =>
  sample.site.pages.filter(
    (page) => !page.isRedirect && elementsOf(page, 'footer').length > 0 && !/(404|500)\.html$/.test(page.file),
  );
const landings = () => pagesWithMenu().filter(({ path }) => /^(\/\w\w)?\/lp\//.test(path));

describe('the header', () => {
  it.each(SAMPLE_LOCALES)('in %s has its groups in their order, each with the pages that the locale has', (locale) => {
    const page = homeOf(locale);
    const menu = partOf(page, 'ul', 'menu--wide');
    const groups = Object.entries(GROUPS[locale]);
    expect(groups).toHaveLength(locale === 'es' || locale === 'pt' ? 7 : 8);
    const words = loadWords(locale);
    const found = menu
      .filter(({ attributes }) => (attributes.class ?? '').split(' ').includes('menu__group'))
      .map((group) => {
        const inside = elementsInside(page, group);
        return [inside.find(({ attributes }) => attributes.class === 'menu__label')?.text, itemHrefsOf(inside)];
      });
    const wanted = groups.map(([id, items]) => [
      word(words, `common.menu.${id}`),
      items.map((item) => hrefOfItem(item, locale)),
    ]);
    expect(found).toEqual(wanted);
  });

  it.each(SAMPLE_LOCALES)(
    'in %s captions and describes each item, and has the same menu for narrow screens',
    (locale) => {
      const page = homeOf(locale);
      const words = loadWords(locale);
      const [wide, narrow] = ['menu--wide', 'menu--narrow'].map((name) => partOf(page, 'ul', name));
      const textsOf = (elements: readonly PageElement[] = [], className = '') =>
        elements.filter(({ attributes }) => attributes.class === className).map(({ text }) => text);
      const shown = (key: string) => word(words, key).replace(/\s+/g, ' ');
      const items = Object.values(GROUPS[locale])
        .flat()
        .slice(0, -3)
        .map((item) => (item === 'help' ? 'help-centre' : item));
      for (const menu of [wide, narrow]) {
        expect(textsOf(menu, 'dropdown__title')).toEqual(items.map((item) => shown(`common.menu.${item}`)));
        expect(textsOf(menu, 'dropdown__text')).toEqual(items.map((item) => shown(`common.menu.${item}Description`)));
      }
      expect(hrefsOf(narrow ?? [])).toEqual(itemHrefsOf(wide ?? []));
    },
  );

  it.each(SAMPLE_LOCALES)('in %s has the promo banners of the locale beside the items of their groups', (locale) => {
    const page = homeOf(locale);
    const words = loadWords(locale);
    const promos = partOf(page, 'ul', 'menu--wide').filter(({ attributes }) => attributes.class === 'promo');
    const found = promos.map((promo) => {
      const inside = elementsInside(page, promo);
      const image = inside.find(({ tag }) => tag === 'img')?.attributes;
      expect(sample.site.files).toContain(image?.src?.slice(1));
      return [promo.attributes['aria-label'], hrefsOf(inside), image?.alt];
    });
    const copilot = [
      words['promo.copilot.title'],
      [`${prefixOf(locale)}/insights-copilot/`],
      words['promo.copilot.imageAlt'],
    ];
    const guide = [words['promo.guide.title'], [`${prefixOf(locale)}/lp/crisis-guide/`], words['promo.guide.imageAlt']];
    expect(found).toEqual(locale === 'pt' ? [guide] : [copilot, guide]);
    expect(partOf(page, 'ul', 'menu--narrow').filter(({ attributes }) => attributes.class === 'promo')).toEqual([]);
  });

  it('shows promo banners from 1200 px up only, inside the window', async () => {
    const browser = await openBrowser();
    try {
      const tab = await browser.newPage({ javaScriptEnabled: false });
      await tab.route('**/*', (route) =>
        route.fulfill({ path: join(sample.site.outDir, finalFile(new URL(route.request().url()).pathname)) }),
      );
      const seen: Record<number, readonly boolean[]> = {};
      for (const width of [390, 1199, 1200, 1440]) {
        await tab.setViewportSize({ width, height: 900 });
        await tab.goto('http://site.test/');
        const menu = tab.locator(width < 1200 ? '.header__narrow' : '.header__wide');
        if (width < 1200) await menu.locator('.header__menu-button').click();
        await menu
          .locator('.dropdown', { has: tab.locator('a[href="/webinars/"]') })
          .locator('summary')
          .click();
        const promo = tab.locator('.promo', { has: tab.locator('a[href="/lp/crisis-guide/"]') });
        const box = await promo.boundingBox();
        seen[width] = [await promo.isVisible(), box !== null && box.x >= 0 && box.x + box.width <= width];
      }
      expect(seen).toEqual({ 390: [false, false], 1199: [false, false], 1200: [true, true], 1440: [true, true] });
    } finally {
      await browser.close();
    }
  });

  it('opens outer links in a new tab, and no other', () => {
    for (const page of pagesWithMenu()) {
      const links = [...partOf(page, 'header', 'header'), ...partOf(page, 'footer', 'footer')].filter(
        ({ tag }) => tag === 'a',
      );
      const wrong = links.filter(({ attributes: { href = '', target, rel } }) =>
        /^https?:/.test(href) ? target !== '_blank' || rel !== 'noreferrer noopener' : target !== undefined,
      );
      expect(wrong, page.path).toEqual([]);
    }
  });

  it('offers to sign in on every page but landing pages, where the address is not in the HTML at all', () => {
    expect(landings().length).toBeGreaterThan(10);
    const isLanding = new Set(landings().map(({ path }) => path));
    for (const page of pagesWithMenu()) {
      const links = hrefsOf(partOf(page, 'header', 'header')).filter((href) => href === SIGN_IN);
      expect([page.path, links.length]).toEqual([page.path, isLanding.has(page.path) ? 0 : 2]);
      if (isLanding.has(page.path)) expect(page.html).not.toContain(SIGN_IN);
    }
  });

  it('leads to the demo page; on a landing page to its last subscription form', () => {
    const isLanding = new Set(landings().map(({ path }) => path));
    for (const page of pagesWithMenu()) {
      const locale = SAMPLE_LOCALES.find((other) => page.path.startsWith(`/${other}/`)) ?? 'en';
      const buttons = partOf(page, 'header', 'header').filter(
        ({ tag, attributes }) => tag === 'a' && attributes.class === 'button',
      );
      const subscriptions = elementsOf(page, 'form').filter((form) =>
        elementsInside(page, form).some(
          ({ attributes: { name, value } }) => name === 'form' && value === 'subscription',
        ),
      );
      const wanted = isLanding.has(page.path) ? `#${subscriptions.at(-1)?.attributes.id}` : `${prefixOf(locale)}/demo/`;
      expect([page.path, ...buttons.map(({ attributes }) => attributes.href)]).toEqual([page.path, wanted, wanted]);
      expect(buttons.map(({ text }) => text)).toEqual(Array(2).fill(loadWords(locale)['common.demo']));
    }
  });

  it.each(SAMPLE_LOCALES)(
    'in %s stands under the top banner of its global, on pages of the default layout only',
    (locale) => {
      const banner = sample.library.globalByPlace.get(`top_banner/${locale}`);
      const isOn = banner?.enabled === true;
      for (const [page, hasBanner] of [
        [homeOf(locale), isOn],
        [sample.pageAt(`${prefixOf(locale)}/demo/`), false],
        [sample.pageAt(`${prefixOf(locale)}/success/`), false],
      ] as const) {
        const [found] = elementsOf(page, 'aside', { class: 'top-banner' });
        expect([page.path, found !== undefined]).toEqual([page.path, hasBanner]);
        if (found === undefined || banner === undefined) continue;
        const inside = elementsInside(page, found);
        expect(hrefsOf(inside)).toEqual([banner.link]);
        expect(inside.find(({ tag }) => tag === 'img')?.attributes.alt).toBe(banner.alt);
      }
    },
  );
});

describe('the footer', () => {
  it.each(SAMPLE_LOCALES)('in %s has the pages of the locale, its office, all languages and the year', (locale) => {
    const page = homeOf(locale);
    const footer = partOf(page, 'footer', 'footer');
    const networks = sample.entriesOf('social_links', locale).map(({ fields }) => String(fields.link));
    const home = `${prefixOf(locale)}/`;
    const [office] = sample.entriesOf('offices', locale);
    expect(hrefsOf(footer)).toEqual([
      home,
      `tel:${String(office?.fields.phone).replaceAll(' ', '')}`,
      `mailto:${office?.fields.email}`,
      ...FOOTER[locale].map((item) => hrefOfItem(item, locale)),
      ...SAMPLE_LOCALES.map((other) => `${prefixOf(other)}/`),
      ...(locale === 'kz' ? ['/kz/qazaqsha/'] : []),
      ...networks,
    ]);
    expect(footer.some(({ tag, text }) => tag === 'p' && text === office?.fields.address)).toBe(true);
    expect(footer.filter(({ tag, text }) => tag === 'p' && text.includes('2026')).length).toBe(1);
  });
});

describe('the language switcher', () => {
  /** Href of each locale on a page. */
  const switcherOf = (path: string): Readonly<Record<string, string>> => {
    const links = partOf(sample.pageAt(path), 'details', 'language-switcher').filter(({ tag }) => tag === 'a');
    const localeByTag: Readonly<Record<string, string>> = {
      en: 'en',
      es: 'es',
      'pt-BR': 'pt',
      uk: 'ua',
      'ru-KZ': 'kz',
    };
    return Object.fromEntries(
      links.map(({ attributes: { hreflang = '', href = '' } }) => [localeByTag[hreflang] ?? hreflang, href]),
    );
  };

  it('leads to the same page where the locale has it', () => {
    expect(switcherOf('/pricing/')).toEqual({
      en: '/pricing/',
      es: '/es/pricing/',
      pt: '/pt/pricing/',
      ua: '/ua/pricing/',
      kz: '/kz/pricing/',
    });
  });

  it('leads to the locale’s home where it lacks the page', () => {
    expect(switcherOf('/newmr/')).toEqual({ en: '/newmr/', es: '/es/', pt: '/pt/', ua: '/ua/', kz: '/kz/' });
    expect(switcherOf('/integrations/')).toMatchObject({ es: '/es/', pt: '/pt/', ua: '/ua/integrations/' });
  });

  it('leads to the same article, else to the locale’s list', () => {
    const own = (locale: Locale) => sample.entriesOf('blog_articles', locale).map(({ slug }) => slug);
    const shared = 'read-a-crisis-in-first-hour';
    expect(SAMPLE_LOCALES.every((locale) => own(locale).includes(shared))).toBe(true);
    expect(switcherOf(`/blog/${shared}/`)).toEqual(
      Object.fromEntries(SAMPLE_LOCALES.map((locale) => [locale, `${prefixOf(locale)}/blog/${shared}/`])),
    );
    const alone = own('en').find((slug) => slug === 'an-hour-of-reading');
    expect(switcherOf(`/blog/${alone}/`)).toMatchObject({
      es: '/es/blog/',
      pt: '/pt/blog/',
      ua: '/ua/blog/',
      kz: '/kz/blog/',
    });
  });

  it('leads to an e-book of kz where that site has it, to its list where not, and home where e-books may not be', () => {
    const inKz = new Set(sample.entriesOf('e-books', 'kz').map(({ slug }) => slug));
    const books = sample.entriesOf('e-books', 'en').map(({ slug }) => slug);
    expect(books.some((slug) => inKz.has(slug)) && books.some((slug) => !inKz.has(slug))).toBe(true);
    for (const slug of books) {
      expect(switcherOf(`/e-books/${slug}/`)).toEqual({
        en: `/e-books/${slug}/`,
        es: '/es/',
        pt: '/pt/',
        ua: '/ua/',
        kz: inKz.has(slug) ? `/kz/e-books/${slug}/` : '/kz/e-books/',
      });
    }
  });

  it('leads from a webinar home in kz, and from a landing page to the one of the same slug', () => {
    expect(switcherOf('/webinars/reading-pictures/')).toMatchObject({
      pt: '/pt/webinars/reading-pictures/',
      es: '/es/webinars/',
      kz: '/kz/',
    });
    expect(switcherOf('/lp/crisis-guide/')).toMatchObject({ es: '/es/lp/crisis-guide/', kz: '/kz/lp/crisis-guide/' });
    expect(switcherOf('/lp/launch-day-kit/')).toMatchObject({ es: '/es/', ua: '/ua/' });
  });

  it('says in its text where a link leads, in the words of the page', () => {
    const words = loadWords('es');
    const links = partOf(sample.pageAt('/es/referral/'), 'details', 'language-switcher').filter(
      ({ tag }) => tag === 'a',
    );
    expect(links.map(({ text }) => text)).toEqual([
      `English ${words['common.switcherSamePage']}`,
      `Español ${words['common.switcherSamePage']}`,
      `Português ${words['common.switcherSamePage']}`,
      `Українська ${words['common.switcherHome']}`,
      `Русский ${words['common.switcherHome']}`,
    ]);
  });
});
