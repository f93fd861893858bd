// Compares received entries with the fields of the schemas, at any depth. Finds fields that no entry has, and options of selects and
// types of sets that the schemas do not have.

import type { EditorField, EditorFields } from '../blueprints/read-fields.ts';
import { isObject } from '../client/entry-facts.ts';

/** Paths have no row numbers, and name the set: `sections.items.text`, `blocks[form].title`. */
export interface FieldDifferences {
  readonly missing: readonly string[];
  readonly unknown: readonly { readonly path: string; readonly value: string }[];
}

const NONE: FieldDifferences = { missing: [], unknown: [] };

/** Compares entries, rows or sets of one kind. A field is missing if none of them has it. */
export function compareFields(fields: EditorFields, records: readonly unknown[], prefix = ''): FieldDifferences {
  const objects = records.filter(isObject);
  if (objects.length === 0) return NONE;
  return merge(
    Object.entries(fields).map(([name, field]) => {
      const path = `${prefix}${name}`;
      if (!objects.some((record) => name in record)) return { missing: [path], unknown: [] };
      return compareValues(
        field,
        objects.map((record) => record[name]),
        path,
      );
    }),
  );
}

function compareValues(
  { options, row, sets, type }: EditorField,
  values: readonly unknown[],
  path: string,
): FieldDifferences {
  if (options !== undefined) {
    const unknown = [...new Set(values.flatMap(chosen))].filter((value) => !Object.hasOwn(options, value));
    return { missing: [], unknown: unknown.map((value) => ({ path, value })) };
  }
  const rows = values.flat().filter(isObject);
  if (row !== undefined) return compareFields(row, rows, `${path}.`);
  if (sets === undefined) return NONE;
  const byType = Map.groupBy(rows, (set) => String(set.type ?? ''));
  return merge(
    [...byType].map(([name, found]) => {
      const set = sets[name];
      if (set === undefined) return { missing: [], unknown: [{ path: `${path}.type`, value: name }] };
      // Text in rich text is not a set of a blueprint.
      return type === 'bard' && name === 'text' ? NONE : compareFields(set.fields, found, `${path}[${name}].`);
    }),
  );
}

/** The chosen value of a select, sent as text or as a group. */
function chosen(value: unknown): readonly string[] {
  const inner = isObject(value) ? (value.value ?? value.key) : value;
  return typeof inner === 'string' || typeof inner === 'number' ? [String(inner)].filter((text) => text !== '') : [];
}

function merge(differences: readonly FieldDifferences[]): FieldDifferences {
  const unknown = differences.flatMap((difference) => difference.unknown);
  return {
    missing: [...new Set(differences.flatMap(({ missing }) => missing))],
    unknown: [...new Map(unknown.map((each) => [`${each.path} ${each.value}`, each])).values()],
  };
}
