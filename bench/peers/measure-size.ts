// One size of the bench: data once, untimed; then every contender cold, in turn, as often as asked. Keeps a sample of
// each one's pages for the comparison and removes the rest.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BuildOptions } from '../../cli/build/build-options.ts';
import { loadSite } from '../../cli/load-site.ts';
import { localeRow } from '../../config/locales.ts';
import { type Measured, measureRun } from '../measure.ts';
import { findDifferences } from './compare-pages.ts';
import { type Peer, projectOf, type Run } from './contenders.ts';
import { planPages } from './plan-pages.ts';
import { writeData } from './write-data.ts';

/** The runs of one contender. */
export interface Contender {
  readonly name: string;
  readonly version: string | null;
  readonly note: string;
  /** One a round; empty where it is not installed or failed. */
  readonly runs: readonly Measured[];
  readonly failure: string | null;
  readonly pages: number;
  /** Mean of the sampled pages. */
  readonly pageBytes: number;
}

/** Everything that one size showed. sitegen comes first. */
export interface MeasuredSize {
  readonly articles: number;
  readonly fileSystem: string;
  /** Node and cores. */
  readonly machine: string;
  readonly contenders: readonly Contender[];
  /** Lines; empty where every sampled page says the same. */
  readonly differences: readonly string[];
}

/** What to measure. */
export interface SizeOptions {
  readonly articles: number;
  readonly peers: readonly Peer[];
  /** Null: as many as the size allows. */
  readonly runs: number | null;
}

const PROJECT = resolve(import.meta.dirname, '../..');
const ORIGIN = 'https://www.example.com';
const MEMORY = '/dev/shm';
const SAMPLED_PAGES = 60;
/** Of the pages that differ. */
const PAGES_SHOWN = 3;
const DEFAULT_RUNS = [
  { upTo: 1000, runs: 5 },
  { upTo: 10_000, runs: 3 },
  { upTo: Number.POSITIVE_INFINITY, runs: 1 },
];

/** Runs one size from nothing to nothing: its folders are removed at the end. */
export async function measureSize({ articles, peers, runs }: SizeOptions): Promise<MeasuredSize> {
  const { site: ownerSite } = await loadSite(
    { origin: ORIGIN, contentUrl: null, contentRpm: null, useSample: true, needsContent: true },
    {},
  );
  const sites = ownerSite.locales.map((locale) => localeRow(locale).site).join(',');
  const service = spawn(process.execPath, ['bench/content-service.ts', String(articles), sites], {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const place = existsSync(MEMORY) ? MEMORY : tmpdir();
  const root = mkdtempSync(join(place, 'sitegen-peers-'));
  try {
    const [line]: [Buffer] = (await once(service.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    const site = { ...ownerSite, content: { ...ownerSite.content, url } };
    const data = join(root, 'data');
    await writeData(data, planPages(site, createOptions(root, url)));
    const tracks = [createOwnTrack(root, url), ...peers.map((peer) => createTrack(root, data, peer))];
    const rounds = runs ?? DEFAULT_RUNS.find(({ upTo }) => articles <= upTo)?.runs ?? 1;
    for (let round = 0; round < rounds; round += 1) {
      for (const track of tracks) await runOnce(track);
    }
    const machine = `Node ${process.versions.node}, ${cpus().length} cores`;
    return { articles, fileSystem: place, machine, ...compareTracks(tracks) };
  } finally {
    rmSync(root, { recursive: true, force: true });
    service.stdin.end();
    await once(service, 'exit');
  }
}

function createOptions(root: string, url: string): BuildOptions {
  return {
    service: { url, isSample: false, token: null },
    sampleAssetsDir: '',
    locales: 'all',
    outDir: join(root, 'planned-out'),
    cacheDir: join(root, 'planned-cache'),
    snapshotFile: null,
    clock: null,
    onFetchError: 'fail',
    allowShrink: true,
    baseline: null,
    isForced: false,
    workers: null,
    isStrict: false,
    isDryRun: true,
    report: () => undefined,
    signal: new AbortController().signal,
  };
}

/** A contender while it is measured. */
interface Track {
  readonly name: string;
  readonly version: string | null;
  readonly note: string;
  readonly peer: Peer | null;
  readonly run: Run | null;
  readonly measured: Measured[];
  failure: string | null;
  pages: number;
  sample: ReadonlyMap<string, string>;
}

function createOwnTrack(root: string, url: string): Track {
  const own = join(root, 'sitegen');
  mkdirSync(own);
  return {
    name: 'sitegen',
    version: null,
    note: 'content over HTTP; plans, sanitises, checks, and makes sitemap, feeds, lists, search data and redirect maps too',
    peer: null,
    run: {
      command: process.execPath,
      args: [
        ...['cli/sitegen.js', 'build', '--json', '--origin', ORIGIN, '--content-url', url],
        ...['-o', join(own, 'out'), '--cache-dir', join(own, 'cache')],
      ],
      cwd: PROJECT,
      environment: {},
      outDir: join(own, 'out'),
      clean: ['out', '.out.sitegen', 'cache'].map((name) => join(own, name)),
    },
    ...EMPTY,
    measured: [],
  };
}

const EMPTY = { failure: null, pages: 0, sample: new Map<string, string>() } as const;

/** Copies the peer's project, packages included, to the measured file system. */
function createTrack(root: string, data: string, peer: Peer): Track {
  const version = peer.findVersion();
  const own = join(root, peer.id);
  if (version !== null) {
    cpSync(projectOf(peer), join(own, 'project'), { recursive: true, verbatimSymlinks: true });
    if (peer.id === 'hugo') cpSync(join(data, 'data'), join(own, 'project/data'), { recursive: true });
  }
  const { name, note } = peer;
  return { name, version, note, peer, run: version === null ? null : peer.plan({ data, own }), ...EMPTY, measured: [] };
}

async function runOnce(track: Track): Promise<void> {
  const { run, measured } = track;
  if (run === null || track.failure !== null) return;
  for (const path of run.clean) rmSync(path, { recursive: true, force: true });
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
    track.sample = readSample(run.outDir, files);
  }
  rmSync(run.outDir, { recursive: true, force: true });
}

function listPages(outDir: string): readonly string[] {
  return readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && statSync(join(outDir, file)).isFile())
    .sort();
}

/** Evenly spread, and the first page of every list. */
function readSample(outDir: string, files: readonly string[]): ReadonlyMap<string, string> {
  const pages = files.filter((file) => file.endsWith('index.html'));
  const step = Math.max(1, Math.floor(pages.length / SAMPLED_PAGES));
  const sampled = pages.filter((file, index) => index % step === 0 || file.endsWith('blog/index.html'));
  return new Map(sampled.map((file) => [file, readFileSync(join(outDir, file), 'utf8')]));
}

function compareTracks(tracks: readonly Track[]): Pick<MeasuredSize, 'contenders' | 'differences'> {
  const [own, ...others] = tracks;
  if (own === undefined || own.failure !== null) throw new Error(own?.failure ?? 'Nothing was measured.');
  const differences = others.flatMap((track) => (track.measured.length === 0 ? [] : compareWithOwn(own, track)));
  const contenders = tracks.map(({ name, version, note, measured, failure, pages, sample }) => {
    const bytes = [...sample.values()].reduce((sum, html) => sum + Buffer.byteLength(html), 0);
    return {
      name,
      version,
      note,
      runs: measured,
      failure,
      pages,
      pageBytes: Math.round(bytes / Math.max(1, sample.size)),
    };
  });
  return { contenders, differences };
}

function compareWithOwn(own: Track, { name, sample, peer }: Track): readonly string[] {
  const byPage = [...own.sample].flatMap(([file, ours]) => {
    const theirs = sample.get(file);
    const lines =
      theirs === undefined ? [`${file} is missing.`] : findDifferences(file, { ours, theirs }, peer?.allowance);
    return lines.length === 0 ? [] : [lines];
  });
  if (byPage.length === 0) return [];
  return [
    `${name} made ${byPage.length} of ${own.sample.size} sampled pages otherwise than sitegen. Level the templates in bench/peers/${peer?.id}.`,
    ...byPage.slice(0, PAGES_SHOWN).flat(),
    ...(byPage.length > PAGES_SHOWN ? [`and ${byPage.length - PAGES_SHOWN} more pages`] : []),
  ];
}
