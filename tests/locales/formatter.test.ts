import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../config/locales.ts';
import { createDateFormatter, createFormatter, createMomentFormatter } from '../../locales/formatter.ts';
import { loadWords } from '../../locales/words.ts';

describe('createFormatter', () => {
  it.each([
    ['ua', 'uk', ['1 хвилина читання', '3 хвилини читання', '5 хвилин читання', '21 хвилина читання']],
    ['kz', 'ru-KZ', ['1 минута чтения', '3 минуты чтения', '5 минут чтения', '21 минута чтения']],
  ] as const)('follows the plural rules of %s', (locale, languageTag, expected) => {
    const t = createFormatter(loadWords(locale), languageTag);
    expect([1, 3, 5, 21].map((minutes) => t('article.readingTime', { minutes }))).toEqual(expected);
  });

  it('says in English how long a text takes to read', () => {
    const t = createFormatter(loadWords('en'), 'en');
    expect([1, 2].map((minutes) => t('article.readingTime', { minutes }))).toEqual([
      '1 minute to read',
      '2 minutes to read',
    ]);
  });

  it('fills in values as they are, markup and braces included', () => {
    const t = createFormatter(loadWords('en'), 'en');
    expect(t('meta.titlePattern', { title: '<b>{x}</b>', brand: "L'eau" })).toBe("<b>{x}</b> | L'eau");
    expect(t('common.copyright', { year: 2026, legalName: 'Murmurlens Ltd.' })).toContain('© 2026 Murmurlens Ltd.');
  });

  it('answers again what it answered, and tells values from each other', () => {
    const create = () => createFormatter({ 'article.author': 'By {author}' }, 'en');
    const authors = ['Ann', 'Ann', '1', 1, -0, 0, Number.NaN, Number.POSITIVE_INFINITY];
    const t = create();
    expect(authors.map((author) => t('article.author', { author }))).toEqual(
      authors.map((author) => create()('article.author', { author })),
    );
  });

  it.each([
    '{a} | {b}',
    '{a}{b}',
    '{b}: {a}, {b} #1',
    '{a}',
    'By {c} {a}',
    "{a}''s",
    '{ a }',
    '{a, select, x {X} other {O}}',
  ])('makes of %j what ICU makes of it', (message) => {
    const icu = new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true });
    const format = (values: Record<string, string | number>) =>
      createFormatter({ 'article.author': message }, 'en')('article.author', values);
    for (const values of [
      { a: 'x', b: '$& {a}' },
      { a: '', b: 'y', c: '<b>' },
      { a: 1234567.5, b: -0, c: Number.NaN },
    ]) {
      const expected = () => icu.format(values);
      if (message.includes('{c}') && !('c' in values)) expect(() => format(values)).toThrow(/"c" was not provided/);
      else expect(format(values)).toBe(expected());
    }
  });

  it('names the key that it was not given', () => {
    expect(() => createFormatter({}, 'en')('home.allArticles')).toThrow('"home.allArticles"');
  });
});

/** Of the site's locales. */
const TAGS = LOCALES.map(({ languageTag }) => languageTag);
/** Those around now, and those where calendars and eras begin and end. */
const YEARS = [-1, 0, 1, 99, 100, 999, 1582, 1752, 1900, 1999, 2000, 2024, 2025, 2026, 2027, 2028, 2100, 9999, 10_000];

/** Every day of a year, as ISO 8601 writes its last second. */
function listDays(year: number): readonly string[] {
  return Array.from({ length: 366 }, (_, day) => {
    const at = new Date(0);
    at.setUTCFullYear(year, 0, 1 + day);
    at.setUTCHours(23, 59, 59);
    return at.toISOString();
  });
}

describe('createDateFormatter', () => {
  it('reads a moment in UTC whatever the time zone of the machine', () => {
    expect(createDateFormatter('en')('2026-01-02T23:30:00.000Z')).toBe('January 2, 2026');
    expect(createDateFormatter('uk')('2026-01-02T00:10:00.000Z')).toBe('2 січня 2026 р.');
  });

  it.each(TAGS)('writes every day in %s as ICU does', (languageTag) => {
    const icu = new Intl.DateTimeFormat(languageTag, { dateStyle: 'long', timeZone: 'UTC' });
    const format = createDateFormatter(languageTag);
    const different = YEARS.flatMap(listDays).filter((day) => format(day) !== icu.format(new Date(day)));
    expect(different).toEqual([]);
  });

  it('reads the day of a moment in the zone that it is written in', () => {
    const format = createDateFormatter('en');
    expect(['2026-11-01T00:00:00.000+02:00', '2026-10-31T21:00:00.000-03:00', '2026-11-01'].map(format)).toEqual([
      'November 1, 2026',
      'October 31, 2026',
      'November 1, 2026',
    ]);
  });

  it('writes the days of languages that the site does not speak, and refuses what is no moment', () => {
    expect(createDateFormatter('de')('2026-01-02T00:10:00.000Z')).toBe('2. Januar 2026');
    expect(() => createDateFormatter('en')('soon')).toThrow(RangeError);
  });
});

describe('createMomentFormatter', () => {
  it.each(TAGS)('writes every minute of a day in %s as ICU does', (languageTag) => {
    const icu = new Intl.DateTimeFormat(languageTag, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    });
    const format = createMomentFormatter(languageTag);
    const minutes = Array.from({ length: 1440 }, (_, minute) =>
      new Date(Date.UTC(2026, 8, 9, 0, minute)).toISOString(),
    );
    const moments = [...minutes, ...YEARS.flatMap(listDays)];
    expect(moments.filter((moment) => format(moment) !== icu.format(new Date(moment)))).toEqual([]);
  });

  it.each([
    ['2026-12-03T15:00:00.000+02:00', 'December 3, 2026 at 3:00 PM GMT+2'],
    ['2026-12-03T15:00:00.000-03:30', 'December 3, 2026 at 3:00 PM GMT-3:30'],
    ['2026-12-03', 'December 3, 2026'],
  ])('names the zone that %s is written in', (moment, expected) => {
    expect(createMomentFormatter('en')(moment).replaceAll('\u202f', ' ')).toBe(expected);
  });

  it.each([
    ['en', '3:00 PM UTC'],
    ['uk', '15:00 UTC'],
    ['ru-KZ', '15:00 UTC'],
  ])('writes the time as one does in %s, with its zone', (languageTag, expected) => {
    const text = createMomentFormatter(languageTag)('2026-12-03T15:00:00.000Z').replaceAll('\u202f', ' ');
    expect(text.endsWith(` ${expected}`)).toBe(true);
  });
});
