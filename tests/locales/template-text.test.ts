// Templates and browser scripts contain no words of a language, only `Intl` formats dates and numbers, and plurals have
// every form of their language.

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { localeRow } from '../../config/locales.ts';
import { loadWords, localesWithWords } from '../../locales/words.ts';
import { findLocalFormats, findTexts } from './template-text.ts';

const read = (pattern: readonly string[]) =>
  globSync(pattern).map((file) => ({ file, source: readFileSync(file, 'utf8') }));

describe('the templates and the scripts of the browser', () => {
  const files = read(['templates/**/*.{ts,tsx}', 'client/**/*.{ts,tsx}']);

  it('contain no words of a language', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.flatMap(({ file, source }) => findTexts(file, source).map((text) => `${file}: ${text}`))).toEqual([]);
  });

  it('format no date and no number themselves', () => {
    // Shows a time in the zone of the visitor, which no build knows.
    const others = files.filter(({ file }) => !/^client\/(local-time|office-hours)\.ts$/.test(file));
    const faults = [...others, ...read(['locales/*.ts'])].flatMap(({ file, source }) =>
      findLocalFormats(file, source).map((fault) => `${file}: ${fault}`),
    );
    expect(faults).toEqual([]);
    const own = files.filter(({ source }) => /\bIntl\./.test(source)).map(({ file }) => file);
    // Names of countries, loaded with their phone numbers.
    expect(own.sort()).toEqual(['client/forms/phone.ts', 'client/local-time.ts', 'client/office-hours.ts']);
  });
});

describe('findTexts', () => {
  it.each([
    ['<p>Hello</p>', 'Hello'],
    ["<p>{'Hello'}</p>", 'Hello'],
    ['<p>{isOpen ? `Open it` : null}</p>', 'Open it'],
    ["<p>{name ?? 'Nobody'}</p>", 'Nobody'],
    ['<img alt="A cup" />', 'A cup'],
    ["<a aria-label={isOpen ? 'Close' : label}>{x}</a>", 'Close'],
    ['<input placeholder={`Як вас звати`} />', 'Як вас звати'],
    ['<abbr title="Hello">{x}</abbr>', 'Hello'],
  ])('finds the text in %s', (markup, text) => {
    expect(findTexts('a.tsx', `const a = ${markup};`)).toEqual([text]);
  });

  it.each([
    ["element.textContent = 'Loading';", 'Loading'],
    ["element.setAttribute('aria-label', 'Menu');", 'Menu'],
    ["document.title = failed ? 'Error' : old;", 'Error'],
    ["createElement('p', null, 'Hello');", 'Hello'],
  ])('finds the text in the script %s', (source, text) => {
    expect(findTexts('a.ts', source)).toEqual([text]);
  });

  it('ignores words of the locale, names, signs and comments', () => {
    const source = `
      // Hello
      const a = <p className="big" id={\`\${id}-title\`} data-kind="demo" aria-hidden="true">{t('demo.title')} · {404}{' '}</p>;
      element.setAttribute('data-state', 'open');
    `;
    expect(findTexts('a.tsx', source)).toEqual([]);
  });
});

describe('findLocalFormats', () => {
  it.each([
    ['moment.toLocaleDateString()', 'toLocaleDateString'],
    ['price.toFixed(2)', 'toFixed'],
    ['new Date(moment).getUTCFullYear()', 'getUTCFullYear'],
    ["new Intl.NumberFormat('en')", 'Intl.NumberFormat without a language'],
    ["new Intl.DateTimeFormat(tag, { dateStyle: 'long' })", 'Intl.DateTimeFormat without a time zone'],
  ])('finds %s', (source, fault) => {
    expect(findLocalFormats('a.ts', source)).toEqual([fault]);
  });

  it('accepts a formatter with language and time zone', () => {
    expect(findLocalFormats('a.ts', "new Intl.DateTimeFormat(tag, { timeZone: 'UTC' })")).toEqual([]);
  });
});

describe('the plurals of the words', () => {
  /** Forms that whole numbers up to a hundred take in a language (CLDR). */
  const formsOf = (tag: string) => {
    const rules = new Intl.PluralRules(tag);
    return new Set(Array.from({ length: 101 }, (_, count) => rules.select(count)));
  };
  /** `[value, branches]` of every plural of a message. */
  const pluralsOf = (message: string) =>
    [...message.matchAll(/\{(\w+), plural,((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, value, branches = '']) => [
      value,
      [...branches.matchAll(/([\w=]+)\s*\{/g)].map(([, form]) => form),
    ]);

  it.each(localesWithWords())('of %s have exactly the forms of the language', (locale) => {
    const forms = formsOf(localeRow(locale).languageTag);
    const plurals = Object.entries(loadWords(locale)).flatMap(([key, message]) =>
      pluralsOf(message).map(([value, branches]) => ({ key, value, branches })),
    );
    expect(plurals.length).toBeGreaterThan(0);
    for (const { key, branches } of plurals) {
      expect([key, [...forms].filter((form) => branches?.includes(form) !== true)]).toEqual([key, []]);
      expect(branches).toContain('other');
    }
  });
});
