// Parses phone numbers of all countries with libphonenumber. A separate chunk, loaded when a phone field is first focused.

import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** A country of the list. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Name and calling code. */
  readonly label: string;
  /** '+353' */
  readonly callingCode: string;
}

/** All countries, sorted by their name in a language. */
export function listCountries(languageTag: string): readonly Country[] {
  const names = new Intl.DisplayNames(languageTag, { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: `+${getCountryCallingCode(code)}` }))
    .map(({ code, name, callingCode }) => ({ code, callingCode, label: `${name} (${callingCode})` }))
    .sort((a, b) => a.label.localeCompare(b.label, languageTag));
}

/** Whether a country has phone numbers. */
export function isCountry(code: string): code is CountryCode {
  return isSupportedCountry(code);
}

/** The country of a number that begins with '+'; null if several have its calling code, or none. */
export function findCountry(text: string): string | null {
  const number = text.trim();
  if (!number.startsWith('+')) return null;
  const typed = new AsYouType();
  typed.input(number);
  return typed.getCountry() ?? null;
}

/** A possible number as E.164; null for any other text. A number with '+' ignores `country`. */
export function parsePhone(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, isCountry(country) ? country : undefined);
  return number?.isPossible() === true ? number.number : null;
}
