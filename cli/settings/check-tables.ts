// Checks the tables of `config/` before a build starts. Otherwise an unknown name or value would silently remove a page, menu item or
// redirect.

import { closestMatch } from 'leven';
import * as z from 'zod';
import * as constants from '../../config/constants.ts';
import { LOCALES } from '../../config/locales.ts';
import { FOOTER_MENU, HEADER_MENU, PROMO_BANNERS } from '../../config/menu.ts';
import { PAGES, SUCCESS_PAGE_BY_FORM } from '../../config/pages.ts';
import { SEGMENT_REDIRECTS } from '../../config/redirects.ts';
import { type Problem, SiteError } from '../errors.ts';
import { findInSource } from '../files/source-places.ts';
import { describeExpected } from '../text/describe-issue.ts';
import {
  createNameSchema,
  localeRowSchema,
  menuGroupSchema,
  pageRowSchema,
  promoBannerSchema,
  segmentRedirectSchema,
} from './table-schemas.ts';

/** The tables to check. */
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
  throw new SiteError({
    code: isOfMiddleware ? first.code : 'CONFIG_INVALID',
    exitCode: 2,
    message: `${isOfMiddleware ? 'Unknown middleware.' : 'The tables in config/ have errors.'} Nothing was built.`,
    problems: faults,
  });
}

/** Finds all errors. */
export function findTableFaults(tables: Tables): readonly Problem[] {
  const locales = tables.locales.map(({ locale }) => locale);
  const pages = tables.pages.map(({ page }) => page);
  const groups = tables.headerMenu.map(({ id }) => id);
  const prefixes = tables.locales.map((row) => textOf(row, 'prefix'));
  const name = createNameSchema({ locale: locales, page: pages, 'header group': groups });
  const group = menuGroupSchema(name);
  const success = z.object({ form: name('form'), page: name('page') });
  const successPages = Object.entries(tables.successPages).map(([form, page]) => ({ form, page }));
  const menu = 'config/menu.ts';
  const checked: readonly CheckedTable[] = [
    { file: 'config/locales.ts', rows: tables.locales, key: 'locale', schema: localeRowSchema },
    { file: 'config/pages.ts', rows: tables.pages, key: 'page', schema: pageRowSchema(name) },
    { file: 'config/pages.ts', rows: successPages, key: 'form', schema: success },
    { file: menu, rows: tables.headerMenu, key: 'id', schema: group },
    { file: menu, rows: tables.footerMenu, key: 'id', schema: group, table: 'FOOTER_MENU' },
    { file: menu, rows: tables.promoBanners, key: 'id', schema: promoBannerSchema(name) },
    { file: 'config/redirects.ts', rows: tables.redirects, key: 'segment', schema: segmentRedirectSchema(name) },
  ];
  return [
    ...checked.flatMap((table) => table.rows.flatMap((row) => findRowFaults(row, table))),
    ...findDuplicates('config/locales.ts', 'locale', locales),
    ...findDuplicates('config/locales.ts', 'prefix', prefixes),
    ...findDuplicates('config/pages.ts', 'page', pages),
    ...findDuplicates(menu, 'header group', groups),
    ...findConstantFaults(tables.constants),
  ];
}

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
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== 'number') return [];
    const isGood = value > 0 || (value === 0 && MAY_BE_ZERO.has(name));
    if (isGood) return [];
    const what = `Expected a number ${MAY_BE_ZERO.has(name) ? 'from 0 up' : 'above 0'}, received ${value}.`;
    return [
      createProblem({
        file: findInSource({ file: 'config/constants.ts', row: name }),
        field: name,
        what,
        fix: 'Correct the number.',
      }),
    ];
  });
}

interface CheckedTable {
  readonly file: string;
  readonly rows: readonly object[];
  /** The field that names a row in the file. */
  readonly key: string;
  readonly schema: z.ZodType;
  /** Name of the constant, if an earlier one has rows with the same names. */
  readonly table?: string;
}

function findRowFaults(tableRow: object, { file, key: nameField, schema, table }: CheckedTable): readonly Problem[] {
  const row = textOf(tableRow, nameField);
  const { error } = schema.safeParse(tableRow, { jitless: true, reportInput: true });
  return (error?.issues ?? []).flatMap((issue) => {
    const field = [row, ...issue.path].join('.');
    const value = typeof issue.input === 'string' ? { value: issue.input } : {};
    const place = findInSource({ file, table, row, field: String(issue.path.at(-1)), ...value });
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) =>
        createProblem({
          file: findInSource({ file, table, row, field: key }),
          field: `${field}.${key}`,
          what: 'There is no such field.',
          fix: 'Remove it.',
        }),
      );
    const known = issue.code === 'custom' && Array.isArray(issue.params?.known) ? issue.params.known.map(String) : null;
    const what = `${describeExpected(issue)}.`;
    const fix = known === null ? 'Correct the value.' : suggest(String(issue.input), known);
    const isMiddleware = issue.code === 'custom' && issue.params?.isMiddleware === true;
    return [createProblem({ file: place, field, what, fix, ...(isMiddleware ? { code: 'MIDDLEWARE_UNKNOWN' } : {}) })];
  });
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

function createProblem({
  code = 'CONFIG_INVALID',
  what,
  fix,
  ...where
}: {
  code?: string;
  file: string;
  field: string;
  what: string;
  fix: string;
}): Problem {
  return { code, severity: 'error', where, what, fix };
}
