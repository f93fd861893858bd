// The project works on Windows: no shell tricks in scripts, no programs that need a shell, no file paths from URLs, no links and
// syncs that only POSIX systems allow.

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

/** A step that cmd.exe runs like any other shell: a program with plain arguments. */
const STEP = /^(?:node|biome|tsc|knip)(?: [\w./:-]+)*$/;
/** Code that only works with a POSIX shell, POSIX paths or POSIX file systems, with an example of each. */
const TRICKS: readonly (readonly [name: string, pattern: RegExp, example: string])[] = [
  ['a shell', /\bshell: true|\bexecSync\(|\bexec\b.*'node:child_process'/, "execSync('ls')"],
  ['a program found by name', /\bspawn(?:Sync)?\(\s*['"`](?!\/)/, "spawn('npx')"],
  ['the path of a URL as a file', /import\.meta\.url\)\.pathname/, "new URL('..', import.meta.url).pathname"],
  ['a folder of POSIX systems', /['"`]\/(?:tmp|dev|bin|usr|etc)\//, "'/dev/shm/site'"],
  ['a link that needs special rights', /\bsymlinkSync\((?!.*'junction'\))/, 'symlinkSync(target, link)'],
  [
    'a sync of a file that is only open for reading',
    /openSync\([^)]*'r'\)[\s\S]{0,300}\bfsyncSync\(/,
    "const descriptor = openSync(path, 'r');\nfsyncSync(descriptor);",
  ],
  ['a colon in a file name', /\bjoin\(.*toISOString\(\)\)/, 'join(folder, new Date().toISOString())'],
  [
    'a path split at slashes',
    /\b(?:resolve|relative|dirname|realpathSync)\([^)]*\)\.split\('\/'\)/,
    "relative(folder, file).split('/')",
  ],
];

describe('the project on any operating system', () => {
  it('has scripts without shell tricks', () => {
    expect(STEP.test('TEST_LONG=1 node tests/run-gate.ts')).toBe(false);
    for (const [name, script] of Object.entries(scripts))
      for (const step of script.split(' && '))
        expect({ name, step }).toEqual({ name, step: expect.stringMatching(STEP) });
  });

  it('has no code that needs a POSIX system', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(TRICKS.filter(([, pattern, example]) => !pattern.test(example))).toEqual([]);
    const found = files.flatMap((file) => {
      const source = read(file);
      return TRICKS.flatMap(([name, pattern]) => (pattern.test(source) ? [`${file}: ${name}`] : []));
    });
    expect(found).toEqual([]);
  });

  it('has one version of Node', () => {
    expect(read('.nvmrc').trim()).toBe(process.versions.node.split('.')[0]);
    expect(read('cli/sitegen.js')).toContain(`NEEDED_MAJOR = ${read('.nvmrc').trim()};`);
    expect(engines.node).toBe('>=20');
  });
});
