import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEntry, parseGlobal } from '../../../cli/content/intake/parse-entry.ts';
import type { Problem } from '../../../cli/errors.ts';
import { findSlugProblem } from '../../../cli/paths/slug.ts';
import type { Collection } from '../../../content/collections.ts';
import { IS_LONG } from '../../long-run.ts';

const EDIT_URL = 'https://cms.example.com/cp/collections/blog_articles/entries/1';
const article = { id: '1', slug: 'how-to-read-a-crisis', title: 'How to read a crisis', edit_url: EDIT_URL };
const parse = (raw: unknown, collection: Collection = 'blog_articles') => parseEntry(raw, { collection, site: 'es' });
const problemsOf = (raw: unknown, collection: Collection = 'blog_articles') => {
  const parsed = parse(raw, collection);
  return 'problems' in parsed ? parsed.problems : [];
};
const warningsOf = (raw: unknown, collection: Collection = 'blog_articles') => {
  const parsed = parse(raw, collection);
  return 'warnings' in parsed ? parsed.warnings : [];
};
const list = (problems: readonly Problem[]) => problems.map(({ where, what }) => `${where.field}: ${what}`);
const said = (raw: unknown, collection?: Collection) => list(problemsOf(raw, collection));
const warned = (raw: unknown, collection?: Collection) => list(warningsOf(raw, collection));

describe('parseEntry', () => {
  it('takes an entry with nothing but the required fields', () => {
    expect(parse(article)).toMatchObject({
      entry: { slug: 'how-to-read-a-crisis', category: [], content: [], image: null },
    });
  });

  it('leaves out a field that does not fit, and names collection, entry, site, field, edit link, what was expected and found', () => {
    const raw = { ...article, date: '2026-01-31', short_description: { text: 'A' } };
    expect(parse(raw)).toMatchObject({ entry: { short_description: null, date: '2026-01-31' } });
    expect(warningsOf(raw)).toEqual([
      {
        code: 'FIELD_UNUSABLE',
        severity: 'warning',
        where: {
          collection: 'blog_articles',
          entry: 'How to read a crisis',
          site: 'es',
          editUrl: EDIT_URL,
          field: 'short_description',
        },
        what: 'Expected text, received a group of fields. It is left out.',
        fix: `Change the type of the field in its blueprint to one that sends what was expected, or correct the entry at ${EDIT_URL}, publish, and build again.`,
      },
    ]);
  });

  it('leaves out a file without an address, and says why', () => {
    const raw = { ...article, image: { url: null, alt: 'x' } };
    expect(parse(raw)).toMatchObject({ entry: { image: null } });
    expect(warningsOf(raw)).toMatchObject([
      { code: 'IMAGE_UNUSABLE', where: { field: 'image.url' }, what: expect.stringContaining('no public address') },
    ]);
  });

  it('takes HTML without anything to see for no text', () => {
    const blank = ['<p></p>', '<p>&nbsp;</p><p><br></p>', ' <ul><li>\u200b</li></ul> ', '<h2><strong></strong></h2>'];
    for (const html of blank) {
      expect(parse({ ...article, answer: html }, 'faq')).toMatchObject({ entry: { answer: null } });
      expect(parse({ ...article, date: '2026-01-31', content: html })).toMatchObject({ entry: { content: [] } });
      const items = [
        { question: 'A?', answer: html },
        { question: 'B?', answer: ['<p>Yes.</p>'] },
      ];
      const raw = { ...article, date: '2026-01-31', content: [{ type: 'faq', items }] };
      expect(parse(raw)).toMatchObject({
        entry: { content: [{ items: [{ question: 'B?', answer: '<p>Yes.</p>' }] }] },
      });
      expect(warned(raw)).toEqual([expect.stringMatching(/^content\.0\.items\.0\.answer: .* is left out\.$/)]);
    }
    for (const html of ['<p>a</p>', '<p><img src="/a.png"></p>', '<hr>', '<iframe src="/x"></iframe>', '<p>&amp;</p>'])
      expect(parse({ ...article, answer: html }, 'faq')).toMatchObject({ entry: { answer: html } });
  });

  it('leaves out only the item of a list that came as an object', () => {
    const items = {
      a: { value: '1', label: 'One' },
      b: { value: '2', label: null },
      c: { value: '3', label: 'Three' },
    };
    const raw = { ...article, date: '2026-01-31', content: { 0: { type: 'stats', items }, 4: { type: 'gone' } } };
    expect(parse(raw)).toMatchObject({ entry: { content: [{ items: [{ label: 'One' }, { label: 'Three' }] }] } });
    expect(warned(raw)).toEqual([
      'content.0.items.1.label: Expected text, received null. "content.0.items.1" is left out.',
      expect.stringMatching(/^content\.1\.type: Expected one of .*, received "gone"\. "content\.1" is left out\.$/),
    ]);
  });

  it('stops only at what says which entry it is and who may see it', () => {
    const raw = {
      id: '1',
      slug: 'a',
      title: ' ',
      date: 'soon',
      published: 'yes',
      status: {},
      private: 'none',
      seo_noindex: 'x',
      hide_from_index: 'z',
      language: 'english please',
    };
    expect(said(raw)).toEqual([
      'title: Expected text, received empty text.',
      'date: Expected an ISO 8601 date such as "2026-01-31", received "soon".',
      'published: Expected true or false, received "yes".',
      'status: Expected text, received a group of fields.',
      'private: Expected true or false, received "none".',
      'seo_noindex: Expected true or false, received "x".',
      'hide_from_index: Expected true or false, received "z".',
    ]);
  });

  it('needs a date only where it may schedule the entry', () => {
    const date = 'soon';
    expect(said({ ...article, date, status: 'scheduled' }, 'webinars')).toHaveLength(1);
    expect(warned({ ...article, date, status: 'published' }, 'webinars')).toEqual([
      'date: Expected an ISO 8601 date such as "2026-01-31", received "soon". It is left out.',
    ]);
  });

  it('says what a field expects in the words of editors, and only counts many options', () => {
    const group = { a: 1 };
    const office = { ...article, opens: 9, closes: group, coordinates: group };
    expect(warned(office, 'offices').toSorted()).toEqual([
      'closes: Expected a time such as "09:00", received a group of fields. It is left out.',
      'coordinates: Expected latitude and longitude such as "53.34, -6.27", received a group of fields. It is left out.',
      'opens: Expected a time such as "09:00", received 9. It is left out.',
    ]);
    const [date, screen = ''] = warned({ ...article, webinar_date: group, screen: 'none' }, 'webinars')
      .toSorted()
      .reverse();
    expect(date).toBe(
      'webinar_date: Expected an ISO 8601 date such as "2026-01-31", received a group of fields. It is left out.',
    );
    expect(screen).toMatch(/ or \d+ others, received "none"\. It is left out\.$/);
    expect(screen.length).toBeLessThan(500);
  });

  it('stops at a redirect whose source, target or kind cannot be read', () => {
    const redirect = { id: '1', from: '/a/', to: '/b/', type: { key: '301' } };
    for (const wrong of [{ from: ' ' }, { to: ['/b/', '/c/'] }, { type: ['301', '302'] }])
      expect(said({ ...redirect, ...wrong }, 'redirects')).toHaveLength(1);
    expect(warned({ ...redirect, title: ['x', 'y'] }, 'redirects')).toHaveLength(1);
  });

  it('leaves out the item of a list, and the field that cannot do without it; once for each', () => {
    const raw = {
      ...article,
      language: 'english please',
      category: [{ title: 'A' }, 'b', null, {}],
      content: [
        { type: 'bogus' },
        { type: 'text', text: { a: 1 } },
        { type: 'embed', provider: 'mastodon' },
        'plain',
        { type: 'quote', quote: 'Kept' },
        7,
      ],
      author: [[]],
      seo_title: {},
    };
    expect(parse(raw)).toMatchObject({
      entry: {
        language: null,
        category: [{ id: 'b' }],
        author: null,
        content: [
          { type: 'text', text: '' },
          { type: 'quote', quote: 'Kept' },
        ],
      },
    });
    expect(warned(raw).toSorted()).toEqual(
      [
        'language: Expected a BCP 47 language tag such as "kk-KZ", received "english please". It is left out.',
        'category.0.id: Expected text, received nothing. "category.0" is left out.',
        'content.0.type: Expected one of "text", "image", "gallery", "quote", "cta", "embed", "form", "hero", "features", "stats", "logos", "faq", "table", "data_use", "shared", received "bogus". "content.0" is left out.',
        'content.2.provider: Expected one of "instagram", "reddit", "twitter", "forms", "copyright-badge", received "mastodon". "content.2" is left out.',
        'content.3: Expected a group of fields, received "plain". It and 1 more item of the list (5) are left out.',

        'content.1.text: Expected text, received a group of fields. It is left out.',
      ].toSorted(),
    );
  });

  it('keeps cells in their places, whatever an editor left empty', () => {
    const rows = [{ cells: ['Seats', null, 12, true] }, { cells: [' ', { a: 1 }] }, null, { cells: null }];
    const raw = { ...article, content: [{ type: 'table', head: ['Plan', null, 2026], rows }] };
    expect(parse(raw)).toMatchObject({
      entry: {
        content: [
          {
            head: ['Plan', '', '2026'],
            rows: [{ cells: ['Seats', '', '12', 'true'] }, { cells: ['', ''] }, { cells: [] }],
          },
        ],
      },
    });
    expect(warned(raw)).toEqual([
      'content.0.rows.1.cells.1: Expected text, received a group of fields. It is left out.',
    ]);
  });

  it.each([' ', '\u00a0', ' \u200b ', null, [], {}, false, [null], undefined].map((value) => ({ value })))(
    'takes $value for an empty field',
    ({ value }) => {
      const names = ['seo_title', 'image', 'language', 'webinar_date', 'duration_minutes', 'time_zone'];
      const lists = ['speakers', 'agenda', 'content'];
      const raw = Object.fromEntries([...names, ...lists, 'seo_noindex'].map((name) => [name, value]));
      const empty = Object.fromEntries([...names.map((name) => [name, null]), ...lists.map((name) => [name, []])]);
      const entry = { ...empty, seo_noindex: false, content: typeof value === 'string' ? expect.anything() : [] };
      expect(parse({ ...article, ...raw }, 'webinars')).toMatchObject({ entry, warnings: [] });
    },
  );

  it.each<[Collection, string, unknown, unknown]>([
    ['webinars', 'seo_noindex', 'true', true],
    ['webinars', 'seo_noindex', 1, true],
    ['webinars', 'private', '0', false],
    ['webinars', 'current_webinar', { value: 'yes', label: 'Yes', key: 'yes' }, true],
    ['webinars', 'duration_minutes', ['45'], 45],
    ['webinars', 'webinar_date', 1_769_850_000, '2026-01-31T09:00:00.000Z'],
    ['webinars', 'webinar_date', ' 2026/01/31\u00a009:00', '2026-01-31T09:00:00.000Z'],
    ['webinars', 'webinar_date', { start: '2026-01-31', end: '2026-02-01' }, '2026-01-31'],
    ['webinars', 'time_zone', 'Europe/Kyiv ', 'Europe/Kyiv'],
    ['webinars', 'language', 'en_GB', 'en-GB'],
    ['webinars', 'seo_title', ['One'], 'One'],
    ['webinars', 'seo_title', '\ufeff One\u200b two \u200b', 'One\u200b two'],
    ['webinars', 'slug', '\u200ba-slug\u2060', 'a-slug'],
    ['webinars', 'agenda', '0:10 One\r\n\n0:20 Two\n', ['0:10 One', '0:20 Two']],
    ['clients', 'link', '/about/\u200b', '/about/'],
    ['offices', 'email', ' info@example.com\u200b', 'info@example.com'],
    ['clients', 'link', [{ url: '/about/' }], '/about/'],
    ['redirects', 'to', ['/b/'], '/b/'],
    ['blog_articles', 'author', { title: 'Ann' }, { id: 'Ann', title: 'Ann' }],
    ['blog_articles', 'category', { a: { slug: 'news' } }, [{ id: 'news', slug: 'news', title: 'news' }]],
    ['blog_articles', 'category', [12], [{ id: '12', slug: '12', title: '12' }]],
    [
      'blog_articles',
      'image',
      { url: null, permalink: 'https://cdn.example.com/a.png' },
      { url: 'https://cdn.example.com/a.png' },
    ],
    ['pages', 'sections', { a: { kind: 'text', title: 'By id' } }, [{ kind: 'text', title: 'By id' }]],
    ['pages', 'blocks', [{ type: 'table', rows: [['a', 'b'], []] }], [{ rows: [{ cells: ['a', 'b'] }] }]],
  ])('takes for %s.%s the value %j', (collection, name, value, expected) => {
    const raw = { ...article, from: '/a/', [name]: value };
    expect(parse(raw, collection)).toMatchObject({ entry: { [name]: expected }, warnings: [] });
  });

  it('takes numbers, yes and no for text, and drops empty lines', () => {
    const raw = { ...article, title: 2027, short_description: true, chapters: ['a', null, ' ', 3] };
    expect(parse(raw, 'e-books')).toMatchObject({
      entry: { title: '2027', short_description: 'true', chapters: ['a', '3'] },
      warnings: [],
    });
  });

  it.each([
    ['text', 'form', 'demo'],
    [
      'of a select field',
      { value: 'form', label: 'Form', key: 'form' },
      { value: 'demo', label: 'A demo', key: 'demo' },
    ],
    ['without a key', { value: 'form', label: 'Form' }, { value: 'demo' }],
  ])('takes choices that are %s', (_, kind, form) => {
    const page = { ...article, sections: [{ kind, form }], blocks: [{ type: 'form', form }] };
    expect(parse(page, 'pages')).toMatchObject({
      entry: { sections: [{ kind: 'form', form: 'demo' }], blocks: [{ type: 'form', form: 'demo' }] },
    });
  });

  it('takes a select field that is empty for no choice, and leaves out a set that needs one', () => {
    const empty = { value: null, label: null, key: null };
    expect(parse({ ...article, sections: [{ kind: empty, form: empty }] }, 'pages')).toMatchObject({
      entry: { sections: [{ kind: null, form: null }] },
    });
    expect(warned({ ...article, blocks: [{ type: 'form', form: empty }] }, 'pages')).toEqual([
      expect.stringMatching(/^blocks\.0\.form: Expected one of "demo",.* received null\. "blocks\.0" is left out\.$/),
    ]);
  });

  it.each([
    ['an id', '8b1a', '8b1a'],
    ['a slug', 'pricing', 'pricing'],
    ['a number', 12, '12'],
    ['an entry', { id: '8b1a', title: 'Prices', url: '/pricing' }, '8b1a'],
    ['an entry without an id', { slug: 'pricing' }, 'pricing'],
  ])('takes a relation that is %s, alone or in a list', (_, value, id) => {
    const related = { id, title: typeof value === 'object' && 'title' in value ? value.title : null };
    for (const sent of [value, [value]]) {
      expect(parse({ ...article, author: sent })).toMatchObject({ entry: { author: related } });
      expect(parse({ ...article, speakers: sent }, 'webinars')).toMatchObject({ entry: { speakers: [related] } });
      expect(parse({ ...article, shown_on: sent }, 'faq')).toMatchObject({ entry: { shown_on: [related] } });
      expect(parse({ ...article, blocks: [{ type: 'shared', block: sent }] }, 'pages')).toMatchObject({
        entry: { blocks: [{ block: related }] },
      });
    }
  });

  it.each(['blog_articles', 'e-books'] as const)('calls a term of %s without a title by its slug', (collection) => {
    const category = [{ id: 'category::market-research', slug: 'market-research' }];
    expect(parse({ ...article, category }, collection)).toMatchObject({
      entry: { category: [{ slug: 'market-research', title: 'market-research' }] },
    });
  });

  it('takes the slug for the name of an entry without title, and the control panel for a missing edit link', () => {
    expect(problemsOf({ id: '9', slug: 'a' })).toMatchObject([
      {
        where: { entry: 'a', field: 'title' },
        fix: 'Fill in the field in the control panel, publish, and build again.',
      },
    ]);
  });

  it.each(['\u200b', '\u2060\u00ad', '\u3164', '\ufe0f', '\u2800'])(
    'refuses the title %j, which nobody sees',
    (title) => {
      expect(said({ ...article, title })).toEqual([
        expect.stringMatching(
          /^title: Expected (?:visible )?text, received (?:empty text|text of invisible characters)\.$/,
        ),
      ]);
    },
  );

  it.each(['', '\u200b'])('names an entry with the title %j by its slug', (title) => {
    expect(problemsOf({ ...article, title })[0]?.where.entry).toBe(article.slug);
  });

  it.each([1e308, -1, 44_641])('refuses a webinar of %d minutes', (duration_minutes) => {
    expect(warned({ ...article, duration_minutes }, 'webinars')).toEqual([
      `duration_minutes: Expected a number from 0 to 44640, received ${duration_minutes}. It is left out.`,
    ]);
  });

  it.each([null, 'text', [], 5])('refuses %j as an entry', (raw) => {
    expect(problemsOf(raw)).toHaveLength(1);
    expect(problemsOf(raw)[0]?.what).toMatch(/^Expected a group of fields, received /);
  });

  it('leaves out control characters, and prints none', () => {
    const raw = {
      ...article,
      title: 'A\u001bB',
      content: [{ type: 'text', text: '<p>\u0001a\u000bb\u001a</p>' }],
      unknown: { deep: ['\u0000'] },
    };
    expect(parse(raw)).toMatchObject({ entry: { title: 'AB', content: [{ text: '<p>a\nb</p>' }] } });
    expect(warned(raw)).toEqual([
      'title: Expected text without control characters, received U+001B.',
      'content.0.text: Expected text without control characters, received U+0001.',
    ]);
    expect(warningsOf(raw)[0]?.where.entry).toBe('A B');
    expect(said({ ...article, slug: 'a\u0000b' })[0]).toContain('received U+0000');
  });

  it('takes tabs and line breaks for text', () => {
    expect(problemsOf({ ...article, short_description: 'a\tb\r\nc' })).toEqual([]);
  });

  it.each([
    ['../x', 'A slug may have only letters, digits and marks of any script, "-", "_", "." and "~", received "../x".'],
    ['a/b', 'A slug may have only letters, digits and marks of any script, "-", "_", "." and "~", received "a/b".'],
    ['', 'Expected text, received empty text.'],
    ['..', 'A slug needs at least one letter or digit, received "..".'],
  ])('refuses the slug %j', (slug, what) => {
    expect(said({ ...article, slug })).toEqual([`slug: ${what}`]);
  });

  it.each(['Upper-Case', 'огляд-кризи', '404.html', 'a_b~c.d', 'index-of-brands', '_a', 'a.git'])(
    'takes the slug %j',
    (slug) => {
      expect(problemsOf({ ...article, slug })).toEqual([]);
    },
  );

  it.each(['redirects', 'pages_block', 'faq'] as const)(
    'asks nothing of slugs in %s, which make no path',
    (collection) => {
      expect(problemsOf({ ...article, slug: 'a/b', from: '/a/', to: '/b/' }, collection)).toEqual([]);
    },
  );

  it.each(['privacy-policy', 'author-privacy-policy'])('drops NULL fields of %s at any depth', (slug) => {
    const raw = {
      ...article,
      slug,
      subtitle: 'NULL',
      seo_title: 'NULL and void',
      content: [{ type: 'image', image: { url: '/a.png', alt: 'NULL' } }],
    };
    expect(parse(raw, 'pages')).toMatchObject({
      entry: { subtitle: null, seo_title: 'NULL and void', content: [{ image: { url: '/a.png', alt: null } }] },
    });
    expect(parse({ ...raw, slug: 'cookie-policy' }, 'pages')).toMatchObject({ entry: { subtitle: 'NULL' } });
  });
});

describe('parseEntry of images', () => {
  it.each(['/assets/a.png', '/a b.png', 'https://cdn.example.com/a.png', 'HTTP://cdn.example.com/a.png'])(
    'takes the address %s',
    (url) => {
      expect(problemsOf({ ...article, image: { url } })).toEqual([]);
      expect(problemsOf({ ...article, image: url })).toEqual([]);
    },
  );

  it.each([
    'a.png',
    '/\\other.example/a.png',
    '/\t/other.example/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://example.com/a.png',
    'http://',
    'http:a.png',
  ])('leaves out the address %j, naming the field', (url) => {
    const what = `Expected a path or an http(s) address, received "${url.replace('\t', ' ')}".`;
    expect(warned({ ...article, image: { url } })).toEqual([`image.url: ${what} "image" is left out.`]);
    const gallery = { ...article, content: [{ type: 'gallery', images: [{ url: '/a.png' }, url] }] };
    expect(warned(gallery)).toEqual([`content.0.images.1.url: ${what} "content.0.images.1" is left out.`]);
    expect(parse(gallery)).toMatchObject({ entry: { content: [{ images: [{ url: '/a.png' }] }] } });
  });

  it('reads an address without a scheme as https', () => {
    expect(parse({ ...article, image: '//cdn.example.com/a.png' })).toMatchObject({
      entry: { image: { url: 'https://cdn.example.com/a.png' } },
    });
  });

  it('says once that an address is missing', () => {
    expect(warned({ ...article, image: { url: ' ' } })).toHaveLength(1);
  });
});

describe('parseEntry of categories', () => {
  it('takes each once, and none that is a list in one text', () => {
    const [pr, news] = [{ id: 'category::pr', slug: 'pr', title: 'PR' }, 'news'];
    expect(parse({ ...article, category: [pr, news, { ...pr, title: 'Again' }, '["pr"]'] })).toMatchObject({
      entry: { category: [{ slug: 'pr', title: 'PR' }, { slug: 'news' }] },
      warnings: [{ where: { field: 'category.3.id' } }],
    });
  });

  it('drops the category "all" in whatever case', () => {
    const category = ['all', 'ALL', 'category::All', 'small'];
    expect(parse({ ...article, category })).toMatchObject({ entry: { category: [{ slug: 'small' }] } });
    const terms = [{ id: 'category::aLL', slug: 'everything', title: 'Everything' }];
    expect(parse({ ...article, category: terms })).toMatchObject({ entry: { category: [] } });
  });
});

describe('parseEntry of e-books', () => {
  it.each(['red', '#f8f3ec', '#fff #000', 7])('leaves out the spine %j, and says what it expects', (spine) => {
    const book = { id: 'a', slug: 'a', title: 'A', spine };
    const { warnings, entry } = Object(parseEntry(book, { collection: 'e-books', site: 'en' }));
    expect(entry).toMatchObject({ title: 'A', spine: null });
    expect(warnings).toMatchObject([{ what: expect.stringContaining('Expected two colours of six digits') }]);
  });
});

describe('parseGlobal', () => {
  const parseBanner = (raw: unknown) => parseGlobal(raw, { name: 'top_banner', site: 'en' });

  it('leaves out a field that does not fit, and names it', () => {
    expect(parseBanner({ background_color: 'red; }', alt: 'News' })).toMatchObject({
      entry: { background_color: null, alt: 'News' },
      warnings: [
        {
          where: { collection: 'globals', entry: 'top_banner', site: 'en', field: 'background_color' },
          what: 'Expected a colour such as "#1a2b3c", received "red; }". It is left out.',
        },
      ],
    });
  });

  it('leaves out a figure that is a whole text, which no search can look for', () => {
    const parsed = parseGlobal(
      { sources: [{ figures: ['31 million', 'word '.repeat(6000)], source: 'A log.' }] },
      { name: 'sources', site: 'en' },
    );
    expect(parsed).toMatchObject({
      entry: { sources: [{ figures: ['31 million'], source: 'A log.' }] },
      warnings: [{ where: { field: 'sources.0.figures.1' } }],
    });
  });

  it.each(['#1a2', '#1a2f', '#1A2B3C', '#1A2B3CFF'])('takes the colour %s', (background_color) => {
    expect(parseBanner({ background_color })).toMatchObject({ entry: { background_color }, warnings: [] });
  });

  it('does not show a banner whose switch cannot be read', () => {
    expect(parseBanner({ enabled: 'perhaps' })).toMatchObject({ entry: { enabled: false } });
  });
});

describe('findSlugProblem', () => {
  it('measures the percent-encoded length', () => {
    expect(findSlugProblem('a'.repeat(200))).toBeNull();
    expect(findSlugProblem('a'.repeat(201))).toBe(
      'A slug may have at most 200 bytes when percent-encoded; this one has 201.',
    );
    expect(findSlugProblem('ї'.repeat(34))).toContain('this one has 204.');
  });

  it.each(['й'.normalize('NFD'), 'नमस्ते', '日本', 'é'])('takes %j of any script', (slug) => {
    expect(findSlugProblem(slug)).toBeNull();
  });

  it.each([
    '',
    '.',
    '..',
    '-',
    '~',
    'a b',
    'a?b',
    'a#b',
    'a%2fb',
    'a\\b',
    'a\u0000',
    '\ud800',
    'a\u200db',
    'a:b',
    '<a>',
    'index.html',
    'Index.PHP',
    '.git',
    '.htaccess',
    '__sitegen',
    '_headers',
    'cdn-cgi',
    'web.config',
    'con',
    'AUX',
    'nul.x',
    'com1',
    'lpt9.page',
    'a.',
  ])('refuses %j', (slug) => {
    expect(findSlugProblem(slug)).not.toBeNull();
  });

  it('lets nothing through that is more or less than one path segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (slug) => {
        if (findSlugProblem(slug) !== null) return;
        const path = new URL(`https://www.example.com/blog/${slug}/`).pathname;
        expect(path.split('/')).toHaveLength(4);
        expect(decodeURIComponent(path)).toBe(`/blog/${slug}/`);
      }),
      { numRuns: IS_LONG ? 2000 : 300 },
    );
  });
});
