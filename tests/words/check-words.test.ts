// What the build says of mistakes in locales/: the place, the key, what is wrong, how to fix it.

import { describe, expect, it } from 'vitest';
import { createIsNeeded, findWordFaults } from '../../cli/words/check-words.ts';

const ENGLISH = '{\n  "a.one": "One",\n  "a.two": "Two of {total}",\n  "a.three": "Three"\n}\n';

/** Faults of Spanish words beside English ones, as `place key: what → fix`. */
function faultsOf(texts: Readonly<Record<string, string | null>>): readonly string[] {
  return findWordFaults(new Map(Object.entries({ en: ENGLISH, ...texts }))).map(
    ({ file, field, what, fix }) => `${file} ${field ?? '-'}: ${what} → ${fix}`,
  );
}

/** Faults of one Spanish message, whose English one has `{n}`. */
const messageFaults = (message: string, english = '{n}') =>
  findWordFaults(
    new Map([
      ['en', JSON.stringify({ k: english })],
      ['es', `{"k": ${JSON.stringify(message)}}`],
    ]),
  ).map(({ file, what }) => `${file.replace('locales/es.json:1:2', '')} ${what}`.trim());

describe('words of a locale', () => {
  it('are valid in any order, with a byte order mark, and with escapes', () => {
    const es = '\uFEFF{ "a.three": "Tr\\u0065s", "a.two": "{total}: \\"dos\\"", "a.one": "it\'s" }';
    expect(faultsOf({ es })).toEqual([]);
  });

  it('miss keys: each with its line and the English text', () => {
    expect(faultsOf({ es: '{\n  "a.two": "Dos {total}"\n}' })).toEqual([
      'locales/es.json a.one: The key is missing. English says "One". → Add it.',
      'locales/es.json a.three: The key is missing. English says "Three". → Add it.',
    ]);
  });

  it('have keys that English does not have, with a similar key', () => {
    expect(faultsOf({ es: '{\n  "a.one": "1",\n  "a.tow": "2",\n  "a.three": "3", "b": "4"\n}' })).toEqual([
      'locales/es.json a.two: The key is missing. English says "Two of {total}". → Add it.',
      'locales/es.json:3:3 a.tow: The key is missing in locales/en.json. → Did you mean "a.two"? Remove it, or add it to locales/en.json too.',
      'locales/es.json:4:19 b: The key is missing in locales/en.json. → Remove it, or add it to locales/en.json too.',
    ]);
  });

  it('may miss keys of pages that the locale does not show', () => {
    const isNeeded = createIsNeeded();
    expect([isNeeded('ua', 'cxua.lead'), isNeeded('es', 'cxua.lead')]).toEqual([true, false]);
    expect([isNeeded('kz', 'meta.giftbagTitle'), isNeeded('en', 'meta.giftbagTitle')]).toEqual([true, false]);
    expect([isNeeded('es', 'forms.send'), isNeeded('es', 'meta.titlePattern')]).toEqual([true, true]);
    const texts = new Map([
      ['en', '{"cxua.lead": "x", "forms.send": "y"}'],
      ['es', '{"forms.send": "y"}'],
    ]);
    expect(findWordFaults(texts, { isNeeded })).toEqual([]);
  });

  it('have a key twice, an empty text, or a value that is not a text', () => {
    expect(faultsOf({ es: '{\n  "a.one": "1",\n  "a.one": "1",\n  "a.two": "{total}",\n  "a.three": " "\n}' })).toEqual(
      [
        'locales/es.json:3:3 a.one: The file has this key twice, first at locales/es.json:2:3. → Remove one of the two.',
        'locales/es.json:5:3 a.three: The text is empty. → Write "a.three": "text" in UTF-8.',
      ],
    );
    expect(faultsOf({ es: '{ "a.one": { "a": "1" }, "a.two": 2, "a.three": "3" }' })).toEqual([
      'locales/es.json:1:3 a.one: Expected a text in double quotes. → Write "a.one": "text" in UTF-8.',
      'locales/es.json:1:26 a.two: Expected a text in double quotes. → Write "a.two": "text" in UTF-8.',
    ]);
  });

  it('are missing, or not an object', () => {
    expect(faultsOf({ es: null, pt: '[]' })).toEqual([
      'locales/es.json -: The file with the messages of the locale "es" (config/locales.ts) is missing. → Copy locales/en.json and translate its texts.',
      'locales/pt.json:1:1 -: The file is not a JSON object. → Write { "key": "text" }.',
    ]);
  });

  it.each([
    ['{\n  "a": "x",\n}', '3:1', 'Expected double-quoted property name'],
    ['{\n  "a": "x"\n  "b": "y"\n}', '3:3', "Expected ',' or '}' after property value"],
    ['{\n  "a": "x', '2:10', 'Unterminated string'],
    ['{\n  "a": "x"', '2:11', "Expected ',' or '}' after property value"],
    ['', '1:1', 'Unexpected end of JSON input'],
    ['{\n  "a": "x" // why\n}', '2:12', "Expected ',' or '}' after property value"],
    ['{ "a": "x\ny" }', '1:10', 'Bad control character in string literal'],
  ])('are not JSON: %j', (es, place, what) => {
    const [fault, ...others] = findWordFaults(new Map(Object.entries({ en: ENGLISH, es })));
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ file: `locales/es.json:${place}`, what: `The file is not valid JSON: ${what}.` });
  });
});

describe('a message', () => {
  it.each([
    ['{n', 'A "{" is not closed.'],
    ['{n} {}', 'The message is not valid ICU syntax: empty argument.'],
    ['{n}} x', 'A "}" has no matching "{".'],
    ['{n b}', 'The message is not valid ICU syntax: malformed argument.'],
    ['{n, plurl, other {x}}', 'The message is not valid ICU syntax: invalid argument type.'],
    ['{n, plural, one {x}}', 'The message is not valid ICU syntax: missing other clause.'],
    ['{n, plural, oen {x} other {y}}', '"oen" is not a plural form.'],
    ['{n, plural}', 'The message is not valid ICU syntax: expect select argument options.'],
  ])('is broken: %s', (message, fault) => {
    expect(messageFaults(message)).toEqual([fault]);
  });

  it.each([
    '{n, plural, =0 {none} one {#} other {#}}',
    '{n, select, x {a} other {b}}',
    "'{'{n}'}'",
    '<b>{n}</b>',
    '{ n }',
  ])('is good: %s', (message) => {
    expect(messageFaults(message)).toEqual([]);
  });

  it.each([
    ['x', 'The arguments differ from the English message: none, where English has {n}.'],
    ['{n} {m}', 'The arguments differ from the English message: {n} and {m}, where English has {n}.'],
    ['{ n} {ñ}', 'The arguments differ from the English message: {n} and {ñ}, where English has {n}.'],
    ['{x, plural, other {{m}}}', 'The arguments differ from the English message: {x} and {m}, where English has {n}.'],
  ])('has other arguments than English: %s', (message, fault) => {
    expect(messageFaults(message)).toEqual([fault]);
  });

  it('hides an argument behind an apostrophe', () => {
    const [fault] = findWordFaults(
      new Map([
        ['en', '{"k": "{n}"}'],
        ['es', '{"k": "l\'{n}"}'],
      ]),
    );
    expect(fault?.fix).toBe(
      'Use the arguments of the English message. A straight apostrophe before a brace hides the argument: write ’ instead.',
    );
  });

  it('of English that is broken is reported once, and not compared', () => {
    expect(messageFaults('x', '{n')).toEqual([expect.stringMatching(/^locales\/en\.json:1:2 A "{" is not closed/)]);
  });
});
