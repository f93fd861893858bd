// What the owner of a site sets in site.config.ts and variables is what visitors get: brand, services, host, addresses.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../long-run.ts';
import { CLOCK } from '../site/sample-clock.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

/** Settings of the sample that name services of others: nothing of them may be left when they are off. */
const INTEGRATIONS = {
  SITEGEN_GTM_ID: 'GTM-OWNER',
  SITEGEN_CHAT_APP_ID: 'chat-owner',
  SITEGEN_FORMS_PORTAL: 'portal-owner',
  SITEGEN_COPYRIGHT_BADGE_ID: 'badge-owner',
  SITEGEN_GEO_URL: 'https://geo.owner.example',
  SITEGEN_IMAGE_CDN: 'https://img.owner.example',
  SITEGEN_SIGN_IN_URL: 'https://login.owner.example/in',
  SITEGEN_HELP_CENTRE_URL: 'https://docs.owner.example',
};

/** A copy of the project, removed when the test ends. */
function makeProject(): ProjectCopy {
  const project = copyProject();
  onTestFinished(project.remove);
  return project;
}

async function build(project: ProjectCopy, environment: Readonly<Record<string, string>> = {}, clock = CLOCK) {
  const run = await project.run(['build', '--quiet', '--clock', clock], environment);
  expect(run.code, run.stderr).toBe(0);
  return {
    read: (file: string) => readFileSync(join(project.folder, 'out', file), 'utf8'),
    /** Text files of the site by their path. */
    texts: () =>
      readdirSync(join(project.folder, 'out'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(html|css|js|json|xml|txt|svg)$|^_/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => ({ file, text: readFileSync(file, 'utf8') })),
  };
}

const configure = (project: ProjectCopy, from: string | RegExp, to: string) =>
  project.edit('site.config.ts', (text) => text.replaceAll(from, to));

/** Origins that a Content-Security-Policy allows. */
const originsOf = (policy: string) => new Set(policy.match(/(?:https?|wss?):\/\/[^\s;"]+/g));

describe('An owner', () => {
  it.runIf(IS_LONG)('renames the brand: what is left of the old name is in entries of the content alone', async () => {
    const project = makeProject();
    configure(project, 'Murmurlens', 'Quillby');
    const content = join(project.folder, 'content/sample');
    for (const entry of readdirSync(content, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && /\.(md|ya?ml|json)$/.test(entry.name))
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Murmurlens', 'Quillby'));
    }
    const site = await build(project);
    expect(site.texts().filter(({ text }) => text.includes('Murmurlens'))).toEqual([]);
    const home = site.read('index.html');
    expect(home).toContain('Quillby Analytics Ltd.');
    expect(home).toContain('"name":"Quillby"');
    // Where an entry has no description of its own, the words have one.
    for (const locale of ['en', 'es', 'pt', 'ua', 'kz'])
      expect(readFileSync(join(project.folder, 'locales', `${locale}.json`), 'utf8')).not.toContain('Murmurlens');
  });

  it('has one place for the name of the brand besides the content', () => {
    const project = join(import.meta.dirname, '../..');
    const naming = ['cli', 'client', 'config', 'locales', 'templates'].flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|css|json|svg)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => readFileSync(file, 'utf8').includes('Murmurlens')),
    );
    expect(naming).toEqual([]);
  });

  it('switches services on: policy and scripts appear; another host gets its own files; addresses lead there', async () => {
    const project = makeProject();
    configure(
      project,
      'integrations:',
      "locales: ['en', 'es'],\n  build: { host: 'netlify', rootRedirect: '/es/' },\n  integrations:",
    );
    const site = await build(project, INTEGRATIONS);
    const headers = site.read('_headers');
    const policy = /Content-Security-Policy: (.*)/.exec(headers)?.[1] ?? '';
    for (const origin of ['https://geo.owner.example', 'https://img.owner.example', 'https://www.googletagmanager.com'])
      expect([...originsOf(policy)].filter((found) => found.startsWith(origin))).not.toEqual([]);
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    for (const name of ['X-Content-Type-Options', 'Referrer-Policy', 'Permissions-Policy'])
      expect(headers).toContain(name);
    expect(site.read('_redirects')).toMatch(/^\/ +\/es\/ +302/m);
    const about = site.read('about/index.html');
    for (const value of [INTEGRATIONS.SITEGEN_SIGN_IN_URL, INTEGRATIONS.SITEGEN_HELP_CENTRE_URL, 'GTM-OWNER'])
      expect(about).toContain(value);
    expect(site.texts().some(({ text }) => text.includes('https://img.owner.example/'))).toBe(true);
  });

  it.runIf(IS_LONG)('switches all services off: no page names or allows the host of another one', async () => {
    const project = makeProject();
    configure(project, /embeds: \[.*\]/g, 'embeds: []');
    const site = await build(project);
    const pages = site.texts().filter(({ file }) => file.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(300);
    for (const { file, text } of pages) {
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? '';
      expect([file, [...originsOf(policy)]]).toEqual([file, []]);
      const loaded = [...text.matchAll(/<(?:script|iframe|img|source)\b[^>]*\bsrc="(https?:\/\/[^"]*)"/g)];
      expect([file, loaded.map(([, address]) => address)]).toEqual([file, []]);
    }
  });

  it.runIf(IS_LONG)('looks at the site of another day: what is scheduled is there, by the same content', async () => {
    const project = makeProject();
    const pagesAt = async (clock: string) => {
      const { code, stdout } = await project.run(['build', '--dry-run', '--json', '--locale', 'en', '--clock', clock]);
      expect(code).toBe(0);
      const { result } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
      return result.pages.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    };
    expect(await pagesAt('2999-01-01')).toBeGreaterThan(await pagesAt('2020-01-01'));
  });
});
