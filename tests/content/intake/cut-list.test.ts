import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BODY, cutList, placesOf } from '../../../cli/content/intake/cut-list.ts';
import { takePage } from '../../../cli/content/intake/take-entry.ts';

const PLACE = { collection: 'blog_articles', site: 'en' } as const;
const META = { total: 2, last_page: 1 };

const piecesOf = (bytes: Buffer) => {
  const list = cutList(bytes);
  return list === null ? null : placesOf(list).map(({ start, end }) => bytes.toString('utf8', start, end));
};

/** An answer that holds these texts as its entries. */
const answerOf = (...entries: readonly string[]) =>
  Buffer.from(`{"data":[${entries.join(',')}],"links":{},"meta":${JSON.stringify(META)}}`);

describe('cutList', () => {
  it('cuts any list that is printed as we print it, and leaves the rest', () => {
    const entry = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
    fc.assert(
      fc.property(fc.array(entry), fc.jsonValue({ stringUnit: 'binary' }), (entries, links) => {
        const texts = entries.map((raw) => JSON.stringify(raw));
        const written = JSON.stringify(links);
        const bytes = Buffer.from(`{"data":[${texts.join(',')}],"links":${written},"meta":7}`);
        const hasControls = /\\[bfu]/.test((texts.join('') + written).replaceAll('\\\\', ''));
        expect(piecesOf(bytes)).toEqual(hasControls ? null : texts);
        if (!hasControls) expect(cutList(bytes)?.rest).toBe(`],"links":${written},"meta":7}`);
      }),
    );
  });

  it.each([
    ['text with quotes, backslashes and line breaks', { a: '"\\\n\r\t\\\\"', b: '\\' }],
    ['text of any script', { a: 'Ї\u2028☃😀' }],
    ['lists and groups of fields', { a: [{ b: ['}]', '],"', ''] }, [], {}], c: null, d: -1.5, e: true }],
  ])('cuts entries with %s', (_, entry) => {
    const texts = ['{"a":"\\\\"}', JSON.stringify(entry), JSON.stringify(entry), '{}'];
    expect(piecesOf(answerOf(...texts))).toEqual(texts);
  });

  it('cuts entries that escape slashes and letters of Latin', () => {
    const text = '{"url":"\\/a\\/","a":"\\u00e9 \\u2013 \\u201C\\\\\\\\"}';
    expect(piecesOf(answerOf('{}', text, text))).toEqual(['{}', text, text]);
  });

  it('tells of each entry its digest, leaves its long text out, and says whether that may lose links', () => {
    const long = 'Їжак \\"є\\". '.repeat(100);
    const odd = `${long}<a href=\\"javascript:x\\">`;
    const inner = `{"image":{"content":"${long}"}}`;
    const texts = [`{"id":"a","content":"${long}"}`, '{"content":"їж"}', `{"content":"${odd}","id":"c"}`, inner];
    const list = cutList(answerOf(...texts));
    const entries = list === null ? [] : placesOf(list);
    expect(entries.map(({ digest }) => digest)).toEqual(texts.map((text) => hash('sha256', text)));
    expect(entries.map(({ body }) => body)).toEqual([BODY.leftOut, BODY.whole, BODY.suspect, BODY.whole]);
    expect(list?.entries).toBe(`{"id":"a","content":""},{"content":"їж"},{"content":"","id":"c"},${inner}`);
  });

  it.each([
    ['a control character', '{"a":"A\\u0007"}'],
    ['a control character that has a letter', '{"a":"A\\b"}'],
    ['an escape that no JSON has', '{"a":"\\x"}'],
    ['half an escape', '{"a":"\\u00e"}'],
    ['an escaped letter of ASCII', '{"a":"\\u0068ref"}'],
    ['an escaped letter of another script', '{"a":"\\u0457"}'],
    ['a blank', '{"a": 1}'],
    ['a line break in a text', '{"a":"\n"}'],
  ])('leaves a list with %s to whoever reads the answer whole', (_, text) => {
    expect(piecesOf(answerOf('{}', text, '{}'))).toBeNull();
  });

  it.each([
    ['no list', Buffer.from('{"data":"x"}')],
    ['a list of other things', answerOf('1')],
    ['a list that another field precedes', Buffer.from('{"meta":{},"data":[]}')],
    ['line breaks between fields', answerOf('{"a":1,\n"b":2}')],
    ['blanks between entries', Buffer.from('{"data":[{}, {}]}')],
    ['a comma behind the last entry', Buffer.from('{"data":[{},]}')],
    ['a text without an end', Buffer.from('{"data":[{"a":"b')],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from('{"data":[{"a":"'), Buffer.from([0xff]), Buffer.from('"}]}')]),
    ],
    ['nothing', Buffer.from('')],
  ])('leaves %s to whoever reads the answer whole', (_, bytes) => {
    expect(cutList(bytes)).toBeNull();
  });
});

describe('takePage', () => {
  const article = { id: 'a', slug: 'a', title: 'Їжак', content: '<p>"\\Text"</p>\n' };
  const linesOf = (bytes: Buffer) => {
    const page = takePage(bytes, PLACE);
    if ('fault' in page) throw new Error(page.fault);
    return page.entries.map(({ line }) =>
      typeof line === 'string' ? line : Buffer.from(line).toString('utf8', 0, line.length - 1),
    );
  };
  const indexed = (bytes: Buffer) => {
    const page = takePage(bytes, PLACE);
    return 'fault' in page
      ? page
      : { ...page, entries: page.entries.map(({ facts, indexed: row }) => ({ facts, row })) };
  };

  /** What is made of entries but for what tells their bytes apart. */
  const withoutDigests = (bytes: Buffer) =>
    JSON.parse(JSON.stringify(indexed(bytes), (key, value) => (key === 'digest' ? undefined : value)));

  it('makes the same of entries however the service prints them', () => {
    const entries = [article, { ...article, id: 'b', slug: 'no slug' }];
    const plain = JSON.stringify({ data: entries, meta: META });
    const printed = [
      plain,
      JSON.stringify({ meta: META, data: entries }),
      JSON.stringify({ data: entries, meta: META }, null, 2),
      plain.replaceAll('/', '\\/').replace('Ї', '\\u0407'),
    ];
    const expected = entries.map((entry) => JSON.stringify(entry));
    for (const text of printed) {
      expect(linesOf(Buffer.from(text))).toEqual(expected);
      expect(indexed(Buffer.from(text))).toEqual(indexed(Buffer.from(plain)));
    }
  });

  it.each([
    ['plain links', '<a href="/blog/">A</a> <a href="https://www.example.org/1">B</a>'],
    ['a link that leads nowhere', '<a href="javascript:alert(1)">A</a>'],
    ['one in capitals', '<A HREF="javascript:alert(1)">A</A>'],
    ['one without quotes', '<a href=javascript:alert(1)>A</a>'],
    ['one with other quotes', "<a href='javascript:alert(1)'>A</a>"],
    ['one behind blanks', '<a href = "javascript:alert(1)">A</a>'],
    ['one behind a line break', '<a href\n="javascript:alert(1)">A</a>'],
    ['one behind a blank of another kind', '<a href\u00a0="javascript:alert(1)">A</a>'],
    ['one whose scheme is hidden', '<a href="java&#115;cript:alert(1)">A</a>'],
    ['a control character', 'A\u0007'],
  ])('makes the same of an entry with a long body however it is printed: %s', (_, html) => {
    const content = `<p>${'Їжак \\ "і" їжа.\n'.repeat(100)}</p>${html}`;
    const entries = [
      { ...article, content },
      { ...article, title: ' ', content },
      { ...article, id: 'c', text: content },
    ];
    const [plain, blanks] = [undefined, 1].map((indent) => JSON.stringify({ data: entries, meta: META }, null, indent));
    expect(indexed(Buffer.from(plain ?? ''))).toEqual(indexed(Buffer.from(blanks ?? '')));
    expect(linesOf(Buffer.from(plain ?? ''))).toEqual(entries.map((entry) => JSON.stringify(entry)));

    // Of Latin letters alone, the answer is cut, and each line is what came.
    const latin = JSON.stringify({ data: entries, meta: META }).replaceAll(/[Їжкіа]/g, 'é');
    const escaped = latin.replaceAll('/', '\\/').replaceAll('é', '\\u00e9').replaceAll('\u00a0', '\\u00a0');
    expect(withoutDigests(Buffer.from(escaped))).toEqual(withoutDigests(Buffer.from(latin)));
    const lines = linesOf(Buffer.from(escaped));
    expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(latin).data);
    if (html !== 'A\u0007') expect(lines[0]).toContain('\\u00e9');
  });

  it.each(['title', 'short_description', 'content'])('names the entry whose %s is not UTF-8, and no other', (field) => {
    const damaged = JSON.stringify({ ...article, id: 'b', [field]: 'a\\\u00ff "b' });
    const text = `{"data":[${JSON.stringify({ ...article, short_description: '\ufffd' })},${damaged}],"meta":${JSON.stringify(META)}}`;
    const bytes = Buffer.concat(
      [...text].map((letter) => (letter === '\u00ff' ? Buffer.of(0xff) : Buffer.from(letter))),
    );
    expect(indexed(bytes)).toMatchObject({
      entries: [
        { row: { warnings: [] } },
        {
          row: {
            problems: [
              {
                where: { field: field },
                what: 'Expected text in UTF-8, received bytes that are not (or the control character U+001A).',
              },
            ],
          },
        },
      ],
    });
  });

  it('refuses a long body that is no text', () => {
    for (const slip of ['\n', '\u0001', '\\x', '\\u12'])
      expect(() => takePage(answerOf(`{"id":"a","content":"${slip}${'x'.repeat(1000)}"}`), PLACE)).toThrow(
        'JSON that is damaged or cut off.',
      );
  });

  it('takes the last list of an answer that holds two, as JSON does', () => {
    const two = `{"data":[{"id":"x"}],"data":[${JSON.stringify(article)}],"meta":{"total":1,"last_page":1}}`;
    expect(linesOf(Buffer.from(two))).toEqual([JSON.stringify(article)]);
    const none = `{"data":[${JSON.stringify(article)}],"data":[],"meta":{"total":1,"last_page":1}}`;
    expect(linesOf(Buffer.from(none))).toEqual([]);
  });

  it('refuses an answer that is cut off anywhere, and one with a slip in an entry', () => {
    const bytes = answerOf(JSON.stringify(article), JSON.stringify(article));
    for (let length = 1; length < bytes.length; length += 1)
      expect(() => takePage(bytes.subarray(0, length), PLACE)).toThrow('JSON that is damaged or cut off.');
    for (const slip of ['{"id":}', '{"id":"\n"}', '{"id":"\\x"}', '{"id":1]', '{,}', '{"a":1}}', '{"a" "b"}'])
      expect(() => takePage(answerOf(slip, '{}'), PLACE)).toThrow('JSON that is damaged or cut off.');
  });
});
