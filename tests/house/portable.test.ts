// The project works on Windows as it does elsewhere: no shell tricks in scripts, no program that needs a shell, and no file path
// made from an address.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const { scripts, engines }: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(
  read('package.json'),
);
const files = fastGlob.sync(['{cli,config,content,locales,templates,client}/**/*.{ts,tsx,js}', 'tests/run-gate.ts'], {
  cwd: PROJECT,
});

/** A step that cmd.exe runs as any other shell does: a program with plain arguments. */
const STEP = /^(?:node|biome|tsc|knip)(?: [\w./:-]+)*$/;
/** What works only with a POSIX shell or POSIX paths. */
const TRICKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a shell', /\bshell: true|\bexecSync\(|\bexec\b.*'node:child_process'/],
  ['a program found by name', /\bspawn(?:Sync)?\(\s*['"`](?!\/)/],
  ['the path of an address as a file', /import\.meta\.url\)\.pathname/],
  ['a folder of POSIX systems', /['"`]\/(?:tmp|dev|bin|usr|etc)\//],
];

describe('the project on any system', () => {
  it('has scripts without shell tricks', () => {
    expect(STEP.test('SITEGEN_TEST_LONG=1 node tests/run-gate.ts')).toBe(false);
    for (const [name, script] of Object.entries(scripts))
      for (const step of script.split(' && '))
        expect({ name, step }).toEqual({ name, step: expect.stringMatching(STEP) });
  });

  it('has no code that needs a POSIX system', () => {
    expect(files.length).toBeGreaterThan(300);
    const found = files.flatMap((file) => {
      const source = read(file);
      return TRICKS.flatMap(([name, pattern]) => (pattern.test(source) ? [`${file}: ${name}`] : []));
    });
    expect(found).toEqual([]);
  });

  it('names one Node for those who bring their own', () => {
    expect(read('.nvmrc').trim()).toBe(process.versions.node.split('.')[0]);
    expect(read('cli/sitegen.js')).toContain(`NEEDED_MAJOR = ${read('.nvmrc').trim()};`);
    expect(engines.node).toBe('>=20');
  });
});
