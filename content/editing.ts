// What editors see of a field: its label, its help, and the Statamic field type that sends what the schema expects. Each field
// says it once, in its schema; the blueprints of `content/statamic/`, the sample service and `sitegen doctor` read it from there.

import * as z from 'zod';
import type { COLLECTION_HANDLES } from './handles.ts';

/** Handle of a collection. */
export type CollectionHandle = (typeof COLLECTION_HANDLES)[number];

/** The field types of Statamic that the schemas know. */
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

/** What is said of a field, a set or a kind of field. */
export interface Editing {
  readonly type: FieldType;
  readonly label: string;
  /** A sentence below the label. */
  readonly instructions: string;
  readonly isRequired: boolean;
  /** Least and most: characters of a text, value of a number. */
  readonly min: number;
  readonly max: number;
  /** Value and label of each option of a `select`. */
  readonly options: Readonly<Record<string, string>>;
  /** At most one: an asset or an entry. */
  readonly isOne: boolean;
  /** Where `entries` come from. */
  readonly collection: CollectionHandle;
  /** Where `terms` come from. */
  readonly taxonomy: string;
  /** One row of a `grid`. */
  readonly row: z.ZodObject;
  /** The sets of `bard` and `replicator`. Without sets `bard` sends HTML. */
  readonly sets: readonly z.ZodObject[];
  /** Heading of the set in the menu of sets. */
  readonly group: string;
  /** Shown only where another field of the same row has one of these values. */
  readonly onlyIf: { readonly field: string; readonly is: readonly string[] };
  /** The part of the row's width, in percent. */
  readonly width: 25 | 33 | 50 | 66 | 75;
}

// Its own type would make TypeScript expand every schema that an editing names.
const editings = z.registry<object>();

/** Says what a kind of field is to editors. Every field of the kind inherits it. */
export function kind<T extends z.ZodType>(schema: T, editing: Partial<Editing>): T {
  editings.add(schema, editing);
  return schema;
}

/** A field as editors see it; `more` adds to what its kind says. A field without a label is not for editors. */
export function shown<T extends z.ZodType>(schema: T, label: string, more: Partial<Editing> = {}): T {
  return kind(schema.clone(), { label, ...more });
}

/** What is said of a schema. */
export function editingOf(schema: z.core.$ZodType): Partial<Editing> {
  return (editings.get(schema) ?? {}) as Partial<Editing>;
}
