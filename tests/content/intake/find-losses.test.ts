import { describe, expect, it } from 'vitest';
import { findCollectionNotices, findLosses, findNestedPage } from '../../../cli/content/intake/find-losses.ts';
import { createRow } from '../../../cli/content/intake/index-entry.ts';
import { sha256 } from '../../../cli/files/content-hash.ts';
import { COLLECTIONS, type Entry } from '../../../content/collections.ts';

const entry = (fields: object) => COLLECTIONS.pages.schema.parse({ id: 'a', slug: 'child', title: 'Child', ...fields });

describe('findNestedPage', () => {
  it.each(['/product/child', '/a/b/child/'])('warns of a page that the service shows at %s', (uri) => {
    expect(findNestedPage(entry({ uri }))).toMatchObject({
      code: 'PAGE_NESTED',
      field: 'uri',
      what: expect.stringContaining('at /child/'),
    });
  });

  it.each([null, '/', '/child', '/child/', '/page-constructor/child'])('lets a page at %j be', (uri) => {
    expect(findNestedPage(entry({ uri }))).toBeNull();
  });
});

describe('findLosses', () => {
  it('names half a button of a page, or of its opening', () => {
    const hero = { type: 'hero', title: 'A', cta_label: 'Go' };
    const fields = { cta_link: '/demo/', second_label: 'More', cta_label: ' ', blocks: [hero] };
    expect(findLosses(entry(fields)).map(({ code, field, what }) => `${code} ${field}: ${what}`)).toEqual([
      'FIELD_NOT_SHOWN cta_link: "Link of the button" ("/demo/") is not shown without "Text of the button".',
      'FIELD_NOT_SHOWN second_label: "Text of the second, quiet button" ("More") is not shown without "Link of the second button".',
      'FIELD_NOT_SHOWN blocks.0.cta_label: "Text of the button" ("Go") is not shown without "Link of the button".',
    ]);
    expect(findLosses(entry({ cta_link: '/demo/', cta_label: 'Demo' }))).toEqual([]);
  });
});

describe('findLosses of text as another program writes it', () => {
  const signsIn = (text: string) =>
    findLosses(entry({ content: text })).map(
      ({ code, field, what }) => `${code} ${field}: ${/"(.*)"/.exec(what)?.[1]}`,
    );

  it.each([
    ['<p>This is **bold** text.</p>', '**bold**'],
    ['<p>Es (**«muy» importante**).</p>', '**«muy» importante**'],
    ['<p>**¿Por qué?** Por eso.</p>', '**¿Por qué?**'],
    ['<p>a</p><h3>**Why it matters**</h3>', '**Why it matters**'],
    ['<p># Heading</p>', '# Heading'],
    ['Text\n\n## Heading', '## Heading'],
    ['<p>See [our guide](https://www.example.org/guide).</p>', '[our guide](https:'],
    ['<p>![Logo](/assets/logo.png)</p>', '[Logo](/'],
    ['<p>| A | B |</p><p>| --- | :-: |</p>', '| ---'],
    ['<p>```js</p>', '```'],
    ['<p>As said[^1].</p>', '[^1]'],
    ['<p>&lt;p&gt;Ten&lt;/p&gt;</p>', '&lt;p&gt;'],
    ['<p>Fish &amp;amp; chips</p>', '&amp;amp;'],
    ['<p>{{ title }}</p>', '{{ title }}'],
    ['null', 'null'],
    ['<p>Read statamic://entry::1f.</p>', 'statamic://'],
    ['<p>NULL</p>', 'NULL'],
    ['[{"type":"paragraph"}]', '[{"type":'],
    ['<p>See [object Object].</p>', '[object Object]'],
  ])('names the signs of %j', (text, sign) => {
    expect(signsIn(text)).toEqual([`TEXT_MARKUP content.0.text: ${sign}`]);
  });

  it.each([
    '<p>5 ** 2 and 2**3, a*b*c, ***</p>',
    '<p>Starter**, Team** and (**) Scale** cost 2**3 + 4**2, f**k and sh**t, ****1234/****5678</p>',
    '<p>#1 of #fans, # 3</p><table><tr><th># of posts</th></tr></table>',
    '<p>[see below] (in short)</p>',
    '<p>a || b | --- no</p>',
    '<p>null</p><p>and void</p>',
    '<p>The answer was {"id": 1}.</p>',
    '<p>AT&amp;T, a &lt; b &amp; c &gt; d</p>',
    '<p>Write <code>**bold**</code> or:</p><pre># Heading &lt;p&gt;</pre>',
  ])('has nothing to say of %j', (text) => {
    expect(signsIn(text)).toEqual([]);
  });

  it.each(['</script>', '<iframe src="https://a.example/">', '<td>', '<img src="a.png">'])(
    'names %s in a text without markup',
    (tag) => {
      expect(findLosses(entry({ title: `A ${tag} page`, id: tag }))).toMatchObject([
        { code: 'TEXT_MARKUP', field: 'title' },
      ]);
    },
  );

  it('names them in a text without markup', () => {
    expect(findLosses(entry({ title: 'The **best** page' }))).toMatchObject([
      { code: 'TEXT_MARKUP', field: 'title', what: expect.stringContaining('"**best**"') },
    ]);
  });
});

describe('findCollectionNotices', () => {
  const rowOf = (valid: Entry) =>
    createRow({ entry: valid, files: [], warnings: [] }, { collection: 'pages', site: 'en' }, sha256(''));
  const noticesOf = (fields: readonly object[]) => {
    const rows = fields.map((own) => rowOf(entry(own)));
    return findCollectionNotices({ collection: 'pages', site: 'en', rows }).map(
      ({ code, what }) => `${code} ${/^\d+/.exec(what)?.[0]}`,
    );
  };

  it('counts expired entries', () => {
    expect(noticesOf([{ status: 'expired' }, { status: 'published' }, { status: 'expired' }])).toEqual([
      'ENTRIES_EXPIRED 2',
    ]);
  });

  it('names categories that come without a title, as a term that was deleted', () => {
    const schema = COLLECTIONS.blog_articles.schema;
    const row = (category: readonly object[], title = 'A') =>
      rowOf(schema.parse({ id: 'a', slug: 'a', title, category }));
    const crisis = { id: 'category::crisis', slug: 'crisis', title: 'Crisis management' };
    const gone = { id: 'category::old-news', slug: 'old-news', title: 'old-news' };
    expect(
      findCollectionNotices({ collection: 'blog_articles', site: 'en', rows: [row([crisis, gone]), row([gone], 'B')] }),
    ).toMatchObject([
      { code: 'TERMS_UNTITLED', severity: 'notice', what: expect.stringContaining(': "old-news" of "A". ') },
    ]);
    expect(findCollectionNotices({ collection: 'blog_articles', site: 'en', rows: [row([crisis])] })).toEqual([]);
  });
});
