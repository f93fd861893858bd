// The locales, with their URL prefix, site in the content service, and language. A locale code is not a language tag (`ua` and `kz`
// are not languages), so they have different types.

import { type LanguageTag, parseLanguageTag } from './language-tag.ts';

/** A locale. */
export interface LocaleRow<Code extends string = Locale> {
  readonly locale: Code;
  /** Prefix of its paths: '' or '/es'. */
  readonly prefix: string;
  /** Handle of its site in the content service. */
  readonly site: string;
  /** `<html lang>` and `Intl`. */
  readonly languageTag: LanguageTag;
  /** The hreflang values of its pages. */
  readonly hreflang: readonly LanguageTag[];
  /** Open Graph's language_TERRITORY. */
  readonly ogLocale: string;
  /** Language of the help centre in `{base}/hc/{language}`. */
  readonly helpCentreLanguage: string;
  /** Language of the forms provider's forms, if the provider names it otherwise than `languageTag`. */
  readonly formsLanguage?: string;
  /** Name in the language itself, for the language switcher. */
  readonly ownName: string;
  /** A second language that some of its entries have, and the slug of the page that lists them. Its switcher and footer name it. */
  readonly alsoIn?: { readonly languageTag: LanguageTag; readonly ownName: string; readonly slug: string };
}

const tag = parseLanguageTag;

const ROWS = [
  {
    locale: 'en',
    prefix: '',
    site: 'en',
    languageTag: tag('en'),
    hreflang: [tag('en')],
    ogLocale: 'en_US',
    helpCentreLanguage: 'en',
    ownName: 'English',
  },
  {
    locale: 'es',
    prefix: '/es',
    site: 'es',
    languageTag: tag('es'),
    hreflang: [tag('es')],
    ogLocale: 'es_ES',
    helpCentreLanguage: 'en',
    ownName: 'Español',
  },
  {
    locale: 'pt',
    prefix: '/pt',
    site: 'pt',
    languageTag: tag('pt-BR'),
    hreflang: [tag('pt'), tag('pt-BR')],
    ogLocale: 'pt_BR',
    helpCentreLanguage: 'pt-BR',
    formsLanguage: 'pt-br',
    ownName: 'Português',
  },
  {
    locale: 'ua',
    prefix: '/ua',
    site: 'ua',
    languageTag: tag('uk'),
    hreflang: [tag('uk'), tag('uk-UA')],
    ogLocale: 'uk_UA',
    helpCentreLanguage: 'uk',
    ownName: 'Українська',
  },
  {
    locale: 'kz',
    prefix: '/kz',
    site: 'kz',
    languageTag: tag('ru-KZ'),
    hreflang: [tag('ru-KZ')],
    ogLocale: 'ru_RU',
    helpCentreLanguage: 'ru',
    formsLanguage: 'ru',
    ownName: 'Русский',
    alsoIn: { languageTag: tag('kk-KZ'), ownName: 'Қазақша', slug: 'qazaqsha' },
  },
] as const satisfies readonly LocaleRow<string>[];

/** Code of a locale: the key of all tables. */
export type Locale = (typeof ROWS)[number]['locale'];
/** All locales. The first one is the default and has no prefix. */
export const LOCALES: readonly LocaleRow[] = ROWS;

const rowByLocale: ReadonlyMap<string, LocaleRow> = new Map(LOCALES.map((row) => [row.locale, row]));

/** The row of a locale by its name; undefined for any other text, such as the language of a live site. */
export const findLocaleRow = (locale: string): LocaleRow | undefined => rowByLocale.get(locale);

/** The row of a locale. */
export function localeRow(locale: Locale): LocaleRow {
  const row = findLocaleRow(locale);
  if (row === undefined) throw new Error(`There is no locale ${locale}.`);
  return row;
}
