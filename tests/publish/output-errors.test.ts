// Every way in which the out folder can refuse a build, on real disks and folders.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import {
  build,
  findBrokenPages,
  open,
  openAt,
  pageFile,
  sideDirOf,
  siteOfVersion,
  treeOf,
  treeOfFiles,
} from './small-site.ts';

let dir = '';
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-refused-'));
  out = join(dir, 'out');
});
afterEach(() => {
  chmodSync(dir, 0o755);
  rmSync(dir, { recursive: true, force: true });
});

const HOME = pageFile('index.html', 'home');
const isRoot = process.getuid?.() === 0;
const CHILD = join(import.meta.dirname, 'full-disk-child.ts');
const MAKE_WRITABLE =
  'Make it writable (sitegen also writes to the parent folder of the out folder) or choose another place with -o or --cache-dir, and build again.';

const openAs = (outDir: string, cacheDir = join(dir, '.sitegen')) => openAt({ outDir, cacheDir });

function unwritable(outDir: string, place: string, what: string) {
  return {
    code: 'OUT_UNWRITABLE',
    exitCode: 2,
    message: `${outDir} cannot be written. Nothing was written; ${outDir} is unchanged.`,
    problems: [{ code: 'OUT_UNWRITABLE', severity: 'error', where: { file: place }, what, fix: MAKE_WRITABLE }],
  };
}

describe('openOutput with an out folder of somebody else', () => {
  it('refuses it and touches nothing', async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.txt'), 'the only copy');
    expect(await failureOf(() => open(dir))).toEqual({
      code: 'OUT_NOT_OURS',
      exitCode: 2,
      message: `${out} has files that sitegen did not write. Nothing was changed.`,
      problems: [
        {
          code: 'OUT_NOT_OURS',
          severity: 'error',
          where: { file: out },
          what: 'It is not empty, and there is no manifest of an earlier build for it.',
          fix: 'Choose an empty folder with -o. To replace files that are in the way, add --adopt.',
        },
      ],
    });
    expect(treeOf(dir)).toEqual({ 'out/thesis.txt': 'the only copy' });
  });

  it('refuses it also where the manifest is that of another out folder', async () => {
    await build(dir, [HOME]);
    const documents = join(dir, 'documents');
    mkdirSync(documents);
    for (const name of ['index.html', 'a.txt', 'b.txt']) writeFileSync(join(documents, name), name);
    expect((await failureOf(() => openAs(documents))).code).toBe('OUT_NOT_OURS');
    expect(treeOf(documents)).toEqual({ 'a.txt': 'a.txt', 'b.txt': 'b.txt', 'index.html': 'index.html' });
    expect(existsSync(join(dir, '.documents.sitegen'))).toBe(false);
  });

  it('refuses files that appear in an empty out folder while the build runs', async () => {
    mkdirSync(out);
    const session = await open(dir);
    session.write(HOME);
    writeFileSync(join(out, 'thesis.txt'), 'the only copy');
    expect((await failureOf(() => session.commit({ locales: 'all' }))).code).toBe('OUT_NOT_OURS');
    expect(treeOf(dir)).toEqual({ '.sitegen': 'an empty folder', 'out/thesis.txt': 'the only copy' });
  });

  it('takes an out folder whose cache folder was restored without the side folder', async () => {
    await build(dir, [HOME]);
    rmSync(sideDirOf(dir), { recursive: true });
    expect(await build(dir, [HOME])).toEqual({ written: 0, unchanged: 1, deleted: 0, kept: 0 });
  });
});

describe('openOutput with a place that cannot be written', () => {
  it('says so of an out folder below a file', async () => {
    writeFileSync(join(dir, 'file'), '');
    const place = join(dir, 'file/out');
    expect(await failureOf(() => openAs(place))).toEqual(
      unwritable(place, place, 'A part of the path is a file, not a folder. (ENOTDIR)'),
    );
  });

  it('says so of an out folder that is a file', async () => {
    writeFileSync(out, 'text');
    expect(await failureOf(() => open(dir))).toEqual(
      unwritable(out, out, 'A part of the path is a file, not a folder. (ENOTDIR)'),
    );
  });

  it('says so of a cache folder that is a file', async () => {
    const cache = join(dir, 'cache');
    writeFileSync(cache, '');
    expect(await failureOf(() => openAs(out, cache))).toEqual(
      unwritable(out, cache, 'A part of the path is a file, not a folder. (EEXIST)'),
    );
  });

  it.runIf(existsSync('/proc/self'))('says so of a folder that nobody can make', async () => {
    expect(await failureOf(() => openAs('/proc/site/out'))).toEqual(
      unwritable(
        '/proc/site/out',
        '/proc/site/.out.sitegen',
        'The folder does not exist and cannot be created. (ENOENT)',
      ),
    );
  });

  it('says so where it has no permission', async () => {
    mkdirSync(join(dir, '.sitegen'));
    chmodSync(join(dir, '.sitegen'), 0o777);
    chmodSync(dir, 0o555);
    expect(await asNobody(() => failureOf(() => open(dir)))).toEqual(
      unwritable(out, sideDirOf(dir), 'Writing there is not permitted. (EACCES)'),
    );
  });

  it('says so of a folder of the site into which it may not move a page, and the next build goes on', async () => {
    // In the hands of nobody, who may not write to one folder.
    await build(dir, siteOfVersion(1, 10));
    if (isRoot) execFileSync('chown', ['-R', '65534:65534', dir]);
    chmodSync(join(out, 'ua/blog'), 0o555);
    const failure = await asNobody(() => failureOf(() => build(dir, siteOfVersion(2, 10))));
    expect(failure).toEqual({
      code: 'OUT_UNWRITABLE',
      exitCode: 2,
      message: `${out} cannot be written. Writing stopped halfway; ${out} has complete pages of the last build and of this one.`,
      problems: [
        {
          code: 'OUT_UNWRITABLE',
          severity: 'error',
          where: { file: expect.stringContaining(join(out, 'ua/blog/')) },
          what: 'Writing there is not permitted. (EACCES)',
          fix: MAKE_WRITABLE.replace('build again.', 'build again: the next build finishes this one first.'),
        },
      ],
    });
    expect(findBrokenPages(out)).toEqual([]);
    chmodSync(join(out, 'ua/blog'), 0o755);
    await asNobody(() => build(dir, siteOfVersion(2, 10)));
    expect(treeOf(out)).toEqual(treeOfFiles(siteOfVersion(2, 10)));
  });

  it.runIf(process.platform === 'linux')('says so of a file system that is read-only, and the site stays', async () => {
    await build(dir, siteOfVersion(1, 10));
    const before = treeOf(dir);
    const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';
    const failure = inOwnMounts(script, [dir, process.execPath, '-e', failureOfOpen(dir)]);
    const place = join(dir, '.sitegen');
    expect(JSON.parse(failure)).toEqual(unwritable(out, place, 'The file system is read-only. (EROFS)'));
    expect(treeOf(dir)).toEqual(before);
    await build(dir, siteOfVersion(2, 10));
    expect(treeOf(out)).toEqual(treeOfFiles(siteOfVersion(2, 10)));
  });
});

describe.runIf(process.platform === 'linux')('an out folder that is a mount point', () => {
  it('is written like any other, by copies, also with mounts in it', () => {
    mkdirSync(join(dir, 'elsewhere/media'), { recursive: true });
    mkdirSync(out);
    const script =
      'cd "$1" && mount --bind elsewhere out && mount -t tmpfs tmpfs out/media && shift && "$@" && cp -a out copy';
    const child = `import('${join(import.meta.dirname, 'small-site.ts')}').then(async ({ build, siteOfVersion, assetFile }) => {
      const media = assetFile('media/photo.1a.webp', 'photo');
      await build('${dir}', [...siteOfVersion(1, 10), media], { isAdopted: true });
      await build('${dir}', [...siteOfVersion(2, 10), media]);
    })`;
    inOwnMounts(script, [dir, process.execPath, '-e', child]);
    const { 'media/photo.1a.webp': photo, ...rest } = treeOf(join(dir, 'copy'));
    expect(photo).toBe('photo');
    expect(rest).toEqual(treeOfFiles(siteOfVersion(2, 10)));
  });

  it('has a file that is in use: it is tried again, then the message names it', () => {
    const script = `cd "$1" && touch held && mount --bind held out/robots.txt && shift && "$@"`;
    const child = (
      then: string,
    ) => `import('${join(import.meta.dirname, 'failure-of.ts')}').then(async ({ failureOf }) => {
      const { build, mapFile } = await import('${join(import.meta.dirname, 'small-site.ts')}');
      ${then}
      process.stdout.write(JSON.stringify(await failureOf(() => build('${dir}', [mapFile('robots.txt', 'new')], { isAdopted: true }))));
    })`;
    mkdirSync(out);
    writeFileSync(join(out, 'robots.txt'), '');
    expect(JSON.parse(inOwnMounts(script, [dir, process.execPath, '-e', child('')]))).toMatchObject({
      code: 'OUT_UNWRITABLE',
      problems: [
        {
          where: { file: join(out, 'robots.txt') },
          what: 'Another program has it open, or it is a mount point. (EBUSY)',
        },
      ],
    });
    // Released, the next command finishes.
    expect(treeOf(out)).toEqual({ 'robots.txt': '' });
  });
});

describe.runIf(process.platform === 'linux')('a build on a disk that fills up', () => {
  const stagingPlace = expect.stringContaining('/.out.sitegen/staging/pages/big-');

  it('leaves the out folder as it was when staging finds no room', () => {
    const disk = join(dir, 'disk');
    mkdirSync(disk);
    const result = JSON.parse(onSmallDisk(disk, 'size=1m', [CHILD, disk, 'staging']));
    expect(result.failure).toEqual({
      code: 'OUT_DISK_FULL',
      exitCode: 2,
      message: `The disk is full. Nothing was written; ${disk}/out is unchanged.`,
      problems: [
        {
          code: 'OUT_DISK_FULL',
          severity: 'error',
          where: { file: stagingPlace },
          what: 'There was no space to write it. (ENOSPC)',
          fix: 'Free space on its disk, and build again.',
        },
      ],
    });
    expect(result).toMatchObject({ isUntouched: true, left: ['manifest.json'], isHealed: true });
  });

  it('leaves the out folder as it was when the manifest finds no room', () => {
    const disk = join(dir, 'disk');
    mkdirSync(disk);
    const result = JSON.parse(onSmallDisk(disk, 'size=1m', [CHILD, disk, 'manifest']));
    expect(result.failure).toMatchObject({
      code: 'OUT_DISK_FULL',
      message: `The disk is full. Nothing was written; ${disk}/out is unchanged.`,
    });
    expect(result).toMatchObject({ isUntouched: true, left: ['manifest.json'], isHealed: true });
  });

  it('leaves whole pages when a mounted out folder is full in the midst of the change, and the next build goes on', () => {
    mkdirSync(out);
    const result = JSON.parse(onSmallDisk(out, 'size=1m', [CHILD, dir, 'moves']));
    expect(result.failure).toEqual({
      code: 'OUT_DISK_FULL',
      exitCode: 2,
      message: `The disk is full. Writing stopped halfway; ${out} has complete pages of the last build and of this one.`,
      problems: [
        {
          code: 'OUT_DISK_FULL',
          severity: 'error',
          where: { file: expect.stringContaining(`${out}/`) },
          what: 'There was no space to write it. (ENOSPC)',
          fix: 'Free space on its disk, and build again: the next build finishes this one first.',
        },
      ],
    });
    expect(result).toMatchObject({ isUntouched: false, broken: [], isHealed: true });
    expect(result.left).toContain('wanted.json');
  });

  it('names the file of the cache folder when only that is full and the site is published already', () => {
    const cache = join(dir, '.sitegen');
    mkdirSync(cache);
    const result = JSON.parse(onSmallDisk(cache, 'size=1m', [CHILD, dir, 'state']));
    expect(result.failure).toMatchObject({
      code: 'OUT_DISK_FULL',
      problems: [
        {
          where: { file: `${cache}/routes.json.sitegen-part` },
          fix: 'Free space on its disk, and build again: the next build finishes this one first.',
        },
      ],
    });
    expect(result).toMatchObject({ isPublished: true, broken: [], isHealed: true });
    expect(result.left).toContain('wanted.json');
  });

  it('says the same where files may not be that large', () => {
    const result = JSON.parse(
      execFileSync('sh', ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, CHILD, dir, 'staging'], {
        encoding: 'utf8',
        timeout: 300_000,
      }),
    );
    expect(result.failure.problems).toEqual([
      {
        code: 'OUT_DISK_FULL',
        severity: 'error',
        where: { file: stagingPlace },
        what: 'There was no space to write it. (EFBIG)',
        fix: 'Free space on its disk, and build again.',
      },
    ]);
    expect(result).toMatchObject({ isUntouched: true, left: ['manifest.json'], isHealed: true });
  });
});

describe('commit with something in its way', () => {
  it('names every place that is taken and publishes nothing', async () => {
    await build(dir, [HOME]);
    mkdirSync(join(out, 'blog/index.html'), { recursive: true });
    writeFileSync(join(out, 'blog/index.html/mine'), 'mine');
    mkdirSync(join(out, 'empty/index.html'), { recursive: true });
    writeFileSync(join(out, 'about'), 'mine');
    const session = await open(dir);
    session.write(pageFile('index.html', 'new'));
    session.write(pageFile('blog/index.html', 'blog'));
    session.write(pageFile('empty/index.html', 'replaces an empty folder'));
    session.write(pageFile('about/index.html', 'about'));
    const problem = (path: string) => ({
      code: 'OUT_PATH_TAKEN',
      severity: 'error',
      where: { file: `${out}/${path}` },
      what: 'It is a file where this build needs a folder, or a folder where it needs a file, and this build does not replace it.',
      fix: 'Delete it or build all locales, and build again.',
    });
    expect(await failureOf(() => session.commit({ locales: 'all' }))).toEqual({
      code: 'OUT_PATH_TAKEN',
      exitCode: 2,
      message: `Other files in ${out} are in the way. Nothing was changed.`,
      problems: [problem('blog/index.html'), problem('about')],
    });
    expect(treeOf(out)).toEqual({
      about: 'mine',
      'blog/index.html/mine': 'mine',
      'empty/index.html': 'an empty folder',
      'index.html': 'home',
    });
    for (const path of ['about', 'blog']) rmSync(join(out, path), { recursive: true });
    const next = [pageFile('index.html', 'new'), pageFile('empty/index.html', 'replaces an empty folder')];
    await build(dir, next);
    expect(treeOf(out)).toEqual(treeOfFiles(next));
  });
});

/** Runs something without the powers of root, whoever runs the tests. */
async function asNobody<Result>(run: () => Promise<Result>): Promise<Result> {
  if (!isRoot) return run();
  process.seteuid?.(65_534);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

/** A script for Node that prints how opening the out folder of a place fails. */
function failureOfOpen(place: string): string {
  return `import('${join(import.meta.dirname, 'failure-of.ts')}').then(async ({ failureOf }) => {
    const { open } = await import('${join(import.meta.dirname, 'small-site.ts')}');
    process.stdout.write(JSON.stringify(await failureOf(() => open('${place}'))));
  })`;
}

/** Runs Node with a small disk mounted at a folder. */
function onSmallDisk(folder: string, options: string, args: readonly string[]): string {
  const script = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"';
  return inOwnMounts(script, [options, folder, process.execPath, ...args]);
}

/** Runs a shell script in a process that has a mount table of its own: mounts end with it. */
function inOwnMounts(script: string, args: readonly string[]): string {
  return execFileSync('unshare', [isRoot ? '-m' : '-rm', 'sh', '-c', script, 'sh', ...args], {
    encoding: 'utf8',
    timeout: 300_000,
  });
}
