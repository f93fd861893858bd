// Rows of a large collection in little room: the texts of a range are one text, what rows say alike stands once, and what is
// asked for now and then lies in a file. As objects they were two fifths of what lived in memory of a large site, and each
// cleaning passed through a dozen texts a row. Relied on afterwards: a packed row says what the row said.

import type { IndexRow, RowCard } from './content-snapshot.ts';

/** A file that gives back what was written to it. */
export interface RowFile {
  /** Returns where the bytes begin. */
  readonly append: (bytes: Buffer) => number;
  readonly read: (place: number, length: number) => string;
}

/** Packs rows, which may be those of several ranges; those that are packed stay as they are. */
export type PackRows = (rows: readonly IndexRow[]) => readonly IndexRow[];

/** Starts packing. */
export function createRowPacker(file: RowFile): PackRows {
  const shareTraits = createSharing();
  return (rows) => {
    const parts = new Map(
      Map.groupBy(
        rows.filter((row) => !isPacked(row)),
        ({ range }) => range,
      )
        .entries()
        .map(([range, members]) => [range, packRange(members, file)]),
    );
    return rows.map((row) => {
      const part = isPacked(row) ? undefined : parts.get(row.range);
      return part === undefined ? row : new PackedRow(part, row.line, shareTraits(row));
    });
  };
}

/** Whether a row is one that a packer made. */
export function isPacked(row: IndexRow): boolean {
  return row instanceof PackedRow;
}

/** What many rows of a collection have in common. */
type Traits = Omit<IndexRow, 'line' | 'range' | 'title' | 'editUrl' | 'card' | (typeof KEYS)[number]>;

/** Texts that each row has of its own, but for the title, whose letters may be such that all of the text takes twice the room. */
const KEYS = ['id', 'slug', 'date', 'lastModified', 'originId', 'digest'] as const;
const TITLE = ['title'] as const;

/** What lies in the file of a row. */
type FiledFields = Pick<IndexRow, 'editUrl' | 'card'>;

/** The rows of one range, by their lines. */
interface PackedRange {
  readonly range: string;
  readonly keys: PackedTexts;
  readonly titles: PackedTexts;
  readonly readFiled: (line: number) => FiledFields;
}

function packRange(rows: readonly IndexRow[], file: RowFile): PackedRange {
  const lines = rows.reduce((most, { line }) => Math.max(most, line + 1), 0);
  const places = new Float64Array(lines);
  const lengths = new Uint32Array(lines);
  for (const { line, editUrl, card } of rows) {
    const bytes = Buffer.from(JSON.stringify({ editUrl, card } satisfies FiledFields));
    places[line] = file.append(bytes);
    lengths[line] = bytes.length;
  }
  return {
    range: rows[0]?.range ?? '',
    keys: packTexts(rows, KEYS, lines),
    titles: packTexts(rows, TITLE, lines),
    readFiled: (line) => JSON.parse(file.read(places[line] ?? 0, lengths[line] ?? 0)),
  };
}

/** Some fields of rows in one text, and where each of them begins and ends there; of null the beginning is behind the end. */
interface PackedTexts {
  readonly text: string;
  readonly places: Uint32Array;
}

function packTexts<Key extends string>(
  rows: readonly ({ readonly [K in Key]: string | null } & Pick<IndexRow, 'line'>)[],
  fields: readonly Key[],
  lines: number,
): PackedTexts {
  const places = new Uint32Array(lines * fields.length * 2);
  const texts: string[] = [];
  let start = 0;
  let end = 0;
  let last: string | null = null;
  for (const row of rows) {
    for (const [number, field] of fields.entries()) {
      const text = row[field];
      // An entry that was never changed says its date twice.
      if (text !== null && text !== last) {
        texts.push(text);
        start = end;
        end += text.length;
        last = text;
      }
      places.set(text === null ? [1, 0] : [start, end], (row.line * fields.length + number) * 2);
    }
  }
  return { text: texts.join(''), places };
}

function textAt({ text, places }: PackedTexts, number: number): string | null {
  const start = places[number * 2] ?? 1;
  const end = places[number * 2 + 1] ?? 0;
  return start > end ? null : text.slice(start, end);
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

  keyAt(field: (typeof KEYS)[number]): string | null {
    return textAt(this.part.keys, this.line * KEYS.length + KEYS.indexOf(field));
  }
  get id(): string {
    return this.keyAt('id') ?? '';
  }
  get slug(): string {
    return this.keyAt('slug') ?? '';
  }
  get title(): string {
    return textAt(this.part.titles, this.line) ?? '';
  }
  get date(): string | null {
    return this.keyAt('date');
  }
  get lastModified(): string | null {
    return this.keyAt('lastModified');
  }
  get originId(): string | null {
    return this.keyAt('originId');
  }
  get digest(): string {
    return this.keyAt('digest') ?? '';
  }
  get range(): string {
    return this.part.range;
  }
  get editUrl(): string | null {
    return this.part.readFiled(this.line).editUrl;
  }
  get card(): RowCard {
    return this.part.readFiled(this.line).card;
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
    return this.traits.categories;
  }
  get heroSlug(): string | null {
    return this.traits.heroSlug;
  }
  get isConstructorPage(): boolean {
    return this.traits.isConstructorPage;
  }
  get eventDate(): string | null {
    return this.traits.eventDate;
  }
  get durationMinutes(): number | null {
    return this.traits.durationMinutes;
  }
}

/** Equal traits of rows whose categories are one list are one object. */
function createSharing(): (row: IndexRow) => Traits {
  const known = new Map<IndexRow['categories'], Map<string, Traits>>();
  return (row) => {
    const { categories, collection, site, status, isPrivate, language, isHiddenFromIndex, isNoindex } = row;
    const { isCurrent, heroSlug, isConstructorPage, eventDate, durationMinutes } = row;
    const visibility = { collection, site, status, isPrivate, language, isHiddenFromIndex, isNoindex };
    const traits = { ...visibility, isCurrent, heroSlug, isConstructorPage, eventDate, durationMinutes };
    const text = JSON.stringify(traits);
    const ofCategories = known.get(categories) ?? new Map<string, Traits>();
    known.set(categories, ofCategories);
    const shared = ofCategories.get(text) ?? { ...traits, categories };
    ofCategories.set(text, shared);
    return shared;
  };
}
