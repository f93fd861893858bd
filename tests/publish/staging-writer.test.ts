import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toDigest, toOutPath } from '../../cli/files/brands.ts';
import type { OutputFile } from '../../cli/files/output-file.ts';
import type { OutputSession } from '../../cli/publish/output-session.ts';
import { StagingWriter } from '../../cli/publish/staging-writer.ts';
import { build, open, pageFile, sideDirOf, siteOfVersion, treeOf, treeOfFiles } from './small-site.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-staging-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

type StagedFile = Parameters<OutputSession['add']>[0];

/** Stages files in a thread of its own and returns what that tells. */
function stageInThread({ staging }: OutputSession, files: readonly OutputFile[]): Promise<readonly StagedFile[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'staging-child.ts'), {
      workerData: { place: staging, files },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** One build whose pages two threads stage at once, in folders that they share. */
async function buildInThreads(files: readonly OutputFile[]) {
  const session = await open(dir);
  const parts = await Promise.all(
    [0, 1].map((part) =>
      stageInThread(
        session,
        files.filter(({ kind }, index) => kind !== 'asset' && index % 2 === part),
      ),
    ),
  );
  for (const file of parts.flat()) session.add(file);
  for (const file of files) if (file.kind === 'asset') session.write(file);
  return session.commit({ locales: 'all' });
}

describe('StagingWriter', () => {
  it('lets threads stage a site, and the session publish it', async () => {
    const [first, second] = [siteOfVersion(1, 100), siteOfVersion(2, 100)];
    const staged = await buildInThreads(first);
    expect(staged).toEqual({ written: first.length, unchanged: 0, deleted: 0, kept: 0 });
    expect(treeOf(join(dir, 'out'))).toEqual(treeOfFiles(first));
    const counts = await buildInThreads(second);
    expect(treeOf(join(dir, 'out'))).toEqual(treeOfFiles(second));
    rmSync(dir, { recursive: true });
    await build(dir, first);
    expect(counts).toEqual(await build(dir, second));
    expect(counts.unchanged).toBeGreaterThan(0);
  });

  it('answers with digest and size, and writes nothing where the bytes are held', async () => {
    const session = await open(dir);
    const writer = new StagingWriter(session.staging);
    const made = writer.write(toOutPath('a/b/index.html'), 'Ї\ud800');
    expect(made).toEqual({
      sha256: '64e922ee5bce9c3afeaeb9eb82f7a578bb19245e14427a9c9eb471ae9c066e45',
      bytes: 5,
    });
    expect(
      writer.write(toOutPath('a/c/index.html'), Buffer.from('Ї\ufffd'), ({ sha256 }) => sha256 === made.sha256),
    ).toEqual(made);
    const long = 'ї'.repeat(300_000);
    expect(writer.write(toOutPath('long.html'), long).bytes).toBe(600_000);
    writer.write(toOutPath('short.html'), 'short');
    const staged = treeOf(session.staging.stagingDir);
    expect(Object.keys(staged)).toEqual(['a/b/index.html', 'long.html', 'short.html']);
    expect([staged['a/b/index.html'], staged['long.html'] === long, staged['short.html']]).toEqual([
      'Ї\ufffd',
      true,
      'short',
    ]);
    session.discard();
    expect(treeOf(sideDirOf(dir))).toEqual({});
  });

  it('writes texts and bytes of all lengths one after the other, as UTF-8', async () => {
    const session = await open(dir);
    const writer = new StagingWriter(session.staging);
    for (const [number, length] of [3, 90_000, 349_525, 349_526, 700_000, 5, 1_500_000, 90_000].entries()) {
      const parts = ['<p>', 'я'.repeat(length), Buffer.from('é'), '', '\ud800', Buffer.alloc(0), '</p>'];
      const bytes = Buffer.from(`<p>${'я'.repeat(length)}é\ufffd</p>`);
      expect(writer.write(toOutPath(`${number}.txt`), parts)).toEqual({
        sha256: hash('sha256', bytes),
        bytes: bytes.length,
      });
      expect(readFileSync(join(session.staging.stagingDir, `${number}.txt`)).equals(bytes)).toBe(true);
    }
    session.discard();
  });

  it('refuses a file that another thread staged', async () => {
    const session = await open(dir);
    new StagingWriter(session.staging).write(toOutPath('index.html'), 'one');
    expect(() => new StagingWriter(session.staging).write(toOutPath('index.html'), 'two')).toThrow(
      '"index.html" is already staged.',
    );
    session.discard();
  });
});

describe('add', () => {
  it('refuses a path that was written before, and one out of the folder', async () => {
    const session = await open(dir);
    session.write(pageFile('index.html', 'one'));
    const row = {
      path: toOutPath('Index.html'),
      sha256: toDigest('0'.repeat(64)),
      bytes: 3,
      kind: 'page',
      locale: 'en',
      owner: null,
    } as const;
    expect(() => session.add(row)).toThrow('"Index.html" was already written in this build, as "index.html".');
    expect(() => session.add({ ...row, path: toOutPath('../index.html') })).toThrow(
      'is not a path inside the out folder.',
    );
    session.discard();
  });
});
