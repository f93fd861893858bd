// Functions are short enough to be seen whole.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastGlob from 'fast-glob';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');
const MOST_LINES = 60;
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

function* walk(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* walk(child);
}

/** `file:line lines` of every function that is too long. */
function findLong(file: string, source: string): readonly string[] {
  return [...walk(parseSync(file, source).program)].flatMap(({ type, start, end }) => {
    const lines = source.slice(start, end).split('\n').length;
    if (!FUNCTIONS.includes(type) || lines <= MOST_LINES) return [];
    return [`${file}:${source.slice(0, start).split('\n').length} has ${lines} lines`];
  });
}

describe('functions', () => {
  it(`have at most ${MOST_LINES} lines`, () => {
    const files = fastGlob.sync('{config,client,locales,content,templates,cli}/**/*.{ts,tsx,js}', {
      cwd: PROJECT,
    });
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap((file) => findLong(file, readFileSync(join(PROJECT, file), 'utf8')))).toEqual([]);
  });

  it('are found where they are too long', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, line) => `  const a${line} = ${line};`);
    const source = ['const one = 1;', 'const two = () => {', ...lines(59), '};'].join('\n');
    expect(findLong('a.ts', source)).toEqual(['a.ts:2 has 61 lines']);
    expect(findLong('a.ts', source.replace('  const a1 = 1;\n', ''))).toEqual([]);
  });
});
