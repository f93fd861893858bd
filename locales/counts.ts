// How the languages of the site count, as ICU does: a test compares them. Without it each thread of a build loads ICU's rules
// and numbers of every language for a handful of messages.

type PluralCategory = 'one' | 'few' | 'many' | 'other';

/** How one language counts whole numbers below {@link MOST_COUNTED}. */
interface Counting {
  readonly categoryOf: (count: number) => PluralCategory;
  /** Between thousands, and the first number that has it. */
  readonly separator: string;
  readonly firstSeparated: number;
}

const isOne = (count: number): PluralCategory => (count === 1 ? 'one' : 'other');
const isOneOrNone = (count: number): PluralCategory => (count < 2 ? 'one' : 'other');
const inSlavic = (count: number): PluralCategory => {
  const [last, beforeLast] = [count % 10, Math.floor(count / 10) % 10];
  if (beforeLast === 1 || last === 0 || last > 4) return 'many';
  return last === 1 ? 'one' : 'few';
};

const SPACE = '\u00a0';

/** By language tag. */
const COUNTINGS: Readonly<Record<string, Counting>> = {
  en: { categoryOf: isOne, separator: ',', firstSeparated: 1000 },
  es: { categoryOf: isOne, separator: '.', firstSeparated: 10_000 },
  'pt-BR': { categoryOf: isOneOrNone, separator: '.', firstSeparated: 1000 },
  uk: { categoryOf: inSlavic, separator: SPACE, firstSeparated: 1000 },
  'ru-KZ': { categoryOf: inSlavic, separator: SPACE, firstSeparated: 1000 },
};

/** From here on, languages have words for a million. */
const MOST_COUNTED = 1_000_000;

/** A message that is one plural, with text around it, without anything that ICU would read as more. */
const COUNTED_MESSAGE = /^([^{}']*)\{(\w+), plural,((?: (?:one|few|many|other) \{[^{}']*\})+)\}([^{}']*)$/;
const FORM = / (\w+) \{([^{}']*)\}/g;

/** Fills in a message; null where only ICU knows how. */
type FillCounted = (values: Readonly<Record<string, string | number>>) => string | null;

/** Reads a message that says how many; null where it is no such message, or in a language that is not known here. */
export function parseCounted(message: string, languageTag: string): FillCounted | null {
  const counting = COUNTINGS[languageTag];
  const [, before = '', name = '', forms = '', after = ''] = COUNTED_MESSAGE.exec(message) ?? [];
  const textByCategory = new Map([...forms.matchAll(FORM)].map(([, category, text = '']) => [category, text]));
  const other = textByCategory.get('other');
  if (counting === undefined || other === undefined) return null;
  return (values) => {
    const count = values[name];
    if (typeof count !== 'number' || !isCounted(count)) return null;
    const text = textByCategory.get(counting.categoryOf(count)) ?? other;
    return `${before}${text.replaceAll('#', printCount(count, counting))}${after}`;
  };
}

function isCounted(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count < MOST_COUNTED && !Object.is(count, -0);
}

function printCount(count: number, { separator, firstSeparated }: Counting): string {
  const digits = String(count);
  return count < firstSeparated ? digits : `${digits.slice(0, -3)}${separator}${digits.slice(-3)}`;
}
