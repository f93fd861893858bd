// `aws s3` over folders, for the scripts of deploy/: `s3://bucket/key` is a file below AWS_FOLDER. It knows the commands and
// flags that the scripts use, as the CLI documents them, and refuses any other.

import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const root = process.env.AWS_FOLDER ?? '';
const [service, command, ...rest] = process.argv.slice(2);
const { values, positionals, tokens } = parseArgs({
  args: rest,
  allowPositionals: true,
  tokens: true,
  options: {
    'only-show-errors': { type: 'boolean' },
    recursive: { type: 'boolean' },
    delete: { type: 'boolean' },
    exclude: { type: 'string', multiple: true },
    include: { type: 'string', multiple: true },
    'cache-control': { type: 'string' },
    'content-type': { type: 'string' },
  },
});
const [first = '', second = ''] = positionals.map((place) =>
  place.startsWith('s3://') ? join(root, place.slice('s3://'.length)) : place,
);

/** Filters in their order, the last one that matches wins. A `*` also stands for slashes. */
function isMeant(path: string): boolean {
  const filters = tokens.flatMap((token) =>
    token.kind === 'option' && (token.name === 'include' || token.name === 'exclude') && token.value !== undefined
      ? [{ isIncluded: token.name === 'include', pattern: token.value.replaceAll('*', '**') }]
      : [],
  );
  return filters.findLast(({ pattern }) => matchesText(path, pattern))?.isIncluded ?? true;
}

const matchesText = (path: string, pattern: string) =>
  matchesGlob(path.replaceAll('/', '|'), pattern.replaceAll('/', '|').replaceAll('**', '*'));

function filesOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** Uploads what is new, of another size or older there, and says in `AWS_FOLDER/uploads.ndjson` how. */
function sync(from: string, to: string): void {
  for (const path of filesOf(from).filter(isMeant)) {
    const [here, there] = [statSync(join(from, path)), statSync(join(to, path), { throwIfNoEntry: false })];
    if (there !== undefined && there.size === here.size && there.mtimeMs >= here.mtimeMs) continue;
    copy(join(from, path), join(to, path));
    const row = { path, cacheControl: values['cache-control'] ?? null, contentType: values['content-type'] ?? null };
    appendFileSync(join(root, 'uploads.ndjson'), `${JSON.stringify(row)}\n`);
  }
  if (values.delete !== true) return;
  for (const path of filesOf(to)) if (!existsSync(join(from, path))) rmSync(join(to, path));
}

if (service !== 's3') throw new Error(`There is no aws ${service} here.`);
switch (command) {
  case 'cp':
    copy(first, second);
    break;
  case 'ls':
    process.exitCode = existsSync(first) ? 0 : 1;
    break;
  case 'rm':
    rmSync(first, { recursive: values.recursive === true });
    break;
  case 'sync':
    sync(first, second);
    break;
  default:
    throw new Error(`There is no aws s3 ${command} here.`);
}
