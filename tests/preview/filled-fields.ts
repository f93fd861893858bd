// Fills the empty fields of an entry with what editors may write, in the shapes of the service.

import type { EditorField, EditorFields } from '../../cli/content/blueprints/read-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** Texts with a format. */
const FORMATS: Values = {
  opens: '09:00',
  closes: '18:00',
  time_zone: 'Europe/Dublin',
  coordinates: '53.34, -6.27',
  language: 'en-IE',
  phone: '+353 1 234 5678',
  email: 'office@example.com',
  url: 'https://www.instagram.com/p/Cabc123/',
};
const PICTURE = { url: '/assets/filled.png', permalink: '/assets/filled.png', alt: 'A picture', width: 64, height: 36 };
const BIG: readonly string[] = ['bard', 'replicator', 'grid', 'terms'];
/** Fields of one entry only: those of many would contradict each other. */
const RARE: readonly string[] = ['language', 'screen'];
/** What these name must exist; without a date the service does not list the entry. */
const NEVER: readonly string[] = ['hero_slug', 'date'];

/** Fills the empty fields; unless `isWhole`, only those with one value. */
export function fillFields(entry: Values, fields: EditorFields, isWhole: boolean): Values {
  const filled = Object.entries(fields).flatMap(([name, field]) => {
    const value = entry[name] ?? '';
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
    const isWanted = isWhole || !(BIG.includes(field.type) || RARE.includes(name));
    return isEmpty && isWanted && !NEVER.includes(name) ? [[name, example(name, field)]] : [];
  });
  return { ...entry, ...Object.fromEntries(filled) };
}

function example(name: string, field: EditorField): unknown {
  switch (field.type) {
    case 'bard':
    case 'replicator':
      return field.sets === undefined ? '<p>Filled <b>text</b></p>' : everySet(field.sets);
    case 'grid':
      return everyRow(field.row ?? {});
    case 'list':
      return ['One line', 'Another line'];
    case 'table':
      return [{ cells: ['One', 'Two'] }];
    case 'assets':
      return field.isOne === true ? PICTURE : [PICTURE];
    case 'terms':
      return [{ id: `${field.taxonomy}::filled`, slug: 'filled', title: 'Filled term' }];
    case 'select':
      return Object.keys(field.options ?? {})[0] ?? null;
    case 'integer':
      return 3;
    case 'link':
      return '/about/';
    case 'date':
      return '2026-01-01T10:00:00.000000Z';
    case 'text':
    case 'textarea':
      return FORMATS[name] ?? `Filled ${name}`;
    default:
      return null;
  }
}

function everySet(sets: NonNullable<EditorField['sets']>) {
  // A shared block must exist.
  const own = Object.entries(sets).filter(([type]) => type !== 'shared');
  return own.map(([type, { fields }]) => ({ type, ...fillFields({}, fields, true) }));
}

/** A row of each kind. */
function everyRow(row: EditorFields) {
  const kinds = Object.keys(row.kind?.options ?? {});
  const filled = fillFields({}, row, true);
  return kinds.length === 0 ? [filled] : kinds.map((kind) => ({ ...filled, kind, category: null }));
}
