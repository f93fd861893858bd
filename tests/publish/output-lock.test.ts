import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from '../../cli/publish/output-lock.ts';
import { failureOf } from './failure-of.ts';
import { build, open, sideDirOf, siteOfVersion, treeOf, treeOfFiles } from './small-site.ts';

const CHILD = join(import.meta.dirname, 'build-child.ts');

let dir = '';
let lockFile = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-lock-'));
  lockFile = join(sideDirOf(dir), 'lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A process that has ended: its id belongs to nobody. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  if (child.pid === undefined) throw new Error('The child did not start.');
  return child.pid;
}

function writeLock(holder: unknown): void {
  mkdirSync(dirname(lockFile), { recursive: true });
  writeFileSync(lockFile, typeof holder === 'string' ? holder : JSON.stringify(holder));
}

describe('takeLock', () => {
  it('refuses a second build of the same process and names it', async () => {
    const session = await open(dir);
    const { since } = JSON.parse(readFileSync(lockFile, 'utf8')) as { since: string };
    expect(await failureOf(() => open(dir))).toEqual({
      code: 'OUT_LOCKED',
      exitCode: 2,
      message: `Another build is running in ${join(dir, 'out')}. Nothing was changed.`,
      problems: [
        {
          code: 'OUT_LOCKED',
          severity: 'error',
          where: { file: lockFile },
          what: `Process ${process.pid} on this machine has been writing to it since ${since}.`,
          fix: 'Wait until it has ended, and build again.',
        },
      ],
    });
    session.write(siteOfVersion(1, 1)[0] ?? expect.fail('a site has files'));
    expect(await session.commit({ locales: 'all' })).toEqual({ written: 1, unchanged: 0, deleted: 0, kept: 0 });
    (await open(dir)).discard();
  });

  it('refuses a build beside a living process, and leaves that one to publish', async () => {
    const child = spawn(process.execPath, [CHILD, dir, '1', '20', 'hold'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve));
      const staged = treeOf(sideDirOf(dir));
      await expect(open(dir)).rejects.toThrow(`Another build is running in ${join(dir, 'out')}. Nothing was changed.`);
      expect(treeOf(sideDirOf(dir))).toEqual(staged);
    } finally {
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
    }
    await build(dir, siteOfVersion(2, 20));
    expect(treeOf(join(dir, 'out'))).toEqual(treeOfFiles(siteOfVersion(2, 20)));
  });

  it('lets exactly one of many builds in that find the lock of a dead process', async () => {
    writeLock({ pid: await deadPid(), started: null, host: hostname(), since: '2026-11-20T10:00:00.000Z' });
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, [CHILD, dir, '1', '20', 'hold'], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    try {
      const answers = await Promise.all(
        children.map(
          (child) =>
            new Promise<string>((resolve) => child.stdout.once('data', (text: Buffer) => resolve(String(text)))),
        ),
      );
      expect(answers.filter((answer) => answer === 'staged\n')).toHaveLength(1);
      expect(answers.filter((answer) => answer.startsWith('{"code":"OUT_LOCKED"'))).toHaveLength(5);
    } finally {
      for (const child of children) child.kill('SIGKILL');
    }
  });

  it('takes over the lock of a process that is dead', async () => {
    writeLock({ pid: await deadPid(), started: null, host: hostname(), since: '2026-11-20T10:00:00.000Z' });
    const lock = await takeLock(lockFile, 'out');
    expect(JSON.parse(readFileSync(lockFile, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
    lock.release();
    expect(existsSync(lockFile)).toBe(false);
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'takes over a lock whose process id belongs to another process now',
    async () => {
      writeLock({
        pid: process.pid,
        started: 'an-earlier-boot/12',
        host: hostname(),
        since: '2026-11-20T10:00:00.000Z',
      });
      const lock = await takeLock(lockFile, 'out');
      expect(lock.isHeld()).toBe(true);
      lock.release();
    },
  );

  it.runIf(existsSync('/proc/self/stat'))('takes over the lock of a process that is dead but not buried', async () => {
    // The parent becomes another program and never asks for its child, which dies after that.
    const script = 'sleep 600 & echo $!; exec sleep 600';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const pid = Number(
        await new Promise<string>((resolve) => parent.stdout.once('data', (text: Buffer) => resolve(String(text)))),
      );
      while (!readFileSync(`/proc/${parent.pid}/stat`, 'utf8').includes('(sleep)')) await wait(10);
      process.kill(pid, 'SIGKILL');
      while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) await wait(10);
      writeLock({ pid, started: 'boot/1', host: hostname(), since: '2026-11-20T10:00:00.000Z' });
      const lock = await takeLock(lockFile, 'out');
      expect(lock.isHeld()).toBe(true);
      lock.release();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it.each(['', '{"pid":47'])('takes over the torn lock %j after a moment', async (text) => {
    writeLock(text);
    const lock = await takeLock(lockFile, 'out');
    expect(lock.isHeld()).toBe(true);
    lock.release();
  });

  it('cannot tell whether a process of another machine lives and says what to do', async () => {
    writeLock({ pid: 4711, started: null, host: 'build-machine-7', since: '2026-11-20T10:00:00.000Z' });
    expect(await failureOf(() => takeLock(lockFile, 'out'))).toEqual({
      code: 'OUT_LOCKED',
      exitCode: 2,
      message: 'Another build is running in out. Nothing was changed.',
      problems: [
        {
          code: 'OUT_LOCKED',
          severity: 'error',
          where: { file: lockFile },
          what: 'Process 4711 on build-machine-7 has been writing to it since 2026-11-20T10:00:00.000Z. It cannot be checked from here whether it is still running.',
          fix: 'Wait until it has ended, or delete the lock file if it is no longer running. Then build again.',
        },
      ],
    });
  });

  it('leaves the lock of another build alone that took its place, and what that one stages', async () => {
    const session = await open(dir);
    const other = JSON.stringify({ pid: 1, started: null, host: 'build-machine-7', since: '2026-11-20T10:00:00.000Z' });
    writeFileSync(lockFile, other);
    session.write(siteOfVersion(1, 1)[0] ?? expect.fail('a site has files'));
    session.discard();
    expect(readFileSync(lockFile, 'utf8')).toBe(other);
    expect(existsSync(join(sideDirOf(dir), 'staging'))).toBe(true);
    const lock = await takeLock(join(dir, 'lock'), 'out');
    writeFileSync(join(dir, 'lock'), other);
    lock.release();
    expect(readFileSync(join(dir, 'lock'), 'utf8')).toBe(other);
  });

  it('stops a commit whose lock was taken away', async () => {
    await build(dir, siteOfVersion(1, 20));
    const session = await open(dir);
    for (const file of siteOfVersion(2, 20)) session.write(file);
    rmSync(lockFile);
    expect(await failureOf(() => session.commit({ locales: 'all' }))).toEqual({
      code: 'OUT_LOCKED',
      exitCode: 2,
      message: `The lock file of this build is missing. Nothing was written; ${join(dir, 'out')} is unchanged.`,
      problems: [
        {
          code: 'OUT_LOCKED',
          severity: 'error',
          where: { file: lockFile },
          what: 'It was deleted or replaced while this build ran.',
          fix: 'Make sure that no other build is running, and build again.',
        },
      ],
    });
    expect(treeOf(join(dir, 'out'))).toEqual(treeOfFiles(siteOfVersion(1, 20)));
  });
});
