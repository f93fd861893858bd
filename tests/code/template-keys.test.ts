// Which templates get a new key for an edit of one source: only those that use it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBundles } from '../../cli/code/bundle-code.ts';
import { createTemplateCodes, type ImportGraph, listGenerator } from '../../cli/code/template-keys.ts';
import { sha256 } from '../../cli/files/content-hash.ts';
import { TEMPLATES, type TemplateRow } from '../../templates/template-ids.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const ALL = Object.keys(TEMPLATES).sort();
const ROWS: readonly (readonly [string, TemplateRow])[] = Object.entries(TEMPLATES);

let cacheDir = '';
let graph: ImportGraph = { inputs: {} };
let sources = { graph, generator: listGenerator(PROJECT) };
beforeAll(async () => {
  cacheDir = mkdtempSync(join(tmpdir(), 'sitegen-keys-'));
  ({ graph } = await makeBundles(cacheDir, esbuild));
  sources = { ...sources, graph };
});
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

function read(file: string): Buffer {
  return readFileSync(join(PROJECT, file));
}

function hashOf(file: string): string {
  return sha256(read(file));
}

/** The templates that have another key when one source has a line more, sorted. */
function findChanged(edited: string): readonly string[] {
  const before = Object.values(createTemplateCodes(sources, hashOf).codes).map(({ key }) => key);
  const after = createTemplateCodes(sources, (file) => (file === edited ? sha256(`${read(file)}\n//`) : hashOf(file)));
  return Object.entries(after.codes)
    .flatMap(([template, { key }]) => (before.includes(key) ? [] : [template]))
    .sort();
}

/** The files under `pages/` that the components of a table come from, by template. */
function readTable(table: string): Readonly<Record<string, string>> {
  const source = read(table).toString();
  const imports = source.matchAll(/import \{ (.+) \} from '\.\/pages\/(.+)'/g);
  const fileByName = new Map(
    imports.flatMap(([, names = '', file = '']) => names.split(', ').map((name) => [name, file] as const)),
  );
  const rows = source.matchAll(/'?([\w-]+)'?: (\w+)\b/g);
  return Object.fromEntries(
    rows.flatMap(([, template = '', name = '']) => {
      const file = fileByName.get(name);
      return file === undefined ? [] : [[template, file]];
    }),
  );
}

describe('createTemplateCodes', () => {
  it.each([
    ['templates/pages/ArticlePage.tsx', ['article']],
    ['templates/pages/BlogPage.tsx', ['blog']],
    ['templates/pages/LegalPage.tsx', ['legal']],
    ['templates/components/Contents.tsx', ['article', 'legal']],
  ])('gives an edit of %s new keys for %j only', (file, templates) => {
    expect(findChanged(file)).toEqual(templates);
  });

  it.each([
    'templates/render-page.tsx',
    'templates/Main.tsx',
    'templates/registry.ts',
    'templates/components/Header.tsx',
    'cli/facts/page-facts.ts',
    'cli/check/rules/page-rules.ts',
    'content/blocks.ts',
  ])('gives an edit of %s new keys for every template', (file) => {
    expect(findChanged(file)).toEqual(ALL);
  });

  it.each([
    ['templates/components/Card.tsx', ['error', 'landing', 'page-constructor', 'success', 'webinar']],
    ['templates/blocks/FaqBlock.tsx', ['error', 'success']],
  ])('gives an edit of %s new keys for all but %j', (file, templates) => {
    const changed = findChanged(file);
    expect(ALL.filter((template) => !changed.includes(template))).toEqual(templates);
  });

  it('covers every source of the templates', () => {
    const covered = new Set([...createTemplateCodes(sources, hashOf).files.values()].flat());
    expect(Object.keys(graph.inputs).filter((file) => !covered.has(file))).toEqual([]);
  });
});

describe('TEMPLATES', () => {
  it('names the file that the registry shows', () => {
    expect(readTable('templates/registry.ts')).toEqual(
      Object.fromEntries(ROWS.map(([template, { page }]) => [template, page])),
    );
  });
});
