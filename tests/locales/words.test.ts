import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findWordFaults, listTableWords } from '../../cli/words/check-words.ts';
import { FOOTER_MENU, HEADER_MENU, PROMO_BANNERS } from '../../config/menu.ts';
import { PAGES } from '../../config/pages.ts';
import { loadWords, localesWithWords, wordsOfGroups } from '../../locales/words.ts';
import { COMMON_WORDS, TEMPLATES } from '../../templates/template-ids.ts';

const en = loadWords('en');
const keys = Object.keys(en);

describe('the words', () => {
  it.each(localesWithWords())('of %s have the keys of English, in its order', (locale) => {
    expect(Object.keys(loadWords(locale))).toEqual(keys);
  });

  it('of entries in Kazakh are messages of English, with the same values, and none is in Russian', () => {
    const kk = JSON.parse(readFileSync('locales/kk.json', 'utf8')) as Record<string, string>;
    const ru: Readonly<Record<string, string>> = loadWords('kz');
    const valuesOf = (text = '') => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(kk).filter((key) => !keys.includes(key))).toEqual([]);
    expect(Object.keys(kk).filter((key) => kk[key] === ru[key] && !/^(Компания)$/.test(kk[key] ?? ''))).toEqual([]);
    for (const [key, text] of Object.entries(kk)) expect(valuesOf(text)).toEqual([...new Set(valuesOf(ru[key]))]);
    expect(keys.filter((key) => /^(article|e-books)\./.test(key) && kk[key] === undefined)).toEqual([]);
  });

  it('have no mistakes', () => {
    const texts = localesWithWords().map((locale) => [locale, readFileSync(`locales/${locale}.json`, 'utf8')] as const);
    expect(findWordFaults(new Map(texts), { tableWords: listTableWords() })).toEqual([]);
  });

  it('have no unused key', () => {
    const files = globSync(['templates/**/*.{ts,tsx}', 'cli/**/*.ts', '{config,content}/*.ts']);
    const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const menuIds = new Set(
      [...HEADER_MENU, ...FOOTER_MENU].flatMap((group) => [group, ...group.submenu]).map(({ id }) => id),
    );
    const isOfMenu = (key: string) => {
      const id = /^common\.(?:menu|footer)\.(.+?)(?:Description)?$/.exec(key)?.[1];
      return id !== undefined && menuIds.has(id);
    };
    // The build makes these keys of a page's name or status: `meta.demoTitle`, `meta.errorTitle404`.
    const pageNames = [...PAGES.map(({ page }) => page), 'success', 'error'];
    const isOfPage = (key: string) =>
      pageNames.includes(/^meta\.(.+?)(?:Title|Description)(?:404|500)?$/.exec(key)?.[1] ?? '');
    const isOfPromo = (key: string) => PROMO_BANNERS.some(({ id }) => key.startsWith(`promo.${id}.`));
    const isUsed = (key: string) => code.includes(`'${key}'`) || isOfMenu(key) || isOfPage(key) || isOfPromo(key);
    const unused = keys.filter((key) => !isUsed(key));
    expect(unused).toEqual([]);
  });

  it('are the messages of the specification in English, spelling included', () => {
    expect([
      en['forms.errorName'],
      en['forms.errorLastName'],
      en['forms.errorCompany'],
      en['forms.errorEmail'],
      en['forms.errorPhone'],
      en['forms.errorEmailInUse'],
      en['forms.errorServer'],
      en['error.title404'],
      en['error.message404'],
      en['error.home'],
    ]).toEqual([
      'Input name.',
      'Input last name.',
      'Input company name.',
      'Input correct e-mail.',
      'Input correct phone number.',
      'E-mail is currently in use.',
      'Server error',
      'Looks like you got lost',
      'This page could not be found',
      'Back to the main page',
    ]);
  });

  it('are in groups that a template or the build reads', () => {
    const ofTemplates = Object.values(TEMPLATES).flatMap(({ words }) => words);
    const read = new Set<string>([...COMMON_WORDS, ...ofTemplates, 'meta', 'promo']);
    expect(keys.filter((key) => !read.has(key.slice(0, key.indexOf('.'))))).toEqual([]);
  });
});

describe('loadWords', () => {
  it.each([
    ['en', 'Server error'],
    ['es', 'Error del servidor'],
    ['pt', 'Erro no servidor'],
    ['ua', 'Помилка сервера'],
    ['kz', 'Ошибка сервера'],
  ] as const)('gives %s its own language', (locale, expected) => {
    expect(loadWords(locale)['forms.errorServer']).toBe(expected);
  });
});

describe('wordsOfGroups', () => {
  it('keeps the messages of the groups and no other', () => {
    expect(Object.keys(wordsOfGroups(en, ['about', 'home']))).toEqual([
      'home.latestArticles',
      'home.allArticles',
      'home.trustedBy',
      'about.team',
    ]);
  });
});
