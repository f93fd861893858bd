// Fields, sets and lists of fields in the format of Statamic's blueprints and fieldsets, with keys that Statamic 4, 5 and 6 share.

import type * as z from 'zod';
import { COLLECTIONS, FIELDSETS } from '../../../content/collections.ts';
import { COLLECTION_HANDLES } from '../../../content/handles.ts';
import type { EditorField, EditorFields, EditorSets } from './read-fields.ts';

/** Values that are undefined are left out. */
export type Config = Readonly<Record<string, unknown>>;

export const CONTAINER = 'assets';

/** Folder of the fieldsets of sets: one for each set. */
export const BLOCKS_FOLDER = 'blocks';

/** The markup of rich text that the sanitiser keeps. */
const BUTTONS = [
  ...['h2', 'h3', 'h4', 'bold', 'italic', 'unorderedlist', 'orderedlist', 'quote', 'anchor', 'table'],
  ...['alignleft', 'aligncenter', 'alignright', 'removeformat'],
];

/** Fields of a set or row, which are localised with the field around them. */
export function innerFields(fields: EditorFields): readonly Config[] {
  return Object.entries(fields).map(([handle, field]) => ({ handle, field: fieldConfig(field) }));
}

/** Fields of a blueprint or its fieldsets: each site has its own value. */
export function localizedFields(fields: EditorFields): readonly Config[] {
  return Object.entries(fields).map(([handle, field]) => ({
    handle,
    field: { ...fieldConfig(field), localizable: true },
  }));
}

/** Imports a fieldset in place of its fields if the schema has all of them. */
export function importFieldsets(schema: z.ZodObject, fields: EditorFields): readonly Config[] {
  const used = Object.entries(FIELDSETS).filter(([, { shape }]) =>
    Object.entries(shape).every(([name, field]) => schema.shape[name] === field && name in fields),
  );
  const fieldsetOf = new Map(used.flatMap(([handle, { shape }]) => Object.keys(shape).map((name) => [name, handle])));
  const imported = new Set<string>();
  return Object.entries(fields).flatMap(([name, field]) => {
    const fieldset = fieldsetOf.get(name);
    if (fieldset === undefined) return localizedFields({ [name]: field });
    if (imported.has(fieldset)) return [];
    imported.add(fieldset);
    return [{ import: fieldset }];
  });
}

function fieldConfig(field: EditorField): Config {
  const { type, label, instructions, width, onlyIf } = field;
  return {
    type,
    display: label,
    instructions,
    width,
    ...TYPE_CONFIGS[type]?.(field),
    validate: rulesOf(field),
    if: onlyIf && {
      [onlyIf.field]: onlyIf.is.length === 1 ? `equals ${onlyIf.is[0]}` : `contains_any ${onlyIf.is.join(', ')}`,
    },
  };
}

function rulesOf({ type, isRequired, min, max }: EditorField): readonly string[] | undefined {
  const hasLimits = type === 'integer';
  const rules = [
    isRequired === true ? 'required' : null,
    hasLimits && min !== undefined ? `min:${min}` : null,
    hasLimits && max !== undefined ? `max:${max}` : null,
  ].filter((rule) => rule !== null);
  return rules.length === 0 ? undefined : rules;
}

/** The settings of each field type that others do not have. */
const TYPE_CONFIGS: Partial<Record<EditorField['type'], (field: EditorField) => Config>> = {
  text: characterLimit,
  textarea: characterLimit,
  slug: () => ({ from: 'title', generate: true }),
  date: () => ({ mode: 'single', time_enabled: true }),
  select: ({ options = {}, isRequired = false }) => ({ options, clearable: !isRequired }),
  link: () => ({ collections: COLLECTION_HANDLES.filter((handle) => COLLECTIONS[handle].route !== null) }),
  assets: ({ isOne }) => ({ container: CONTAINER, mode: 'list', max_files: isOne ? 1 : undefined }),
  entries: ({ collection, isOne }) => ({
    collections: [collection],
    mode: 'default',
    create: false,
    max_items: isOne ? 1 : undefined,
  }),
  terms: ({ taxonomy }) => ({ taxonomies: [taxonomy], mode: 'select', create: true }),
  grid: ({ row = {} }) => ({ mode: 'stacked', reorderable: true, fields: innerFields(row) }),
  replicator: ({ sets = {} }) => ({ collapse: true, sets: setGroups(sets) }),
  bard: ({ sets }) => ({
    buttons: BUTTONS,
    container: CONTAINER,
    remove_empty_nodes: 'trim',
    // Text is not a set here: it is what the editor types.
    sets: sets && setGroups(sets, ['text']),
  }),
};

function characterLimit({ max }: EditorField): Config {
  return { character_limit: max };
}

/** Sets by group. The fields of each set are a fieldset. */
function setGroups(sets: EditorSets, without: readonly string[] = []): Config {
  const shown = Object.entries(sets).filter(([type]) => !without.includes(type));
  const groups = Map.groupBy(shown, ([, { group }]) => group);
  return Object.fromEntries(
    [...groups].map(([group, members]) => [
      group.toLowerCase().replaceAll(' ', '_'),
      {
        display: group,
        sets: Object.fromEntries(
          members.map(([type, { label }]) => [
            type,
            { display: label, fields: [{ import: `${BLOCKS_FOLDER}.${type}` }] },
          ]),
        ),
      },
    ]),
  );
}
