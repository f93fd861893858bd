import { describe, expect, it, vi } from 'vitest';
import { PARSES_WORTH_COMPILING, parseEntry, schemaOf } from '../../../cli/content/intake/parse-entry.ts';

const PLACE = { collection: 'blog_articles', site: 'en' } as const;
const ARTICLE = {
  id: 7,
  slug: 'how-to-read',
  title: ' How to read ',
  date: '2026-01-31',
  category: ['topics::news', { id: 'topics::all', slug: 'all', title: 'All' }],
  image: [{ url: '/assets/a.png', width: null }],
  content: [
    { type: 'text', text: '<p>Text</p>' },
    { type: 'gallery', images: '/assets/b.png' },
  ],
};
/** Each has a fault of its own. */
const FAULTY = [
  { ...ARTICLE, id: undefined },
  { ...ARTICLE, title: '  ' },
  { ...ARTICLE, date: 'yesterday', slug: 'a/b' },
  { ...ARTICLE, image: { url: 'javascript:alert(1)' } },
  { ...ARTICLE, content: [{ type: 'picture' }, { type: 'quote', quote: null }] },
  'no entry',
];

describe('schemaOf', () => {
  it('makes of entries, and finds wrong with them, what it did before it was compiled', async () => {
    // Modules of its own: tests in other files of this process may have parsed as many articles.
    vi.resetModules();
    const { parseEntry, schemaOf } = await import('../../../cli/content/intake/parse-entry.ts');
    const entries = [ARTICLE, ...FAULTY];
    const before = entries.map((raw) => parseEntry(raw, PLACE));
    const first = schemaOf('blog_articles');
    for (let parses = 0; parses < PARSES_WORTH_COMPILING; parses += 1) parseEntry(ARTICLE, PLACE);
    expect(schemaOf('blog_articles')).not.toBe(first);
    expect(entries.map((raw) => parseEntry(raw, PLACE))).toEqual(before);
    expect(before.map((parsed) => 'entry' in parsed)).toEqual([true, false, false, false, true, true, false]);
  });

  it.each([
    ['Europe/Kyiv', 'Europe/Kyiv'],
    [{ value: 'Asia/Almaty', label: 'Almaty', key: 'Asia/Almaty' }, 'Asia/Almaty'],
    [{ value: null, label: null, key: null }, null],
    ['', null],
  ])('takes the time zone %j of a webinar', (timeZone, read) => {
    const webinar = { id: 1, slug: 'talk', title: 'Talk', time_zone: timeZone };
    expect(schemaOf('webinars').parse(webinar)).toMatchObject({ time_zone: read });
  });

  it.each([
    [0, null],
    ['640', 640],
    [640.4, 640],
  ])('takes the width %j of a picture', (width, read) => {
    const image = { url: '/assets/a.png', width };
    expect(schemaOf('blog_articles').parse({ ...ARTICLE, image })).toMatchObject({ image: { width: read } });
  });

  it('names a time zone that there is not', () => {
    const webinar = { id: 1, slug: 'talk', title: 'Talk', time_zone: 'Kyiv' };
    expect(parseEntry(webinar, { collection: 'webinars', site: 'en' })).toMatchObject({
      warnings: [
        { where: { field: 'time_zone' }, what: expect.stringContaining('an IANA time zone such as "Europe/Kyiv"') },
      ],
    });
  });

  it('takes the place and the hours of an office, and names what is none', () => {
    const office = {
      id: 1,
      slug: 'dublin',
      title: 'Dublin',
      coordinates: ' 53.34,-6.27 ',
      opens: '9:00:00',
      closes: '',
    };
    expect(schemaOf('offices').parse(office)).toMatchObject({
      coordinates: { latitude: 53.34, longitude: -6.27 },
      opens: '09:00',
      closes: null,
    });
    expect(schemaOf('offices').parse({ ...office, closes: '24:00' })).toMatchObject({ closes: '24:00' });
    const wrong = { ...office, coordinates: '53.34 N', opens: '9 am', closes: '24:01' };
    expect(parseEntry(wrong, { collection: 'offices', site: 'en' })).toMatchObject({
      warnings: [
        { what: expect.stringContaining('latitude and longitude such as "53.34, -6.27"') },
        { what: expect.stringContaining('a time such as "09:00"') },
        { what: expect.stringContaining('a time such as "09:00"') },
      ],
    });
  });

  it('keeps the schemas of other collections as they are', () => {
    expect(schemaOf('team')).toBe(schemaOf('team'));
  });
});
