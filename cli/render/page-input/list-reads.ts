// Reads lists, entries and globals of a locale, and records each read.

import { LIST_PAGE_SIZE } from '../../../config/constants.ts';
import type { ListName } from '../../../config/pages.ts';
import type { Global, GlobalName } from '../../../content/collections.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import type { LocaleModel, SiteModel } from '../../plan/site-model.ts';
import type { ReadRecorder } from './read-recorder.ts';

/** The entries of one page of a list. */
interface ListPart {
  readonly rows: readonly IndexRow[];
  /** Number of the last page, from 1. */
  readonly lastPage: number;
}

/** The articles before and after another one. */
interface Neighbours {
  readonly newer: IndexRow | null;
  readonly older: IndexRow | null;
}

/** Recorded reads of a locale. */
export interface ListReads {
  readonly readListPart: (list: ListName, pageNumber: number) => ListPart;
  readonly readHero: () => IndexRow | null;
  readonly readCurrentWebinars: () => readonly IndexRow[];
  /** The newest articles, of one category (by slug) or of all. */
  readonly readArticles: (category: string | null, limit: number) => readonly IndexRow[];
  /** Related entries of an article or e-book. Equal lists are the same object. */
  readonly readRelated: (list: 'blog' | 'e-books', row: IndexRow) => readonly IndexRow[];
  readonly readNeighbours: (row: IndexRow) => Neighbours;
  /** The row of an entry of `pages`. */
  readonly readPageRow: (slug: string) => IndexRow | null;
  readonly readGlobal: <G extends GlobalName>(name: G) => Global<G> | null;
}

/** Creates the reads of a locale. */
export function createListReads(model: SiteModel, locale: LocaleModel, reads: ReadRecorder): ListReads {
  return {
    readListPart: (list, pageNumber) => {
      reads.add('list', `${list} ${pageNumber}`);
      const rows = locale.paged[list];
      return {
        rows: rows.slice((pageNumber - 1) * LIST_PAGE_SIZE, pageNumber * LIST_PAGE_SIZE),
        lastPage: Math.max(1, Math.ceil(rows.length / LIST_PAGE_SIZE)),
      };
    },
    readHero: () => {
      reads.add('list', 'hero');
      return locale.hero;
    },
    readCurrentWebinars: () => {
      reads.add('list', 'current-webinars');
      return locale.currentWebinars;
    },
    readArticles: (category, limit) => {
      reads.add('list', `articles ${limit}${category === null ? '' : ` ${category}`}`);
      const { blog } = locale.listed;
      const rows =
        category === null ? blog : blog.filter(({ categories }) => categories.some(({ slug }) => slug === category));
      return rows.slice(0, limit);
    },
    readRelated: (list, row) => {
      reads.add('related', `${list} ${row.id}`);
      return model.findRelated(locale, list, row);
    },
    readNeighbours: (row) => {
      reads.add('neighbours', row.id);
      return findNeighbours(locale.listed.blog, row);
    },
    readPageRow: (slug) => {
      reads.add('page-entry', slug);
      return locale.pageBySlug.get(slug) ?? null;
    },
    readGlobal: (name) => {
      reads.add('global', name);
      return locale.globals[name];
    },
  };
}

/** Index of each row, by list: searching the list for every article would take quadratic time. */
const indexesByList = new WeakMap<readonly IndexRow[], ReadonlyMap<IndexRow, number>>();

/** Hidden articles are not listed and have no neighbours. */
function findNeighbours(list: readonly IndexRow[], row: IndexRow): Neighbours {
  const indexes = indexesByList.get(list) ?? new Map(list.map((each, index) => [each, index]));
  indexesByList.set(list, indexes);
  const index = indexes.get(row);
  if (index === undefined) return { newer: null, older: null };
  return { newer: list[index - 1] ?? null, older: list[index + 1] ?? null };
}
