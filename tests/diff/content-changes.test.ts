// Which entry and field a change is said to come from.

import { describe, expect, it } from 'vitest';
import type { FoundSnapshot } from '../../cli/check/last-build.ts';
import { writeRange } from '../../cli/content/snapshot/range-files.ts';
import type { SnapshotRecord } from '../../cli/content/snapshot/snapshot-file.ts';
import { findContentChanges, findOwners } from '../../cli/diff/content-changes.ts';
import { sha256 } from '../../cli/files/content-hash.ts';
import { makeFolder } from '../site/run-sitegen.ts';

/** A snapshot of pages and questions. */
function contentOf(rangesDir: string, rows: Readonly<Record<string, readonly object[]>>): FoundSnapshot {
  const collections = Object.entries(rows).map(([collection, values]) => {
    const lines = values.map((value) => JSON.stringify(value)).map((line) => ({ line, digest: sha256(line) }));
    return { collection, site: 'en', ranges: [writeRange(rangesDir, lines)] };
  });
  const record = { digest: sha256(JSON.stringify(rows)), collections, globals: [] };
  return { record: record as unknown as SnapshotRecord, rangesDir };
}

/** A page, and a question that names it and a category. */
const rowsOf = (page: string, category: string) => ({
  pages: [{ id: 'p1', title: page }],
  faq: [
    {
      id: 'q1',
      title: 'What does it cost?',
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
    const changes = findContentChanges(contentOf(dir, rowsOf('Pricing', 'Money')), contentOf(dir, head));
    const page = (id: string) => ({ collection: id === 'p1' ? 'pages' : 'faq', id, as: 'page' as const });
    const record = { parts: {}, shows: [page('p1'), page('q1')], reason: [], renderedAt: '' };
    const owners = changes === null ? [] : findOwners(changes, { site: 'en', before: record, after: record });
    expect(owners.map(({ collection, entry, field }) => [collection, entry, field].join(' › '))).toEqual([owner]);
  });

  it('is an entry that joined a list', () => {
    const dir = makeFolder();
    const content = contentOf(dir, rowsOf('Pricing', 'Money'));
    const changes = findContentChanges(content, contentOf(dir, rowsOf('Pricing', 'Cost')));
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
