// Marks in shown texts that say which field of which entry they come from. A page is rendered once more with marked content, and
// only compared with the page that is shown (annotate-page.ts): no mark reaches a browser.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { Collection, Entry, Global, GlobalName } from '../../../content/collections.ts';
import {
  type EditorField,
  type EditorFields,
  fieldsOfCollection,
  fieldsOfGlobal,
} from '../../content/blueprints/read-fields.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { nameOfRelation } from '../../render/page-input/find-related.ts';
import { createMoments } from '../../render/page-input/local-moment.ts';

/** Where a text comes from. */
export interface Origin {
  /** Where its entry is edited; null where no address is known. */
  readonly editUrl: string | null;
  /** The entry and the field, as editors know them. */
  readonly entry: string;
  readonly field: string;
  /** The field as the form knows it, with the numbers of rows from 0: `blocks.2.heading`. */
  readonly path: string;
  /** A date has no mark in its text: it is found by how pages write it. Null for texts. */
  readonly moment: string | null;
}

/** A field, by what editors call it and by what the form does. */
type Spot = Pick<Origin, 'field' | 'path'>;

/** The entry of a text. */
interface Place {
  readonly name: string;
  readonly editUrl: string | null;
}

/** Makes marks. */
export interface Marks {
  /** By the number in a mark. */
  readonly origins: readonly Origin[];
  readonly markEntry: <C extends Collection>(entry: Entry<C>, collection: C) => Entry<C>;
  /** What cards, lists and menus show of an entry. */
  readonly markRow: (row: IndexRow) => IndexRow;
  readonly markGlobal: <G extends GlobalName>(global: Global<G>, name: G, editUrl: string | null) => Global<G>;
}

// Private characters of Unicode: no text of a site has a reason to contain them.
const START = '\uE000';
const END = '\uE001';
const MARK = /\uE000(\d+)\uE001/g;

/** The numbers in the marks of a text. */
export function findMarks(text: string): readonly number[] {
  return text.includes(START) ? Array.from(text.matchAll(MARK), ([, number]) => Number(number)) : [];
}

/** The text as it is without marks. */
export function removeMarks(text: string): string {
  return text.includes(START) ? text.replaceAll(MARK, '') : text;
}

type Mark = (text: string) => string;
type MarkField = (spot: Spot) => Mark;
/** Where a field stands in the one around it. */
type PlaceField = (handle: string, label: string) => Spot;

/** Starts without marks. */
export function createMarks(site: SiteConfig): Marks {
  const { localMoment, eventMoment } = createMoments(site);
  const origins: Origin[] = [];
  const numbers = new Map<string, number>();
  const noteOrigin = ({ name: entry, editUrl }: Place, { field, path }: Spot, moment: string | null): number => {
    const key = `${editUrl} ${entry} ${field} ${path}`;
    const number = numbers.get(key) ?? origins.push({ editUrl, entry, field, path, moment }) - 1;
    numbers.set(key, number);
    return number;
  };
  const markOf = (place: Place, spot: Spot): Mark => {
    const number = noteOrigin(place, spot, null);
    return (text) => `${text}${START}${number}${END}`;
  };
  return {
    origins,
    markEntry: (entry, collection) => {
      const name = nameOf(collection, entry.title ?? '');
      const markField: MarkField = (spot) => markOf({ name, editUrl: entry.edit_url }, spot);
      return markFields(entry, fieldsOfCollection(collection), markField) as typeof entry;
    },
    markRow: (row) => {
      const place = { name: nameOf(row.collection, row.title), editUrl: row.editUrl };
      const noteDate = (name: string, moment: string | null) => {
        if (moment !== null) noteOrigin(place, spotOf(row.collection, name), moment);
      };
      noteDate('date', localMoment(row.date));
      noteDate('webinar_date', eventMoment(row.eventDate, row.eventTimeZone));
      return markIndexRow(row, (spot) => markOf(place, spot));
    },
    markGlobal: (global, name, editUrl) =>
      markFields(global, fieldsOfGlobal(name), (spot) =>
        markOf({ name: `globals › ${name}`, editUrl }, spot),
      ) as typeof global,
  };
}

const nameOf = (collection: string, title: string) => `${collection} › ${title}`;

const spotOf = (collection: Collection, name: string): Spot => ({
  field: fieldsOfCollection(collection)[name]?.label ?? name,
  path: name,
});

/** The fields of a row that come from fields of its entry. */
function markIndexRow(row: IndexRow, markField: MarkField): IndexRow {
  const fields = fieldsOfCollection(row.collection);
  const mark = (name: string) => markField(spotOf(row.collection, name));
  const { description } = row.card;
  const described = 'page_description' in fields ? 'page_description' : 'short_description';
  return {
    ...row,
    title: row.title === '' ? '' : mark('title')(row.title),
    categories: row.categories.map((term) => ({ ...term, title: mark('category')(term.title) })),
    card: {
      ...(markFields(row.card, fields, markField) as typeof row.card),
      description: description === null ? null : markText(description, mark(described)),
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

const ON_TOP: PlaceField = (handle, label) => ({ field: label, path: handle });

/** The values of fields with marks in all that is shown. */
function markFields(values: object, fields: EditorFields, markField: MarkField, place: PlaceField = ON_TOP): Values {
  const marked = Object.entries(values).map(([name, value]) => {
    const field = fields[name];
    if (field === undefined || value === null || value === undefined) return [name, value];
    return [name, markValue(value, field, markField, place(name, field.label))];
  });
  return Object.fromEntries(marked);
}

function markValue(value: unknown, field: EditorField, markField: MarkField, spot: Spot): unknown {
  const mark = markField(spot);
  const list = (each: (item: unknown, place: Spot) => unknown) =>
    Array.isArray(value) ? value.map((item, index) => each(item, rowOf(spot, index))) : value;
  switch (field.type) {
    case 'text':
    case 'textarea':
      return typeof value === 'string' ? markText(value, mark) : value;
    case 'bard':
    case 'replicator': {
      if (typeof value === 'string') return markText(value, mark);
      // Between its sets a rich text has nodes that the API joins: the number of a set is not its number in the form.
      const isText = field.type === 'bard';
      return list((item, place) => {
        const set = isValues(item) ? field.sets?.[String(item.type)] : undefined;
        if (set === undefined || !isValues(item)) return item;
        return markFields(
          item,
          set.fields,
          markField,
          fieldsOf(isText ? { ...place, path: spot.path } : place, isText),
        );
      });
    }
    case 'grid':
      return list((item, place) =>
        isValues(item) && field.row !== undefined ? markFields(item, field.row, markField, fieldsOf(place)) : item,
      );
    case 'list':
      return list((item, place) => (typeof item === 'string' ? markText(item, markField(place)) : item));
    case 'table':
      return list((row, place) => (isValues(row) ? { ...row, cells: markCells(row.cells, markField(place)) } : row));
    case 'assets':
      return Array.isArray(value) ? value.map((item) => markAsset(item, mark)) : markAsset(value, mark);
    case 'entries':
    case 'terms':
      return Array.isArray(value) ? value.map((item) => markName(item, mark)) : markName(value, mark);
    default:
      return value;
  }
}

const rowOf = ({ field, path }: Spot, index: number): Spot => ({
  field: `${field} ${index + 1}`,
  path: `${path}.${index}`,
});

/** The fields of a row; those of a set in a rich text are known by the rich text. */
const fieldsOf =
  ({ field, path }: Spot, isText = false): PlaceField =>
  (handle, label) => ({ field: `${field} › ${label}`, path: isText ? path : `${path}.${handle}` });

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function markCells(cells: unknown, mark: Mark): unknown {
  return Array.isArray(cells) ? cells.map((cell) => (typeof cell === 'string' ? mark(cell) : cell)) : cells;
}

/** A picture is known by its text alternative, even where it has none. */
function markAsset<T>(asset: T, mark: Mark): T {
  return isValues(asset) ? { ...asset, alt: mark(typeof asset.alt === 'string' ? asset.alt : '') } : asset;
}

/** A relation may be a name alone. */
function markName(item: unknown, mark: Mark): unknown {
  if (!isValues(item)) return item;
  const { id, title } = item;
  const name = nameOfRelation({ id: String(id), title: typeof title === 'string' ? title : null });
  return name === null ? item : { ...item, title: mark(name) };
}

/** Each line is marked, and of HTML each text and each picture: templates and rich text take them apart. */
function markText(text: string, mark: Mark): string {
  return text
    .split(/(<[^>]*>|\n)/)
    .map((part) => {
      if (/^<img\b/i.test(part)) return markPicture(part, mark);
      return part.startsWith('<') || part.trim() === '' ? part : part.replace(/\s*$/, (end) => `${mark('')}${end}`);
    })
    .join('');
}

function markPicture(tag: string, mark: Mark): string {
  return /\salt="/i.test(tag)
    ? tag.replace(/(\salt=")/i, `$1${mark('')}`)
    : tag.replace(/^<img/i, `$& alt="${mark('')}"`);
}
