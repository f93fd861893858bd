import { describe, expect, it } from 'vitest';
import { createLanguages, createSwitcherInput } from '../../../cli/render/page-input/switcher-input.ts';
import { parseLanguageTag } from '../../../config/language-tag.ts';
import { article, landing, page, type SmallSite, smallSite } from './small-site.ts';

function targetsOf(site: SmallSite, path: string) {
  const { site: config, routes } = site.contextOf('en');
  const route = site.routeOf(path);
  const { hrefs, targets } = createSwitcherInput(route, routes, config.locales);
  const languages = createLanguages(config.locales, route);
  return languages
    .map(
      ({ label, locale, isCurrent }, index) =>
        `${isCurrent ? '*' : ''}${label === 'Қазақша' ? 'kk' : locale} ${targets[index]} ${hrefs[index]}`,
    )
    .filter((line) => !line.includes(' none '));
}
const blogs = ['en', 'ua', 'kz'].map((site) => page(site, 'blog'));

describe('createSwitcherInput', () => {
  it('leads to the same page where it exists, else home, in the order of the locales', async () => {
    const site = await smallSite({ rows: [page('en', 'about'), page('kz', 'about')] });
    expect(targetsOf(site, '/about/')).toEqual(['*en same-page /about/', 'ua home /ua/', 'kz same-page /kz/about/']);
  });

  it('leads from an article to its localisation, else to the same slug, else to the list', async () => {
    const rows = [
      ...blogs,
      article('en', 'crisis', { id: '1' }),
      article('ua', 'kryza', { id: '2', originId: '1' }),
      article('kz', 'crisis', { id: '3' }),
      article('en', 'alone', { id: '4' }),
    ];
    const site = await smallSite({ rows });
    expect(targetsOf(site, '/blog/crisis/')).toEqual([
      '*en same-page /blog/crisis/',
      'ua same-page /ua/blog/kryza/',
      'kz same-page /kz/blog/crisis/',
    ]);
    expect(targetsOf(site, '/ua/blog/kryza/')).toEqual([
      'en same-page /blog/crisis/',
      '*ua same-page /ua/blog/kryza/',
      'kz list /kz/blog/',
    ]);
    expect(targetsOf(site, '/blog/alone/')).toEqual([
      '*en same-page /blog/alone/',
      'ua list /ua/blog/',
      'kz list /kz/blog/',
    ]);
  });

  it('leads home from an article where the locale has no list', async () => {
    const site = await smallSite({ rows: [page('en', 'blog'), article('en', 'alone')] });
    expect(targetsOf(site, '/blog/alone/')).toEqual(['*en same-page /blog/alone/', 'ua home /ua/', 'kz home /kz/']);
  });

  it('leads from a further list page to the list', async () => {
    const site = await smallSite({
      rows: [...blogs, ...Array.from({ length: 14 }, (_, index) => article('en', `a${index}`))],
    });
    expect(targetsOf(site, '/blog/page/2/')).toEqual([
      '*en same-page /blog/page/2/',
      'ua list /ua/blog/',
      'kz list /kz/blog/',
    ]);
  });

  it('leads home from landing and error pages, the own locale too on an error page', async () => {
    const site = await smallSite({ rows: [landing('en', 'guide')] });
    expect(targetsOf(site, '/lp/guide/')).toEqual(['*en same-page /lp/guide/', 'ua home /ua/', 'kz home /kz/']);
    expect(targetsOf(site, '/ua/404.html')).toEqual(['en home /', '*ua home /ua/', 'kz home /kz/']);
  });

  it('leaves no page whose locale excludes it in', async () => {
    const site = await smallSite({ rows: ['en', 'ua', 'kz'].map((locale) => page(locale, 'webinars')) });
    expect(targetsOf(site, '/webinars/')).toEqual([
      '*en same-page /webinars/',
      'ua same-page /ua/webinars/',
      'kz home /kz/',
    ]);
  });

  it('leads to the list of a second language, and from its pages back to the home page', async () => {
    const language = 'kk-KZ';
    const site = await smallSite({
      rows: [...blogs, page('kz', 'qazaqsha', { language }), article('kz', 'sut', { language }), page('kz', 'about')],
    });
    expect(targetsOf(site, '/kz/about/').slice(-2)).toEqual(['*kz same-page /kz/about/', 'kk list /kz/qazaqsha/']);
    expect(targetsOf(site, '/kz/blog/sut/').slice(-2)).toEqual(['kz home /kz/', '*kk same-page /kz/blog/sut/']);
  });
});

describe('createLanguages', () => {
  it('names each language in itself, with its tag', () => {
    expect(createLanguages(['en', 'ua', 'kz'], { locale: 'ua', languageTag: parseLanguageTag('uk') })).toEqual([
      { locale: 'en', languageTag: 'en', label: 'English', isCurrent: false },
      { locale: 'ua', languageTag: 'uk', label: 'Українська', isCurrent: true },
      { locale: 'kz', languageTag: 'ru-KZ', label: 'Русский', isCurrent: false },
    ]);
  });
});
