import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCampaign } from '../../client/forms/campaign.ts';
import { findInvalidFields, isEmail, isName, readLink } from '../../client/forms/form-rules.ts';
import { findCountry, listCountries, parsePhone } from '../../client/forms/phone.ts';
import { namesEmail } from '../../client/forms/submit-form.ts';
import { localeRow } from '../../config/locales.ts';
import { localesWithWords } from '../../locales/words.ts';

const FIELDS = [
  { name: 'first_name', type: 'text' },
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'tel' },
] as const;

describe('findInvalidFields', () => {
  it('returns invalid fields in the order of the form', () => {
    expect(findInvalidFields(FIELDS, {})).toEqual(['first_name', 'email', 'phone']);
    expect(findInvalidFields(FIELDS, { first_name: 'Olena', email: 'a@b', phone: '+380 44 123 45 67' })).toEqual([
      'email',
    ]);
    expect(findInvalidFields(FIELDS, { first_name: ' ', email: ' o@example.com ', phone: '1' })).toEqual([
      'first_name',
      'phone',
    ]);
  });

  it('checks the number by its country where it is known', () => {
    const asked: string[] = [];
    const invalid = findInvalidFields(
      FIELDS,
      { first_name: 'O', email: 'o@example.com', phone: ' 0441234567 ' },
      (text) => {
        asked.push(text);
        return false;
      },
    );
    expect([invalid, asked]).toEqual([['phone'], ['0441234567']]);
  });
});

it('asks for a choice', () => {
  const fields = [{ name: 'choice', type: 'select' }] as const;
  expect(findInvalidFields(fields, { choice: '' })).toEqual(['choice']);
  expect(findInvalidFields(fields, { choice: 'Banks' })).toEqual([]);
});

describe('optional fields', () => {
  const OPTIONAL = [
    { name: 'message', type: 'textarea', isOptional: true },
    { name: 'link', type: 'url', isOptional: true },
    { name: 'preferred_time', type: 'text', isOptional: true },
  ] as const;

  it('may stay empty, and are checked where they are filled in', () => {
    expect(findInvalidFields(OPTIONAL, { message: ' ' })).toEqual([]);
    expect(findInvalidFields(OPTIONAL, { message: 'x'.repeat(2000), link: 'example.com/post' })).toEqual([]);
    expect(
      findInvalidFields(OPTIONAL, { message: 'x'.repeat(2001), link: 'my post', preferred_time: 'x'.repeat(101) }),
    ).toEqual(['message', 'link', 'preferred_time']);
  });

  it.each([
    ['https://example.com/post?id=1#a', 'https://example.com/post?id=1#a'],
    ['example.com', 'https://example.com'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['приклад.укр/допис', 'https://приклад.укр/допис'],
    ['ask', null],
    ['ann@example.com', null],
    ['mailto:ann@example.com', null],
    ['javascript:alert(1).x', null],
    ['https://user:secret@example.com/', null],
    ['example.com/a post', null],
  ])('reads the link %j as %j', (text, link) => expect(readLink(text)).toBe(link));
});

describe('readCampaign', () => {
  it.each([
    ['?utm_source=news&ref=1&utm_campaign=a%20%26%20b', { utm_source: 'news', utm_campaign: 'a & b' }],
    ['?utm_source=first&utm_source=second&UTM_Medium=mail', { utm_source: 'first', utm_medium: 'mail' }],
    ['?utm_source=&utm_=x&utm_1=x&outm_source=x&__proto__=x', {}],
    [`?utm_term=${'x'.repeat(300)}`, { utm_term: 'x'.repeat(200) }],
    ['', {}],
  ])('reads the campaign of %s', (query, campaign) => expect(readCampaign(query)).toEqual(campaign));
});

describe('isName', () => {
  it('accepts 1 to 100 characters of any script (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'ї', '字', '👩', ' '), { maxLength: 130 }), (characters) => {
        expect(isName(characters.join(''))).toBe(characters.length >= 1 && characters.length <= 100);
      }),
    );
  });
});

describe('isEmail', () => {
  it('accepts what browsers accept, with a dot in the domain (property)', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/);
    const local = fc.stringMatching(/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,30}$/);
    fc.assert(
      fc.property(local, fc.array(label, { minLength: 1, maxLength: 4 }), (name, labels) => {
        expect(isEmail(`${name}@${labels.join('.')}`)).toBe(labels.length > 1);
      }),
    );
  });

  it.each([
    '',
    'a',
    'a@',
    '@b.co',
    'a b@c.de',
    'a@b..de',
    'a@-b.de',
    'a@b-.de',
    'a@b.de.',
    'a@b_c.de',
    'a@b@c.de',
    `${'a'.repeat(249)}@b.com`,
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false));

  it('accepts 254 characters', () => {
    expect(isEmail(`${'a'.repeat(248)}@b.com`)).toBe(true);
  });
});

describe('findCountry', () => {
  it.each([
    ['+353', 'IE'],
    ['+353 1 555 0142', 'IE'],
    [' +380 44', 'UA'],
    ['+7 727 555 0163', 'KZ'],
    ['+1', null],
    ['+', null],
    ['01 555 0142', null],
    ['', null],
  ])('of %j is %j', (text, country) => {
    expect(findCountry(text)).toBe(country);
  });
});

describe('parsePhone', () => {
  it.each([
    ['044 123 45 67', 'UA', '+380441234567'],
    ['(11) 91234-5678', 'BR', '+5511912345678'],
    ['8 701 123 45 67', 'KZ', '+77011234567'],
    ['+380 44 123 45 67', 'US', '+380441234567'],
    ['555 123', 'US', null],
    ['12', 'UA', null],
    ['0441234567', '', null],
    ['call me', 'UA', null],
  ])('reads %j of %s as %j', (text, country, number) => {
    expect(parsePhone(text, country)).toBe(number);
  });
});

describe('listCountries', () => {
  it.each(localesWithWords())('lists all countries with calling codes in the language of %s', (locale) => {
    const countries = listCountries(localeRow(locale).languageTag);
    expect(countries.length).toBeGreaterThan(200);
    expect(countries.find(({ code }) => code === 'UA')?.label).toMatch(/^\p{L}+ \(\+380\)$/u);
    expect(new Set(countries.map(({ label }) => label)).size).toBe(countries.length);
  });
});

describe('namesEmail', () => {
  it.each([
    [{ field: 'email' }, true],
    [{ errors: { email: ['taken'] } }, true],
    [{ errors: ['email'] }, true],
    [{ errors: [{ field: 'phone' }, { field: 'email' }] }, true],
    [{ errors: { phone: 'email' } }, false],
    [{ message: 'email' }, false],
    [null, false],
    ['no', false],
  ])('reads %j as %s', (answer, expected) => {
    expect(namesEmail(answer)).toBe(expected);
  });
});
