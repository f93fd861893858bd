import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainEntry } from '../../cli/content/intake/entry-schemas.ts';
import { COLLECTIONS } from '../../content/collections.ts';
import { parseMoment } from '../../content/fields.ts';
import { COLLECTION_HANDLES } from '../../content/handles.ts';
import { NOT_PLAIN, PLAIN_READERS } from '../../content/plain-fields.ts';

/** Values that some field takes, and values that none does, as JSON has them. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    ' padded ',
    'text',
    'all',
    'topics::ALL',
    '/assets/a.png',
    '//host/a.png',
    'https://x.example/a',
  ),
  fc.constantFrom('2026-01-31', '2026-02-30T00:00:00.000Z', '2026-01-31 10:00', '2026-01-31T10:00:00+02:00', 'soon'),
  fc.constantFrom('kk-KZ', 'text', '301'),
  fc.string(),
);
const simple = fc.oneof(text, fc.constantFrom(null, true, false, 0, 1.5, 301, Number.POSITIVE_INFINITY));
const group = fc.record(
  {
    id: simple,
    slug: simple,
    title: simple,
    url: simple,
    alt: simple,
    width: simple,
    height: simple,
    key: simple,
    handle: simple,
    type: fc.oneof(fc.constant('text'), simple),
    text: simple,
  },
  { requiredKeys: [] },
);
const value = fc.oneof(simple, fc.constant(undefined), group, fc.array(fc.oneof(simple, group), { maxLength: 3 }));

describe('PLAIN_READERS', () => {
  it('read what they take for plain as the schemas do', () => {
    for (const [schema, read] of PLAIN_READERS) {
      fc.assert(
        fc.property(value, (raw) => {
          const plain = read(raw);
          if (plain !== NOT_PLAIN) expect(schema.safeParse(raw)).toEqual({ success: true, data: plain });
        }),
        { numRuns: 300 },
      );
    }
  });

  it.each(COLLECTION_HANDLES)('take an entry of %s with nothing but what it needs', (collection) => {
    const raw = { id: 'a', slug: 'a', title: 'A', from: '/a/', to: '/b/', other: 1 };
    const entry = COLLECTIONS[collection].schema.parse(raw);
    expect(readPlainEntry(raw, collection)).toEqual(entry);
    expect(Object.keys(readPlainEntry(raw, collection) ?? {})).toEqual(Object.keys(entry));
  });

  it('read a moment as dates have it, whether or not it is printed as we print it', () => {
    const printed = fc.tuple(fc.date({ min: new Date(0), noInvalidDate: true }), fc.constantFrom('29', '30', '31', ''));
    fc.assert(
      fc.property(printed, ([moment, day]) => {
        const text = day === '' ? moment.toISOString() : moment.toISOString().replace(/-\d\dT/, `-${day}T`);
        const read = new Date(text);
        if (text.length === 24)
          expect(parseMoment(text)).toBe(Number.isNaN(read.getTime()) ? null : read.toISOString());
      }),
    );
  });

  it('take the fields of an article as the service sends them', () => {
    const term = { id: 'category::news', slug: 'news', title: 'News', url: '/news', permalink: '', api_url: null };
    const raw = {
      id: 'a',
      slug: 'a',
      title: 'A',
      date: '2024-01-15T00:00:00.000000Z',
      published: true,
      private: false,
      blueprint: { title: 'Article', handle: 'article' },
      category: [term, { ...term, id: 'category::all' }],
      author: { id: 'b', title: 'B', url: null },
      image: { id: 'assets::a.png', url: '/assets/a.png', alt: '' },
      content: [{ type: 'text', text: '<p>Text</p>' }],
    };
    const entry = COLLECTIONS.blog_articles.schema.parse(raw);
    expect(readPlainEntry(raw, 'blog_articles')).toEqual(entry);
    expect(entry).toMatchObject({
      author: { id: 'b', title: 'B' },
      category: [{ slug: 'news' }],
      blueprint: 'article',
    });
  });
});
