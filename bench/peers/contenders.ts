// The tools that are measured: how each is started, and whether it is here.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Allowance } from './compare-pages.ts';

/** Folders of one size, absolute, all on the measured file system. */
interface Folders {
  /** What `write-data.ts` wrote. */
  readonly data: string;
  /** The contender's own: its project, caches, output. */
  readonly own: string;
}

/** One cold run: its output is not there; what the tool keeps between builds besides stays. */
export interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly outDir: string;
  /** What is removed before it, untimed. */
  readonly listRemoved: () => readonly string[];
}

/** A tool beside sitegen. */
export interface Peer {
  readonly id: string;
  readonly name: string;
  /** Its folder, copied with its packages to the measured file system; null where it has none. */
  readonly project: string | null;
  readonly allowance: Allowance;
  /** With more articles it is measured only where it is asked for by name: a run takes minutes. */
  readonly usualArticles: number;
  /** Null where it is not installed. */
  readonly findVersion: () => string | null;
  readonly plan: (folders: Folders) => Run;
}

const HERE = import.meta.dirname;

const hugo: Peer = {
  id: 'hugo',
  name: 'Hugo',
  project: join(HERE, 'hugo'),
  allowance: {},
  usualArticles: Number.POSITIVE_INFINITY,
  findVersion: () => {
    const { stdout, status } = spawnSync('hugo', ['version'], { encoding: 'utf8' });
    return status === 0 ? (/v\d+\.\d+\.\d+/.exec(stdout)?.[0].slice(1) ?? null) : null;
  },
  plan: ({ data, own }) => ({
    command: 'hugo',
    args: [
      ...['--quiet', '--source', join(own, 'project'), '--contentDir', join(data, 'content')],
      ...['--destination', join(own, 'out'), '--cacheDir', join(own, 'cache')],
    ],
    cwd: own,
    environment: { HUGO_DATADIR: join(data, 'data') },
    outDir: join(own, 'out'),
    listRemoved: () => ['out', 'project/.hugo_build.lock'].map((name) => join(own, name)),
  }),
};

const eleventy: Peer = {
  id: 'eleventy',
  name: 'Eleventy',
  project: join(HERE, 'eleventy'),
  allowance: {},
  usualArticles: 100_000,
  findVersion: () => findPackageVersion('eleventy', '@11ty/eleventy'),
  plan: ({ data, own }) => ({
    command: process.execPath,
    args: ['node_modules/@11ty/eleventy/cmd.cjs', '--quiet'],
    cwd: join(own, 'project'),
    environment: { DATA: data, OUT: '../out' },
    outDir: join(own, 'out'),
    listRemoved: () => [join(own, 'out')],
  }),
};

const astro: Peer = {
  id: 'astro',
  name: 'Astro',
  project: join(HERE, 'astro'),
  allowance: {},
  usualArticles: 10_000,
  findVersion: () => findPackageVersion('astro', 'astro'),
  plan: ({ data, own }) => ({
    command: process.execPath,
    args: ['node_modules/astro/bin/astro.mjs', 'build', '--silent'],
    cwd: join(own, 'project'),
    environment: { DATA: data, OUT: join(own, 'out'), ASTRO_TELEMETRY_DISABLED: '1' },
    outDir: join(own, 'out'),
    listRemoved: () => [join(own, 'out')],
  }),
};

const next: Peer = {
  id: 'next',
  name: 'Next',
  project: join(HERE, 'next'),
  allowance: { metas: /^name="next-size-adjust"/, headLinks: /^rel="preload"/ },
  usualArticles: 1000,
  findVersion: () => findPackageVersion('next', 'next'),
  plan: ({ data, own }) => ({
    command: process.execPath,
    args: ['node_modules/next/dist/bin/next', 'build'],
    cwd: join(own, 'project'),
    environment: { DATA: data, NEXT_TELEMETRY_DISABLED: '1' },
    outDir: join(own, 'project/out'),
    listRemoved: () => [join(own, 'project/out')],
  }),
};

/** In the order of the table. */
export const PEERS: readonly Peer[] = [hugo, eleventy, astro, next];

function findPackageVersion(project: string, name: string): string | null {
  const file = join(HERE, project, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return null;
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version;
}
