// Files of other people: another site in the folder, links inside it, files that nobody but their owner may replace.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutputFile } from '../../cli/files/output-file.ts';
import { failureOf } from './failure-of.ts';
import {
  assetFile,
  build,
  interrupt,
  mapFile,
  open,
  openAt,
  pageFile,
  sideDirOf,
  treeOf,
  treeOfFiles,
} from './small-site.ts';

let dir = '';
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-foreign-'));
  out = join(dir, 'out');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const ABOUT = pageFile('about/index.html', '<h1>About</h1>');
const SITE = [
  pageFile('index.html', '<h1>Home</h1>'),
  ABOUT,
  assetFile('assets/site.1a.css', 'h1 { color: red }'),
  mapFile('robots.txt', 'User-agent: *'),
];

/** Writes files as another program would. */
function fill(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function commit(files: readonly OutputFile[], options: Parameters<typeof openAt>[1] = {}, outDir = out) {
  const session = await openAt({ outDir, cacheDir: join(dir, '.sitegen') }, options);
  try {
    for (const file of files) session.write(file);
    return await session.commit({ locales: 'all' });
  } finally {
    session.discard();
  }
}

/** Another site: each of its names is one of ours. */
const THEIRS = { 'index.html': 'theirs', 'about/index.html': 'theirs too', 'robots.txt': 'Disallow: /' };

describe('a folder with another site', () => {
  const htdocs = () => join(dir, 'htdocs');

  it('is refused where it has the names of a site that this cache folder knows, and nothing is touched', async () => {
    await build(dir, SITE);
    fill(htdocs(), THEIRS);
    expect(await failureOf(() => commit(SITE, {}, htdocs()))).toEqual({
      code: 'OUT_NOT_OURS',
      exitCode: 2,
      message: `${htdocs()} has files that sitegen did not write. Nothing was changed.`,
      problems: [
        {
          code: 'OUT_NOT_OURS',
          severity: 'error',
          where: { file: htdocs() },
          what: 'These files differ from those of the last build: about/index.html, index.html, robots.txt.',
          fix: 'Choose an empty folder with -o. To replace files that are in the way, add --adopt.',
        },
      ],
    });
    expect(treeOf(htdocs())).toEqual(treeOfFiles(Object.entries(THEIRS).map(([path, text]) => pageFile(path, text))));
    expect(existsSync(join(dir, '.htdocs.sitegen'))).toBe(false);
  });

  it('is refused where a single file differs', async () => {
    await build(dir, SITE);
    const copy = Object.fromEntries(SITE.map((file) => [file.path, String(file.content)]));
    fill(htdocs(), { ...copy, 'robots.txt': 'Disallow: /' });
    expect((await failureOf(() => commit(SITE, {}, htdocs()))).problems?.[0]?.what).toBe(
      'These files differ from those of the last build: robots.txt.',
    );
  });

  it('is refused where it has none of the names', async () => {
    await build(dir, SITE);
    fill(htdocs(), { 'a.txt': 'a', 'b.txt': 'b' });
    expect((await failureOf(() => commit(SITE, {}, htdocs()))).code).toBe('OUT_NOT_OURS');
    expect(treeOf(htdocs())).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
  });

  it('is ours where it is a copy of the site', async () => {
    await build(dir, SITE);
    fill(htdocs(), Object.fromEntries(SITE.map((file) => [file.path, String(file.content)])));
    expect(await commit(SITE.slice(1), {}, htdocs())).toEqual({ written: 0, unchanged: 3, deleted: 1, kept: 0 });
  });

  it.each<[what: string, files: Readonly<Record<string, string>>]>([
    ['the same names', THEIRS],
    ['other names', { 'thesis.txt': 'the only copy' }],
    ['one file of ours', { ...THEIRS, 'assets/site.1a.css': 'h1 { color: red }' }],
  ])('is refused where it took the place of our own and has %s', async (_, files) => {
    await build(dir, SITE);
    rmSync(out, { recursive: true });
    fill(out, files);
    expect((await failureOf(() => build(dir, SITE))).code).toBe('OUT_NOT_OURS');
    expect(treeOf(out)).toEqual(treeOfFiles(Object.entries(files).map(([path, text]) => pageFile(path, text))));
  });

  it('is taken over with --adopt: files in the way are replaced, all others stay', async () => {
    await build(dir, SITE);
    fill(htdocs(), { ...THEIRS, 'photos/cat.jpg': 'a cat', 'team/index.html': 'our team' });
    const next = SITE.filter((file) => file !== ABOUT);
    expect(await commit(next, { isAdopted: true }, htdocs())).toEqual({
      written: 3,
      unchanged: 0,
      deleted: 0,
      kept: 0,
    });
    const others = ['photos/cat.jpg', 'team/index.html', 'about/index.html'];
    expect(Object.keys(treeOf(htdocs()))).toEqual([...next.map(({ path }) => path), ...others].sort());
    // From now on it is ours.
    expect(await commit(SITE.slice(0, 1), { isAdopted: true }, htdocs())).toMatchObject({ unchanged: 1, deleted: 2 });
    expect(treeOf(htdocs())['about/index.html']).toBe('theirs too');
  });

  it('is taken over with --adopt where no build was before', async () => {
    fill(out, THEIRS);
    expect((await failureOf(() => open(dir))).code).toBe('OUT_NOT_OURS');
    expect(await commit(SITE, { isAdopted: true })).toMatchObject({ written: 4, deleted: 0 });
    expect(treeOf(out)).toEqual(treeOfFiles(SITE));
    expect(await build(dir, SITE)).toMatchObject({ unchanged: 4 });
  });
});

describe('a file that somebody put into our folder', () => {
  it('is not replaced by a new page, unless it has the same bytes', async () => {
    await build(dir, SITE);
    fill(out, { 'promo/index.html': 'a landing page by hand', 'offer/index.html': 'same' });
    const next = [...SITE, pageFile('promo/index.html', 'from the service'), pageFile('offer/index.html', 'same')];
    expect(await failureOf(() => commit(next))).toMatchObject({
      code: 'OUT_PATH_TAKEN',
      problems: [
        {
          where: { file: `${out}/promo/index.html` },
          what: 'sitegen did not write this file, and this build has a file with the same name.',
          fix: 'Move it away, or add --adopt to replace it, and build again.',
        },
      ],
    });
    expect(treeOf(out)['promo/index.html']).toBe('a landing page by hand');
    expect(await commit(next, { isAdopted: true })).toMatchObject({ written: 2, unchanged: 4 });
    expect(treeOf(out)).toEqual(treeOfFiles(next));
  });
});

describe('a link inside the out folder', () => {
  const victim = () => join(dir, 'victim');
  const LINK = {
    what: 'It is a symbolic link. sitegen does not follow links in the out folder.',
    fix: 'Delete the link, and build again.',
  };
  const linkProblem = (path: string) => ({
    code: 'OUT_PATH_TAKEN',
    severity: 'error',
    where: { file: `${out}/${path}` },
    ...LINK,
  });

  async function linkAbout(text = 'precious'): Promise<void> {
    await build(dir, SITE);
    rmSync(join(out, 'about'), { recursive: true });
    fill(victim(), { 'index.html': text, 'deeper/index.html': text });
    symlinkSync(victim(), join(out, 'about'));
  }

  it.each<[what: string, files: readonly OutputFile[], text?: string]>([
    ['that a page is written below', SITE.with(1, pageFile('about/index.html', 'new'))],
    ['that a page is deleted below', SITE.toSpliced(1, 1)],
    ['that a page is deleted below that has the same bytes', SITE.toSpliced(1, 1), '<h1>About</h1>'],
    ['that the same page is behind', SITE, '<h1>About</h1>'],
    ['that a page further down is written below', [...SITE, pageFile('about/deeper/index.html', 'new')]],
    ['in the place of a page', [...SITE.toSpliced(1, 1), pageFile('about', 'new')]],
  ])('is refused %s', async (_, files, text) => {
    await linkAbout(text);
    const failure = await failureOf(() => commit(files, { isAdopted: true }));
    expect(failure).toEqual({
      code: 'OUT_PATH_TAKEN',
      exitCode: 2,
      message: `Other files in ${out} are in the way. Nothing was changed.`,
      problems: [linkProblem('about')],
    });
    expect(treeOf(victim())).toEqual({ 'deeper/index.html': text ?? 'precious', 'index.html': text ?? 'precious' });
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('<h1>Home</h1>');
  });

  it('is refused where it is two folders above a page', async () => {
    const page = pageFile('blog/a/b/index.html', 'old');
    await build(dir, [...SITE, page]);
    rmSync(join(out, 'blog'), { recursive: true });
    fill(victim(), { 'a/b/index.html': 'precious' });
    symlinkSync(victim(), join(out, 'blog'));
    for (const files of [SITE, [...SITE, { ...page, content: 'new' }]])
      expect((await failureOf(() => commit(files))).problems).toEqual([linkProblem('blog')]);
    expect(treeOf(victim())).toEqual({ 'a/b/index.html': 'precious' });
  });

  it('is refused in the place of a file, which is written or deleted', async () => {
    await build(dir, SITE);
    fill(victim(), { 'robots.txt': 'theirs' });
    rmSync(join(out, 'robots.txt'));
    symlinkSync(join(victim(), 'robots.txt'), join(out, 'robots.txt'));
    for (const files of [SITE, SITE.slice(0, 3)]) {
      expect((await failureOf(() => commit(files))).problems).toEqual([linkProblem('robots.txt')]);
    }
    expect(treeOf(victim())).toEqual({ 'robots.txt': 'theirs' });
  });

  it('is refused when the next build would finish one that was interrupted, and finished once it is gone', async () => {
    await build(dir, SITE);
    const next = [SITE[0] ?? ABOUT, { ...ABOUT, content: 'new' }];
    await interrupt(dir, next);
    rmSync(join(out, 'about'), { recursive: true });
    fill(victim(), { 'index.html': 'precious' });
    symlinkSync(victim(), join(out, 'about'));
    expect(await failureOf(() => open(dir))).toMatchObject({
      code: 'OUT_PATH_TAKEN',
      message: `Other files in ${out} are in the way. Nothing was changed.`,
      problems: [linkProblem('about')],
    });
    expect(treeOf(victim())).toEqual({ 'index.html': 'precious' });
    expect(readFileSync(join(out, 'robots.txt'), 'utf8')).toBe('User-agent: *');
    rmSync(join(out, 'about'));
    (await open(dir)).discard();
    expect(treeOf(out)).toEqual(treeOfFiles(next));
  });
});

describe('a wanted manifest that somebody changed', () => {
  it.each([
    '{"version":1,',
    '{"version":2,"files":[]}',
    '{"version":1,"files":[{"path":"../x","sha256":"","bytes":0,"contentType":"","cacheControl":"","kind":"page","locale":null,"owner":null}]}',
  ])('is refused where it is %s', async (text) => {
    await build(dir, SITE);
    await interrupt(dir, SITE.slice(1));
    fill(sideDirOf(dir), { 'wanted.json': text });
    fill(dir, { x: 'precious' });
    expect((await failureOf(() => open(dir))).code).toBe('MANIFEST_DAMAGED');
    expect(readFileSync(join(dir, 'x'), 'utf8')).toBe('precious');
    expect(treeOf(out)).toEqual(treeOfFiles(SITE));
    // As the message says.
    rmSync(join(sideDirOf(dir), 'wanted.json'));
    await build(dir, SITE.slice(1), { isAdopted: true });
    expect(treeOf(out)).toEqual(treeOfFiles(SITE.slice(1)));
  });
});
