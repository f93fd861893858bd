import { describe, expect, it } from 'vitest';
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

  it('follows the plural rules of English', () => {
    const t = createFormatter(loadWords('en'), 'en');
    expect([1, 2].map((minutes) => t('webinars.duration', { minutes }))).toEqual(['1 minute', '2 minutes']);
  });

  it('fills in values as they are, markup and braces included', () => {
    const t = createFormatter(loadWords('en'), 'en');
    expect(t('meta.titlePattern', { title: '<b>{x}</b>', brand: "L'eau" })).toBe("<b>{x}</b> | L'eau");
    expect(t('common.copyright', { year: 2026, legalName: 'Murmurlens Ltd.' })).toContain('© 2026 Murmurlens Ltd.');
  });

  it('refuses a message without one of its values', () => {
    expect(() => createFormatter({ 'article.author': 'By {author}' }, 'en')('article.author')).toThrow(/"author"/);
  });

  it('reports a missing key', () => {
    expect(() => createFormatter({}, 'en')('home.allArticles')).toThrow('"home.allArticles"');
  });
});

describe('createDateFormatter', () => {
  it('reads a time in UTC in any time zone of the machine', () => {
    expect(createDateFormatter('en')('2026-01-02T23:30:00.000Z')).toBe('2 January 2026');
    expect(createDateFormatter('uk')('2026-01-02T00:10:00.000Z')).toBe('2 січня 2026 р.');
  });

  it('reads the day of a moment in the zone that it is written in', () => {
    const format = createDateFormatter('en');
    expect(['2026-11-01T00:00:00.000+02:00', '2026-10-31T21:00:00.000-03:00', '2026-11-01'].map(format)).toEqual([
      '1 November 2026',
      '31 October 2026',
      '1 November 2026',
    ]);
  });

  it('distinguishes days, also before 1970', () => {
    const formatDate = createDateFormatter('en');
    const moments = [
      ...['2026-01-02T00:00:00.000Z', '2026-01-02T23:59:59.999Z', '2026-01-02T00:30:00.000+01:00', '2026-01-03'],
      ...['1969-12-31T23:59:59.999Z', '1969-12-31T00:00:00.000Z', '1969-12-30T23:59:59.999Z'],
    ];
    const [second, last] = ['2 January 2026', '31 December 1969'];
    const days = [second, second, second, '3 January 2026', last, last, '30 December 1969'];
    expect(moments.map(formatDate)).toEqual(days);
  });

  it('refuses a text that is not a moment', () => {
    expect(() => createDateFormatter('en')('soon')).toThrow(RangeError);
  });
});

describe('createMomentFormatter', () => {
  it.each([
    ['2026-12-03T15:00:00.000+02:00', '3 December 2026 at 15:00 GMT+2'],
    ['2026-12-03T15:00:00.000-03:30', '3 December 2026 at 15:00 GMT-3:30'],
    ['2026-12-03', '3 December 2026'],
  ])('prints the time zone of %s', (moment, expected) => {
    expect(createMomentFormatter('en')(moment).replaceAll('\u202f', ' ')).toBe(expected);
  });

  it.each([
    ['en', '15:00 UTC'],
    ['uk', '15:00 UTC'],
    ['ru-KZ', '15:00 UTC'],
  ])('writes the time as one does in %s, with its zone', (languageTag, expected) => {
    const text = createMomentFormatter(languageTag)('2026-12-03T15:00:00.000Z').replaceAll('\u202f', ' ');
    expect(text.endsWith(` ${expected}`)).toBe(true);
  });
});
