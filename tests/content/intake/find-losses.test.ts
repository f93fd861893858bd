import { describe, expect, it } from 'vitest';
import { findCollectionNotices, findNestedPage } from '../../../cli/content/intake/find-losses.ts';
import { createRowFields } from '../../../cli/content/intake/index-entry.ts';
import { COLLECTIONS } from '../../../content/collections.ts';

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

describe('findCollectionNotices', () => {
  const noticesOf = (fields: readonly object[]) => {
    const rows = fields.map((own) => createRowFields(entry(own)));
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
    const row = (category: readonly object[]) =>
      createRowFields(schema.parse({ id: 'a', slug: 'a', title: 'A', category }));
    const crisis = { id: 'category::crisis', slug: 'crisis', title: 'Crisis management' };
    const gone = { id: 'category::old-news', slug: 'old-news', title: 'old-news' };
    expect(
      findCollectionNotices({ collection: 'blog_articles', site: 'en', rows: [row([crisis, gone]), row([gone])] }),
    ).toMatchObject([{ code: 'TERMS_UNTITLED', severity: 'notice', what: expect.stringContaining(': "old-news". ') }]);
    expect(findCollectionNotices({ collection: 'blog_articles', site: 'en', rows: [row([crisis])] })).toEqual([]);
  });
});
