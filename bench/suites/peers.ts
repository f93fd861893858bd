// `npm run bench peers [ARTICLES…] [-- --only ID,… --runs N --install --readme]`: cold builds of sitegen and other generators in turn.
// Fails if a peer fails, or if its pages differ from those of sitegen in head, links, images, JSON-LD or text.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATES } from '../last-build.ts';
import { type Contender, type MeasuredSize, measureSize } from '../peers/measure-size.ts';
import { PEERS, type Peer } from '../peers/peers.ts';
import { FILE_SYSTEM, MACHINE, PROJECT } from '../place.ts';
import { alignTable, type Figure, medianOf, type SuiteOptions, type SuiteResult } from '../suite.ts';

const PAGE = join(PROJECT, 'docs/performance.md');
const MARKERS = ['<!-- bench:peers -->', '<!-- /bench:peers -->'] as const;
const HEAD = [
  'cold build',
  'reads',
  'pages',
  'kB a page',
  'seconds, median (min–max)',
  'CPU seconds',
  'peak MB',
  "sitegen's time ÷ theirs",
] as const;
const DEFAULT_COUNTS = [1000, 10_000];

/** Measures all sizes, or installs the peers. */
export async function run({ counts, runs, only, installs, writesReadme }: SuiteOptions): Promise<SuiteResult> {
  const peers = choosePeers(only);
  if (installs) installPeers(peers);
  if (installs) return { figures: [], hasFailed: false };
  for (const state of STATES) process.stdout.write(`${state}\n`);
  const tables: string[] = [];
  const figures: Figure[] = [];
  let hasFailed = false;
  for (const articles of counts.length === 0 ? DEFAULT_COUNTS : counts) {
    const wanted = peers.filter(({ usualArticles }) => only !== null || articles <= usualArticles);
    const measured = await measureSize({ articles, peers: wanted, runs });
    const table = describeSize(measured);
    tables.push(table);
    figures.push(...findFigures(measured));
    process.stdout.write(`\n${table}\n`);
    for (const line of measured.differences) process.stderr.write(`${line}\n`);
    hasFailed ||= measured.differences.length > 0 || measured.contenders.some(({ failure }) => failure !== null);
  }
  if (writesReadme && !hasFailed) writeIntoReadme(tables);
  return { figures, hasFailed };
}

function choosePeers(ids: readonly string[] | null): readonly Peer[] {
  if (ids === null) return PEERS;
  const unknown = ids.filter((id) => !PEERS.some((peer) => peer.id === id));
  if (unknown.length > 0)
    throw new Error(`There is no peer ${unknown.join(', ')}; there are ${PEERS.map(({ id }) => id).join(', ')}.`);
  return PEERS.filter(({ id }) => ids.includes(id));
}

/** Installs peers from npm by their lock files. @throws Error if npm fails. */
function installPeers(peers: readonly Peer[]): void {
  const projects = new Set(peers.flatMap(({ project }) => (project === null ? [] : [project])));
  for (const project of projects) {
    if (!existsSync(join(project, 'package.json'))) {
      process.stdout.write(`${project} has no npm package: install the program with the system's packages.\n`);
      continue;
    }
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: project, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm could not install ${project}.`);
  }
}

/** Heading and table of a size. */
function describeSize({ articles, contenders }: MeasuredSize): string {
  const [own, first, ...others] = contenders;
  if (own === undefined || first === undefined) throw new Error('Nothing was measured.');
  const rows = [own, first, ...others].map((contender) => describeRow(contender, own));
  const failures = others.flatMap(({ name, failure }) => (failure === null ? [] : [`${name} failed: ${failure}`]));
  const date = new Date().toISOString().slice(0, 10);
  const intro = `${articles.toLocaleString('en')} articles on ${date}, ${MACHINE}, everything on ${FILE_SYSTEM}, ${own.runs.length} ${own.runs.length === 1 ? 'run' : 'runs'} each in turn:`;
  return [intro, '', ...alignTable([HEAD, ...rows]), ...failures.flatMap((line) => ['', line])].join('\n');
}

/** Ratios of the cold builds of sitegen to those of each peer. */
function findFigures({ articles, contenders }: MeasuredSize): readonly Figure[] {
  const [own, , ...others] = contenders;
  if (own === undefined) throw new Error('Nothing was measured.');
  const peak = peakOf(own);
  const figures = others
    .filter(({ runs }) => runs.length > 0)
    .flatMap((peer): readonly Figure[] => [
      { name: `cold ÷ ${peer.name}`, articles, value: medianOf(ratiosOf(peer, own)), unit: '' },
      { name: `peak memory ÷ ${peer.name}`, articles, value: peak / peakOf(peer), unit: '' },
    ]);
  return [...figures, { name: 'peak memory', articles, value: peak / 1e6, unit: 'MB' }];
}

/** One ratio per round, in which the machine had about the same speed. */
function ratiosOf({ runs }: Contender, own: Contender): readonly number[] {
  return runs.map(({ seconds }, round) => (own.runs[round]?.seconds ?? Number.NaN) / seconds);
}

const peakOf = ({ runs }: Contender) => medianOf(runs.map(({ peakBytes }) => peakBytes));

function describeRow(contender: Contender, own: Contender): readonly string[] {
  const { name, version, reads, runs, failure, pages, pageBytes } = contender;
  const title = version === null ? name : `${name} ${version}`;
  if (runs.length === 0)
    return [title, reads, ...Array(HEAD.length - 3).fill('–'), failure === null ? 'not installed' : 'failed'];
  return [
    title,
    reads,
    pages.toLocaleString('en'),
    (pageBytes / 1000).toFixed(1),
    spread(runs.map(({ seconds }) => seconds)),
    medianOf(runs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1),
    Math.round(medianOf(runs.map(({ peakBytes }) => peakBytes)) / 1e6).toLocaleString('en'),
    name.startsWith(own.name) ? '' : spread(ratiosOf(contender, own)),
  ];
}

/** `2.31 (2.20–2.40)` */
function spread(values: readonly number[]): string {
  return `${medianOf(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`;
}

/** Replaces the tables of these sizes between the markers. @throws Error if the page has no markers. */
function writeIntoReadme(tables: readonly string[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = MARKERS;
  const [before, rest] = page.split(start);
  const [known, after] = rest?.split(end) ?? [];
  if (before === undefined || known === undefined || after === undefined)
    throw new Error(`docs/performance.md has no ${start} … ${end}.`);
  const written = known.split(/\n(?=[\d,]+ articles on )/).filter((table) => sizeOf(table) > 0);
  const bySize = new Map([...written, ...tables].map((table) => [sizeOf(table), table.trim()]));
  const sorted = [...bySize].toSorted(([one], [other]) => one - other).map(([, table]) => table);
  writeFileSync(PAGE, `${before}${start}\n\n${sorted.join('\n\n')}\n\n${end}${after}`);
}

/** The number at the start of a table. */
function sizeOf(table: string): number {
  return Number.parseInt(table.trim().replaceAll(',', ''), 10) || 0;
}
