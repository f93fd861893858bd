// Compares the text of a source with that of its translation: whether it was translated, into which language, and whether its figures
// are the same. Every rule keeps quiet when in doubt: a list with false rows is not read.

import { LRUCache } from 'lru-cache';
import { detectAll } from 'tinyld';
import { LOCALES } from '../../config/locales.ts';
import { parsePage } from '../facts/parse-html.ts';
import { shortHash } from '../files/content-hash.ts';

/** The text of HTML, or of a field without markup. */
export function readText(value: string): string {
  if (!value.includes('<') && !value.includes('&')) return value;
  return parsePage(value)
    .texts.map(({ text }) => text)
    .join('\n');
}

/** Shorter texts are names and labels that languages share. */
const SAME_LETTERS = 20;
/** Languages cannot be told from fewer letters. */
const LANGUAGE_LETTERS = 40;
/** The share of the words of a text that are written as names are. */
const MAX_NAMES = 0.6;

const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Whether a text of two languages is one that nobody translated. */
export function isCopied(source: string, translation: string): boolean {
  if (source.trim() === '' || source.trim() !== translation.trim()) return false;
  const words = readText(source).match(/\p{L}[\p{L}\p{N}’'.-]*/gu) ?? [];
  if (words.length < 3 || countLetters(words.join('')) < SAME_LETTERS) return false;
  return words.filter((word) => /^\p{Lu}/u.test(word)).length / words.length < MAX_NAMES;
}

/** The language of a tag: `pt` of `pt-BR`. */
export const languageOf = (tag: string): string =>
  languages.getOrInsertComputed(tag, () => new Intl.Locale(tag).language);

/** Asked for with each text. */
const languages = new Map<string, string>();

const SITE_LANGUAGES = LOCALES.map(({ languageTag }) => languageOf(languageTag));
/** How much better another language must fit. */
const MARGIN = 0.1;

/** Letters that a language has and its neighbour does not. */
const OWN_LETTERS: Readonly<Record<string, RegExp>> = { uk: /[іїєґ]/i, ru: /[ыэёъ]/i, kk: /[әғқңөұүһ]/i };

/** To tell the language of all texts of a site takes seconds, and a preview asks again after each edit. */
const others = new LRUCache<string, { readonly language: string | null }>({ max: 20_000 });

/** The language of a text, if it is one of the site and clearly not the expected one; otherwise null. */
export function findOtherLanguage(text: string, expected: string): string | null {
  const key = `${expected} ${shortHash(text)}`;
  const other = others.get(key) ?? { language: detectOther(text, expected) };
  others.set(key, other);
  return other.language;
}

function detectOther(text: string, expected: string): string | null {
  const shown = readText(text);
  if (countLetters(shown) < LANGUAGE_LETTERS) return null;
  const hasOwnLetters = OWN_LETTERS[expected]?.test(shown) === true;
  const only = [...new Set([...SITE_LANGUAGES, 'kk', expected])];
  const found = detectAll(shown, { only });
  const [best] = found;
  const own = found.find(({ lang }) => lang === expected)?.accuracy ?? 0;
  if (best === undefined || best.lang === expected || best.accuracy - own < MARGIN) return null;
  // Short texts of neighbours are often mistaken, but not those with letters of the other one.
  return hasOwnLetters && OWN_LETTERS[best.lang]?.test(shown) === false ? null : best.lang;
}

/** A price in a currency of its own is not a translation of the other one. */
const CURRENCY = /[$€£¥₴₸₽]|\b(?:usd|eur|gbp|brl|uah|kzt|rub)\b|грн|тенге|руб|reais|euros?\b|dollars?\b/giu;
/** The figures that only one of the texts has. Null if one text has all of the other: a number may also be written in words. */
export function compareFigures(
  source: string,
  translation: string,
): { readonly before: readonly string[]; readonly after: readonly string[] } | null {
  const [old, now] = [readText(source), readText(translation)];
  if (currenciesOf(old) !== currenciesOf(now)) return null;
  const [own, other] = [listFigures(old), listFigures(now)];
  const before = own.filter((figure) => !other.includes(figure));
  const after = other.filter((figure) => !own.includes(figure));
  return before.length === 0 || after.length === 0 ? null : { before, after };
}

const AMOUNT = "\\d[\\d\\s.,'’]*";
const PRICE = new RegExp(`(?:${CURRENCY.source})\\s*${AMOUNT}|${AMOUNT}(?:${CURRENCY.source})`, 'giu');

/** Whether each text has a price that the other lacks. */
export function hasOtherPrice(source: string, translation: string): boolean {
  const pricesOf = (text: string) => text.match(PRICE)?.join('; ') ?? '';
  return compareFigures(pricesOf(source), pricesOf(translation)) !== null;
}

const currenciesOf = (text: string): string =>
  [...new Set(text.toLowerCase().match(CURRENCY) ?? [])].toSorted().join(' ');

/** The figures of a text, the same however a language writes them: `4.2` of "4,2", `1500` of "1 500", `14` of "2 pm". */
function listFigures(text: string): readonly string[] {
  const plain = text
    .replace(/(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\b/gi, (_, hour: string, minute: string | undefined, half: string) => {
      const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
      return minute === undefined ? `${hours}` : `${hours}:${minute}`;
    })
    .replace(/(?<=\d)[\s.,'’](?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d),(?=\d)/g, '.');
  return (plain.match(/\d+(?:\.\d+)?/g) ?? []).map((figure) => String(Number(figure)));
}
