// Measures one size: writes the data once, without measuring; then all contenders build cold in turn. Compares a sample of their
// pages.

import { join } from 'node:path';
import type { BuildOptions } from '../../cli/pipeline/build-options.ts';
import { withDatabase } from '../../cli/pipeline/with-database.ts';
import { loadSite } from '../../cli/settings/load-site.ts';
import { GENERATED_SETTINGS, type Measured } from '../measure.ts';
import { ORIGIN, withFolder, withService } from '../place.ts';
import { findDifferences } from './compare-pages.ts';
import type { Peer } from './peers.ts';
import { planPages } from './plan-pages.ts';
import { createOwnTracks, createTrack, runOnce, type Track } from './track.ts';
import { writeData } from './write-data.ts';

/** The runs of one contender. */
export interface Contender {
  readonly name: string;
  readonly version: string | null;
  readonly reads: string;
  /** One per round; empty if it is not installed or failed. */
  readonly runs: readonly Measured[];
  readonly failure: string | null;
  readonly pages: number;
  /** Mean size of the sampled pages. */
  readonly pageBytes: number;
}

/** The results of a size. sitegen comes first, with its cold and first runs. */
export interface MeasuredSize {
  readonly articles: number;
  readonly contenders: readonly Contender[];
  /** Lines; empty if the sampled pages are equal. */
  readonly differences: readonly string[];
}

/** What to measure. */
export interface SizeOptions {
  readonly articles: number;
  readonly peers: readonly Peer[];
  /** Null for the default of the size. */
  readonly runs: number | null;
}

/** Number of differing pages in reports. */
const PAGES_SHOWN = 3;
const DEFAULT_RUNS = [
  { upTo: 1000, runs: 5 },
  { upTo: 10_000, runs: 3 },
  { upTo: Number.POSITIVE_INFINITY, runs: 1 },
];

/** Measures one size, and removes its folders at the end. */
export async function measureSize(options: SizeOptions): Promise<MeasuredSize> {
  return withService(options.articles, (url) => withFolder((root) => measureIn({ root, url }, options)));
}

async function measureIn(
  { root, url }: { readonly root: string; readonly url: string },
  { articles, peers, runs }: SizeOptions,
): Promise<MeasuredSize> {
  const { site: ownerSite } = await loadSite({ origin: ORIGIN, sample: true }, GENERATED_SETTINGS);
  const site = { ...ownerSite, content: { ...ownerSite.content, url } };
  const data = join(root, 'data');
  const options = createOptions(root, url);
  await withDatabase({ ...options, snapshotsKept: 1 }, (database) =>
    writeData(data, planPages(site, { ...options, database }), site.brand.name),
  );
  const { first, settle, cold } = createOwnTracks(root, url);
  const others = peers.map((peer) => createTrack(peer, { data, url, own: join(root, peer.id) }));
  const rounds = runs ?? DEFAULT_RUNS.find(({ upTo }) => articles <= upTo)?.runs ?? 1;
  for (let round = 0; round < rounds; round += 1) {
    await runOnce(first);
    if (first.failure === null) await settle();
    await runOnce(cold, first.sample);
    for (const track of others) await runOnce(track, cold.sample);
  }
  return { articles, ...compareTracks([cold, first, ...others]) };
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
    isSynced: false,
    report: () => undefined,
    signal: new AbortController().signal,
  };
}

function compareTracks(tracks: readonly Track[]): Pick<MeasuredSize, 'contenders' | 'differences'> {
  const [own, ...others] = tracks;
  if (own === undefined || own.failure !== null) throw new Error(own?.failure ?? 'Nothing was measured.');
  const differences = others.flatMap((track) => (track.measured.length === 0 ? [] : compareWithOwn(own, track)));
  const contenders = tracks.map(({ name, version, reads, measured, failure, pages, sample }) => {
    const bytes = [...sample.values()].reduce((sum, html) => sum + Buffer.byteLength(html), 0);
    return {
      name,
      version,
      reads,
      runs: measured,
      failure,
      pages,
      pageBytes: Math.round(bytes / Math.max(1, sample.size)),
    };
  });
  return { contenders, differences };
}

function compareWithOwn(own: Track, { name, sample }: Track): readonly string[] {
  const byPage = [...own.sample].flatMap(([file, ours]) => {
    const theirs = sample.get(file);
    const lines = theirs === undefined ? [`${file} is missing.`] : findDifferences(file, { ours, theirs });
    return lines.length === 0 ? [] : [lines];
  });
  if (byPage.length === 0) return [];
  return [
    `${name} renders ${byPage.length} of ${own.sample.size} sampled pages differently from sitegen. Adapt its templates in bench/peers/.`,
    ...byPage.slice(0, PAGES_SHOWN).flat(),
    ...(byPage.length > PAGES_SHOWN ? [`and ${byPage.length - PAGES_SHOWN} more pages`] : []),
  ];
}
