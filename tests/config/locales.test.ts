import { describe, expect, it } from 'vitest';
import { LOCALES, localeRow } from '../../config/locales.ts';

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

  it('name the language of forms as their provider does, where it has another name', () => {
    expect(LOCALES.map(({ formsLanguage = null }) => formsLanguage)).toEqual([null, null, 'pt-br', null, 'ru']);
  });

  it('name each hreflang value once', () => {
    const values = LOCALES.flatMap(({ hreflang }) => hreflang);
    expect(new Set(values).size).toBe(values.length);
  });

  it('are found by their code', () => {
    expect(LOCALES.map(({ locale }) => localeRow(locale))).toEqual(LOCALES);
  });
});
