import { describe, expect, it } from 'vitest';
import { LOCALES, localeRow, parseLanguageTag } from '../../config/locales.ts';

describe('parseLanguageTag', () => {
  it.each(['en', 'uk', 'uk-UA', 'pt-BR', 'kk-KZ', 'ru-KZ', 'es-419', 'zh-Hans'])('takes %s', (tag) => {
    expect(parseLanguageTag(tag)).toBe(tag);
  });

  it('returns the canonical case', () => {
    expect(['KK-kz', 'PT-br', 'zh-hans'].map(parseLanguageTag)).toEqual(['kk-KZ', 'pt-BR', 'zh-Hans']);
  });

  it.each([
    ['ua', 'a country'],
    ['kz', 'a country'],
    ['ua-UA', 'a country twice'],
    ['kz-KZ', 'a country twice'],
    ['en-UK', 'an alias of GB that search engines do not know'],
    ['uk-UK', 'a language with that alias'],
    ['en-eu', 'no country'],
    ['en-UN', 'no country'],
    ['uk-YY', 'no country'],
    ['en_US', 'not BCP 47'],
    ['x', 'not BCP 47'],
    ['', 'nothing'],
  ])('refuses "%s", which is %s, and names it', (tag) => {
    expect(() => parseLanguageTag(tag)).toThrow(new RangeError(`"${tag}" is not a known language tag.`));
  });
});

describe('LOCALES', () => {
  it('are the five of the specification', () => {
    expect(
      LOCALES.map(({ locale, prefix, site, languageTag, hreflang, helpCentreLanguage }) => [
        locale,
        prefix,
        site,
        languageTag,
        hreflang.join(' '),
        helpCentreLanguage,
      ]),
    ).toEqual([
      ['en', '', 'en', 'en', 'en', 'en'],
      ['es', '/es', 'es', 'es', 'es', 'en'],
      ['pt', '/pt', 'pt', 'pt-BR', 'pt pt-BR', 'pt-BR'],
      ['ua', '/ua', 'ua', 'uk', 'uk uk-UA', 'uk'],
      ['kz', '/kz', 'kz', 'ru-KZ', 'ru-KZ', 'ru'],
    ]);
  });

  it('name each hreflang value once', () => {
    const values = LOCALES.flatMap(({ hreflang }) => hreflang);
    expect(new Set(values).size).toBe(values.length);
  });

  it('are found by their code', () => {
    expect(LOCALES.map(({ locale }) => localeRow(locale))).toEqual(LOCALES);
  });
});
