// Which entry and field a change is said to come from.

import { describe, expect, it } from 'vitest';
import { findContentChanges, findOwners } from '../../cli/diff/content-changes.ts';
import { storeContent } from '../content/stored-versions.ts';
import { makeFolder } from '../site/run-sitegen.ts';

/** A page, and a question that names it and a category. */
const rowsOf = (page: string, category: string) => ({
  pages: [{ id: 'p1', title: page, slug: 'pricing' }],
  faq: [
    {
      id: 'q1',
      title: 'What does it cost?',
      slug: 'cost',
      shown_on: [{ id: 'p1', title: page, slug: 'pricing' }],
      category: { id: 'categories::money', title: category },
    },
  ],
});

describe('the owner of a change', () => {
  it.each([
    ['the entry itself, and none that names it', rowsOf('Prices', 'Money'), 'pages › Prices › title'],
    ['the field with a category', rowsOf('Pricing', 'Cost'), 'faq › What does it cost? › category'],
  ])('is %s', (_, head, owner) => {
    const dir = makeFolder();
    const [base, changed] = [rowsOf('Pricing', 'Money'), head].map((entries) => storeContent(dir, { entries }).version);
    const changes = findContentChanges(base ?? null, changed ?? null);
    const page = (id: string) => ({ collection: id === 'p1' ? 'pages' : 'faq', id, as: 'page' as const });
    const record = { parts: {}, shows: [page('p1'), page('q1')], reason: [], renderedAt: '' };
    const owners = changes === null ? [] : findOwners(changes, { site: 'en', before: record, after: record });
    expect(owners.map(({ collection, entry, field }) => [collection, entry, field].join(' › '))).toEqual([owner]);
  });

  it('is an entry that joined a list', () => {
    const dir = makeFolder();
    const [base, changed] = ['Money', 'Cost'].map(
      (category) => storeContent(dir, { entries: rowsOf('Pricing', category) }).version,
    );
    const changes = findContentChanges(base ?? null, changed ?? null);
    const recordOf = (...ids: readonly string[]) => {
      const shows = ids.map((id) => ({ collection: 'blog_articles', id, as: 'card' as const }));
      return { parts: {}, shows, reason: [], renderedAt: '' };
    };
    const compared = { site: 'en', before: recordOf('a'), after: recordOf('b', 'a') };
    expect(findOwners(changes ?? { entries: [], files: [] }, compared)).toEqual([
      { collection: 'blog_articles', entry: 'b', site: 'en' },
    ]);
  });
});
