// Finds the telephone numbers in the text of an office, with the number that each dials.

import type * as phoneNumbers from 'libphonenumber-js';
import { LOCALES } from '../../../config/locales.ts';
import type { Entry } from '../../../content/collections.ts';
import type { PhonePart } from '../../../templates/page-input.ts';
import { requirePackage } from '../../files/project.ts';

type Library = typeof phoneNumbers;
type Country = phoneNumbers.CountryCode;
type Office = Pick<Entry<'offices'>, 'phone' | 'country' | 'time_zone'>;

/** Names that people write beside those of the languages. */
const OTHER_NAMES: Readonly<Record<string, Country>> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  'great britain': 'GB',
  usa: 'US',
  'czech republic': 'CZ',
};

/** Splits the telephone text of an office as typed, at its numbers. Text that is no number has no link. */
export function splitPhones({ phone, country, time_zone: timeZone }: Office): readonly PhonePart[] {
  if (phone === null) return [];
  const library: Library = requirePackage('libphonenumber-js/min');
  const defaultCountry = findCountry(library, { country, timeZone });
  const parts: PhonePart[] = [];
  let end = 0;
  for (const { startsAt, endsAt, href } of findNumbers(library, phone, defaultCountry)) {
    if (startsAt > end) parts.push({ text: phone.slice(end, startsAt), href: null });
    parts.push({ text: phone.slice(startsAt, endsAt), href });
    end = endsAt;
  }
  if (end < phone.length) parts.push({ text: phone.slice(end), href: null });
  return parts;
}

/** A semicolon separates numbers, unless an extension follows. */
const SEPARATOR = /;(?!\s*ext)/gi;
/** How most of the world begins a number of another country; not zeros within a number. */
const TRUNK_ABROAD = /(?<!\d[\s().\-/]*)00(?=[1-9])/g;
const LETTERS = /[A-Z]/g;
/** The letters of each digit of a telephone, from 2. */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];
const NUMBER_ONLY = /^[\s\d+().\-/]+$/;

/** As typeset: the library knows only some of them. Each is as long as what replaces it. */
const SPACES = /[\p{Zs}\u2028\u2029]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;

/** Where numbers are, and their hrefs: `tel:`, with the number in E.164 and its extension. */
function findNumbers(library: Library, phone: string, country: Country | undefined) {
  const text = phone.replaceAll(SPACES, ' ').replaceAll(DASHES, '-').replaceAll(SEPARATOR, '\n');
  const options = country === undefined ? {} : { defaultCountry: country };
  const find = (searched: string) =>
    library
      .findPhoneNumbersInText(searched, options)
      .map(({ startsAt, endsAt, number }) => ({ startsAt, endsAt, href: number.getURI() }));
  const found = find(text);
  if (found.length > 0) return found;
  // The plus sign takes the place of the second zero.
  const abroad = find(text.replaceAll(TRUNK_ABROAD, ' +'));
  if (abroad.length > 0) return abroad.map((number) => ({ ...number, startsAt: number.startsAt - 1 }));
  // A number that is too new for the library.
  const whole = NUMBER_ONLY.test(text) ? library.parsePhoneNumberFromString(text, options) : undefined;
  if (whole?.isPossible() === true) return [{ startsAt: 0, endsAt: phone.length, href: whole.getURI() }];
  // As in 1-800-FLOWERS.
  return /^\s*\+?\d/.test(text) ? find(text.toUpperCase().replaceAll(LETTERS, digitOf)) : [];
}

function digitOf(letter: string): string {
  return String(KEYS.findIndex((letters) => letters.includes(letter)) + 2);
}

/** The country of an office by its name in any language of the site, or by its time zone. */
function findCountry(
  library: Library,
  { country, timeZone }: { readonly country: string | null; readonly timeZone: string | null },
): Country | undefined {
  countryByName ??= nameCountries(library.getCountries());
  const name = country?.trim().toLowerCase() ?? '';
  const lastPart = name.split(',').at(-1)?.trim() ?? '';
  const named = countryByName.get(name) ?? countryByName.get(lastPart);
  if (named !== undefined || timeZone === null) return named;
  // The zones of all countries take longer than a page.
  countryByZone ??= placeZones(library.getCountries());
  return countryByZone.get(zoneName(timeZone));
}

let countryByName: ReadonlyMap<string, Country> | undefined;
let countryByZone: ReadonlyMap<string, Country> | undefined;

function nameCountries(countries: readonly Country[]): ReadonlyMap<string, Country> {
  const byName = new Map<string, Country>(Object.entries(OTHER_NAMES));
  const names = LOCALES.map(({ languageTag }) => new Intl.DisplayNames(languageTag, { type: 'region' }));
  for (const country of countries) {
    byName.set(country.toLowerCase(), country);
    for (const name of names) byName.set(name.of(country)?.toLowerCase() ?? '', country);
  }
  return byName;
}

function placeZones(countries: readonly Country[]): ReadonlyMap<string, Country> {
  const zonesOf = (country: Country) => new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
  return new Map(countries.flatMap((country) => zonesOf(country).map((zone) => [zoneName(zone), country] as const)));
}

/** The same name for all aliases of a time zone, such as Europe/Kiev and Europe/Kyiv. */
function zoneName(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
