// Sources of the site that cannot be loaded (settings, tables, schemas, words): a slip there is their owner's to fix, and is
// told by its place. What fails once they are loaded is none of this.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage, SiteError } from '../errors.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
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
  // A frame of ours before the loader's: something ran that was loaded, or we ask for what is gone.
  if (before.some((line) => line.includes(`${PROJECT}cli/`))) return findWanted(message);
  return findSyntax(before) ?? findThrown(before) ?? findImport(message) ?? findWanted(message);
}

/** Node prints the file, the lines from there on, and a mark below the place, before the error itself. */
function findSyntax([head = '', ...lines]: readonly string[]): string | null {
  const [, file, line] = SOURCE.exec(head.includes(PROJECT) ? head : '') ?? [];
  const mark = lines.findIndex((text) => /^\s*\^+\s*$/.test(text));
  if (file === undefined || line === undefined) return null;
  return mark < 1 ? `${file}:${line}` : `${file}:${Number(line) + mark - 1}:${(lines[mark]?.indexOf('^') ?? 0) + 1}`;
}

/** The outermost frame is the module that is loaded: what it called was given something wrong. */
function findThrown(frames: readonly string[]): string | null {
  const frame = frames.findLast((line) => line.includes(PROJECT) && /^\s+at /.test(line)) ?? '';
  return SOURCE.exec(frame)?.[0] ?? null;
}

/** A source that the program itself imports, and that is gone or lacks an export. */
function findWanted(message: string): string | null {
  const [, wanted = ''] = /^(?:Cannot find module|The requested module) '([^']+)'/.exec(message) ?? [];
  return SOURCE.exec(wanted)?.[1] ?? null;
}

/** `Cannot find module '…/locals.ts' imported from …/config/menu.ts` */
function findImport(message: string): string | null {
  const [, wanted = '', importer = ''] = /'([^']+)' imported from (.+)$/.exec(message) ?? [];
  const file = SOURCE.exec(importer.replace(PROJECT, ''))?.[1];
  if (file === undefined || !existsSync(`${PROJECT}${file}`)) return null;
  const before = readFileSync(`${PROJECT}${file}`, 'utf8').split(basename(wanted))[0]?.split('\n') ?? [];
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
