import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CodeBundles, findCachedBundles, storeBundles } from '../../cli/code/code-bundles.ts';
import { SHELL } from '../../cli/code/template-keys.ts';
import { toOutPath, toSitePath } from '../../cli/files/brands.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { codeCacheOf, shareCompiledCode } from '../site/run-sitegen.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

let cacheDir = '';
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'sitegen-bundles-'));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

/** Stores bundles with one asset and a template bundle. */
function store(): CodeBundles {
  const templatesFile = join(cacheDir, 'bundles/templates.cjs');
  mkdirSync(join(cacheDir, 'bundles'));
  writeFileSync(templatesFile, 'exports.page = 1;');
  const content = Buffer.from('h1 { color: red }');
  const bundles = {
    templatesFile,
    assets: [{ path: toOutPath('assets/site.1a.css'), content, kind: 'asset', locale: null, owner: null }],
    stylesheet: toSitePath('/assets/site.1a.css'),
    fontByScript: { Latn: toSitePath('/assets/latin.1a.woff2'), Cyrl: toSitePath('/assets/cyrillic.1a.woff2') },
    script: toSitePath('/assets/main.1a.js'),
    redirectScript: toSitePath('/assets/redirect.1a.js'),
    icons: {
      svg: toSitePath('/assets/icon.1a.svg'),
      png: toSitePath('/assets/icon.1a.png'),
      touch: toSitePath('/assets/touch.1a.png'),
      small: toSitePath('/assets/small.1a.png'),
      large: toSitePath('/assets/large.1a.png'),
    },
    templates: {} as CodeBundles['templates'],
  } satisfies CodeBundles;
  storeBundles(cacheDir, 'key', bundles);
  return bundles;
}

describe('findCachedBundles', () => {
  it('finds the bundles of the same code', () => {
    const bundles = store();
    expect(findCachedBundles(cacheDir, 'key')).toEqual(bundles);
    expect(findCachedBundles(cacheDir, 'key of other code')).toBeNull();
  });

  it('finds them in a cache folder that a CI restored elsewhere', () => {
    const { templatesFile, ...bundles } = store();
    const moved = `${cacheDir}-moved`;
    renameSync(cacheDir, moved);
    const found = findCachedBundles(moved, 'key');
    renameSync(moved, cacheDir);
    expect(found).toEqual({ ...bundles, templatesFile: templatesFile.replace(cacheDir, moved) });
  });

  it.each(['assets/site.1a.css', 'templates.cjs', 'cache.json'])(
    'finds none where half of %s is missing after a power cut',
    (file) => {
      store();
      truncateSync(join(cacheDir, 'bundles', file), 8);
      expect(findCachedBundles(cacheDir, 'key')).toBeNull();
    },
  );
});

/** A project with the sources of this one, to edit. */
function copyProject(): string {
  const project = join(cacheDir, 'project');
  const isSource = (file: string) => file !== join(PROJECT, 'content/sample');
  for (const name of [
    'cli',
    'client',
    'config',
    'content',
    'locales',
    'templates',
    'package.json',
    'package-lock.json',
  ])
    cpSync(join(PROJECT, name), join(project, name), { recursive: true, filter: isSource });
  symlinkSync(join(PROJECT, 'node_modules'), join(project, 'node_modules'));
  shareCompiledCode(project);
  return project;
}

type Bundled = Pick<CodeBundles, 'templatesFile' | 'templates'>;

/** What Node prints in a project. */
function run(project: string, args: readonly string[]): Bundled {
  const env = { ...process.env, ...codeCacheOf(project) };
  return JSON.parse(execFileSync(process.execPath, args, { cwd: project, env }).toString());
}

/** The bundles that the next build of a project uses. */
function bundle(project: string): Bundled {
  const code = `
    import { bundleCode } from './cli/code/bundle-code.ts';
    const { templatesFile, templates } = await bundleCode({ cacheDir: ${JSON.stringify(join(cacheDir, 'cache'))} });
    console.log(JSON.stringify({ templatesFile, templates }));`;
  return run(project, ['--input-type=module', '-e', code]);
}

/** The bundles of a build during which the templates are edited so many times, each time as soon as esbuild has read them. */
function bundleWhileEdited(project: string, edits: number): Bundled {
  const child = 'tests/pipeline/edit-child.ts';
  cpSync(join(PROJECT, child), join(project, child));
  return run(project, [child, join(cacheDir, 'cache'), `${edits}`]);
}

/** The edits of {@link bundleWhileEdited} in a file. */
const editsIn = (file: string): readonly string[] => readFileSync(file, 'utf8').match(/globalThis\.edit = \d+/g) ?? [];
const keysOf = ({ templates }: Bundled) => Object.values(templates);

describe('bundleCode', () => {
  it.each(sampleOf(['cli/check/rules/page-rules.ts', 'cli/facts/page-facts.ts']))(
    'gives the same bundles other keys where only %s was edited, also where a killed build left half of them',
    (file) => {
      const project = copyProject();
      const first = bundle(project);
      expect(bundle(project)).toEqual(first);
      const whole = readFileSync(first.templatesFile, 'utf8');
      truncateSync(first.templatesFile, 1000);
      appendFileSync(join(project, file), '\n// Edited.\n');
      const edited = bundle(project);
      expect(edited.templatesFile).toBe(first.templatesFile);
      expect(readFileSync(edited.templatesFile, 'utf8')).toBe(whole);
      expect(keysOf(edited).filter((key) => keysOf(first).includes(key))).toEqual([]);
      expect(bundle(project)).toEqual(edited);
    },
  );

  it('includes an edit that was made during bundling', () => {
    const project = copyProject();
    const bundled = bundleWhileEdited(project, 1);
    expect(editsIn(bundled.templatesFile)).toEqual(['globalThis.edit = 1']);
    expect(bundle(project)).toEqual(bundled);
  });

  it.runIf(IS_LONG)('continues where edits do not end, with keys that no later build has', () => {
    const project = copyProject();
    const bundled = bundleWhileEdited(project, 1000);
    const edits = editsIn(join(project, SHELL));
    expect(editsIn(bundled.templatesFile)).toEqual(edits.slice(0, -1));
    const next = bundle(project);
    expect(editsIn(next.templatesFile)).toEqual(edits);
    expect(keysOf(next).filter((key) => keysOf(bundled).includes(key))).toEqual([]);
  });
});
