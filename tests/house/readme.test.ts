// README and docs/ say what the program does: their commands, flags, variables, settings, scripts, links and hosts are those of
// the code.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../cli/settings/load-environment.ts';
import { HOSTS } from '../../config/define-site.ts';
import { listSettings, writeCommandsPage, writeDatabasePage, writeSettingsPage } from './reference-pages.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const readSource = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const DOCS = readdirSync(join(PROJECT, 'docs')).filter((name) => name.endsWith('.md'));
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...DOCS.map((name) => `docs/${name}`),
  'deploy/README.md',
  'content/statamic/README.md',
];
const TEXTS: ReadonlyMap<string, string> = new Map(PAGES.map((file) => [file, readSource(file)]));
const readme = readSource('README.md');
const allText = [...TEXTS.values()].join('\n');
/** The help of every command. */
const commandsPage = writeCommandsPage();

/** Every different match, sorted. */
function listOf(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern))].sort();
}

/** The text under a heading. */
function sectionOf(page: string, heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

/** Ids of the headings of a page, as GitHub makes them. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Links of a page that lead nowhere. */
function deadLinks(file: string, text: string): readonly string[] {
  const links = [...text.matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, target = '']) => target);
  return links.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const found = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(PROJECT, found))) return true;
    return anchor !== undefined && !anchorsOf(readSource(found)).includes(anchor);
  });
}

const FLAG = /(?<![\w-])--[a-z][a-z-]*/g;
const VARIABLE = /\bSITEGEN_[A-Z_]+/g;

describe('README.md', () => {
  it('is short, and leads to every page of docs/', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(150);
    for (const name of DOCS) expect(readme).toContain(`(docs/${name})`);
  });
});

describe('the pages', () => {
  it('begin with what the reader wants to do', () => {
    for (const name of DOCS) {
      const [title = '', , first = ''] = readSource(`docs/${name}`).split('\n');
      expect(title).toMatch(/^# /);
      expect({ name, first }).toMatchObject({ first: expect.stringMatching(/^[A-Z][a-z]+,? /) });
    }
  });

  it('have only links that lead somewhere', () => {
    expect(deadLinks('README.md', '[a](docs/nowhere.md) [b](docs/hosts.md#nothing) [c](#hosts)')).toHaveLength(3);
    for (const [file, text] of TEXTS) expect({ file, dead: deadLinks(file, text) }).toEqual({ file, dead: [] });
  });

  it('use only commands and flags that exist', async () => {
    const used = [...allText.matchAll(/npx sitegen ([a-z-]+)([^#`\n]*)/g)];
    expect(used.length).toBeGreaterThan(30);
    const page = await commandsPage;
    for (const [, command = '', rest = ''] of used) {
      const help = sectionOf(page, `sitegen ${command}`);
      expect({ command, isKnown: help !== '' }).toEqual({ command, isKnown: true });
      for (const flag of listOf(rest, FLAG))
        expect({ command, help }).toMatchObject({ help: expect.stringContaining(flag) });
    }
  });

  it('name only variables and settings that exist', () => {
    const variables: readonly string[] = VARIABLES.map(({ name }) => name);
    expect(listOf(allText, VARIABLE).filter((name) => !variables.includes(name))).toEqual([]);
    const settings = listSettings().map(({ path }) => path);
    const groups = new Set(settings.filter((path) => path.includes('.')).map((path) => path.split('.', 1)[0]));
    const named = listOf(allText, /(?<=`)[a-zA-Z]+\.[a-zA-Z]+(?=[:`])/g).filter(
      (path) => groups.has(path.split('.', 1)[0]) && !path.endsWith('.txt'),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !settings.includes(path))).toEqual([]);
  });

  it('name only npm scripts, files and hosts that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readSource('package.json'));
    const named = listOf(allText, /(?<=npm run )[a-z:-]+/g);
    expect(named).toContain('lock');
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = listOf(allText, /(?<=`)(?:cli|config|templates|locales|client|tests|bench|deploy)\/[\w./-]+(?=`)/g);
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((file) => !file.endsWith('.php') && !existsSync(join(PROJECT, file)))).toEqual([]);
    const hosts = readSource('docs/hosts.md');
    expect(hosts).toContain(`hosts/{${HOSTS.join(',')}}/`);
    for (const host of HOSTS) expect(hosts).toContain(`| \`${host}\``);
  });
});

describe('the reference', () => {
  const HOW = 'Run "npm run docs".';

  it('of settings is that of the schema', () => {
    expect(readSource('docs/settings.md'), HOW).toBe(writeSettingsPage());
  });

  it('of queries is that of the code', () => {
    expect(readSource('docs/database.md'), HOW).toBe(writeDatabasePage());
  });

  it('of commands is that of their help', async () => {
    expect(readSource('docs/commands.md'), HOW).toBe(await commandsPage);
  });
});
