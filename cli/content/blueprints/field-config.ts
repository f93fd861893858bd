// A field, a set or a list of fields as Statamic's blueprints and fieldsets write them. The keys are those that Statamic 4, 5
// and 6 share.

import type * as z from 'zod';
import { COLLECTIONS, FIELDSETS } from '../../../content/collections.ts';
import { COLLECTION_HANDLES } from '../../../content/handles.ts';
import type { EditorField, EditorFields, EditorSets } from './read-fields.ts';

/** A part of a YAML file. */
export type Config = Readonly<Record<string, unknown>>;

/** Handle of the one asset container. */
export const CONTAINER = 'assets';

/** Folder of the fieldsets that hold the fields of one set each. */
export const BLOCKS_FOLDER = 'blocks';

/** What the sanitiser keeps of rich text. */
const BUTTONS = [
  'h2',
  'h3',
  'h4',
  'bold',
  'italic',
  'unorderedlist',
  'orderedlist',
  'quote',
  'anchor',
  'table',
  'alignleft',
  'aligncenter',
  'alignright',
  'removeformat',
];

/** Fields of a set or a row, which are translated with the field that they are in. */
export function innerFields(fields: EditorFields): readonly Config[] {
  return Object.entries(fields).map(([handle, field]) => ({ handle, field: fieldConfig(field) }));
}

/** Fields of a blueprint or of a fieldset for blueprints: each site has its own value. */
export function localizedFields(fields: EditorFields): readonly Config[] {
  return Object.entries(fields).map(([handle, field]) => ({
    handle,
    field: { ...fieldConfig(field), localizable: true },
  }));
}

/** Replaces the fields of each fieldset by its import, where a schema has all of them. */
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
    ...(instructions === undefined ? {} : { instructions }),
    ...(width === undefined ? {} : { width }),
    ...TYPE_CONFIGS[type]?.(field),
    ...validation(field),
    ...(onlyIf === undefined
      ? {}
      : {
          if: {
            [onlyIf.field]: onlyIf.is.length === 1 ? `equals ${onlyIf.is[0]}` : `contains_any ${onlyIf.is.join(', ')}`,
          },
        }),
  };
}

function validation({ type, isRequired, min, max }: EditorField): Config {
  const limits =
    type === 'integer'
      ? [...(min === undefined ? [] : [`min:${min}`]), ...(max === undefined ? [] : [`max:${max}`])]
      : [];
  const rules = [...(isRequired === true ? ['required'] : []), ...limits];
  return rules.length === 0 ? {} : { validate: rules };
}

/** What a type of field is set to beside what all types have. */
const TYPE_CONFIGS: Partial<Record<EditorField['type'], (field: EditorField) => Config>> = {
  text: characterLimit,
  textarea: characterLimit,
  slug: () => ({ from: 'title', generate: true }),
  date: () => ({ mode: 'single', time_enabled: true }),
  select: ({ options = {}, isRequired = false }) => ({ options, clearable: !isRequired }),
  link: () => ({ collections: COLLECTION_HANDLES.filter((handle) => COLLECTIONS[handle].route !== null) }),
  assets: ({ isOne = false }) => ({ container: CONTAINER, mode: 'list', ...(isOne ? { max_files: 1 } : {}) }),
  entries: ({ collection, isOne = false }) => ({
    collections: [collection],
    mode: 'default',
    create: false,
    ...(isOne ? { max_items: 1 } : {}),
  }),
  terms: ({ taxonomy }) => ({ taxonomies: [taxonomy], mode: 'select', create: true }),
  grid: ({ row = {} }) => ({ mode: 'stacked', reorderable: true, fields: innerFields(row) }),
  replicator: ({ sets = {} }) => ({ collapse: true, sets: setGroups(sets) }),
  bard: ({ sets }) => ({
    buttons: BUTTONS,
    container: CONTAINER,
    remove_empty_nodes: 'trim',
    // Text is no set here: it is what the editor types.
    ...(sets === undefined ? {} : { sets: setGroups(sets, ['text']) }),
  }),
};

function characterLimit({ max }: EditorField): Config {
  return max === undefined ? {} : { character_limit: max };
}

/** Sets under the headings of their groups; the fields of each are a fieldset. */
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
