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
    [
      'the entry itself, and none that names it',
      rowsOf('Prices', 'Money'),
      'Pricing',
      'Prices',
      'pages › Prices › title',
    ],
    ['the field with a category', rowsOf('Pricing', 'Cost'), 'Money', 'Cost', 'faq › What does it cost? › category'],
  ])('is %s', (_, head, before, after, owner) => {
    const dir = makeFolder();
    const changes = findContentChanges(contentOf(dir, rowsOf('Pricing', 'Money')), contentOf(dir, head));
    const { near } = changes?.ofPage('en', ['entry en p1', 'entry en q1']) ?? { near: [] };
    const runs = [{ mark: '-', text: before } as const, { mark: '+', text: after } as const];
    const owners = findOwners({ kind: 'title', runs }, near, null);
    expect(owners.map(({ collection, entry, field }) => [collection, entry, field].join(' › '))).toEqual([owner]);
  });
});
