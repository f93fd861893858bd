// `sitegen new` in a copy of the project: what it writes builds at once, in few files.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyProject, type ProjectCopy } from '../acceptance/support/project-copy.ts';

let project: ProjectCopy;
const files = new Map<string, readonly string[]>();
const read = (file: string) => readFileSync(join(project.folder, file), 'utf8');

beforeAll(async () => {
  project = copyProject();
  for (const [kind, name] of [
    ['page', 'our-story'],
    ['collection', 'case-studies'],
    ['locale', 'de'],
  ] as const) {
    const { code, stdout } = await project.run(['new', kind, name, '--json']);
    expect({ kind, code }).toEqual({ kind, code: 0 });
    files.set(kind, JSON.parse(stdout).result.files);
  }
  const { code, stderr } = await project.run(['build', '--locale', 'en,de']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return project.remove;
});

describe('sitegen new', () => {
  it('page: a page of content alone', () => {
    expect(files.get('page')).toEqual(['content/sample/pages/en/our-story.md']);
    expect(read('out/our-story/index.html')).toContain('<h1>Our story</h1>');
  });

  it('collection: a page for each entry, in at most 8 files', () => {
    expect(files.get('collection')).toHaveLength(6);
    const html = read('out/case-studies/first/index.html');
    expect(html).toContain('<h1>The first of case studies</h1>');
    expect(html).toContain('<p>Write here.</p>');
    expect(read('out/sitemap.xml')).toContain('/case-studies/first/');
  });

  it('locale: a home page in at most 3 files of code, and no page of certain locales', () => {
    expect(files.get('locale')?.filter((file) => !file.startsWith('content/'))).toHaveLength(3);
    expect(read('out/de/index.html')).toContain('<html lang="de"');
    expect(read('out/index.html')).toContain('hreflang="de"');
    expect(existsSync(join(project.folder, 'out/de/cxua'))).toBe(false);
    const words: object = JSON.parse(read('locales/de.json'));
    expect(words).toHaveProperty(['common.signIn']);
    expect(words).not.toHaveProperty(['cxua.title']);
  });

  it('refuses names that are taken or are none, and writes nothing then', async () => {
    const messages = await Promise.all(
      [
        ['page', 'our-story'],
        ['page', 'about'],
        ['collection', 'Case Studies'],
        ['locale', 'en'],
      ].map(async ([kind = '', name = '']) => {
        const { code, stderr } = await project.run(['new', kind, name]);
        return [code, stderr.trim()];
      }),
    );
    expect(messages).toEqual([
      [2, expect.stringContaining('content/sample/pages/en/our-story.md exists already. Choose another name.')],
      [
        2,
        expect.stringContaining(
          '"about" exists already: edit content/sample/pages/en/about.md, or choose another name. Nothing was written.',
        ),
      ],
      [
        2,
        expect.stringContaining('"Case Studies" is not a valid name. Expected lowercase letters, digits and hyphens.'),
      ],
      [2, expect.stringContaining('"en" exists already: edit config/locales.ts, or choose another name.')],
    ]);
  });
});
