// The generators that sitegen is compared with.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The input and folders of a contender, as absolute paths on the measured file system. */
export interface Places {
  /** The data that `write-data.ts` wrote. */
  readonly data: string;
  /** URL of the content service. */
  readonly url: string;
  /** Folder of the contender: its project, caches and output. */
  readonly own: string;
}

/** A cold run, without the output of earlier runs but with other caches of the tool. */
export interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly outDir: string;
  /** Files and folders to remove before the run. */
  readonly listRemoved: () => readonly string[];
}

/** A generator. */
export interface Peer {
  readonly id: string;
  readonly name: string;
  /** Its input: planned pages as files, or entries of the content service. */
  readonly reads: string;
  /** Its project, which is copied with its packages; null if it has none. */
  readonly project: string | null;
  /** With more articles it is measured only with `--only`. */
  readonly usualArticles: number;
  /** Null if it is not installed. */
  readonly findVersion: () => string | null;
  readonly plan: (places: Places) => Run;
}

const HERE = import.meta.dirname;

/** In the order of tables. */
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
