// Checks the names and addresses in the tables of `config/` before a build starts, without the compiler, which checks everything else.
// Otherwise an unknown name would silently remove a page, menu item or redirect.

import { closestMatch } from 'leven';
import * as constants from '../../config/constants.ts';
import { LOCALES } from '../../config/locales.ts';
import { FOOTER_MENU, HEADER_MENU, PROMO_BANNERS } from '../../config/menu.ts';
import {
  ALTERNATES,
  DETAIL_COLLECTIONS,
  LAYOUTS,
  LISTS,
  MIDDLEWARE,
  PAGES,
  SUCCESS_PAGE_BY_FORM,
} from '../../config/pages.ts';
import { SEGMENT_REDIRECTS } from '../../config/redirects.ts';
import { FORM_KINDS } from '../../content/blocks.ts';
import { TEMPLATES } from '../../templates/template-ids.ts';
import { type Problem, SiteError } from '../errors.ts';
import { findInSource } from '../files/source-places.ts';
export interface Tables {
  readonly pages: readonly { readonly page: string }[];
  readonly headerMenu: readonly { readonly id: string }[];
  readonly footerMenu: readonly { readonly id: string }[];
  readonly promoBanners: readonly { readonly id: string }[];
  readonly successPages: Readonly<Record<string, string>>;
  readonly redirects: readonly { readonly segment: string }[];
  readonly locales: readonly { readonly locale: string }[];
  readonly constants: Readonly<Record<string, unknown>>;
}

const TABLES: Tables = {
  pages: PAGES,
  headerMenu: HEADER_MENU,
  footerMenu: FOOTER_MENU,
  promoBanners: PROMO_BANNERS,
  successPages: SUCCESS_PAGE_BY_FORM,
  redirects: SEGMENT_REDIRECTS,
  locales: LOCALES,
  constants,
};

/** @throws SiteError CONFIG_INVALID (exit 2) that lists all errors; MIDDLEWARE_UNKNOWN if there are no others. */
export function assertGoodTables(
  { toleratesMiddleware }: { readonly toleratesMiddleware: boolean },
  tables: Tables = TABLES,
): void {
  const faults = findTableFaults(tables).filter(({ code }) => !toleratesMiddleware || code !== 'MIDDLEWARE_UNKNOWN');
  const [first] = faults;
  if (first === undefined) return;
  const isOfMiddleware = faults.every(({ code }) => code === first.code) && first.code === 'MIDDLEWARE_UNKNOWN';
  const code = isOfMiddleware ? first.code : 'CONFIG_INVALID';
  const message = `${isOfMiddleware ? 'Unknown middleware.' : 'The tables in config/ have errors.'} Nothing was built.`;
  throw new SiteError({ code, exitCode: 2, message, problems: faults });
}

export function findTableFaults(tables: Tables): readonly Problem[] {
  const locales = tables.locales.map(({ locale }) => locale);
  const pages = tables.pages.map(({ page }) => page);
  const groups = tables.headerMenu.map(({ id }) => id);
  const prefixes = tables.locales.map((row) => textOf(row, 'prefix'));
  const names: NamesByField = {
    ...NAMES,
    onlyIn: { kind: 'locale', known: locales },
    page: { kind: 'page', known: pages },
    group: { kind: 'header group', known: groups },
  };
  const successPages = Object.entries(tables.successPages).map(([form, page]) => ({ form, page }));
  const menu = 'config/menu.ts';
  const checked: readonly CheckedTable[] = [
    { file: 'config/locales.ts', rows: tables.locales, key: 'locale' },
    { file: 'config/pages.ts', rows: tables.pages, key: 'page' },
    { file: 'config/pages.ts', rows: successPages, key: 'form' },
    { file: menu, rows: tables.headerMenu, key: 'id' },
    { file: menu, rows: tables.footerMenu, key: 'id', table: 'FOOTER_MENU' },
    { file: menu, rows: tables.promoBanners, key: 'id' },
    { file: 'config/redirects.ts', rows: tables.redirects, key: 'segment' },
  ];
  return [
    ...checked.flatMap((table) => table.rows.flatMap((row) => findRowFaults(row, table, names))),
    ...findDuplicates('config/locales.ts', 'locale', locales),
    ...findDuplicates('config/locales.ts', 'prefix', prefixes),
    ...findDuplicates('config/pages.ts', 'page', pages),
    ...findDuplicates(menu, 'header group', groups),
    ...findConstantFaults(tables.constants),
  ];
}

/** The names that a field may have, and what they name. */
type NamesByField = Readonly<Record<string, { readonly kind: string; readonly known: readonly string[] }>>;

const NAMES: NamesByField = {
  template: { kind: 'template', known: Object.keys(TEMPLATES) },
  layout: { kind: 'layout', known: LAYOUTS },
  collection: { kind: 'collection', known: DETAIL_COLLECTIONS },
  list: { kind: 'list', known: LISTS },
  alternates: { kind: 'rule for alternates', known: ALTERNATES },
  middleware: { kind: 'middleware', known: MIDDLEWARE },
  form: { kind: 'form', known: FORM_KINDS },
};

/** Texts whose form the compiler does not know, by their field. */
const FORMS: Readonly<Record<string, readonly [form: RegExp, expected: string]>> = {
  path: [/^\/(?:\S+\/|\S+\.html)?$/, 'a path such as "/about/"'],
  slug: [/^[^\s/]+$/, 'one part of a path'],
  segment: [/^[^\s/]+$/, 'one part of a path'],
  prefix: [/^(?:\/[^\s/]+)?$/, '"" or a prefix such as "/es"'],
  ogLocale: [/^[a-z]{2,3}_[A-Z]{2}$/, 'a language and a territory such as "es_ES"'],
  url: [/^https?:\/\/[^\s/]+\S*$/, 'an absolute http or https URL'],
};

/** The value of a field that names a row; '' if it has none. */
function textOf(row: object, field: string): string {
  const value: unknown = Object.entries(row).find(([key]) => key === field)?.[1];
  return typeof value === 'string' ? value : '';
}

const MAY_BE_ZERO = new Set([
  'HTTP_RETRIES',
  'RETRY_BASE_MS',
  'AVIF_EFFORT',
  'SHRINK_SHARE',
  'SHRINK_ENTRIES',
  'ASSET_RELEASES_KEPT',
]);

function findConstantFaults(values: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const mayBeZero = MAY_BE_ZERO.has(field);
    if (typeof value !== 'number' || value > 0 || (value === 0 && mayBeZero)) return [];
    const file = findInSource({ file: 'config/constants.ts', row: field });
    const what = `Expected a number ${mayBeZero ? 'from 0 up' : 'above 0'}, received ${value}.`;
    return [createProblem({ file, field, what, fix: 'Correct the number.' })];
  });
}

interface CheckedTable {
  readonly file: string;
  readonly rows: readonly object[];
  /** The field that names a row in the file. */
  readonly key: string;
  /** Name of the constant, if an earlier one has rows with the same names. */
  readonly table?: string;
}

function findRowFaults(
  tableRow: object,
  { file, key: nameField, table }: CheckedTable,
  names: NamesByField,
): readonly Problem[] {
  const row = textOf(tableRow, nameField);
  return [...listTexts(tableRow)].flatMap(({ path, name, value }) => {
    const fault = findNameFault(name, value, names) ?? findFormFault(name, value, tableRow);
    if (fault === null) return [];
    const place = findInSource({ file, table, row, field: String(path.at(-1)), value });
    return [createProblem({ file: place, field: [row, ...path].join('.'), ...fault })];
  });
}

/** Every text in a row, with the name of its field. */
function* listTexts(value: unknown, path: readonly string[] = [], name = ''): Iterable<TableText> {
  if (typeof value === 'string') yield { path, name, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* listTexts(inner, [...path, key], Array.isArray(value) ? name : key);
}

interface TableText {
  readonly path: readonly string[];
  /** That of the list for an item of a list. */
  readonly name: string;
  readonly value: string;
}

function findNameFault(field: string, value: string, names: NamesByField) {
  const { kind, known } = names[field] ?? { kind: '', known: [value] };
  if (known.includes(value)) return null;
  const code = kind === 'middleware' ? { code: 'MIDDLEWARE_UNKNOWN' } : {};
  return { ...code, what: `There is no ${kind} "${value}".`, fix: suggest(value, known) };
}

const SLUG = 'Expected "{slug}" once in the path of a page for each entry, and in no other.';

/** Kinds of sources with a single page. */
const ONE_PAGE: readonly unknown[] = ['entry', 'words', 'error'];

function findFormFault(field: string, value: string, row: object) {
  const [form, expected] = FORMS[field] ?? [/^/, ''];
  const fix = 'Correct the value.';
  if (!form.test(value)) return { what: `Expected ${expected}.`, fix };
  const source: unknown = field === 'path' && 'source' in row ? Object(row.source).kind : undefined;
  if (source === undefined) return null;
  return value.split('{slug}').length === (ONE_PAGE.includes(source) ? 1 : 2) ? null : { what: SLUG, fix };
}

/** Longer lists of names are omitted. */
const MAX_LISTED = 8;

function suggest(wrong: string, known: readonly string[]): string {
  const all = known.length > MAX_LISTED ? '' : `Use one of ${known.map((each) => `"${each}"`).join(', ')}.`;
  const nearest = closestMatch(wrong, known, { maxDistance: Math.ceil(wrong.length / 3) });
  const meant = nearest === undefined ? '' : `Did you mean "${nearest}"?`;
  return [meant, all].filter((part) => part !== '').join(' ') || 'Correct the name.';
}

function findDuplicates(file: string, kind: string, names: readonly string[]): readonly Problem[] {
  const twice = names.filter((each, index) => names.indexOf(each) !== index);
  return twice.map((each) =>
    createProblem({
      file: findInSource({ file, row: each, value: each }),
      field: each,
      what: `The ${kind} "${each}" is listed twice.`,
      fix: 'Remove or rename one.',
    }),
  );
}

type Fault = Partial<Pick<Problem, 'code'>> & Pick<Problem, 'what' | 'fix'> & Record<'file' | 'field', string>;

function createProblem({ code = 'CONFIG_INVALID', what, fix, ...where }: Fault): Problem {
  return { code, severity: 'error', where, what, fix };
}
