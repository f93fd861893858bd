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
    const [base, changed] = [rowsOf('Pricing', 'Money'), head].map((entries) => storeContent(dir, { entries }).version);
    const changes = findContentChanges(base ?? null, changed ?? null);
    const { near } = changes?.ofPage('en', ['entry en p1', 'entry en q1']) ?? { near: [] };
    const runs = [{ mark: '-', text: before } as const, { mark: '+', text: after } as const];
    const owners = findOwners({ kind: 'title', runs }, near, null);
    expect(owners.map(({ collection, entry, field }) => [collection, entry, field].join(' › '))).toEqual([owner]);
  });
});
