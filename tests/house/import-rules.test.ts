// Who may import whom, types included, and no circles: the rules of docs/architecture.md, which lists the folders of
// cli/ in their order.

import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import fastGlob from 'fast-glob';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

/** Rooms by first folder; what each may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  config: [],
  client: [],
  locales: ['config'],
  content: ['config'],
  templates: ['config', 'client', 'locales', 'content'],
  cli: ['config', 'client', 'locales', 'content', 'templates', 'site.config.ts', 'package.json'],
  'site.config.ts': ['config'],
};

function loadSources(): readonly string[] {
  return fastGlob
    .sync(['{config,client,locales,content,templates,cli}/**/*.{ts,tsx,js}', 'site.config.ts'], { cwd: PROJECT })
    .sort();
}

function parseImports(file: string): readonly Import[] {
  const { module, errors } = parseSync(file, readFileSync(join(PROJECT, file), 'utf8'));
  expect(errors, file).toEqual([]);
  const relativeTo = (specifier: string) => relative(PROJECT, resolve(PROJECT, dirname(file), specifier));
  const isOurs = (specifier: string) => specifier.startsWith('.');
  const statics = module.staticImports.map((node) => ({
    specifier: node.moduleRequest.value,
    isType: node.entries.length > 0 && node.entries.every(({ isType }) => isType),
  }));
  const reexports = module.staticExports.flatMap((node) =>
    node.entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isType }],
    ),
  );
  const source = readFileSync(join(PROJECT, file), 'utf8');
  const dynamics = module.dynamicImports.map(({ moduleRequest }) => ({
    specifier: source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    isType: false,
  }));
  return [...statics, ...reexports, ...dynamics]
    .filter(({ specifier }) => isOurs(specifier))
    .map(({ specifier, isType }) => ({ from: file, to: relativeTo(specifier), isType }));
}

const roomOf = (file: string) => file.split('/')[0] ?? file;

function isAllowed({ from, to, isType }: Import): boolean {
  const room = roomOf(from);
  if (roomOf(to) === room) return true;
  if (MAY_IMPORT[room]?.includes(roomOf(to)) === true) return true;
  if (room === 'client') return to === 'config/constants.ts' || isType;
  return false;
}

/** The folders of `cli/` as docs/architecture.md lists them: each imports itself and those below it. */
const CLI_ORDER = listFolders(readFileSync(join(PROJECT, 'docs/architecture.md'), 'utf8'));

function listFolders(page: string): readonly string[] {
  const [, map = ''] = page.split('```\ncli/\n');
  return [...map.slice(0, map.indexOf('```')).matchAll(/^ {2}(\w+)\//gm)].map(([, folder = '']) => folder);
}

/** The folder of `cli/` that a file is in; empty for others. */
const folderOf = (file: string) => /^cli\/(\w+)\//.exec(file)?.[1] ?? '';

function isDownward({ from, to }: Import): boolean {
  if (roomOf(from) !== 'cli' || roomOf(to) !== 'cli' || folderOf(from) === '') return true;
  return (
    to === 'cli/errors.ts' ||
    to === 'cli/engine.ts' ||
    CLI_ORDER.indexOf(folderOf(to)) >= CLI_ORDER.indexOf(folderOf(from))
  );
}

function findCircle(importsByFile: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): readonly string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of importsByFile.get(file) ?? []) {
      const circle = visit(next, [...trail, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of importsByFile.keys()) {
    const circle = visit(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

const imports = loadSources().flatMap(parseImports);

/** Everything that the files import, directly or not, with the file that imports it. */
function reachFrom(files: readonly string[]): readonly Import[] {
  const seen = new Set(files);
  const reached: Import[] = [];
  for (const file of seen)
    for (const each of /\.tsx?$|\.js$/.test(file) ? parseImports(file) : []) {
      reached.push(each);
      seen.add(each.to);
    }
  return reached;
}

const isProduct = (file: string) => roomOf(file) in MAY_IMPORT;

describe('import rules', () => {
  it('read every source file of the rooms', () => {
    expect(loadSources()).toContain('cli/pipeline/build-site.ts');
    expect(imports.length).toBeGreaterThan(200);
  });

  it('let a room import only the rooms that it may', () => {
    expect(imports.filter((each) => !isAllowed(each))).toEqual([]);
  });

  it('keep the acceptance tests outside of the product: they know what users know', () => {
    const files = fastGlob.sync('tests/acceptance/**/*.ts', { cwd: PROJECT });
    expect(files).toContain('tests/acceptance/visitor.test.ts');
    expect(reachFrom(files).filter(({ to }) => isProduct(to))).toEqual([]);
    expect(reachFrom(['tests/site/built-sample.ts']).some(({ to }) => isProduct(to))).toBe(true);
  });

  it('let a folder of cli/ import only folders below it in the list of docs/architecture.md', () => {
    expect([...CLI_ORDER].sort()).toEqual([...new Set(loadSources().map(folderOf))].filter(Boolean).sort());
    expect(imports.filter((each) => !isDownward(each))).toEqual([]);
  });

  it('see a forbidden import', () => {
    expect(isDownward({ from: 'cli/plan/links.ts', to: 'cli/render/page-kit.ts', isType: true })).toBe(false);
    expect(isDownward({ from: 'cli/plan/links.ts', to: 'cli/main.ts', isType: true })).toBe(false);
    expect(isDownward({ from: 'cli/plan/links.ts', to: 'cli/errors.ts', isType: true })).toBe(true);
    expect(isAllowed({ from: 'templates/pages/Home.tsx', to: 'cli/report/report.ts', isType: true })).toBe(false);
    expect(isAllowed({ from: 'client/main.ts', to: 'config/pages.ts', isType: false })).toBe(false);
  });

  it('forbid circles, through types too', () => {
    const importsByFile = new Map(
      Map.groupBy(imports, ({ from }) => from)
        .entries()
        .map(([file, list]) => [file, list.map(({ to }) => to)]),
    );
    expect(findCircle(importsByFile)).toBeNull();
    expect(
      findCircle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
  });

  it('let only cli/content talk to the content service, cli/check/external to other sites, and cli/verify to published ones', () => {
    const clients = loadSources().filter((file) =>
      /from 'undici|import\('undici|\bfetch\(/.test(readFileSync(join(PROJECT, file), 'utf8')),
    );
    // The preview's own script runs in the browser and asks the preview.
    const isElsewhere = (file: string) => !/^cli\/(content|preview\/browser)\//.test(file);
    expect(clients.filter((file) => roomOf(file) === 'cli' && isElsewhere(file))).toEqual([
      'cli/check/external/send-request.ts',
      'cli/verify/host-client.ts',
    ]);
  });

  it('let only report.ts print, and only main.ts read argv and set the exit code', () => {
    const using = (pattern: RegExp) =>
      loadSources().filter(
        (file) =>
          file.startsWith('cli/') &&
          file !== 'cli/sitegen.js' &&
          pattern.test(readFileSync(join(PROJECT, file), 'utf8')),
      );
    expect(using(/console\.|process\.std(out|err)/)).toEqual(['cli/main.ts']);
    expect(using(/process\.argv|process\.exit/)).toEqual(['cli/main.ts']);
    expect(readFileSync(join(PROJECT, 'cli/main.ts'), 'utf8')).not.toMatch(/std(out|err)\.write|console\./);
  });

  it('let the engine run with its own settings: no flags, no native calls, no private modules of packages', () => {
    const tricks =
      /setFlagsFromString|execArgv|node:ffi|maxYoungGeneration|cachedData|runInNewContext|from '[^'.]+\/(?:lib|dist|src)\//;
    // docs/decisions.md says why this file may.
    expect(
      loadSources()
        .filter((file) => tricks.test(readFileSync(join(PROJECT, file), 'utf8')))
        .sort(),
    ).toEqual(['cli/engine.ts']);
    const starts = ['cli/sitegen.js', 'package.json'].map((file) => readFileSync(join(PROJECT, file), 'utf8'));
    expect(starts.join('\n')).not.toMatch(/node --\w/);
    expect(tricks.test("import Pool from 'undici/lib/dispatcher/pool.js';")).toBe(true);
  });
});
