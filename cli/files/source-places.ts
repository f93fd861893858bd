// Places in sources of the site (settings, tables, schemas, words): of a value in a table, and of a mistake that keeps a source
// from being loaded.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { errorMessage, SiteError } from '../errors.ts';
import { PROJECT } from './project.ts';

const SOURCE = /((?:client|config|content|locales|templates)\/[\w./-]+\.tsx?|site\.config\.ts)(?::(\d+)(?::(\d+))?)?/;

/** A SiteError of a source that cannot be loaded: CONFIG_INVALID (exit 2) or SOURCE_BROKEN (exit 1). Anything else as it is. */
export function asSourceError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof SiteError) return cause;
  const file = findPlace(cause);
  if (file === null) return cause;
  const isConfig = /^(?:config\/|site\.config)/.test(file);
  const code = isConfig ? 'CONFIG_INVALID' : 'SOURCE_BROKEN';
  return new SiteError(
    {
      code,
      exitCode: isConfig ? 2 : 1,
      message: `${file.replace(/:.*/, '')} cannot be loaded. Nothing was built.`,
      problems: [
        {
          code,
          severity: 'error',
          where: { file },
          what: errorMessage(cause).replaceAll(PROJECT, '').replace(/\.?$/, '.'),
          fix: 'Fix this place and save the file.',
        },
      ],
    },
    { cause },
  );
}

/** `config/pages.ts:93:3`; null for an error of anything but loading. */
function findPlace({ stack = '', message }: Error): string | null {
  const lines = stack.split('\n').filter((line) => !line.includes('node_modules'));
  const loader = lines.findIndex((line) => line.includes('node:internal/modules/'));
  const before = lines.slice(0, Math.max(0, loader));
  if (loader === -1) return null;
  // A frame of ours before the loader's: the code was loaded and failed, or it imports a file that is gone.
  if (before.some((line) => line.includes(`${PROJECT}cli/`))) return findMissing(message);
  return findSyntax(before) ?? findThrown(before) ?? findImport(message) ?? findMissing(message);
}

/** Node prints the file, the lines from there on, and a mark below the place, before the error itself. */
function findSyntax([head = '', ...lines]: readonly string[]): string | null {
  const [, file, line] = SOURCE.exec(head.includes(PROJECT) ? head : '') ?? [];
  const mark = lines.findIndex((text) => /^\s*\^+\s*$/.test(text));
  if (file === undefined || line === undefined) return null;
  return mark < 1 ? `${file}:${line}` : `${file}:${Number(line) + mark - 1}:${(lines[mark]?.indexOf('^') ?? 0) + 1}`;
}

/** The outermost frame is the module that is loaded: it called something with a wrong argument. */
function findThrown(frames: readonly string[]): string | null {
  const frame = frames.findLast((line) => line.includes(PROJECT) && /^\s+at /.test(line)) ?? '';
  return SOURCE.exec(frame)?.[0] ?? null;
}

/** A source that the program itself imports and that is missing or lacks an export. */
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

/** A value of a table. Values have no places of their own once they are loaded. */
interface TableValue {
  /** Relative to the project. */
  readonly file: string;
  /** Constant of the table: the value comes after it. */
  readonly table?: string | undefined;
  /** Name of the row: the value comes after it. */
  readonly row: string;
  /** Last part of the field's path. */
  readonly field?: string;
  readonly value?: string;
}

/** `config/menu.ts:41:12` of a value, of its row where it is not found, or the file alone. */
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

/** `config/menu.ts:41:12`, the place after a text with which the file begins. */
function placeAfter(file: string, text: string): string {
  const lines = text.split('\n');
  return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}
