// One row a locale: the prefix of its URLs, its site in the content service, and its language. A locale code is not a
// language tag (`ua` and `kz` are not languages), so both are types.

import { type LanguageTag, parseLanguageTag } from './language-tag.ts';

/** A locale of the site: the URL prefix and the key of every table. */
export type Locale = 'en' | 'es' | 'pt' | 'ua' | 'kz';

/** One locale. */
export interface LocaleRow {
  readonly locale: Locale;
  /** Prefix of its site paths: '' or '/es'. */
  readonly prefix: string;
  /** The content service's handle of this locale's site. */
  readonly site: string;
  /** `<html lang>` and `Intl`. */
  readonly languageTag: LanguageTag;
  /** Every hreflang value that its pages carry. */
  readonly hreflang: readonly LanguageTag[];
  /** Open Graph's language_TERRITORY. */
  readonly ogLocale: string;
  /** The help centre's language in `{base}/hc/{language}`. */
  readonly helpCentreLanguage: string;
  /** The language's own name, for the language switcher. */
  readonly ownName: string;
}

const tag = parseLanguageTag;

/** The table of locales, the default one (no prefix) first. */
export const LOCALES: readonly LocaleRow[] = [
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
    ownName: 'Русский',
  },
];

const rowByLocale = new Map(LOCALES.map((row) => [row.locale, row]));

/** The row of a locale. */
export function localeRow(locale: Locale): LocaleRow {
  const row = rowByLocale.get(locale);
  if (row === undefined) throw new Error(`No row for locale ${locale}.`);
  return row;
}
