import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCachedBundles, storeBundles } from '../../cli/code/bundle-cache.ts';
import type { CodeBundles } from '../../cli/code/code-bundles.ts';
import { SHELL } from '../../cli/code/template-keys.ts';
import { openFileHashes } from '../../cli/files/file-hashes.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

let cacheDir = '';
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'sitegen-bundles-'));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

/** As a build that begins now knows it. */
function place() {
  return { project: PROJECT, cacheDir, hashes: openFileHashes({ cacheDir }) };
}

/** Stores bundles with one asset and a template bundle. */
function store(): CodeBundles {
  const templatesFile = join(cacheDir, 'bundles/templates.cjs');
  mkdirSync(join(cacheDir, 'bundles'));
  writeFileSync(templatesFile, 'exports.page = 1;');
  const content = Buffer.from('h1 { color: red }');
  const bundles = {
    templatesFile,
    assets: [{ path: 'assets/site.1a.css', content, kind: 'asset', locale: null, owner: null }],
    stylesheet: '/assets/site.1a.css',
    fontByScript: { Latn: '/assets/latin.1a.woff2', Cyrl: '/assets/cyrillic.1a.woff2' },
    script: '/assets/main.1a.js',
    redirectScript: '/assets/redirect.1a.js',
    icon: '/assets/icon.1a.svg',
    templates: {} as CodeBundles['templates'],
  } satisfies CodeBundles;
  storeBundles(place(), { begunMs: Date.now(), sources: ['package.json'] }, bundles);
  return bundles;
}

describe('findCachedBundles', () => {
  it('finds the bundles of unchanged sources', () => {
    const bundles = store();
    expect(findCachedBundles(place())).toEqual(bundles);
  });

  it.each(['assets/site.1a.css', 'templates.cjs', 'cache.json'])(
    'finds none where a build that was killed or a power cut left half of %s',
    (file) => {
      store();
      truncateSync(join(cacheDir, 'bundles', file), 8);
      expect(findCachedBundles(place())).toBeNull();
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
  return project;
}

type Bundled = Pick<CodeBundles, 'templatesFile' | 'templates'>;

/** What Node prints in a project. */
function run(project: string, args: readonly string[]): Bundled {
  return JSON.parse(execFileSync(process.execPath, args, { cwd: project }).toString());
}

/** What the next build of a project goes by. */
function bundle(project: string): Bundled {
  const code = `
    import { bundleCode } from './cli/code/bundle-code.ts';
    const { templatesFile, templates } = await bundleCode(${JSON.stringify(join(cacheDir, 'cache'))});
    console.log(JSON.stringify({ templatesFile, templates }));`;
  return run(project, ['--input-type=module', '-e', code]);
}

/** What a build goes by during which the templates are edited so many times, each time as soon as esbuild has read them. */
function bundleWhileEdited(project: string, edits: number): Bundled {
  const child = 'tests/pipeline/edit-child.ts';
  cpSync(join(PROJECT, child), join(project, child));
  return run(project, [child, join(cacheDir, 'cache'), `${edits}`]);
}

/** The edits of {@link bundleWhileEdited} that a file holds. */
const editsIn = (file: string): readonly string[] => readFileSync(file, 'utf8').match(/globalThis\.edit = \d+/g) ?? [];
const keysOf = ({ templates }: Bundled) => Object.values(templates).map(({ key }) => key);

describe('bundleCode', () => {
  it.each(['cli/check/rules/page-rules.ts', 'cli/facts/page-facts.ts'])(
    'makes other keys of the bundles that it has kept where only %s was edited',
    (file) => {
      const project = copyProject();
      const first = bundle(project);
      expect(bundle(project)).toEqual(first);
      appendFileSync(join(project, file), '\n// Edited.\n');
      const edited = bundle(project);
      expect(edited.templatesFile).toBe(first.templatesFile);
      expect(keysOf(edited).filter((key) => keysOf(first).includes(key))).toEqual([]);
      expect(bundle(project)).toEqual(edited);
    },
  );

  it('writes templates anew of which a build that was killed left half', () => {
    const project = copyProject();
    const { templatesFile } = bundle(project);
    const whole = readFileSync(templatesFile, 'utf8');
    truncateSync(templatesFile, 1000);
    expect(bundle(project).templatesFile).toBe(templatesFile);
    expect(readFileSync(templatesFile, 'utf8')).toBe(whole);
  });

  it('keeps bundles with an edit that was made while they were bundled', () => {
    const project = copyProject();
    const bundled = bundleWhileEdited(project, 1);
    expect(editsIn(bundled.templatesFile)).toEqual(['globalThis.edit = 1']);
    expect(bundle(project)).toEqual(bundled);
  });

  it('goes on where edits do not end, and makes nothing that the next build may take for the pages of its sources', () => {
    const project = copyProject();
    const bundled = bundleWhileEdited(project, 1000);
    const edits = editsIn(join(project, SHELL));
    expect(editsIn(bundled.templatesFile)).toEqual(edits.slice(0, -1));
    const next = bundle(project);
    expect(editsIn(next.templatesFile)).toEqual(edits);
    expect(keysOf(next).filter((key) => keysOf(bundled).includes(key))).toEqual([]);
  });
});
