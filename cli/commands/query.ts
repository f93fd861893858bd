// `sitegen query [QUERY]`: asks the database. Only reads.

import { resolve } from 'node:path';
import { constants, type DatabaseSync } from 'node:sqlite';
import { renderTable } from '../check/reports/machine-reports.ts';
import { openDatabaseToRead } from '../database/open-database.ts';
import { QUERIES, valuesOf } from '../database/queries.ts';
import { type ExitCode, errorMessage, type SiteError, usageError } from '../errors.ts';
import { renderJson, writeReport } from '../report/write-report.ts';
import { plural, printableText } from '../text/printable-text.ts';
import type { CommandContext } from './build.ts';

/** The flags as commander parsed them; the others are parameters of the query. */
export interface QueryFlags extends Readonly<Record<string, unknown>> {
  readonly cacheDir: string;
  readonly format: 'text' | 'csv' | 'json';
  readonly output?: string;
}

/** Runs a query, or lists the named ones. @throws SiteError QUERY_INVALID (exit 2). */
export async function runQuery(
  text: string | undefined,
  { cacheDir, format, output, ...flags }: QueryFlags,
  { reporter: { printResult } }: CommandContext,
): Promise<ExitCode> {
  if (text === undefined) {
    const list = QUERIES.map(({ name, flags: values, title }) => `${`${name}${values}`.padEnd(56)}${title}`);
    printResult({ text: list.join('\n'), data: QUERIES });
    return 0;
  }
  const named = QUERIES.find(({ name }) => name === text);
  if (named === undefined && !/\s/.test(text.trim()))
    throw refuse(`There is no query "${text}". Run "sitegen query" for all of them, or write SQL in quotes.`);
  const sql = named?.sql ?? text;
  const given = Object.entries(flags).filter((flag): flag is [string, string] => typeof flag[1] === 'string');
  const unused = given.find(([name]) => !new RegExp(`:${name}\\b`).test(sql));
  if (unused !== undefined) throw refuse(`The query has no :${unused[0]}. Leave out --${unused[0]}.`);
  const values = { ...(named === undefined ? {} : valuesOf(named)), ...Object.fromEntries(given) };
  using database = openDatabaseToRead(resolve(cacheDir));
  if (database === null)
    throw refuse(
      `There is no database in ${cacheDir}. Run "sitegen build" first, or name its folder with --cache-dir.`,
    );
  const answer = ask(database, sql, values);
  const shown = render(answer, format);
  if (output !== undefined) writeReport(output, shown);
  const printed = output === undefined ? shown.replace(/\r?\n$/, '') : `Answer: ${output}`;
  printResult({ text: printed, isExact: output === undefined && format !== 'text', data: answer.rows });
  return 0;
}

/** Nothing but reading: no writing, and no other files. */
const { SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE, SQLITE_OK, SQLITE_DENY } = constants;
const ALLOWED: readonly number[] = [SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE];

function ask(database: DatabaseSync, sql: string, values: Readonly<Record<string, string>>) {
  database.setAuthorizer((action) => (ALLOWED.includes(action) ? SQLITE_OK : SQLITE_DENY));
  try {
    const statement = database.prepare(sql);
    return { columns: statement.columns().map(({ name }) => name), rows: statement.all(values) };
  } catch (cause) {
    const what = errorMessage(cause).replace(
      /not authorized|authorization denied/,
      'only SELECT is allowed, on this database',
    );
    throw refuse(`The query was not run: ${what}. docs/database.md lists the tables and has examples.`);
  }
}

const MAX_CELL = 60;

function render({ columns, rows }: ReturnType<typeof ask>, format: QueryFlags['format']): string {
  if (format === 'json') return renderJson(rows);
  const lists = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
  if (format === 'csv') return renderTable(columns, lists);
  const cells = [columns, ...lists].map((row) => row.map((value) => printableText(value, MAX_CELL)));
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '));
  return `${[...lines, '', plural(rows.length, 'row')].map((line) => line.trimEnd()).join('\n')}\n`;
}

const refuse = (message: string): SiteError => usageError('QUERY_INVALID', message);
