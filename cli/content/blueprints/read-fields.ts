// Reads the fields that editors see from the schemas in `content/`: a tree of fields, rows and sets.

import * as z from 'zod';
import { COLLECTIONS, type Collection, FIELDSETS, GLOBALS, type GlobalName } from '../../../content/collections.ts';
import { type Editing, editingOf, type FieldType } from '../../../content/editing.ts';

export interface EditorField extends Partial<Omit<Editing, 'row' | 'sets'>> {
  readonly type: FieldType;
  readonly label: string;
  /** A text that is not free, such as a time or a language tag. */
  readonly hasFormat: boolean;
  /** The fields of one row of a `grid`. */
  readonly row?: EditorFields;
  /** The sets of `bard` and `replicator`. Without sets `bard` sends HTML. */
  readonly sets?: EditorSets;
}

/** Fields by handle, in the order for editors. */
export type EditorFields = Readonly<Record<string, EditorField>>;

export type EditorSets = Readonly<Record<string, EditorSet>>;

interface EditorSet {
  readonly label: string;
  readonly group: string;
  readonly fields: EditorFields;
}

/** Filters that builds and previews use. */
export const READ_FILTERS = ['published', 'site', 'slug', 'status'] as const;

// Many fields share their sets.
const fieldsBySchema = new WeakMap<z.ZodObject, EditorFields>();

/** Reads the fields of an object schema. Those without a label are not for editors. */
export function readFields(schema: z.ZodObject): EditorFields {
  const cached = fieldsBySchema.get(schema);
  if (cached !== undefined) return cached;
  const read = Object.entries(schema.shape).flatMap(([name, field]) => {
    const { type, label, row, sets, ...editing } = editingOf(field);
    if (type === undefined || label === undefined) return [];
    const hasFormat = type === 'text' && field.safeParse('Any text').data !== 'Any text';
    const inner = { ...(row && { row: readFields(row) }), ...(sets && { sets: readSets(sets) }) };
    return [[name, { ...editing, type, label, hasFormat, ...inner }] as const];
  });
  const fields: EditorFields = Object.fromEntries(read);
  fieldsBySchema.set(schema, fields);
  return fields;
}

function readSets(schemas: readonly z.ZodObject[]): EditorSets {
  return Object.fromEntries(
    schemas.map((schema) => {
      const { label = '', group = '' } = editingOf(schema);
      // The `type` distinguishes the sets of a union.
      const { type } = schema.shape;
      const name = type instanceof z.ZodLiteral ? String(type.value) : '';
      return [name, { label, group, fields: readFields(schema) }];
    }),
  );
}

export function fieldsOfCollection(collection: Collection): EditorFields {
  return readFields(COLLECTIONS[collection].schema);
}

export function fieldsOfGlobal(name: GlobalName): EditorFields {
  return readFields(GLOBALS[name]);
}

export function tabOf(field: string): 'main' | 'seo' | 'sidebar' {
  if (field in FIELDSETS.seo.shape) return 'seo';
  return field === 'slug' || field === 'date' ? 'sidebar' : 'main';
}
