// Finds fields of sections that an editor filled and no page shows, because the kind of the section has no place for them. The kinds
// are declared with the fields, in content/collections.ts.

import type * as z from 'zod';
import { SECTIONS, section as sectionSchema } from '../../../content/collections.ts';
import { type Editing, editingOf } from '../../../content/editing.ts';
import { isVisible, placeInList } from '../../../content/fields.ts';
import { printableText } from '../../text/printable-text.ts';
import { isObject } from '../client/entry-facts.ts';
import type { FieldFault } from './parse-entry.ts';

type Fields = Readonly<Record<string, unknown>>;

const SECTION_FIELDS = listFields(sectionSchema);
const ITEM_FIELDS = listFields(SECTION_FIELDS.items?.row);
/** Fields that are shown only beside another one of the same row, if they are shown at all. */
const NEEDED: readonly (readonly [field: string, needed: string])[] = [
  ['cta_link', 'cta_label'],
  ['cta_label', 'cta_link'],
  ['link_label', 'link'],
  ['period', 'value'],
  ['other_period', 'other_value'],
];

function listFields(schema: z.ZodObject | undefined): Readonly<Record<string, Partial<Editing>>> {
  return Object.fromEntries(Object.entries(schema?.shape ?? {}).map(([name, field]) => [name, editingOf(field)]));
}

/** Finds the hidden fields of an entry with sections. */
export function findHiddenFields(entry: unknown): readonly FieldFault[] {
  const sections = isObject(entry) ? rowsOf(entry.sections, 'sections') : [];
  return sections.flatMap(([section, path]) => {
    const kind = typeof section.kind === 'string' ? section.kind : 'text';
    const items = isShown('items', kind) ? rowsOf(section.items, `${path}.items`) : [];
    return [
      ...findInRow(section, { kind, fields: SECTION_FIELDS, path }),
      ...items.flatMap(([item, ofItem]) => findInRow(item, { kind, fields: ITEM_FIELDS, path: ofItem })),
    ];
  });
}

/** The rows of a list, with their paths as the service sent them. */
function rowsOf(list: unknown, path: string): readonly (readonly [row: Fields, path: string])[] {
  const rows: readonly unknown[] = Array.isArray(list) ? list : [];
  return rows.flatMap((row, index) => (isObject(row) ? [[row, `${path}.${placeInList(rows, index)}`] as const] : []));
}

function isShown(name: string, kind: string, fields = SECTION_FIELDS): boolean {
  const { onlyIf, shownIn } = fields[name] ?? {};
  return (shownIn ?? onlyIf?.is ?? [kind]).includes(kind);
}

interface RowPlace {
  readonly kind: string;
  readonly fields: Readonly<Record<string, Partial<Editing>>>;
  readonly path: string;
}

function findInRow(row: Fields, { kind, fields, path }: RowPlace): readonly FieldFault[] {
  const kindLabel = `"${Object.entries(SECTIONS).find(([name]) => name === kind)?.[1] ?? kind}"`;
  return Object.entries(row).flatMap(([name, value]): readonly FieldFault[] => {
    const label = fields[name]?.label;
    if (label === undefined || isEmpty(value)) return [];
    const why = isShown(name, kind, fields)
      ? findReason(row, name, { kind, fields })
      : `by sections of the kind ${kindLabel}`;
    if (why === null) return [];
    return [
      {
        code: 'FIELD_NOT_SHOWN',
        field: `${path}.${name}`,
        what: `"${label}"${quoteOf(value)} is not shown ${why}.`,
        fix: why.startsWith('without')
          ? 'Fill in the other field, or empty this one'
          : 'Empty the field, or choose another kind of section',
      },
    ];
  });
}

/** Why a field of the right kind is still not shown; null if it is shown. */
function findReason(row: Fields, name: string, { kind, fields }: Omit<RowPlace, 'path'>): string | null {
  const needed = NEEDED.filter(([field]) => field === name)
    .map(([, other]) => other)
    .find((other) => fields[other] !== undefined && isShown(other, kind, fields) && isEmpty(row[other]));
  if (needed !== undefined) return `without "${fields[needed]?.label}"`;
  if (kind === 'quote' && name !== 'kind' && isEmpty(row.title)) return `without "${fields.title?.label}"`;
  return name === 'image' && kind === 'split' && !isEmpty(row.screen) ? 'beside a product screen' : null;
}

function quoteOf(value: unknown): string {
  const text = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' ? ` ("${printableText(text.replace(/<[^<>]*>/g, ' ').trim(), 60)}")` : '';
}

/** Nothing that visitors could see: HTML without text counts as empty. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return !isVisible(value.replace(/<(?!img\b|hr\b)[^<>]*>/gi, ''));
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
