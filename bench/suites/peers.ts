// `npm run bench peers [ARTICLES…] [-- --only ID,… --runs N --install --readme]`: cold builds of sitegen and of other generators,
// in turn. Fails where a peer fails, or its pages do not say what sitegen's say.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeSize, findFigures, writeIntoReadme } from '../peers/describe-size.ts';
import { measureSize } from '../peers/measure-size.ts';
import { PEERS, type Peer } from '../peers/peers.ts';
import type { Figure, SuiteOptions, SuiteResult } from '../suite.ts';

const DEFAULT_COUNTS = [1000, 10_000];

/** Measures the sizes one after the other, or installs the peers. */
export async function run({ counts, runs, only, installs, writesReadme }: SuiteOptions): Promise<SuiteResult> {
  const peers = choosePeers(only);
  if (installs) installPeers(peers);
  if (installs) return { figures: [], hasFailed: false };
  const tables: string[] = [];
  const figures: Figure[] = [];
  let hasFailed = false;
  for (const articles of counts.length === 0 ? DEFAULT_COUNTS : counts) {
    const wanted = peers.filter(({ usualArticles }) => only !== null || articles <= usualArticles);
    const measured = await measureSize({ articles, peers: wanted, runs });
    const table = describeSize(measured);
    tables.push(table);
    figures.push(...findFigures(measured));
    process.stdout.write(`${table}\n\n`);
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

/** Installs the peers that come with npm exactly as their lock files say. @throws Error where npm fails. */
function installPeers(peers: readonly Peer[]): void {
  const projects = new Set(peers.flatMap(({ project }) => (project === null ? [] : [project])));
  for (const project of projects) {
    if (!existsSync(join(project, 'package.json'))) {
      process.stdout.write(`${project} is for a program of its own: install it with the system's packages.\n`);
      continue;
    }
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: project, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm could not install ${project}.`);
  }
}
