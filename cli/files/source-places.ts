// Finds places (file, line, column) in source files of the site: of values in tables, and of errors when a file is loaded.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createSiteError, errorMessage, SiteError } from '../errors.ts';
import { PROJECT } from './project.ts';

const SOURCE = /((?:client|config|content|locales|templates)\/[\w./-]+\.tsx?|site\.config\.ts)(?::(\d+)(?::(\d+))?)?/;

/** Converts a loading error to CONFIG_INVALID (exit 2) or SOURCE_BROKEN (exit 1). Returns any other error unchanged. */
export function asSourceError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof SiteError) return cause;
  const file = findPlace(cause);
  if (file === null) return cause;
  const isConfig = /^(?:config\/|site\.config)/.test(file);
  return createSiteError(
    {
      code: isConfig ? 'CONFIG_INVALID' : 'SOURCE_BROKEN',
      exitCode: isConfig ? 2 : 1,
      message: `${file.replace(/:.*/, '')} cannot be loaded. Nothing was built.`,
      where: { file },
      what: errorMessage(cause).replaceAll(PROJECT, '').replace(/\.?$/, '.'),
      fix: 'Fix this place and save the file.',
    },
    cause,
  );
}

/** `config/pages.ts:93:3`; null if it is not a loading error. */
function findPlace({ stack = '', message }: Error): string | null {
  const lines = stack.split('\n').filter((line) => !line.includes('node_modules'));
  const loader = lines.findIndex((line) => line.includes('node:internal/modules/'));
  const before = lines.slice(0, Math.max(0, loader));
  if (loader === -1) return null;
  // A frame in cli/ before those of the loader: either the module was loaded, or it imports a missing file.
  if (before.some((line) => line.includes(`${PROJECT}cli/`))) return findMissing(message);
  return findSyntax(before) ?? findThrown(before) ?? findImport(message) ?? findMissing(message);
}

/** Node prints the file, its lines and a mark below the place, then the error. */
function findSyntax([head = '', ...lines]: readonly string[]): string | null {
  const [, file, line] = SOURCE.exec(head.includes(PROJECT) ? head : '') ?? [];
  const mark = lines.findIndex((text) => /^\s*\^+\s*$/.test(text));
  if (file === undefined || line === undefined) return null;
  return mark < 1 ? `${file}:${line}` : `${file}:${Number(line) + mark - 1}:${(lines[mark]?.indexOf('^') ?? 0) + 1}`;
}

/** The outermost frame is in the loaded module, which passed an invalid argument. */
function findThrown(frames: readonly string[]): string | null {
  const frame = frames.findLast((line) => line.includes(PROJECT) && /^\s+at /.test(line)) ?? '';
  return SOURCE.exec(frame)?.[0] ?? null;
}

/** A file that is missing or has no such export, and is imported by cli/. */
function findMissing(message: string): string | null {
  const [, wanted = ''] = /^(?:Cannot find module|The requested module) '([^']+)'/.exec(message) ?? [];
  return SOURCE.exec(wanted)?.[1] ?? null;
}

/** `Cannot find module '…/locals.ts' imported from …/config/menu.ts` */
function findImport(message: string): string | null {
  const [, wanted = '', importer = ''] = /'([^']+)' imported from (.+)$/.exec(message) ?? [];
  const file = SOURCE.exec(importer.replace(PROJECT, ''))?.[1];
  if (file === undefined || !existsSync(`${PROJECT}${file}`)) return null;
  return placeAfter(file, readFileSync(`${PROJECT}${file}`, 'utf8').split(basename(wanted))[0] ?? '');
}

/** A value of a table. It is searched in the source text, because loaded values have no places. */
interface TableValue {
  /** Relative to the project. */
  readonly file: string;
  /** Name of the constant before the value. */
  readonly table?: string | undefined;
  /** Name of the row before the value. */
  readonly row: string;
  /** Last part of the path of the field. */
  readonly field?: string;
  readonly value?: string;
}

/** `config/menu.ts:41:12` of a value, else of its row, else only the file. */
export function findInSource({ file, table, row, field, value }: TableValue): string {
  const source = readFileSync(`${PROJECT}${file}`, 'utf8');
  const tableOffset = table === undefined ? 0 : Math.max(0, source.indexOf(table));
  const rowOffset = [`'${row}'`, `${row}:`, `${row} =`]
    .map((text) => source.indexOf(text, tableOffset))
    .find((found) => found !== -1);
  const texts = value === undefined ? [] : [`${field}: '${value}'`, `'${value}'`];
  const offset = [rowOffset ?? tableOffset, tableOffset]
    .flatMap((from) => texts.map((text) => source.indexOf(text, from)))
    .find((found) => found !== -1);
  const place = offset ?? rowOffset;
  if (place === undefined) return file;
  return placeAfter(file, source.slice(0, place));
}

/** `config/menu.ts:41:12`: the place after `text`, the start of the file. */
function placeAfter(file: string, text: string): string {
  const lines = text.split('\n');
  return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}
