import { describe, expect, it } from 'vitest';
import { createChromeInput, findChromeLook } from '../../../cli/render/page-input/chrome-input.ts';
import type { ClientConfig } from '../../../client/client-config.ts';
import type { Locale } from '../../../config/locales.ts';
import { GLOBALS } from '../../../content/collections.ts';
import type { MenuGroupInput } from '../../../templates/page-input.ts';
import { article, landing, page, type SmallSite, smallSite } from './small-site.ts';

const chromeOf = (site: SmallSite, locale: Locale, path: string, lastFormId: string | null = null) =>
  createChromeInput(site.contextOf(locale), findChromeLook(site.routeOf(path), lastFormId));
const groupOf = (groups: readonly MenuGroupInput[], id: string) => groups.find((group) => group.id === id);
const outline = (groups: readonly MenuGroupInput[]) =>
  groups.map(({ id, link, items }) => [id, link?.href ?? null, items.map(({ href }) => href)]);

describe('createChromeInput', () => {
  it('shows items with a route in the locale only, and no group without items', async () => {
    const site = await smallSite({ rows: [page('en', 'about'), page('en', 'pricing'), page('ua', 'pricing')] });
    expect(outline(chromeOf(site, 'en', '/').menu)).toEqual([
      ['resources', null, ['https://help.example.com/hc/en', '/social-listening-dashboards/']],
      ['company', null, ['/about/']],
      ['pricing', '/pricing/', []],
    ]);
    expect(outline(chromeOf(site, 'ua', '/ua/').menu)).toEqual([
      ['resources', null, ['https://help.example.com/hc/uk', '/ua/social-listening-dashboards/']],
      ['pricing', '/ua/pricing/', []],
    ]);
  });

  it('leaves out what the locale excludes, though the content has it', async () => {
    const rows = ['en', 'kz'].flatMap((site) => ['webinars', 'academy', 'e-books'].map((slug) => page(site, slug)));
    const site = await smallSite({ rows });
    const ids = (locale: Locale, path: string) =>
      groupOf(chromeOf(site, locale, path).menu, 'resources')?.items.map(({ id }) => id);
    expect(ids('en', '/')).toEqual(['webinars', 'e-books', 'help-centre', 'social-listening-dashboards']);
    expect(ids('kz', '/kz/')).toEqual(['e-books', 'help-centre', 'academy', 'social-listening-dashboards']);
  });

  it('leaves out an item whose page a redirect has replaced', async () => {
    const rows = [page('en', 'about'), page('en', 'careers')];
    const site = await smallSite({ rows }, [['/about/', '/careers/']]);
    expect(groupOf(chromeOf(site, 'en', '/').menu, 'company')?.items.map(({ href }) => href)).toEqual(['/careers/']);
  });

  it('opens the help centre in the language of the locale, in a new tab', async () => {
    const site = await smallSite();
    const helpCentre = (locale: Locale, path: string) =>
      groupOf(chromeOf(site, locale, path).menu, 'resources')?.items.find(({ id }) => id === 'help-centre');
    expect(helpCentre('en', '/')).toMatchObject({ href: 'https://help.example.com/hc/en', isOuter: true });
    expect(helpCentre('ua', '/ua/')).toMatchObject({ href: 'https://help.example.com/hc/uk', isOuter: true });
    expect(helpCentre('kz', '/kz/')).toMatchObject({ href: 'https://help.example.com/hc/ru', isOuter: true });
  });

  it('opens forms of the provider in the language of the locale, as the provider names it', async () => {
    const site = await smallSite();
    const languageOf = (locale: Locale, path: string) => chromeOf(site, locale, path).client.formsLanguage;
    expect([languageOf('en', '/'), languageOf('ua', '/ua/'), languageOf('kz', '/kz/')]).toEqual(['en', 'uk', 'ru']);
  });

  it('speaks the language of the locale, with descriptions in the header and none in the footer', async () => {
    const site = await smallSite({ rows: [page('en', 'product'), page('ua', 'product')] });
    const english = chromeOf(site, 'en', '/');
    expect(groupOf(english.menu, 'platform')).toMatchObject({
      label: 'Platform',
      items: [{ label: 'Product', description: 'Every public conversation about your brand in one place' }],
    });
    expect(groupOf(english.footer, 'platform')?.items[0]?.description).toBeNull();
    expect(groupOf(chromeOf(site, 'ua', '/ua/').menu, 'platform')?.label).not.toBe('Platform');
  });

  it('puts a promo banner beside a group where its target has a route and the locale is not excluded', async () => {
    const rows = ['en', 'pt'].flatMap((site) => [page(site, 'insights-copilot'), page(site, 'product')]);
    const site = await smallSite({ rows: [...rows, landing('en', 'crisis-guide')] });
    const english = chromeOf(site, 'en', '/');
    expect(groupOf(english.menu, 'resources')?.promo).toMatchObject({
      title: 'The crisis guide',
      link: { label: 'Get the guide', href: '/lp/crisis-guide/', isOuter: false },
      image: { src: 'https://cms.example.com/assets/blog/crisis.svg', width: 1200, height: 630 },
    });
    expect(groupOf(english.menu, 'platform')?.promo?.link.href).toBe('/insights-copilot/');
    expect(groupOf(english.footer, 'platform')?.promo).toBeNull();
    expect(groupOf(chromeOf(site, 'kz', '/kz/').menu, 'resources')?.promo).toBeNull();
  });

  it('hides the sign-in link on landing pages only', async () => {
    const site = await smallSite({ rows: [landing('en', 'guide')] });
    expect(chromeOf(site, 'en', '/').signInHref).toBe('https://app.example.com/sign-in');
    expect(chromeOf(site, 'en', '/demo/').signInHref).toBe('https://app.example.com/sign-in');
    expect(chromeOf(site, 'en', '/lp/guide/').signInHref).toBeNull();
  });

  it('leads to the demo page, on landing pages to the last form where there is one', async () => {
    const site = await smallSite({ rows: [landing('ua', 'guide')] });
    expect(chromeOf(site, 'ua', '/ua/').demoHref).toBe('/ua/demo/');
    expect(chromeOf(site, 'ua', '/ua/lp/guide/', 'form-2').demoHref).toBe('#form-2');
    expect(chromeOf(site, 'ua', '/ua/lp/guide/').demoHref).toBe('/ua/demo/');
    expect(chromeOf(site, 'ua', '/ua/', 'form-2').demoHref).toBe('/ua/demo/');
  });

  it('knows the group of a page, also by the list of a detail page', async () => {
    const rows = [
      page('en', 'about'),
      page('en', 'blog'),
      article('en', 'first'),
      ...Array.from({ length: 13 }, (_, i) => article('en', `a${i}`)),
    ];
    const site = await smallSite({ rows });
    const groups = ['/', '/about/', '/blog/', '/blog/first/', '/blog/page/2/', '/demo/', '/404.html'].map(
      (path) => chromeOf(site, 'en', path).activeGroup,
    );
    expect(groups).toEqual([null, 'company', 'blog', 'blog', 'blog', null, null]);
  });

  it('tells the scripts of each page its own middleware, and all else that those of the locale are told', async () => {
    const site = await smallSite({ rows: [page('en', 'about')] });
    const look = findChromeLook(site.routeOf('/'), null);
    const told = (locale: Locale, middleware: ClientConfig['middleware']) =>
      createChromeInput(site.contextOf(locale), { ...look, middleware }).client;
    expect(told('en', ['redirects']).middleware).toEqual(['redirects']);
    expect(told('en', []).middleware).toEqual([]);
    expect(told('en', ['redirects'])).toMatchObject({ languageTag: 'en', homeHref: '/', country: 'US' });
    expect(told('ua', ['redirects'])).toMatchObject({ languageTag: 'uk', homeHref: '/ua/', country: 'UA' });
  });

  it('shows no menu, footer or social link where the layout is the logo only', async () => {
    const site = await smallSite({ rows: [page('en', 'about')] });
    const { layout, menu, footer, socialLinks, homeHref } = chromeOf(site, 'en', '/success/');
    expect({ layout, menu, footer, socialLinks, homeHref }).toEqual({
      layout: 'header-only',
      menu: [],
      footer: [],
      socialLinks: [],
      homeHref: '/',
    });
  });

  it('shows the banner in the default layout only, its link final', async () => {
    const value = GLOBALS.top_banner.parse({
      enabled: true,
      link: '/old/',
      alt: 'The guide',
      desktop_image: '/assets/wide.png',
      mobile_image: null,
    });
    const rows = [page('en', 'about'), landing('en', 'guide')];
    const site = await smallSite({ rows, globals: [{ name: 'top_banner', site: 'en', value }] }, [
      ['/old/', '/about/'],
    ]);
    expect(chromeOf(site, 'en', '/').banner).toMatchObject({
      href: '/about/',
      isOuter: false,
      alt: 'The guide',
      desktopImage: { src: 'https://cms.example.com/assets/wide.png' },
      mobileImage: null,
    });
    expect(chromeOf(site, 'en', '/404.html').banner).not.toBeNull();
    expect(chromeOf(site, 'en', '/lp/guide/').banner).toBeNull();
    expect(chromeOf(site, 'en', '/success/').banner).toBeNull();
    expect(chromeOf(site, 'ua', '/ua/').banner).toBeNull();
  });

  it.each([
    ['is off', { enabled: false, desktop_image: '/assets/wide.png' }],
    ['has no image', { enabled: true, link: '/' }],
  ])('shows no banner that %s', async (_, fields) => {
    const site = await smallSite({
      globals: [{ name: 'top_banner', site: 'en', value: GLOBALS.top_banner.parse(fields) }],
    });
    expect(chromeOf(site, 'en', '/').banner).toBeNull();
  });

  it('shows a banner whose link may lead nowhere without its link', async () => {
    const value = GLOBALS.top_banner.parse({
      enabled: true,
      link: 'javascript:alert(1)',
      desktop_image: '/assets/wide.png',
    });
    const site = await smallSite({ globals: [{ name: 'top_banner', site: 'en', value }] });
    expect(chromeOf(site, 'en', '/').banner).toMatchObject({ href: null, isOuter: false });
  });

  it('takes the year from the clock, in UTC', async () => {
    const site = await smallSite({ clock: '2026-12-31T23:30:00.000Z' });
    expect(chromeOf(site, 'en', '/').year).toBe(2026);
  });
});

describe('findChromeLook', () => {
  it('has no banner where the page offers the same itself', async () => {
    const site = await smallSite({ rows: [page('en', 'about')] });
    expect(findChromeLook(site.routeOf('/about/'), null).hasBanner).toBe(true);
    expect(findChromeLook(site.routeOf('/about/'), null, true).hasBanner).toBe(false);
  });
});
