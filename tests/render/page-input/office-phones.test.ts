import { describe, expect, it } from 'vitest';
import { splitPhones } from '../../../cli/render/page-input/office-phones.ts';

const partsOf = (phone: string | null, country: string | null = null, timeZone: string | null = null) =>
  splitPhones({ phone, country, time_zone: timeZone });
const linksOf = (...office: Parameters<typeof partsOf>) =>
  partsOf(...office).flatMap(({ text, href }) => (href === null ? [] : [`${text} → ${href}`]));

describe('splitPhones', () => {
  it.each([
    ['+44 (0)20 7946 0018', null, 'tel:+442079460018'],
    ['020 7946 0018', 'United Kingdom', 'tel:+442079460018'],
    ['020 7946 0018', 'Reino Unido', 'tel:+442079460018'],
    ['020 7946 0018', 'London, UK', 'tel:+442079460018'],
    ['044 555 01 17', 'Україна', 'tel:+380445550117'],
    ['8 (727) 555-01-63', 'Казахстан', 'tel:+77275550163'],
    ['０４４ ５５５ ０１１７', 'ua', 'tel:+380445550117'],
    ['00 44 20 7946 0018', 'Spain', 'tel:+442079460018'],
    ['+49 (0) 30 / 901820', null, 'tel:+4930901820'],
    ['+380\u00a044\u2009555\u201001\u202f17', null, 'tel:+380445550117'],
    ['020\u2009–\u20097946\u20090018', 'UK', 'tel:+442079460018'],
    ['0044 20 7946 0018', 'USA', 'tel:+442079460018'],
    ['+7 727 555 0163 ext. 204', null, 'tel:+77275550163;ext=204'],
    ['(044) 555-01-17 доб. 12', 'Ukraine', 'tel:+380445550117;ext=12'],
    ['1-800-FLOWERS', 'USA', 'tel:+18003569377'],
    ['+1-800-my-apple', null, 'tel:+18006927753'],
    // Not a number that the library knows, but one that may exist.
    ['+44 20 0000 0000', null, 'tel:+442000000000'],
  ])('dials %s of %s as %s', (phone, country, href) => {
    expect(partsOf(phone, country)).toEqual([{ text: phone, href }]);
  });

  it('finds the country by the time zone, if its name says nothing, under any name of the zone', () => {
    expect(linksOf('044 555 01 17', 'Наша країна', 'Europe/Kyiv')).toEqual(['044 555 01 17 → tel:+380445550117']);
    expect(linksOf('044 555 01 17', null, 'Europe/Kiev')).toHaveLength(1);
    expect(linksOf('044 555 01 17')).toEqual([]);
  });

  it('has a link for each of several numbers, and text between them as typed', () => {
    expect(partsOf('+380 44 555 0117, +380 44 555 0118')).toEqual([
      { text: '+380 44 555 0117', href: 'tel:+380445550117' },
      { text: ', ', href: null },
      { text: '+380 44 555 0118', href: 'tel:+380445550118' },
    ]);
    expect(linksOf('044 555 01 17; 067 555 01 18', 'Ukraine')).toEqual([
      '044 555 01 17 → tel:+380445550117',
      '067 555 01 18 → tel:+380675550118',
    ]);
    expect(partsOf('Tel.: 910 555 121 / 122', 'España')).toEqual([
      { text: 'Tel.: ', href: null },
      { text: '910 555 121', href: 'tel:+34910555121' },
      { text: ' / 122', href: null },
    ]);
  });

  it.each(['on request', 'Mon 9-18', '24/7', '24 HOURS', '2026-11-23', 'Reception 2', '555 0117'])(
    'has no link for %s',
    (phone) => {
      expect(partsOf(phone, 'Spain')).toEqual([{ text: phone, href: null }]);
    },
  );

  it('is empty without a text', () => {
    expect(partsOf(null, 'Spain')).toEqual([]);
  });
});
