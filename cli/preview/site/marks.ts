// Marks in texts, which tell the field and entry that they come from. When an editor turns on "Click to edit", a page is rendered a second
// time with marked content and compared with the real page (annotate-page.ts). Browsers never receive marks. Only parsed values are
// marked: marks would not fit a schema.

import type { Collection, Entry } from '../../../content/collections.ts';
import { placeInList } from '../../../content/fields.ts';
import {
  type EditorField,
  type EditorFields,
  fieldsOfCollection,
  fieldsOfGlobal,
} from '../../content/blueprints/read-fields.ts';
import { isObject } from '../../content/client/entry-facts.ts';
import type { ContentSnapshot, IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { nameOfRelation } from '../../render/page-input/block-inputs.ts';

/** Where a text comes from. */
export interface Origin {
  /** Edit address of the entry; null if unknown. */
  readonly editUrl: string | null;
  /** Names of the entry and field for editors. */
  readonly entry: string;
  readonly field: string;
  /**
   * Path of the field, with 0-based rows as the API sends them: `blocks.2.heading`. In a Bard field, the texts between two sets are one
   * item.
   */
  readonly path: string;
}

/** A field, with its name for editors and its path in the form. */
type Spot = Pick<Origin, 'field' | 'path'>;

/** The entry of a text. */
interface Place {
  readonly name: string;
  readonly editUrl: string | null;
}

// Private use characters, which no text of a site should have. Also for digits, so that a marked phone number has no more digits.
const START = '\uE000';
const END = '\uE001';
const ZERO = 0xe010;
const MARK = /\uE000([\uE010-\uE019]+)\uE001/g;

function writeMark(number: number): string {
  const digits = Array.from(String(number), (digit) => String.fromCharCode(ZERO + Number(digit)));
  return `${START}${digits.join('')}${END}`;
}

function readMark(digits: string): number {
  return Number(Array.from(digits, (digit) => digit.charCodeAt(0) - ZERO).join(''));
}

/** The numbers in the marks of a text. */
export function findMarks(text: string): readonly number[] {
  return text.includes(START) ? Array.from(text.matchAll(MARK), ([, digits = '']) => readMark(digits)) : [];
}

export function removeMarks(text: string): string {
  return text.includes(START) ? text.replaceAll(MARK, '') : text;
}

const BEHIND_FIGURE = /(<sup class="source-mark">(?:(?!<\/sup>).)*<\/sup><\/span>)((?:\uE000[\uE010-\uE019]+\uE001)+)/g;

/** The mark of a text that ends with the number of a source stands before the number. */
export function moveToFigures(html: string): string {
  return html.replaceAll(BEHIND_FIGURE, '$2$1');
}

type Mark = (text: string) => string;
type MarkField = (spot: Spot) => Mark;

/** `origins`: by the number in a mark. Entries add theirs when a page shows them. */
export function markSnapshot(snapshot: ContentSnapshot) {
  const origins: Origin[] = [];
  const numbers = new Map<string, number>();
  const markerOf =
    ({ name: entry, editUrl }: Place): MarkField =>
    ({ field, path }) => {
      const key = `${editUrl} ${entry} ${field} ${path}`;
      const number = numbers.getOrInsertComputed(key, () => origins.push({ editUrl, entry, field, path }) - 1);
      return (text) => `${text}${writeMark(number)}`;
    };
  const markRow = (row: IndexRow): IndexRow =>
    markIndexRow(row, markerOf({ name: nameOf(row.collection, row.title), editUrl: row.editUrl }));
  const marked = {
    ...snapshot,
    markEntry: <C extends Collection>(entry: Entry<C>, collection: C) => {
      const place = { name: nameOf(collection, entry.title ?? ''), editUrl: entry.edit_url };
      return markFields(entry, fieldsOfCollection(collection), markerOf(place)) as typeof entry;
    },
    collections: snapshot.collections.map((collection) =>
      collection.collection === 'redirects' ? collection : { ...collection, rows: collection.rows.map(markRow) },
    ),
    globals: snapshot.globals.map((global) => {
      const { name, value } = global;
      if (value === null) return global;
      const place = { name: `globals › ${name}`, editUrl: editUrlOfGlobal(snapshot, global) };
      return { ...global, value: markFields(value, fieldsOfGlobal(name), markerOf(place)) as typeof value };
    }),
  };
  return { snapshot: marked, origins };
}

/** The edit address of a global, by that of an entry; null if no entry has one. In the sample it is a file. */
export function editUrlOfGlobal(
  { collections, service }: Pick<ContentSnapshot, 'collections' | 'service'>,
  { name, site }: { readonly name: string; readonly site: string },
): string | null {
  if (service.isSample) return `content/sample/globals/${name}/${site}.yaml`;
  for (const { rows } of collections)
    for (const { editUrl } of rows) {
      const panel = /^(https?:\/\/.+?)\/collections\//.exec(editUrl ?? '')?.[1];
      if (panel !== undefined) return `${panel}/globals/${name}?site=${site}`;
    }
  return null;
}

const nameOf = (collection: string, title: string) => `${collection} › ${title}`;

const spotOf = (collection: Collection, name: string): Spot => ({
  field: fieldsOfCollection(collection)[name]?.label ?? name,
  path: name,
});

function markIndexRow(row: IndexRow, markField: MarkField): IndexRow {
  const mark = (name: string) => markField(spotOf(row.collection, name));
  return {
    ...row,
    title: row.title === '' ? '' : mark('title')(row.title),
    categories: row.categories.map((term) => ({ ...term, title: mark('category')(term.title) })),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Texts that the program compares or follows. */
const NAMES: ReadonlySet<string> = new Set(['category', 'department', 'form_id', 'from', 'hero_slug', 'url']);

/** Types of fields with texts for visitors. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea', 'bard', 'replicator', 'list']);

/** Marks the values of fields, except for texts with a format and names. `around` is the field that they are in. */
function markFields(values: object, fields: EditorFields, markField: MarkField, around: Spot | null = null): Values {
  const marked = Object.entries(values).map(([name, value]) => {
    const field = fields[name];
    if (field === undefined || field.hasFormat || (typeof value === 'string' && NAMES.has(name))) return [name, value];
    // Figures are looked for in texts.
    if (name === 'figures') return [name, value];
    const spot = { field: field.label, path: name };
    return [name, markValue(value, field, markField, around === null ? spot : spotIn(around, spot))];
  });
  return Object.fromEntries(marked);
}

const spotIn = (around: Spot, { field, path }: Spot): Spot => ({
  field: `${around.field} › ${field}`,
  path: `${around.path}.${path}`,
});

function markValue(value: unknown, field: EditorField, markField: MarkField, spot: Spot): unknown {
  const { type, sets, row } = field;
  if (Array.isArray(value)) {
    // A picture or relation is chosen as a whole.
    const isOne = type === 'assets' || type === 'entries' || type === 'terms';
    return value.map((item, index) => markValue(item, field, markField, isOne ? spot : rowOf(spot, value, index)));
  }
  if (typeof value === 'string') return TEXTS.has(type) ? markText(value, markField(spot)) : value;
  if (!isObject(value)) return value;
  if (type === 'assets') return markAsset(value, markField(spot));
  if (type === 'entries' || type === 'terms') return markName(value, markField(spot));
  if (type === 'table') return { ...value, cells: markCells(value.cells, markField(spot)) };
  const inner = sets?.[String(value.type)]?.fields ?? row;
  return inner === undefined ? value : markFields(value, inner, markField, spot);
}

const rowOf = ({ field, path }: Spot, list: readonly unknown[], index: number): Spot => {
  const place = placeInList(list, index);
  return { field: `${field} ${place + 1}`, path: `${path}.${place}` };
};

function markCells(cells: unknown, mark: Mark): unknown {
  return Array.isArray(cells) ? cells.map((cell) => (typeof cell === 'string' ? mark(cell) : cell)) : cells;
}

/** The mark of a picture is in its text alternative, even if that is empty. */
function markAsset(asset: Values, mark: Mark): Values {
  return { ...asset, alt: mark(typeof asset.alt === 'string' ? asset.alt : '') };
}

/** A relation is only shown by its name. */
function markName(item: Values, mark: Mark): Values {
  const { id, title } = item;
  const name = nameOfRelation({ id: String(id), title: typeof title === 'string' ? title : null });
  return name === null ? item : { ...item, title: mark(name) };
}

/** Marks each line, and in HTML each text and picture, because templates can split them. */
function markText(text: string, mark: Mark): string {
  return text
    .split(/(<[^<>]*>|\n)/)
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
