// The README says what the program does: its flags, variables, commands and hosts are those of the code.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../cli/settings/variables.ts';
import { HOSTS } from '../../config/define-site.ts';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const readSource = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const readme = readSource('README.md');

/** Every different match, sorted. */
function listOf(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern))].sort();
}

/** The text under a heading. */
function sectionOf(heading: string): string {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

const FLAG = /(?<![\w-])--[a-z][a-z-]*/g;
const VARIABLE = /\bSITEGEN_[A-Z_]+/g;

describe('README.md', () => {
  it('lists exactly the flags of `build --help` under Settings', async () => {
    const { stdout } = await runSitegen(['build', '--help'], { cwd: makeFolder() });
    const flags = listOf(stdout, /(?<=^ {2}(?:-\w, )?)--[a-z][a-z-]*/gm).filter((flag) => flag !== '--help');
    expect(flags.length).toBeGreaterThan(15);
    expect(listOf(sectionOf('Settings'), FLAG)).toEqual(flags);
  });

  it('lists exactly the flags of `preview --help` under Preview', async () => {
    const { stdout } = await runSitegen(['preview', '--help'], { cwd: makeFolder() });
    const flags = listOf(stdout, /(?<=^ {2}(?:-\w, )?)--[a-z][a-z-]*/gm).filter((flag) => flag !== '--help');
    expect(flags.length).toBeGreaterThan(12);
    expect(listOf(sectionOf('Preview'), FLAG)).toEqual(flags);
  });

  it('lists exactly the variables of sitegen under Settings', () => {
    const variables = VARIABLES.map(({ name }) => name).sort();
    expect(variables.length).toBeGreaterThan(10);
    expect(listOf(sectionOf('Settings'), VARIABLE)).toEqual(variables);
  });

  it('lists all commands and hosts', async () => {
    const { stdout } = await runSitegen(['--help'], { cwd: makeFolder() });
    const commands = listOf(stdout.split('Commands:')[1] ?? '', /(?<=^ {2})[a-z-]+/gm).filter(
      (name) => name !== 'help',
    );
    expect(commands).toContain('why');
    for (const command of commands) expect(readme).toContain(`sitegen ${command}`);
    expect(readme).toContain(`hosts/{${HOSTS.join(',')}}/`);
    for (const host of HOSTS) expect(sectionOf('Hosts')).toContain(`| \`${host}\``);
  });

  it('mentions only existing npm scripts', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readSource('package.json'));
    const named = listOf(readme, /(?<=npm run )[a-z:-]+/g);
    expect(named).toContain('lock');
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

describe('docs/', () => {
  it('uses only commands, flags and variables that exist', async () => {
    const pages = readdirSync(join(PROJECT, 'docs')).filter((name) => name.endsWith('.md'));
    const texts = pages.map((name) => readSource(`docs/${name}`));
    const used = texts.flatMap((text) => [...text.matchAll(/npx sitegen ([a-z-]+)([^#`\n]*)/g)]);
    expect(used.length).toBeGreaterThan(4);
    for (const [command, flags] of Map.groupBy(used, ([, name = '']) => name)) {
      const { code, stdout } = await runSitegen([command, '--help'], { cwd: makeFolder() });
      expect({ command, code }).toEqual({ command, code: 0 });
      for (const flag of listOf(flags.map(([, , rest = '']) => rest).join(' '), FLAG)) expect(stdout).toContain(flag);
    }
    const known: readonly string[] = VARIABLES.map(({ name }) => name);
    expect(listOf(texts.join('\n'), VARIABLE).filter((name) => !known.includes(name))).toEqual([]);
  });
});
