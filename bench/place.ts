// The machine, the folders and the content service of a bench.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { localeRow } from '../config/locales.ts';
import site from '../site.config.ts';

/** The folder of the project. */
export const PROJECT = resolve(import.meta.dirname, '..');
/** Origin of all built sites. Without https, as the service: else each of its pictures is mixed content, and each page has warnings. */
export const ORIGIN = 'http://www.example.com';
/** The sites of the generated content. */
export const SITES = site.locales.map((locale) => localeRow(locale).site).join(',');
const MEMORY = '/dev/shm';
/** In memory if possible, so that figures of two runs can be compared. */
export const FILE_SYSTEM = existsSync(MEMORY) ? MEMORY : tmpdir();
/** Node and cores. */
export const MACHINE = `Node ${process.versions.node}, ${cpus().length} cores`;

/** A warning if other programs use the machine; else ''. */
export function describeLoad(): string {
  const [load = 0] = loadavg();
  return load < cpus().length / 2
    ? ''
    : `Other programs use this machine (load ${load.toFixed(1)}): times are longer, and ratios less exact.\n`;
}

/** Calls `use` with a new folder on the measured file system, then removes it. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(FILE_SYSTEM, 'sitegen-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls `use` with the URL of a service with generated articles, then stops the service. `pictures`: each has photographs of its own. */
export async function withService<T>(
  articles: number,
  use: (url: string) => Promise<T>,
  ...options: readonly 'pictures'[]
): Promise<T> {
  const service = spawn(process.execPath, ['bench/content-service.ts', String(articles), SITES, ...options], {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [line]: [Buffer] = (await once(service.stdout, 'data')) as [Buffer];
    return await use(line.toString().trim());
  } finally {
    service.stdin.end();
    await once(service, 'exit');
  }
}
