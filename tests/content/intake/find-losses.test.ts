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
      ({ code, what }) => `${code} ${/^(?:All )?\d+/.exec(what)?.[0]}`,
    );
  };

  it('counts expired entries', () => {
    expect(noticesOf([{ status: 'expired' }, { status: 'published' }, { status: 'expired' }])).toEqual([
      'ENTRIES_EXPIRED 2',
    ]);
  });

  it('tells that entries have the time of a deployment, not of their edits', () => {
    const at = (second: number) => ({ last_modified: `2026-11-23T10:15:${10 + second}.000000Z` });
    const many = Array.from({ length: 10 }, (_, second) => at(second));
    expect(noticesOf(many)).toEqual(['LAST_MODIFIED_ALIKE All 10']);
    expect(noticesOf(many.slice(1))).toEqual([]);
    expect(noticesOf([...many, { last_modified: '2026-11-23T10:16:00.000000Z' }])).toEqual([]);
    expect(noticesOf([...many, {}])).toEqual([]);
  });

  it('says nothing of the times of entries without a page: they are in no sitemap', () => {
    const row = createRowFields(entry({ last_modified: '2026-11-23T10:15:10.000000Z' }));
    const rows = Array.from({ length: 10 }, () => row);
    expect(findCollectionNotices({ collection: 'redirects', site: 'en', rows })).toEqual([]);
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
