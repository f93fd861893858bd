// Phone numbers of all countries (libphonenumber's metadata), in a chunk of its own: loaded when a visitor first comes to
// a phone field.

import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** A country to choose. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Its name and calling code. */
  readonly label: string;
}

/** All countries by their name in a language. */
export function listCountries(languageTag: string): readonly Country[] {
  const names = new Intl.DisplayNames(languageTag, { type: 'region' });
  return getCountries()
    .map((code) => ({ code, label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
    .sort((a, b) => a.label.localeCompare(b.label, languageTag));
}

/** Whether a country has phone numbers. */
export function isCountry(code: string): code is CountryCode {
  return isSupportedCountry(code);
}

/** A possible number as E.164; a number that starts with '+' brings its own country. Null for any other text. */
export function parsePhone(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, isCountry(country) ? country : undefined);
  return number?.isPossible() === true ? number.number : null;
}
