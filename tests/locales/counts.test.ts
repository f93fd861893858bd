import * as fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../config/locales.ts';
import { parseCounted } from '../../locales/counts.ts';
import { createFormatter } from '../../locales/formatter.ts';
import { loadWords } from '../../locales/words.ts';

const MESSAGE = 'Of {n, plural, one {# one #} few {# few} many {many} other {#}}: all';
/** Numbers that have a sign, a word or a form of their own. */
const ODD_NUMBERS = [-0, -1, 0.5, 1.5, 999_999, 1_000_000, 2_000_000, 1e21, Number.NaN, Number.POSITIVE_INFINITY];
const icuOf = (message: string, languageTag: string) =>
  new IntlMessageFormat(message, languageTag, undefined, { ignoreTag: true });

describe.each(LOCALES)('parseCounted in $languageTag', ({ locale, languageTag }) => {
  it('counts to some thousands as ICU does', () => {
    const icu = icuOf(MESSAGE, languageTag);
    const fill = parseCounted(MESSAGE, languageTag);
    const wrong = Array.from({ length: 12_000 }, (_, n) => n).filter((n) => fill?.({ n }) !== icu.format({ n }));
    expect(wrong).toEqual([]);
  });

  it('makes of any number what ICU makes of it', () => {
    const icu = icuOf(MESSAGE, languageTag);
    const t = createFormatter({ 'article.author': MESSAGE }, languageTag);
    const numbers = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.integer(), fc.double());
    fc.assert(fc.property(numbers, (n) => t('article.author', { n }) === icu.format({ n })));
    for (const n of ODD_NUMBERS) expect(t('article.author', { n })).toBe(icu.format({ n }));
  });

  it('knows every message of the site that counts', () => {
    const counted = Object.values(loadWords(locale)).filter((message) => message.includes('plural'));
    expect(counted.length).toBeGreaterThan(0);
    for (const message of counted) expect(parseCounted(message, languageTag), message).not.toBeNull();
  });
});

describe('parseCounted', () => {
  it.each([
    '{n, plural, one {#}}',
    '{n, plural, =0 {none} other {#}}',
    "{n, plural, other {'#'}}",
    '{n, plural, other {{m}}}',
    '{n, plural, offset:1 other {#}}',
    '{n, plural, other {#}} {m}',
    '{n, select, other {#}}',
  ])('leaves %j to ICU', (message) => {
    expect(parseCounted(message, 'en')).toBeNull();
  });

  it('leaves other languages to ICU', () => {
    expect(parseCounted(MESSAGE, 'pl')).toBeNull();
  });
});
