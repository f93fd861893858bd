import { describe, expect, it } from 'vitest';
import { type CollectionPlace, createRow, parseToStore } from '../../../cli/content/intake/index-entry.ts';
import { parseJson, readListPage } from '../../../cli/content/intake/parse-answer.ts';
import { sha256 } from '../../../cli/files/content-hash.ts';

const PLACE = { collection: 'blog_articles', site: 'en' } as const;
const DIGEST = sha256('');
const META = { total: 2, last_page: 1 };
const article = { id: 'a', slug: 'a', title: 'Їжак', content: '<p>"\\Text"</p>\n' };

/** The row with its warnings beside it, or the problems. */
function indexEntry(raw: unknown, place: CollectionPlace) {
  const parsed = parseToStore(raw, place);
  return 'entry' in parsed ? { row: createRow(parsed, place, DIGEST), warnings: parsed.warnings } : parsed;
}

/** The rows of an answer, or what is wrong with its entries. */
function indexAnswer(bytes: Buffer) {
  const page = readListPage(parseJson(bytes));
  if ('fault' in page) throw new Error(page.fault);
  return page.entries.map((raw) => indexEntry(raw, PLACE));
}

describe('indexEntry', () => {
  it('makes the same of entries however the service prints them', () => {
    const entries = [article, { ...article, id: 'b', slug: 'no slug' }, { ...article, id: 'c', author: 'A\u0007' }];
    const plain = JSON.stringify({ data: entries, meta: META });
    const expected = indexAnswer(Buffer.from(plain));
    expect(expected).toMatchObject([
      { row: { title: 'Їжак' } },
      { problems: [{ where: { field: 'slug' } }] },
      { warnings: [{ where: { field: 'author' } }] },
    ]);
    const printed = [
      JSON.stringify({ meta: META, data: entries }),
      JSON.stringify({ data: entries, meta: META }, null, 2),
      plain.replaceAll('/', '\\/').replace('Ї', '\\u0407'),
    ];
    for (const text of printed) expect(indexAnswer(Buffer.from(text))).toEqual(expected);
  });

  it.each(['short_description', 'content'])('names the entry whose %s is not UTF-8, and no other', (field) => {
    const damaged = JSON.stringify({ ...article, id: 'b', [field]: 'a\\\u00ff "b' });
    const text = `{"data":[${JSON.stringify(article)},${damaged}],"meta":${JSON.stringify(META)}}`;
    const bytes = Buffer.concat(
      [...text].map((letter) => (letter === '\u00ff' ? Buffer.of(0xff) : Buffer.from(letter))),
    );
    const what = 'Expected text in UTF-8, received bytes that are not.';
    expect(indexAnswer(bytes)).toMatchObject([{ warnings: [] }, { warnings: [{ where: { field }, what }] }]);
  });

  it('takes a title with U+FFFD as it is: an editor may have pasted it', () => {
    const text = JSON.stringify({ data: [{ ...article, title: 'a\ufffd' }], meta: META });
    for (const sent of [text, text.replace('\ufffd', '\\ufffd')])
      expect(indexAnswer(Buffer.from(sent))).toMatchObject([{ row: { title: 'a\ufffd' }, warnings: [] }]);
  });

  it('stops at an entry whose title is not UTF-8', () => {
    const text = JSON.stringify({ data: [{ ...article, title: 'a?' }], meta: META });
    const bytes = Buffer.from(text.replace('a?', 'a\u00ff').replace('Ї', ''), 'latin1');
    expect(indexAnswer(bytes)).toMatchObject([{ problems: [{ where: { field: 'title' } }] }]);
  });

  it('names the places of losses as the service sent them, and each slip once', () => {
    const content = [
      null,
      { type: 'image', image: 7 },
      { type: 'cta', label: 'Go', link: { title: 'Go' } },
      { type: 'nonsense' },
      { type: 'image', image: null },
      { type: 'cta', label: 'Go', link: { url: null } },
    ];
    const indexed = indexEntry({ ...article, content }, PLACE);
    const warnings = 'warnings' in indexed ? indexed.warnings : [];
    expect(warnings.map(({ code, where }) => `${code} ${where.field}`)).toEqual([
      'FIELD_UNUSABLE content.1.image',
      'FIELD_UNUSABLE content.2.link',
      'FIELD_UNUSABLE content.3.type',
      'BLOCK_EMPTY content.4',
      'BLOCK_EMPTY content.5',
    ]);
  });

  it('names the place of a text in a list with empty ones, and a reference that is code', () => {
    const chapters = [null, 'One', '', '**Two**'];
    const author = '{"id":"ann","title":"Ann"}';
    const indexed = indexEntry({ ...article, chapters, author }, { ...PLACE, collection: 'e-books' });
    const warnings = 'warnings' in indexed ? indexed.warnings : [];
    expect(warnings.map(({ code, where }) => `${code} ${where.field}`)).toEqual([
      'FIELD_UNUSABLE author.id',
      'TEXT_MARKUP chapters.3',
    ]);
  });

  it('reads a list that PHP sends as an object, because items before others were removed from it', () => {
    const content = { 1: { type: 'text', text: 'One' }, 4: { type: 'text', text: 'Four' } };
    expect(indexEntry({ ...article, content }, PLACE)).toMatchObject({ warnings: [] });
    expect(indexEntry({ ...article, content: { a: 1 } }, PLACE)).toMatchObject({
      warnings: [{ where: { field: 'content.0.type' }, what: expect.stringContaining('"content" is left out') }],
    });
  });

  it.each(['draft', 'published', null])('says nothing of the status %j', (status) => {
    expect(indexEntry({ ...article, status }, PLACE)).toMatchObject({ warnings: [] });
  });

  it('says that an entry with an unknown status is not shown', () => {
    expect(indexEntry({ ...article, status: 7 }, PLACE)).toMatchObject({
      warnings: [{ code: 'STATUS_UNKNOWN', where: { field: 'status' }, what: expect.stringContaining('"7"') }],
    });
  });

  it('reads digits of a text field as a number', () => {
    const webinar = { ...article, duration_minutes: '90', webinar_date: '2027-01-01T09:00:00Z' };
    expect(indexEntry(webinar, { collection: 'webinars', site: 'en' })).toMatchObject({
      row: { durationMinutes: 90 },
      warnings: [],
    });
  });

  it('reads no day that does not exist', () => {
    const place = { collection: 'webinars', site: 'en' } as const;
    for (const webinar_date of ['2026-02-30', '2026-04-31T09:00:00Z', '2025-02-29'])
      expect(indexEntry({ ...article, webinar_date }, place)).toMatchObject({
        row: { eventDate: null },
        warnings: [{ where: { field: 'webinar_date' } }],
      });
  });
});
