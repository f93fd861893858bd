// `sitegen query [QUERY]`: asks the database. Only reads.

import { resolve } from 'node:path';
import { constants, type DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { openDatabaseToRead } from '../database/open-database.ts';
import { type NamedQuery, QUERIES, type QUERY_FORMATS, QUERY_PARAMETERS } from '../database/queries.ts';
import { type ExitCode, errorMessage, SiteError } from '../errors.ts';
import { writeReport } from '../report/write-report.ts';
import { renderCsvRows } from '../text/csv.ts';
import { escapeUnprintable, printableText } from '../text/printable-text.ts';
import type { CommandContext } from './build.ts';

/** The flags as commander parsed them; the others are the parameters of the query. */
export interface QueryFlags extends Readonly<Record<string, unknown>> {
  readonly cacheDir: string;
  readonly format?: (typeof QUERY_FORMATS)[number];
  readonly output?: string;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Runs a query, or lists the named ones.
 * @throws SiteError QUERY_INVALID, QUERY_NO_DATABASE (exit 2).
 */
export async function runQuery(
  text: string | undefined,
  flags: QueryFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { printResult } = context.reporter;
  if (text === undefined) {
    printResult({ text: listQueries(), data: QUERIES });
    return 0;
  }
  const query = await findQuery(text);
  const values = valuesFor(query, flags);
  const database = openDatabaseToRead(resolve(flags.cacheDir));
  if (database === null)
    throw refuse(
      'QUERY_NO_DATABASE',
      `There is no database in ${flags.cacheDir}. Run "sitegen build" first, or name its folder with --cache-dir.`,
    );
  try {
    const { columns, rows } = ask(database, query.sql, values);
    const { format = 'text', output } = flags;
    const shown = render(columns, rows, format);
    if (output !== undefined) writeReport(output, shown);
    const brief = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}.`;
    const printed = output === undefined ? shown.replace(/\r?\n$/, '') : `${brief} Report: ${output}`;
    printResult({ text: printed, isExact: output === undefined && format !== 'text', data: { columns, rows } });
    return 0;
  } finally {
    database.close();
  }
}

/** Nothing but reading: no writing, and no other files. */
const ALLOWED: readonly number[] = [
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
];

function ask(database: DatabaseSync, sql: string, values: Readonly<Record<string, string>>) {
  let isRefused = false;
  database.setAuthorizer((action) => {
    if (ALLOWED.includes(action)) return constants.SQLITE_OK;
    isRefused = true;
    return constants.SQLITE_DENY;
  });
  try {
    const statement = database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    return { columns, rows: statement.all(values) };
  } catch (cause) {
    const what = isRefused ? 'Only SELECT is allowed, on the tables of this database' : errorMessage(cause);
    throw refuse(
      'QUERY_INVALID',
      `The query was not run: ${what}. docs/database.md lists the tables and has examples.`,
    );
  }
}

/** The named query, or SQL as it is. */
async function findQuery(text: string): Promise<Pick<NamedQuery, 'sql' | 'values'>> {
  const named = QUERIES.find(({ name }) => name === text);
  if (named !== undefined) return named;
  if (/\s/.test(text.trim())) return { sql: text };
  const { closestMatch } = await import('leven');
  const names = QUERIES.map(({ name }) => name);
  const nearest = closestMatch(text, names, { maxDistance: Math.ceil(text.length / 3) });
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw refuse(
    'QUERY_INVALID',
    `There is no query "${text}".${meant} Run "sitegen query" for all of them, or write SQL in quotes.`,
  );
}

/** Values of the parameters that the query has. @throws SiteError QUERY_INVALID for a flag that it does not use. */
function valuesFor({ sql, values = {} }: Pick<NamedQuery, 'sql' | 'values'>, flags: QueryFlags) {
  const used = new Set([...sql.matchAll(/:([a-z]+)/g)].map(([, name]) => name));
  const given = Object.keys(QUERY_PARAMETERS).filter((name) => flags[name] !== undefined);
  const unused = given.filter((name) => !used.has(name));
  if (unused.length > 0)
    throw refuse('QUERY_INVALID', `The query has no :${unused.join(', :')}. Leave out --${unused.join(' and --')}.`);
  return { ...values, ...Object.fromEntries(given.map((name) => [name, String(flags[name])])) };
}

const MAX_CELL = 60;

function render(columns: readonly string[], rows: readonly Row[], format: QueryFlags['format']): string {
  const lists = rows.map((row) => columns.map((column) => row[column] ?? null));
  if (format === 'csv') return renderCsvRows([columns, ...lists]);
  if (format === 'json') return `${escapeUnprintable(JSON.stringify(rows, null, 2))}\n`;
  const cells = [columns, ...lists].map((row) => row.map((value) => printableText(String(value ?? ''), MAX_CELL)));
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${[...lines, '', `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`].join('\n')}\n`;
}

function listQueries(): string {
  const width = Math.max(...QUERIES.map(({ name }) => name.length)) + 2;
  return QUERIES.map(({ name, title, values = {} }) => {
    const flags = Object.entries(values).map(([flag, value]) => ` --${flag} ${value}`);
    return `${name.padEnd(width)}${title}${flags.length === 0 ? '' : ` (${flags.join('').trim()})`}`;
  }).join('\n');
}

function refuse(code: string, message: string): SiteError {
  return new SiteError({ code, exitCode: 2, message });
}
