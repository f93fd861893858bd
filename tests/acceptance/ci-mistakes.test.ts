// A CI engineer whose commit has a mistake in the project's own files: all of a kind at once, each with file, line and
// column, before anything is rendered. `BUG` is for faults of the program.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IS_LONG, sampleOf } from '../long-run.ts';
import type { CommandRun } from '../site/run-sitegen.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

type Change = readonly [file: string, from: string | RegExp, to: string];

/** A copy of the project with mistakes in it. */
function projectWith(...changes: readonly Change[]): ProjectCopy {
  const project = copyProject();
  onTestFinished(project.remove);
  for (const [file, from, to] of changes) project.edit(file, (text) => text.replace(from, to));
  return project;
}

/** Builds it, and sees that nothing was rendered or written. */
async function buildBadly(project: ProjectCopy): Promise<CommandRun> {
  const run = await project.run(['build', '--quiet']);
  expect(run.stderr).not.toContain('BUG');
  expect(run.stdout).toBe('');
  expect(existsSync(join(project.folder, 'out'))).toBe(false);
  return run;
}

/** `file:line:column › key` of every problem. */
const placesOf = ({ stderr }: CommandRun) =>
  stderr
    .split('\n')
    .filter((line) => /^ {2}[\w./-]+:\d+:\d+/.test(line))
    .map((line) => line.trim());

describe('a build says where the mistake is', () => {
  it('in words of any locale, also in another encoding, all at once', async () => {
    const project = projectWith(
      ['locales/kz.json', '"common.menuButton"', '"common.menuButon"'],
      ['locales/kz.json', '{year} {legalName}', '{yaer} {legalName}'],
      ['locales/es.json', '"common.menuButton": "', '"common.menuButton": "{'],
      ['locales/pt.json', '"common.menuButton": "', '"common.menuButton": "@'],
      ['locales/ua.json', '",\n  "common.signIn"', '"\n  "common.signIn"'],
    );
    const file = join(project.folder, 'locales/pt.json');
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('@')] = 0xff;
    writeFileSync(file, bytes);
    const run = await buildBadly(project);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^WORDS_INVALID {2}/);
    // What is missing has no line.
    expect(run.stderr).toContain('locales/kz.json › common.menuButton');
    expect(run.stderr).toContain('The text has bytes that are not UTF-8.');
    expect(placesOf(run)).toEqual([
      'locales/es.json:6:3 › common.menuButton',
      'locales/kz.json:6:3 › common.menuButon',
      'locales/kz.json:26:3 › common.copyright',
      'locales/pt.json:6:3 › common.menuButton',
      'locales/ua.json:12:3',
    ]);
  });

  it('in tables of config/, where a page would disappear, and the compiler says so too', async () => {
    const project = projectWith(
      ['config/pages.ts', "template: 'home'", "template: 'hom'"],
      ['config/pages.ts', "'webinars-slug', 'webinars'", "'webinars-slug', 'webinar'"],
      ['config/menu.ts', "page('product')", "page('prodct')"],
      ['config/redirects.ts', "page: 'ambassadors-program'", "page: 'ambassador-program'"],
    );
    const run = await buildBadly(project);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/^CONFIG_INVALID {2}The tables in config\/ have errors\. Nothing was built\.\n/);
    expect(placesOf(run).map((place) => place.replaceAll(/:\d+:\d+/g, ':'))).toEqual([
      'config/pages.ts: › main.template',
      'config/pages.ts: › webinars-slug.source.collection',
      'config/menu.ts: › platform.submenu.0.target.page',
      'config/redirects.ts: › ambassadors-program.page',
    ]);
    expect(run.stderr).toContain('There is no page "prodct".\n  → Did you mean "product"?');
    if (!IS_LONG) return;
    // What the tables name is in few files; the whole project would take the compiler ten times as long.
    project.edit('tsconfig.json', (text) =>
      text.replace(/"include": \[[^\]]*\]/, '"include": ["config", "templates/template-ids.ts"]'),
    );
    const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), ['--incremental', 'false'], {
      cwd: project.folder,
      encoding: 'utf8',
    });
    for (const wrong of ['hom', '"webinar"', '"prodct"', '"ambassador-program"']) expect(stdout).toContain(wrong);
  });

  it('in a table that cannot be loaded', async () => {
    const project = projectWith(['config/pages.ts', "entryPage('careers')", "entryPag('careers')"]);
    const run = await buildBadly(project);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /^CONFIG_INVALID {2}config\/pages\.ts cannot be loaded\. Nothing was built\.\n\n {2}config\/pages\.ts:\d+:3\n {2}entryPag is not defined\.\n/,
    );
    project.edit('config/pages.ts', (text) => text.replace('entryPag(', 'entryPage('));
    project.edit('templates/template-ids.ts', (text) => text.replace('  blog: {', '  blog {'));
    const broken = await buildBadly(project);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toMatch(
      /^SOURCE_BROKEN {2}.*\n\n {2}templates\/template-ids\.ts:\d+:8\n {2}Expected ',', got '\{'\.\n/,
    );
  });

  it.each(sampleOf(['config/menu.ts', 'config/redirects.ts']))('in a table that exports nothing: %s', async (file) => {
    const run = await buildBadly(projectWith([file, /export const/g, 'const']));
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /^CONFIG_INVALID {2}config\/(menu|redirects)\.ts cannot be loaded\. Nothing was built\.\n/,
    );
    expect(run.stderr).toContain('does not provide an export named');
  });

  it.runIf(IS_LONG)('in a style sheet, a template and a browser script at once', async () => {
    const project = projectWith(
      ['templates/styles/base.css', /^/, '.unclosed { color: red;\n'],
      ['templates/styles/print.css', /^/, '.closed { colr: red; } }\n'],
      ['client/main.ts', /^/, 'const = 3;\n'],
    );
    const run = await buildBadly(project);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^TEMPLATE_BROKEN {2}/);
    expect(placesOf(run)).toEqual([
      'templates/styles/base.css:1:11  STYLE_BROKEN',
      'templates/styles/print.css:1:11  STYLE_BROKEN',
      'templates/styles/print.css:1:24  STYLE_BROKEN',
      'client/main.ts:1:7',
    ]);
    expect(run.stderr).toContain('"colr" is not a known CSS property.\n  → Did you mean "color" instead?');
  });

  it.runIf(IS_LONG)('in a template that throws as soon as it is loaded', async () => {
    const run = await buildBadly(
      projectWith([
        'templates/pages/AboutPage.tsx',
        /$/,
        '\nif (Math.abs(1)) throw new Error("broken on purpose.");\n',
      ]),
    );
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(
      /^TEMPLATE_BROKEN {2}The templates cannot be loaded\. Nothing was written\.\n\n {2}templates\/pages\/AboutPage\.tsx:\d+:\d+\n {2}broken on purpose\.\n/,
    );
  });

  it('in a template that throws, with the page and its entry, whatever thread rendered it', async () => {
    const project = projectWith([
      'templates/components/Breadcrumbs.tsx',
      'const words = useWords();',
      "const words = useWords();\n  if (words.t('common.home') === 'Inicio') throw new Error('broken on purpose.');",
    ]);
    const failed = (run: CommandRun) =>
      expect(run.stderr).toMatch(
        /^TEMPLATE_FAILED {2}The template "[\w-]+" failed on \/es\/\S*\. Nothing was written\.\n\n {2}templates\/components\/Breadcrumbs\.tsx:\d+:50 › pages › ".+" \(es\) › \/es\/\S*\n {2}broken on purpose\.\n {2}→ Fix the template/,
      );
    for (const args of sampleOf([['--workers', '2'], []])) {
      const run = await project.run(['build', '--quiet', ...args]);
      expect(run.code).toBe(1);
      failed(run);
    }
    if (!IS_LONG) return;
    project.edit('templates/components/Breadcrumbs.tsx', (text) => text.replace(/\n {2}if \(words.*/, ''));
    project.edit('templates/components/Footer.tsx', (text) =>
      text.replace('return (', "if (Math.abs(1)) throw new Error('no footer.');\n  return ("),
    );
    const run = await project.run(['build', '--quiet']);
    expect(run.stderr).toMatch(/^TEMPLATE_FAILED .*\n\n {2}templates\/components\/Footer\.tsx:\d+:\d+ › /);
  });
});
