// The table of generators that are measured beside sitegen: name, input and command.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The input and folders of a contender. Absolute, all on the measured file system. */
export interface Places {
  /** The data that `write-data.ts` wrote. */
  readonly data: string;
  /** Address of the content service. */
  readonly url: string;
  /** The contender's own: its project, caches, output. */
  readonly own: string;
}

/** One cold run: without output; other files that the tool keeps between builds stay. */
export interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly outDir: string;
  /** Files and folders that are removed before it, untimed. */
  readonly listRemoved: () => readonly string[];
}

/** A tool beside sitegen. */
export interface Peer {
  readonly id: string;
  readonly name: string;
  /** Its input: planned pages from files, or entries that it fetches. */
  readonly reads: string;
  /** Its folder, copied with its packages to the measured file system; null where it has none. */
  readonly project: string | null;
  /** With more articles it is measured only if `--only` names it. */
  readonly usualArticles: number;
  /** Null where it is not installed. */
  readonly findVersion: () => string | null;
  readonly plan: (places: Places) => Run;
}

const HERE = import.meta.dirname;

/** In the order of the tables. */
export const PEERS: readonly Peer[] = [
  {
    id: 'hugo',
    name: 'Hugo',
    reads: 'planned, sanitised pages from files',
    project: join(HERE, 'hugo'),
    usualArticles: Number.POSITIVE_INFINITY,
    findVersion: findHugoVersion,
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
  },
  {
    id: 'eleventy',
    name: 'Eleventy',
    reads: 'planned, sanitised pages from files',
    project: join(HERE, 'eleventy'),
    usualArticles: 100_000,
    findVersion: findEleventyVersion,
    plan: ({ data, own }) => planEleventy(own, { DATA: data }),
  },
  {
    id: 'eleventy-same-work',
    name: 'Eleventy, same work',
    reads: 'entries over HTTP',
    project: join(HERE, 'eleventy'),
    usualArticles: 10_000,
    findVersion: findEleventyVersion,
    plan: ({ data, url, own }) => planEleventy(own, { DATA: data, SERVICE: url }),
  },
];

function planEleventy(own: string, input: Readonly<Record<string, string>>): Run {
  return {
    command: process.execPath,
    args: ['node_modules/@11ty/eleventy/cmd.cjs', '--quiet'],
    cwd: join(own, 'project'),
    environment: { ...input, OUT: '../out' },
    outDir: join(own, 'out'),
    listRemoved: () => [join(own, 'out')],
  };
}

function findHugoVersion(): string | null {
  const { stdout, status } = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  return status === 0 ? (/v\d+\.\d+\.\d+/.exec(stdout)?.[0].slice(1) ?? null) : null;
}

function findEleventyVersion(): string | null {
  const file = join(HERE, 'eleventy/node_modules/@11ty/eleventy/package.json');
  if (!existsSync(file)) return null;
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version;
}
