// What editors see of a field: its label, its help, and the Statamic field type that sends what the schema expects. It is declared
// once, with the schema of the field; blueprints, the sample service and `sitegen doctor` read it from there.

import * as z from 'zod';
import type { COLLECTION_HANDLES } from './handles.ts';

/** Handle of a collection. */
export type CollectionHandle = (typeof COLLECTION_HANDLES)[number];

/** The field types of Statamic that the schemas use. */
export type FieldType =
  | 'text'
  | 'textarea'
  | 'slug'
  | 'integer'
  | 'toggle'
  | 'date'
  | 'color'
  | 'select'
  | 'link'
  | 'bard'
  | 'replicator'
  | 'grid'
  | 'list'
  | 'table'
  | 'assets'
  | 'entries'
  | 'terms';

/** Describes a field, a set or a kind of field to editors. */
export interface Editing {
  readonly type: FieldType;
  readonly label: string;
  /** A sentence below the label. */
  readonly instructions: string;
  readonly isRequired: boolean;
  /** Limits: characters of a text, value of a number. */
  readonly min: number;
  readonly max: number;
  /** Value and label of each option of a `select`. */
  readonly options: Readonly<Record<string, string>>;
  /** At most one asset or entry. */
  readonly isOne: boolean;
  /** Collection of `entries`. */
  readonly collection: CollectionHandle;
  /** Taxonomy of `terms`. */
  readonly taxonomy: string;
  /** A row of a `grid`. */
  readonly row: z.ZodObject;
  /** The sets of `bard` and `replicator`. Without sets `bard` sends HTML. */
  readonly sets: readonly z.ZodObject[];
  /** Heading above the set in the menu of sets. */
  readonly group: string;
  /** Shown only if another field of the same row has one of these values. */
  readonly onlyIf: { readonly field: string; readonly is: readonly string[] };
  /** Of a field of an item: the kinds of the section that show it. All if not set. */
  readonly shownIn: readonly string[];
  /** Width in percent of the row. */
  readonly width: 25 | 33 | 50 | 66 | 75;
}

// With the type Editing, TypeScript would expand every schema in it.
const editings = z.registry<object>();

/** Describes a kind of field to editors. Every field of the kind inherits it. */
export function kind<T extends z.ZodType>(schema: T, editing: Partial<Editing>): T {
  editings.add(schema, editing);
  return schema;
}

/** A field for editors; `more` adds to the description of its kind. Fields without a label are not for editors. */
export function shown<T extends z.ZodType>(schema: T, label: string, more: Partial<Editing> = {}): T {
  return kind(schema.clone(), { label, ...more });
}

/** The description of a schema. */
export function editingOf(schema: z.core.$ZodType): Partial<Editing> {
  return (editings.get(schema) ?? {}) as Partial<Editing>;
}
