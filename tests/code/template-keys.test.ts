// Which templates get a new key for an edit of one source: only those that use it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBundles } from '../../cli/code/bundle-code.ts';
import { createTemplateCodes, type ImportGraph, listProgram } from '../../cli/code/template-keys.ts';
import { TEMPLATES, type TemplateId, type TemplateRow } from '../../templates/template-ids.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const ALL = (Object.keys(TEMPLATES) as TemplateId[]).sort();
const ROWS: readonly (readonly [string, TemplateRow])[] = Object.entries(TEMPLATES);

let cacheDir = '';
let graph: ImportGraph = { inputs: {} };
const PROGRAM = listProgram(PROJECT);
beforeAll(async () => {
  cacheDir = mkdtempSync(join(tmpdir(), 'sitegen-keys-'));
  ({ graph } = await createBundles(cacheDir, esbuild));
});
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

function read(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8');
}

const keysOf = (hashSource: (file: string) => string) => createTemplateCodes(graph, PROGRAM, hashSource);

/** The templates that have another key when one source is edited, sorted. */
function findChanged(edited: string): readonly string[] {
  const before = keysOf(() => 'hash');
  const after = keysOf((file) => (file === edited ? 'other hash' : 'hash'));
  return ALL.filter((template) => before[template] !== after[template]);
}

/** The files under `pages/` that the components of a table come from, by template. */
function readTable(table: string): Readonly<Record<string, string>> {
  const source = read(table);
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
    ['templates/components/Contents.tsx', ['article', 'legal', 'page-constructor']],
  ])('gives an edit of %s new keys for %j only', (file, templates) => {
    expect(findChanged(file)).toEqual(templates);
  });

  it.each([
    'templates/render-page.tsx',
    'templates/registry.ts',
    'templates/components/Header.tsx',
    // List files have cards too.
    'templates/components/Card.tsx',
    'cli/facts/page-facts.ts',
    'cli/check/rules/page-rules.ts',
    'content/blocks.ts',
  ])('gives an edit of %s new keys for every template', (file) => {
    expect(findChanged(file)).toEqual(ALL);
  });

  it.each([['templates/blocks/FaqBlock.tsx', ['error']]])(
    'gives an edit of %s new keys for all but %j',
    (file, templates) => {
      const changed = findChanged(file);
      expect(ALL.filter((template) => !changed.includes(template))).toEqual(templates);
    },
  );

  it('covers every source of the templates', () => {
    const hashed = new Set<string>();
    keysOf((file) => {
      hashed.add(file);
      return 'hash';
    });
    expect(Object.keys(graph.inputs).filter((file) => !hashed.has(file))).toEqual([]);
  });
});

describe('TEMPLATES', () => {
  it('reports the file of the registry', () => {
    expect(readTable('templates/registry.ts')).toEqual(
      Object.fromEntries(ROWS.map(([template, { page }]) => [template, page])),
    );
  });
});
