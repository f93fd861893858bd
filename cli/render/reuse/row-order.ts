// Rows of pages arrive as threads finish them and leave in route order, each into the index of its locale.

import type { Locale } from '../../../config/locales.ts';
import type { IndexWriter, NextRecords, RecordRow } from '../../cache/page-records.ts';
import type { ReadPage } from '../../check/briefs/read-pages.ts';
import type { FragmentFacts } from '../../facts/page-facts.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { createRowColumns, listPages } from './row-columns.ts';

/** Puts rows in order. */
export interface RowOrder {
  readonly set: (position: number, row: RecordRow) => void;
  /** Rows that were set. */
  readonly count: () => number;
  readonly chromes: () => ReadonlySet<string>;
  /** Every page, when all rows were set. */
  readonly list: () => Iterable<ReadPage>;
  readonly totals: () => { readonly pages: number; readonly reused: number; readonly bytes: number };
  /** Ends the indexes. Returns their files in route order. @throws Error (a bug) where a row is missing. */
  readonly finish: (fragments: ReadonlyMap<string, FragmentFacts>) => readonly string[];
}

/** Starts the order of some routes, which are sorted by locale. */
export function createRowOrder(routes: readonly PageRoute[], records: NextRecords): RowOrder {
  const early = new Map<number, RecordRow>();
  const indexes = new Map<Locale, IndexWriter>();
  const chromes = new Set<string>();
  const totals = { pages: 0, reused: 0, bytes: 0 };
  let next = 0;
  const indexOf = (locale: Locale): IndexWriter => {
    const index = indexes.get(locale) ?? records.startIndex(locale);
    indexes.set(locale, index);
    return index;
  };
  const columns = createRowColumns(routes.length);
  const write = (locale: Locale, row: RecordRow) => {
    indexOf(locale).add(row);
    columns.set(next, row);
    chromes.add(row.chrome);
    totals.pages += 1;
    totals.reused += row.isReused ? 1 : 0;
    totals.bytes += row.bytes;
  };
  return {
    set: (position, row) => {
      if (position !== next) {
        early.set(position, row);
        return;
      }
      for (let found: RecordRow | undefined = row; found !== undefined; found = early.get(next)) {
        const route = routes[next];
        if (route === undefined) throw new Error(`There is no route ${next}.`);
        write(route.locale, found);
        early.delete(next);
        next += 1;
      }
    },
    count: () => totals.pages + early.size,
    chromes: () => chromes,
    list: () => listPages(records.dir, routes, columns),
    totals: () => totals,
    finish: (fragments) => {
      if (next !== routes.length) throw new Error(`The page ${routes[next]?.path} was not rendered.`);
      return [...new Set(routes.map(({ locale }) => locale))].map((locale) => indexOf(locale).finish(fragments));
    },
  };
}
