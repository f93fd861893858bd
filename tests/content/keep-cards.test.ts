import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardOf, type IndexRow } from '../../cli/content/content-snapshot.ts';
import { keepCards } from '../../cli/content/keep-cards.ts';
import { rowWith, snapshotWith } from '../makers.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cards-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Cards of all sizes, some longer than what is read at once. */
const rowsOf = (site: string, count: number): readonly IndexRow[] =>
  Array.from({ length: count }, (_, index) =>
    rowWith({
      collection: 'blog_articles',
      site,
      slug: `a${index}`,
      date: `2026-01-01T00:00:00.${index}Z`,
      lastModified: `2026-01-01T00:00:00.${index}Z`,
      range: `range ${Math.floor(index / 1000)} of ${site}`,
      line: index % 1000,
      card: {
        description:
          index % 7 === 0 ? null : `${site} ${index} ${'Ї'.repeat(index % 1500 === 0 ? 50_000 : index % 90)}`,
        image: index % 5 === 0 ? { url: `/${index}.jpg`, alt: '"', width: null, height: null } : null,
      },
    }),
  );

describe('keepCards', () => {
  it('gives back the cards of a large collection in any order, and every row as it was', () => {
    const rows = [...rowsOf('en', 7001), ...rowsOf('ua', 4002)];
    const kept = keepCards(snapshotWith({ rows }), folder).collections.flatMap((part) => part.rows);
    const order = [...rows.keys(), ...rows.keys().map((index) => (index * 7919) % rows.length)];
    expect(order.map((index) => kept[index]).map((row) => row && { ...row, card: cardOf(row) })).toEqual(
      order.map((index) => rows[index]),
    );
    expect(kept.filter(({ card }) => typeof card === 'function')).toHaveLength(3001 + 2);
  });

  it('leaves no file behind that has a name', () => {
    keepCards(snapshotWith({ rows: rowsOf('en', 5000) }), folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves the content of a small site as it is', () => {
    const content = snapshotWith({ rows: rowsOf('en', 4000) });
    expect(keepCards(content, join(folder, 'none'))).toBe(content);
  });
});
