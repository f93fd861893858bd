import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CardShelf, createRowList, openCardShelf } from '../../../cli/content/intake/keep-cards.ts';
import type { IndexRow } from '../../../cli/content/snapshot/content-snapshot.ts';
import { isPacked } from '../../../cli/content/snapshot/packed-rows.ts';
import { plainRow, rowWith } from '../../makers.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cards-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const CATEGORIES: readonly IndexRow['categories'][] = [[], [{ id: 'c1', slug: 'news', title: 'News' }]];

/** Rows of all kinds, with cards of all sizes, some longer than what is read at once. */
const rowsOf = (site: string, count: number): readonly IndexRow[] =>
  Array.from({ length: count }, (_, index) =>
    rowWith({
      collection: 'blog_articles',
      site,
      slug: index % 11 === 0 ? '' : `${index % 13 === 0 ? 'ї' : 'a'}${index}`,
      title: index % 3 === 0 ? `Їжак ${index}` : `Title ${index}`,
      date: index % 17 === 0 ? null : `2026-01-01T00:00:00.${index}Z`,
      lastModified: index % 19 === 0 ? null : `2026-01-0${1 + (index % 2)}T00:00:00.${index}Z`,
      originId: index % 2 === 0 ? null : `origin ${index}`,
      editUrl: index % 4 === 0 ? null : `https://cp.example.com/${index}`,
      digest: `digest of ${index}`,
      status: index % 5 === 0 ? null : 'published',
      isPrivate: index % 6 === 0,
      language: index % 8 === 0 ? 'vi' : null,
      isHiddenFromIndex: index % 9 === 0,
      isNoindex: index % 10 === 0,
      isCurrent: index % 12 === 0,
      categories: CATEGORIES[index % CATEGORIES.length] ?? [],
      heroSlug: index % 14 === 0 ? `a${index}` : null,
      isConstructorPage: index % 15 === 0,
      eventDate: index % 16 === 0 ? `2026-02-01T00:00:00.${index}Z` : null,
      durationMinutes: index % 18 === 0 ? index : null,
      range: `range ${Math.floor(index / 1000)} of ${site}`,
      line: index % 1000,
      card: {
        description:
          index % 7 === 0 ? null : `${site} ${index} ${'Ї'.repeat(index % 1500 === 0 ? 50_000 : index % 90)}`,
        image: index % 5 === 0 ? { url: `/${index}.jpg`, alt: '"', width: null, height: null } : null,
      },
    }),
  );

/** What a list makes of rows that come to it range by range. */
function listOf(rows: readonly IndexRow[], shelf: CardShelf | null): readonly IndexRow[] {
  const list = createRowList(shelf);
  for (let start = 0; start < rows.length; start += 1000) list.add(rows.slice(start, start + 1000));
  return list.finish();
}

/** All that a row says. */
const say = (row: IndexRow | undefined) => (row === undefined ? undefined : plainRow(row));
const cardOf = ({ card }: IndexRow) => card;

describe('createRowList', () => {
  it('gives back the cards of a large collection in any order, and every row as it was', () => {
    const shelf = openCardShelf(folder);
    const collections = [rowsOf('en', 7001), rowsOf('ua', 4002), rowsOf('es', 4000)];
    const rows = collections.flat();
    const kept = collections.flatMap((each) => listOf(each, shelf));
    const order = [...rows.keys(), ...rows.keys().map((index) => (index * 7919) % rows.length)];
    expect(order.map((index) => say(kept[index]))).toEqual(order.map((index) => say(rows[index])));
    expect(kept.filter(isPacked)).toHaveLength(6001 + 3002);
  });

  it('gives back the cards of a collection while those of another come', () => {
    const shelf = openCardShelf(folder);
    const first = listOf(rowsOf('en', 5000), shelf);
    const readAll = () => first.map(cardOf);
    const cards = readAll();
    const second = createRowList(shelf);
    for (let start = 0; start < 6000; start += 1000) {
      second.add(rowsOf('ua', 6000).slice(start, start + 1000));
      expect(readAll()).toEqual(cards);
    }
    expect(second.finish().map(cardOf)).toEqual(rowsOf('ua', 6000).map(cardOf));
  });

  it('gives back cards that came after those that were read last', () => {
    const shelf = openCardShelf(folder);
    const first = listOf(rowsOf('en', 5000), shelf);
    // What is read from the first place fills its window, what is read from the last one, in row 3999, a part of it.
    expect([first[1002], first[3999]].map((row) => row?.card.description?.slice(0, 9))).toEqual([
      'en 1002 Ї',
      'en 3999 Ї',
    ]);
    const second = listOf(rowsOf('ua', 5000), shelf);
    expect(second.slice(4000, 4020).map(cardOf)).toEqual(rowsOf('ua', 4020).slice(4000).map(cardOf));
  });

  it('leaves no file behind that has a name', () => {
    expect(listOf(rowsOf('en', 5000), openCardShelf(folder)).filter(isPacked)).toHaveLength(4000);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves the rows of a small collection as they are, and any without a shelf', () => {
    const small = rowsOf('en', 4000);
    expect(listOf(small, openCardShelf(join(folder, 'none')))).toEqual(small);
    expect(readdirSync(folder)).toEqual([]);
    const large = rowsOf('en', 5000);
    expect(listOf(large, null)).toEqual(large);
  });
});
