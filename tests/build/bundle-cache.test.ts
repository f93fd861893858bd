import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCachedBundles, storeBundles } from '../../cli/build/bundle-cache.ts';
import type { CodeBundles } from '../../cli/build/code-bundles.ts';
import { openFileHashes } from '../../cli/build/file-hashes.ts';

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
  const templatesFile = join(cacheDir, 'bundles/templates.mjs');
  mkdirSync(join(cacheDir, 'bundles'));
  writeFileSync(templatesFile, 'export const page = 1;');
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
  storeBundles(place(), ['package.json'], bundles);
  return bundles;
}

describe('findCachedBundles', () => {
  it('finds the bundles of unchanged sources', () => {
    const bundles = store();
    expect(findCachedBundles(place())).toEqual(bundles);
  });

  it.each(['assets/site.1a.css', 'templates.mjs', 'cache.json'])(
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
  for (const name of ['cli', 'client', 'config', 'locales', 'templates', 'package.json', 'package-lock.json'])
    cpSync(join(PROJECT, name), join(project, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(project, 'node_modules'));
  return project;
}

/** What the next build of a project goes by. */
function bundle(project: string): Pick<CodeBundles, 'templatesFile' | 'templates'> {
  const code = `
    import { bundleCode } from './cli/build/bundle-code.ts';
    const { templatesFile, templates } = await bundleCode(${JSON.stringify(join(cacheDir, 'cache'))});
    console.log(JSON.stringify({ templatesFile, templates }));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: project }).toString());
}

describe('bundleCode', () => {
  it.each(['cli/check/page-rules.ts', 'cli/build/page-facts.ts'])(
    'makes other keys of the bundles that it has kept where only %s was edited',
    (file) => {
      const project = copyProject();
      const first = bundle(project);
      expect(bundle(project)).toEqual(first);
      appendFileSync(join(project, file), '\n// Edited.\n');
      const edited = bundle(project);
      expect(edited.templatesFile).toBe(first.templatesFile);
      const kept = Object.values(first.templates).map(({ key }) => key);
      expect(Object.values(edited.templates).filter(({ key }) => kept.includes(key))).toEqual([]);
      expect(bundle(project)).toEqual(edited);
    },
  );
});
