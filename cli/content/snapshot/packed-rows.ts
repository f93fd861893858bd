// Rows of a range in little room: their texts are one text, what they say alike stands once, and what is asked for now and
// then lies in a file. As objects those of a large collection were two fifths of what lived in memory, and each cleaning passed
// through a dozen texts a row; those that were kept of a range are read as they lie there. Relied on afterwards: a packed row
// says what the row said.

import type { IndexRow, RowCard } from './content-snapshot.ts';
import type { ReadFiled } from './filed-texts.ts';
import { createTextPacker, inBytes, type PackedBytes, type PackedTexts, printedAt, textAt } from './packed-texts.ts';

/** The rows of one range by their lines: plain data, which a file can hold. */
export interface RowColumns {
  readonly keys: PackedTexts;
  readonly shown: PackedBytes;
  /** What the edit links begin with. */
  readonly editStart: string;
  readonly titles: PackedBytes;
  /** Of all rows, one behind the other: every list looks through all of them. */
  readonly categories: PackedTexts;
  /** Where the categories of each line begin and end among them. */
  readonly categoryPlaces: Uint32Array;
  readonly traits: readonly Traits[];
  /** Of each line the number of its traits and one; 0 of a line without a row. */
  readonly traitOfLine: Uint16Array;
  /** Where the card of each line begins and ends among the filed bytes. */
  readonly cardPlaces: Uint32Array;
}

/** What many rows of a range have in common. */
type Traits = Omit<IndexRow, 'line' | 'range' | 'categories' | 'title' | 'card' | Key | ShownKey>;

/** Texts of rows that are compared and looked up, by their places. */
const KEYS = { slug: 0, originId: 1, digest: 2, eventDate: 3, heroSlug: 4 } as const;
type Key = keyof typeof KEYS;
const KEY_NAMES = Object.keys(KEYS) as readonly Key[];
/**
 * Those that are printed too, but for the title, whose letters may be such that all of the text takes twice the room. An edit
 * link mostly ends in the id.
 */
const SHOWN = { id: 0, editUrl: 1, date: 2, lastModified: 3 } as const;
type ShownKey = keyof typeof SHOWN;
const SHOWN_NAMES = Object.keys(SHOWN) as readonly ShownKey[];
const TERM = ['id', 'slug', 'title'] as const;

/** Packs rows of one range, each with a line of its own. Their cards come beside: whoever files them says where they are read. */
export function packColumns(rows: readonly IndexRow[]): { readonly columns: RowColumns; readonly cards: Buffer } {
  const lines = rows.reduce((most, { line }) => Math.max(most, line + 1), 0);
  const keys = createTextPacker(lines * KEY_NAMES.length);
  const shown = createTextPacker(lines * SHOWN_NAMES.length);
  const titles = createTextPacker(lines);
  const terms = rows.reduce((sum, row) => sum + row.categories.length, 0);
  const categories = createTextPacker(terms * TERM.length, new Map());
  const categoryPlaces = new Uint32Array(lines * 2);
  const traits: Traits[] = [];
  const traitOfLine = new Uint16Array(lines);
  const cardPlaces = new Uint32Array(lines * 2);
  const cards: string[] = [];
  const editStart = findStart(rows.flatMap(({ editUrl }) => editUrl ?? []));
  let term = 0;
  let end = 0;
  for (const row of rows) {
    const { line } = row;
    for (const key of KEY_NAMES) keys.set(line * KEY_NAMES.length + KEYS[key], row[key]);
    for (const key of SHOWN_NAMES) {
      const text = key === 'editUrl' ? (row.editUrl?.slice(editStart.length) ?? null) : row[key];
      shown.set(line * SHOWN_NAMES.length + SHOWN[key], text);
    }
    titles.set(line, row.title);
    categoryPlaces[line * 2] = term;
    for (const category of row.categories) {
      categories.set(term * TERM.length, category.id);
      categories.set(term * TERM.length + 1, category.slug);
      categories.set(term * TERM.length + 2, category.title);
      term += 1;
    }
    categoryPlaces[line * 2 + 1] = term;
    traitOfLine[line] = findTraits(traits, row) + 1;
    const card = JSON.stringify(row.card);
    cards.push(card);
    cardPlaces[line * 2] = end;
    end += Buffer.byteLength(card);
    cardPlaces[line * 2 + 1] = end;
  }
  const columns = {
    keys: keys.finish(),
    shown: inBytes(shown.finish()),
    editStart,
    titles: inBytes(titles.finish()),
    categories: categories.finish(),
    categoryPlaces,
    traits,
    traitOfLine,
    cardPlaces,
  };
  return { columns, cards: Buffer.from(cards.join('')) };
}

/** What all of some texts begin with. */
function findStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const text of others) while (!text.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

/** The rows of a range that were packed, in the order of their lines. */
export function unpackRows(range: string, columns: RowColumns, readFiled: ReadFiled): readonly IndexRow[] {
  const part = { range, columns, readFiled };
  const rows: IndexRow[] = [];
  for (let line = 0; line < columns.traitOfLine.length; line += 1) {
    const traits = columns.traits[(columns.traitOfLine[line] ?? 0) - 1];
    if (traits !== undefined) rows.push(new PackedRow(part, line, traits));
  }
  return rows;
}

/** Whether a row is one that was packed. */
export function isPacked(row: IndexRow): boolean {
  return row instanceof PackedRow;
}

interface PackedRange {
  readonly range: string;
  readonly columns: RowColumns;
  readonly readFiled: ReadFiled;
}

/** Makes its fields when they are asked for. A class, since there may be 100,000 of these: functions of its own would be most of a row. */
class PackedRow implements IndexRow {
  readonly part: PackedRange;
  readonly line: number;
  readonly traits: Traits;

  constructor(part: PackedRange, line: number, traits: Traits) {
    this.part = part;
    this.line = line;
    this.traits = traits;
  }

  keyAt(number: number): string | null {
    return textAt(this.part.columns.keys, this.line * KEY_NAMES.length + number);
  }
  shownAt(number: number): string | null {
    return printedAt(this.part.columns.shown, this.line * SHOWN_NAMES.length + number);
  }
  get id(): string {
    return this.shownAt(SHOWN.id) ?? '';
  }
  get slug(): string {
    return this.keyAt(KEYS.slug) ?? '';
  }
  get title(): string {
    return printedAt(this.part.columns.titles, this.line) ?? '';
  }
  get date(): string | null {
    return this.shownAt(SHOWN.date);
  }
  get lastModified(): string | null {
    return this.shownAt(SHOWN.lastModified);
  }
  get originId(): string | null {
    return this.keyAt(KEYS.originId);
  }
  get digest(): string {
    return this.keyAt(KEYS.digest) ?? '';
  }
  get eventDate(): string | null {
    return this.keyAt(KEYS.eventDate);
  }
  get heroSlug(): string | null {
    return this.keyAt(KEYS.heroSlug);
  }
  get range(): string {
    return this.part.range;
  }
  get editUrl(): string | null {
    const end = this.shownAt(SHOWN.editUrl);
    // Joined: see `site-path.ts`.
    return end === null ? null : [this.part.columns.editStart, end].join('');
  }
  get card(): RowCard {
    const { columns, readFiled } = this.part;
    return JSON.parse(readFiled(columns.cardPlaces[this.line * 2] ?? 0, columns.cardPlaces[this.line * 2 + 1] ?? 0));
  }
  get collection(): IndexRow['collection'] {
    return this.traits.collection;
  }
  get site(): string {
    return this.traits.site;
  }
  get status(): string | null {
    return this.traits.status;
  }
  get isPrivate(): boolean {
    return this.traits.isPrivate;
  }
  get language(): string | null {
    return this.traits.language;
  }
  get isHiddenFromIndex(): boolean {
    return this.traits.isHiddenFromIndex;
  }
  get isNoindex(): boolean {
    return this.traits.isNoindex;
  }
  get isCurrent(): boolean {
    return this.traits.isCurrent;
  }
  get categories(): IndexRow['categories'] {
    const { categories, categoryPlaces } = this.part.columns;
    const terms: IndexRow['categories'][number][] = [];
    const end = categoryPlaces[this.line * 2 + 1] ?? 0;
    for (let term = categoryPlaces[this.line * 2] ?? 0; term < end; term += 1) {
      const first = term * TERM.length;
      terms.push({
        id: textAt(categories, first) ?? '',
        slug: textAt(categories, first + 1) ?? '',
        title: textAt(categories, first + 2) ?? '',
      });
    }
    return terms;
  }
  get isConstructorPage(): boolean {
    return this.traits.isConstructorPage;
  }
  get durationMinutes(): number | null {
    return this.traits.durationMinutes;
  }
}

/** The number of the traits of a row, which are added where they are new: there are few. */
function findTraits(traits: Traits[], row: IndexRow): number {
  const known = traits.findIndex((each) => hasTraits(row, each));
  if (known !== -1) return known;
  const { collection, site, status, isPrivate, language, isHiddenFromIndex, isNoindex } = row;
  const { isCurrent, isConstructorPage, durationMinutes } = row;
  const visibility = { collection, site, status, isPrivate, language, isHiddenFromIndex, isNoindex };
  return traits.push({ ...visibility, isCurrent, isConstructorPage, durationMinutes }) - 1;
}

/** Collection and site are those of the range. */
function hasTraits(row: IndexRow, traits: Traits): boolean {
  return (
    row.status === traits.status &&
    row.isPrivate === traits.isPrivate &&
    row.language === traits.language &&
    row.isHiddenFromIndex === traits.isHiddenFromIndex &&
    row.isNoindex === traits.isNoindex &&
    row.isCurrent === traits.isCurrent &&
    row.isConstructorPage === traits.isConstructorPage &&
    row.durationMinutes === traits.durationMinutes
  );
}
