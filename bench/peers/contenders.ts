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

/** One cold run. `clean` is removed before it, untimed. */
export interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly outDir: string;
  readonly clean: readonly string[];
}

/** A tool beside sitegen. */
export interface Peer {
  readonly id: string;
  readonly name: string;
  /** Says what the tool does that matters for the figures. */
  readonly note: string;
  readonly allowance: Allowance;
  /** Null where it is not installed. */
  readonly findVersion: () => string | null;
  readonly plan: (folders: Folders) => Run;
}

const HERE = import.meta.dirname;

const hugo: Peer = {
  id: 'hugo',
  name: 'Hugo',
  note: 'Go templates, header and footer as ready text',
  allowance: {},
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
    environment: {},
    outDir: join(own, 'out'),
    clean: ['out', 'cache', 'project/resources', 'project/.hugo_build.lock'].map((name) => join(own, name)),
  }),
};

const eleventy: Peer = {
  id: 'eleventy',
  name: 'Eleventy',
  note: 'plain functions (11ty.js), header and footer as ready text',
  allowance: {},
  findVersion: () => findPackageVersion('eleventy', '@11ty/eleventy'),
  plan: ({ data, own }) => ({
    command: process.execPath,
    args: ['node_modules/@11ty/eleventy/cmd.cjs', '--quiet'],
    cwd: join(own, 'project'),
    environment: { DATA: data, OUT: '../out' },
    outDir: join(own, 'out'),
    clean: [join(own, 'out')],
  }),
};

/** In the order of the table. */
export const PEERS: readonly Peer[] = [hugo, eleventy];

/** The project folder of a peer. */
export function projectOf({ id }: Peer): string {
  return join(HERE, id);
}

/** Whether a peer comes with npm, and so can be installed by us. */
export function isNpmProject(peer: Peer): boolean {
  return existsSync(join(projectOf(peer), 'package.json'));
}

function findPackageVersion(project: string, name: string): string | null {
  const file = join(HERE, project, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return null;
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version;
}
