// A contender of one size: its runs and a sample of its pages.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listAll, listLastBuild, type OwnFolders, ownFoldersIn, removeAll } from '../last-build.ts';
import { GENERATED_SETTINGS, type Measured, measureRun, SITEGEN } from '../measure.ts';
import { ORIGIN, PROJECT } from '../place.ts';
import type { Peer, Places, Run } from './peers.ts';

const SAMPLED_PAGES = 60;
const OWN_READS = 'entries over HTTP';

/** A contender that is being measured. */
export interface Track {
  readonly name: string;
  readonly version: string | null;
  /** Its input. */
  readonly reads: string;
  readonly run: Run | null;
  readonly measured: Measured[];
  failure: string | null;
  pages: number;
  sample: ReadonlyMap<string, string>;
}

/** sitegen itself: its first run, and its cold runs after it. */
export function createOwnTracks(
  root: string,
  url: string,
): { readonly first: Track; readonly settle: () => Promise<void>; readonly cold: Track } {
  const own = ownFoldersIn(join(root, 'sitegen'));
  return {
    // The second build completes the compile cache.
    settle: async () => {
      await runOnce(createOwnTrack('unmeasured', { url, own, listRemoved: () => [] }));
    },
    first: createOwnTrack('sitegen, first run', { url, own, listRemoved: () => listAll(own) }),
    cold: createOwnTrack('sitegen', { url, own, listRemoved: () => listLastBuild(own) }),
  };
}

function createOwnTrack(
  name: string,
  run: {
    readonly url: string;
    readonly own: OwnFolders;
    readonly listRemoved: Run['listRemoved'];
  },
): Track {
  const { url, own, listRemoved } = run;
  return {
    name,
    version: null,
    reads: OWN_READS,
    run: {
      command: SITEGEN,
      args: [
        ...['build', '--json', '--origin', ORIGIN, '--content-url', url],
        ...['-o', own.out, '--cache-dir', own.cache],
      ],
      cwd: PROJECT,
      environment: { ...GENERATED_SETTINGS, NODE_COMPILE_CACHE: own.code },
      outDir: own.out,
      listRemoved,
    },
    ...EMPTY,
    measured: [],
  };
}

const EMPTY = { failure: null, pages: 0, sample: new Map<string, string>() } as const;

/** Copies the project of a peer with its packages to the measured file system. */
export function createTrack(peer: Peer, places: Places): Track {
  const { name, reads, project } = peer;
  const version = peer.findVersion();
  mkdirSync(places.own);
  if (version !== null && project !== null)
    cpSync(project, join(places.own, 'project'), { recursive: true, verbatimSymlinks: true });
  return { name, version, reads, run: version === null ? null : peer.plan(places), ...EMPTY, measured: [] };
}

/** `known` is the sample of the first contender: the same pages are read of all others. */
export async function runOnce(track: Track, known: Track['sample'] = EMPTY.sample): Promise<void> {
  const { run, measured } = track;
  if (run === null || track.failure !== null) return;
  removeAll(run.listRemoved());
  try {
    const environment = { ...process.env, NODE_ENV: 'production', ...run.environment };
    measured.push(await measureRun(run.command, run.args, { cwd: run.cwd, environment }));
  } catch (cause) {
    track.failure = cause instanceof Error ? cause.message : String(cause);
    return;
  }
  if (measured.length === 1) {
    const files = listPages(run.outDir);
    track.pages = files.length;
    track.sample = readSample(run.outDir, known.size === 0 ? chooseSample(files) : [...known.keys()]);
  }
  rmSync(run.outDir, { recursive: true, force: true });
}

function listPages(outDir: string): readonly string[] {
  return readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && statSync(join(outDir, file)).isFile())
    .sort();
}

/** Evenly distributed pages and the first page of every list, without error pages, which only sitegen has. */
function chooseSample(files: readonly string[]): readonly string[] {
  const pages = files.filter((file) => file.endsWith('index.html'));
  const step = Math.max(1, Math.floor(pages.length / SAMPLED_PAGES));
  return pages.filter((file, index) => index % step === 0 || file.endsWith('blog/index.html'));
}

/** The pages that exist. */
function readSample(outDir: string, files: readonly string[]): ReadonlyMap<string, string> {
  const existing = files.filter((file) => existsSync(join(outDir, file)));
  return new Map(existing.map((file) => [file, readFileSync(join(outDir, file), 'utf8')]));
}
