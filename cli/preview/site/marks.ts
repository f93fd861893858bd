// Marks in texts, which tell the field and entry that they come from. A page is rendered a second time with marked content and compared
// with the real page (annotate-page.ts). Browsers never receive marks.

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
  /** Edit address of the entry; null if unknown. */
  readonly editUrl: string | null;
  /** Names of the entry and field for editors. */
  readonly entry: string;
  readonly field: string;
  /** Path of the field in the form, with 0-based rows: `blocks.2.heading`. */
  readonly path: string;
  /** A date cannot have a mark, so it is found by its `datetime` attribute. Null for texts. */
  readonly moment: string | null;
}

/** A field, with its name for editors and its path in the form. */
type Spot = Pick<Origin, 'field' | 'path'>;

/** The entry of a text. */
interface Place {
  readonly name: string;
  readonly editUrl: string | null;
}

/** Creates marks. */
export interface Marks {
  /** By the number in a mark. */
  readonly origins: readonly Origin[];
  readonly markEntry: <C extends Collection>(entry: Entry<C>, collection: C) => Entry<C>;
  /** The fields for cards, lists and menus. */
  readonly markRow: (row: IndexRow) => IndexRow;
  readonly markGlobal: <G extends GlobalName>(global: Global<G>, name: G, editUrl: string | null) => Global<G>;
}

// Private use characters, which no text of a site should have.
const START = '\uE000';
const END = '\uE001';
const MARK = /\uE000(\d+)\uE001/g;

/** The numbers in the marks of a text. */
export function findMarks(text: string): readonly number[] {
  return text.includes(START) ? Array.from(text.matchAll(MARK), ([, number]) => Number(number)) : [];
}

/** The text without marks. */
export function removeMarks(text: string): string {
  return text.includes(START) ? text.replaceAll(MARK, '') : text;
}

type Mark = (text: string) => string;
type MarkField = (spot: Spot) => Mark;
/** Returns the place of a field inside of another one. */
type PlaceField = (handle: string, label: string) => Spot;

/** Creates the marks of a view. */
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

/** Marks the fields of a row. */
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

/** Marks the values of fields. */
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
      // The API joins the text nodes between sets, so the index of a set is not that of the form.
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

/** The place of fields in a row. Fields of a set in a rich text have the path of the rich text. */
const fieldsOf =
  ({ field, path }: Spot, isText = false): PlaceField =>
  (handle, label) => ({ field: `${field} › ${label}`, path: isText ? path : `${path}.${handle}` });

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function markCells(cells: unknown, mark: Mark): unknown {
  return Array.isArray(cells) ? cells.map((cell) => (typeof cell === 'string' ? mark(cell) : cell)) : cells;
}

/** The mark of a picture is in its text alternative, even if that is empty. */
function markAsset<T>(asset: T, mark: Mark): T {
  return isValues(asset) ? { ...asset, alt: mark(typeof asset.alt === 'string' ? asset.alt : '') } : asset;
}

/** A relation is only shown by its name. */
function markName(item: unknown, mark: Mark): unknown {
  if (!isValues(item)) return item;
  const { id, title } = item;
  const name = nameOfRelation({ id: String(id), title: typeof title === 'string' ? title : null });
  return name === null ? item : { ...item, title: mark(name) };
}

/** Marks each line, and in HTML each text and picture, because templates can split them. */
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
