// Walks two values of the same collection or global side by side, by the fields that editors see: an entry and its translation, or an
// entry now and as it was.

import type { EditorField, EditorFields } from '../content/blueprints/read-fields.ts';
import { plural } from '../text/printable-text.ts';
import { hasOtherPrice } from './compare-texts.ts';

/** What a value is, which decides how it is compared. */
type PairKind = 'text' | 'html' | 'name' | 'link' | 'picture' | 'date' | 'number';

/** A field of both values. Empty texts are ''. */
export interface FieldPair {
  /** `sections.2.title` */
  readonly field: string;
  /** As editors see it. */
  readonly label: string;
  readonly kind: PairKind;
  readonly before: string;
  readonly after: string;
}

/** Both values, field by field. Of lists that differ in their rows, only that is known, and other prices. */
export interface PairedFields {
  readonly pairs: readonly FieldPair[];
  readonly lists: readonly FieldPair[];
}

type Values = Readonly<Record<string, unknown>>;

/** What visitors do not read, or what differs on purpose. */
const IGNORED = new Set(['slug', 'date', 'language', 'category', 'order']);

/** Fields with names, by their labels: the same in all languages. */
const NAMES = /^(name|city|country|address|who says it|author)\b/i;

export function pairFields(before: unknown, after: unknown, fields: EditorFields): PairedFields {
  const pairs: FieldPair[] = [];
  const lists: FieldPair[] = [];
  const visit = (old: unknown, now: unknown, [name, field]: readonly [string, EditorField]) => {
    const add = (kind: PairKind, a: unknown, b: unknown, at = name) =>
      pairs.push({ field: at, label: field.label, kind, before: textOf(a), after: textOf(b) });
    const visitRows = (a: readonly unknown[], b: readonly unknown[], run: (index: number, other: number) => void) => {
      const [own, other] = [describeRows(a), describeRows(b)];
      if (own === other) {
        for (const index of a.keys()) run(index, index);
        return;
      }
      lists.push({ field: name, label: field.label, kind: 'text', before: own, after: other });
      const known = { pairs: pairs.length, lists: lists.length };
      for (const [index, at] of matchKinds(a, b)) run(index, at);
      lists.length = known.lists;
      pairs.push(...pairs.splice(known.pairs).filter((pair) => hasOtherPrice(pair.before, pair.after)));
    };
    const [a, b] = [listOf(old), listOf(now)];
    switch (field.type) {
      case 'grid':
      case 'replicator':
      case 'bard':
        if (field.row === undefined && field.sets === undefined) return void add('html', old, now);
        return visitRows(a, b, (index, at) => {
          const inner = field.row ?? field.sets?.[String(objectOf(a[index]).type)]?.fields ?? {};
          visitFields(objectOf(a[index]), objectOf(b[at]), inner, `${name}.${at}.`);
        });
      case 'list':
        return visitRows(a, b, (index) => add('text', a[index], b[index], `${name}.${index}`));
      case 'table': {
        const cells = (row: unknown) => listOf(objectOf(row).cells);
        return visitRows(a, b, (row) => {
          const [own, other] = [cells(a[row]), cells(b[row])];
          for (const column of own.keys()) add('text', own[column], other[column], `${name}.${row}.${column}`);
        });
      }
      case 'assets':
        return visitRows(a, b, (index) => add('picture', objectOf(a[index]).url, objectOf(b[index]).url));
      case 'text':
      case 'textarea':
        if (field.hasFormat) return;
        return void add(NAMES.test(field.label) ? 'name' : 'text', old, now);
      case 'link':
      case 'date':
        return void add(field.type, old, now);
      case 'integer':
        return void add('number', old, now);
      default:
        return;
    }
  };
  const visitFields = (old: Values, now: Values, inner: EditorFields, path: string) => {
    for (const [name, field] of Object.entries(inner))
      if (!IGNORED.has(name)) visit(old[name], now[name], [`${path}${name}`, field]);
  };
  visitFields(objectOf(before), objectOf(after), fields, '');
  return { pairs, lists };
}

const kindOf = (row: unknown): unknown => objectOf(row).type ?? objectOf(row).kind;

/** Places of rows that belong together in lists that differ: the only ones of their kind. */
function matchKinds(a: readonly unknown[], b: readonly unknown[]): readonly (readonly [number, number])[] {
  const placeIn = (rows: readonly unknown[], kind: unknown): number => {
    const place = rows.findIndex((row) => kindOf(row) === kind);
    return place === rows.findLastIndex((row) => kindOf(row) === kind) ? place : -1;
  };
  return a.flatMap((row, index) => {
    const kind = kindOf(row);
    const at = typeof kind === 'string' && placeIn(a, kind) === index ? placeIn(b, kind) : -1;
    return at === -1 ? [] : [[index, at] as const];
  });
}

/** Rows with a kind of their own by their order, others by their number: equal if rows can be compared one by one. */
function describeRows(rows: readonly unknown[]): string {
  const kinds = rows.map(kindOf);
  const count = plural(rows.length, 'row');
  return kinds.every((kind) => typeof kind === 'string') && rows.length > 0 ? `${count}: ${kinds.join(', ')}` : count;
}

const objectOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? Object(value) : {});
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
