// Pages of a locale that a build takes over by their lines in the last manifest.

import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutputFile } from '../../cli/files/output-file.ts';
import type { OutputSession } from '../../cli/publish/output-session.ts';
import { assetFile, mapFile, open, pageFile, sideDirOf, treeOf, treeOfFiles } from './small-site.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-kept-pages-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const EN = [pageFile('index.html', '<h1>Home</h1>'), pageFile('blog/a/index.html', '<h1>A</h1>')];
/** A map stands between them, a page after the map has letters of two bytes. */
const UA = [
  pageFile('ua/404.html', '<h1>Немає</h1>', 'ua'),
  pageFile('ua/blog/a/index.html', '<h1>А</h1>', 'ua'),
  pageFile('ua/blog/огляд/index.html', '<h1>Огляд</h1>', 'ua'),
  pageFile('ua/index.html', '<h1>Головна</h1>', 'ua'),
];
const OTHERS = [
  assetFile('assets/site.1a.css', 'h1 { color: red }'),
  mapFile('ua/blog/feed.xml', '<feed/>', 'ua'),
  // No route owns the page of a redirect.
  { ...pageFile('ua/old/index.html', '<p>Moved</p>', 'ua'), owner: null },
];

const manifestOf = (folder: string) => readFileSync(join(folder, '.sitegen/manifest.json'), 'utf8');

async function commit(session: OutputSession, files: readonly OutputFile[]) {
  for (const file of files) session.write(file);
  return session.commit({ locales: 'all' });
}

/** A build that names the pages of both locales. */
async function buildFirst(folder = dir, files: readonly OutputFile[] = [...EN, ...UA, ...OTHERS]): Promise<void> {
  const session = await open(folder);
  for (const locale of ['en', 'ua'] as const) session.namePages(locale, `${locale} 1`);
  await commit(session, files);
}

/** A build after it that takes over what it can of one locale, and writes what it must. */
async function buildAgain(files: readonly OutputFile[], key = 'ua 1'): Promise<boolean> {
  const session = await open(dir);
  const isKept = session.keepPages('ua', key);
  session.namePages('ua', key);
  await commit(session, isKept ? files : [...files, ...UA]);
  return isKept;
}

/** What a build from nothing makes of the files. */
async function buildClean(files: readonly OutputFile[]) {
  const clean = join(dir, 'clean');
  await buildFirst(clean, files);
  return { tree: treeOfFiles(files), manifest: manifestOf(clean) };
}

async function expectSite(files: readonly OutputFile[]): Promise<void> {
  const { tree, manifest } = await buildClean(files);
  expect(treeOf(join(dir, 'out'))).toEqual(tree);
  expect(manifestOf(dir)).toBe(manifest);
}

const CHANGED = [...EN.map((file) => ({ ...file, content: `${file.content}!` })), ...OTHERS];

describe('keepPages', () => {
  it('takes over pages of a locale with the manifest of a build of everything, build after build', async () => {
    await buildFirst();
    expect(await buildAgain(CHANGED)).toBe(true);
    await expectSite([...CHANGED, ...UA]);
    expect(await buildAgain([...EN, ...OTHERS])).toBe(true);
    expect(manifestOf(dir)).toBe((await buildClean([...EN, ...OTHERS, ...UA])).manifest);
  });

  it('counts them as unchanged', async () => {
    await buildFirst();
    const session = await open(dir);
    session.keepPages('ua', 'ua 1');
    for (const file of CHANGED) session.write(file);
    const counts = { written: EN.length, unchanged: UA.length + OTHERS.length, deleted: 0, kept: 0 };
    expect(session.preview({ locales: 'all' })).toEqual(counts);
    session.discard();
  });

  it('puts new files between them, and deletes what the site no longer has', async () => {
    await buildFirst();
    const added = [mapFile('ua/blog/b.json', '{}', 'ua'), pageFile('aa.html', '<p>New</p>')];
    expect(await buildAgain([...EN, ...added])).toBe(true);
    const { tree, manifest } = await buildClean([...EN, ...added, ...UA]);
    expect(treeOf(join(dir, 'out'))).toEqual(tree);
    expect(manifestOf(dir)).toBe(manifest);
  });

  it('keeps those of builds in which nothing changed', async () => {
    await buildFirst();
    const session = await open(dir);
    expect(session.keepLast()).toBe(true);
    await session.commit({ locales: 'all' });
    expect(await buildAgain(CHANGED)).toBe(true);
    await expectSite([...CHANGED, ...UA]);
  });

  it('takes a file for a bug that is written beside them', async () => {
    await buildFirst();
    const session = await open(dir);
    session.keepPages('ua', 'ua 1');
    const committed = commit(session, [...CHANGED, pageFile('ua/404.html', 'Other', 'ua')]);
    await expect(committed).rejects.toThrow('"ua/404.html" is written and was taken over.');
    expect(treeOf(join(dir, 'out'))).toEqual(treeOfFiles([...EN, ...UA, ...OTHERS]));
  });

  it.each<[what: string, change: () => void]>([
    ['a page is gone', () => rmSync(join(dir, 'out/ua/index.html'))],
    ['a page has other bytes', () => appendFileSync(join(dir, 'out/ua/blog/a/index.html'), 'More.')],
    [
      'the manifest was changed by hand',
      () => {
        for (const file of [join(sideDirOf(dir), 'manifest.json'), join(dir, '.sitegen/manifest.json')])
          writeFileSync(file, readFileSync(file, 'utf8').replace('"owner":"/ua/404.html"', '"owner":"/ua/405.html"'));
      },
    ],
    ['what is known of its sections was cut off', () => truncateSync(join(sideDirOf(dir), 'sections.json'), 50)],
    [
      'what is known of its sections lacks one',
      () => {
        const file = join(sideDirOf(dir), 'sections.json');
        const stored = JSON.parse(readFileSync(file, 'utf8'));
        for (const [, { ranges }] of stored.sections) ranges.pop();
        writeFileSync(file, JSON.stringify(stored));
      },
    ],
    ['what is known of its sections is gone', () => rmSync(join(sideDirOf(dir), 'sections.json'))],
  ])('does not where %s', async (_, change) => {
    await buildFirst();
    change();
    expect(await buildAgain(CHANGED)).toBe(false);
    await expectSite([...CHANGED, ...UA]);
  });

  it('does not where they were made of something else, or another file was asked for', async () => {
    await buildFirst();
    expect(await buildAgain(CHANGED, 'ua 2')).toBe(false);
    const session = await open(dir);
    for (const file of EN) session.write(file);
    expect(session.keepPages('ua', 'ua 2')).toBe(false);
    session.discard();
  });

  it('does not where a build of another locale was published since, which does not know of what they were made', async () => {
    await buildFirst();
    const session = await open(dir);
    session.namePages('en', 'en 2');
    for (const file of CHANGED) session.write(file);
    await session.commit({ locales: ['en'] });
    expect(await buildAgain(CHANGED)).toBe(false);
    await expectSite([...CHANGED, ...UA]);
  });
});
