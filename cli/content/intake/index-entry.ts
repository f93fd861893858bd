// Makes an index row of a received entry, or lists its problems. The row is what lists, routes and the shrink guard need to know
// of the entry without its body.

import type { Collection, Entry } from '../../../content/collections.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import type { IndexRow, RowCard } from '../snapshot/content-snapshot.ts';
import { findNestedPage, findUnsafeLinks } from './find-losses.ts';
import { parseEntry, placeOf } from './parse-entry.ts';

/** Which collection of which site. */
export interface CollectionPlace {
  readonly collection: Collection;
  readonly site: string;
}

/** An index row without the place of its entry. */
type RowDraft = Omit<IndexRow, 'collection' | 'site' | 'range' | 'line' | 'digest'>;

/** A row with warnings about its links, or the problems of an invalid entry. */
export type IndexedEntry =
  | { readonly row: RowDraft; readonly warnings: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** Indexes an entry, whose JSON is `line`. */
export function indexEntry(raw: unknown, place: CollectionPlace, line = JSON.stringify(raw)): IndexedEntry {
  const parsed = parseEntry(raw, place, line);
  if ('problems' in parsed) return parsed;
  return {
    row: createRowDraft(parsed.entry),
    warnings: findWarnings(parsed.entry, () => placeOf(raw, place.collection, place.site)),
  };
}

function findWarnings(entry: Entry, findPlace: () => ProblemPlace): readonly Problem[] {
  const links = findUnsafeLinks(entry, findPlace);
  const nested = findNestedPage(entry, findPlace);
  return nested === null ? links : [...links, nested];
}

/** Makes the row of a valid entry. Slugs are composed (NFC), as paths are. */
export function createRowDraft(entry: Entry): RowDraft {
  const from = 'from' in entry ? entry.from : '';
  return {
    id: entry.id,
    slug: (entry.slug ?? '').normalize('NFC'),
    title: entry.title ?? from,
    date: entry.date,
    lastModified: entry.last_modified,
    status: entry.status,
    isPrivate: entry.private,
    originId: entry.origin_id,
    editUrl: entry.edit_url,
    ...searchFields(entry),
    categories: 'category' in entry ? entry.category : [],
    card: createCard(entry),
    ...kindFields(entry),
  };
}

function searchFields(entry: Entry): Pick<RowDraft, 'language' | 'isHiddenFromIndex' | 'isNoindex'> {
  return {
    language: 'language' in entry ? entry.language : null,
    isHiddenFromIndex: 'hide_from_index' in entry && entry.hide_from_index,
    isNoindex: 'seo_noindex' in entry && entry.seo_noindex,
  };
}

function createCard(entry: Entry): RowCard {
  const short = 'short_description' in entry ? entry.short_description : null;
  return {
    description: short ?? ('page_description' in entry ? entry.page_description : null),
    image: 'image' in entry ? entry.image : null,
  };
}

function kindFields(
  entry: Entry,
): Pick<RowDraft, 'isCurrent' | 'heroSlug' | 'isConstructorPage' | 'eventDate' | 'durationMinutes'> {
  return {
    isCurrent: 'current_webinar' in entry && entry.current_webinar,
    eventDate: 'webinar_date' in entry ? entry.webinar_date : null,
    durationMinutes: 'duration_minutes' in entry ? entry.duration_minutes : null,
    heroSlug: 'hero_slug' in entry ? (entry.hero_slug?.normalize('NFC') ?? null) : null,
    // Only entries of `pages` have a hero slug.
    isConstructorPage: 'hero_slug' in entry && (entry.blueprint === 'page_constructor' || entry.blocks.length > 0),
  };
}
