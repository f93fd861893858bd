// Folders are compared as the file system has them.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainSystemError } from '../../cli/files/explain-system-error.ts';
import { isInside, realPath } from '../../cli/files/real-path.ts';

let dir = '';
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'sitegen-real-path-')));
  mkdirSync(join(dir, 'disk'));
  writeFileSync(join(dir, 'file'), '');
  for (const [name, target] of Object.entries({ link: 'disk', dangling: 'nowhere', loop: 'loop' }))
    symlinkSync(target, join(dir, name));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function explainFailure(run: () => unknown): void {
  try {
    run();
  } catch (cause) {
    throw explainSystemError(cause);
  }
}

it.each([
  ['disk', 'disk'],
  ['link', 'disk'],
  ['link/not/yet', 'disk/not/yet'],
  ['not/yet', 'not/yet'],
  ['dangling/out', 'dangling/out'],
  ['file/out', 'file/out'],
])('resolves the links of what exists: %s', (path, real) => {
  expect(realPath(join(dir, path))).toBe(join(dir, real));
  expect(realPath(relative(process.cwd(), join(dir, path)))).toBe(join(dir, real));
});

it('does not guess where links lead in a circle, and says so in a sentence', () => {
  const find = () => realPath(join(dir, 'loop/out'));
  expect(find).toThrow('ELOOP');
  expect(() => explainFailure(find)).toThrow(
    /loop.* cannot be read .* \(ELOOP\)\. Symbolic links lead in a circle there/,
  );
});

it.each([
  ['/a', '/a', true],
  ['/a/b', '/a', true],
  ['/a', '/', true],
  ['/', '/', true],
  ['/ab', '/a', false],
  ['/a', '/a/b', false],
  ['/', '/a', false],
])('tells whether %s is in %s: %s', (path, folder, expected) => {
  const { root } = parse(dir);
  expect(isInside(path.replace('/', root), folder.replace('/', root))).toBe(expected);
});
