// The bench beside other generators, with few articles: it runs, names peers that are not installed, and fails where pages
// differ. The figures are not checked. The command itself, which builds three times more, runs in a long run only.

import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measureSize } from '../../bench/peers/measure-size.ts';
import type { Peer } from '../../bench/peers/peers.ts';
import { PEERS } from '../../bench/peers/peers.ts';
import { IS_LONG } from '../long-run.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const CHILD = join(import.meta.dirname, 'plain-peer-child.ts');

/** The planned pages printed by plain functions, in a process of their own. */
function plainPeer(name: string, misprint: string): Peer {
  return {
    id: name,
    name,
    reads: 'planned pages',
    project: null,
    usualArticles: 10,
    findVersion: () => '1.0.0',
    plan: ({ data, own }) => {
      const outDir = join(own, 'out');
      const environment = { DATA: data, OUT: outDir, MISPRINT: misprint };
      return { command: process.execPath, args: [CHILD], cwd: own, environment, outDir, listRemoved: () => [outDir] };
    },
  };
}

describe('npm run bench peers', () => {
  it.runIf(IS_LONG)('measures sitegen and every peer that is installed, and prints a row for each', () => {
    const args = ['bench/run.ts', 'peers', '10', '--runs', '1', '--only', PEERS.map(({ id }) => id).join(',')];
    const output = execFileSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
    expect(output).toMatch(/^10 articles on [\d-]+, Node \S+, \d+ cores, everything on \S+, 1 run each in turn:$/m);
    expect(output).toMatch(/^\| sitegen, first run +\| entries over HTTP +\| \d+ +\|/m);
    expect(output).toMatch(
      /^\| sitegen +\| entries over HTTP +\| \d+ +\| [\d.]+ +\| [\d.]+ \([\d.]+–[\d.]+\) +\| [\d.]+ +\| \d+ +\| +\|$/m,
    );
    for (const { name, findVersion } of PEERS) {
      const version = findVersion();
      const row = output.split('\n').find((line) => line.startsWith(`| ${name} `));
      if (version === null) expect(row).toContain('| not installed');
      else expect(row).toContain(`| ${name} ${version} `);
      if (version !== null) expect(output).toMatch(new RegExp(`^\\| cold ÷ ${name} +\\| 10 +\\| [\\d.]+ +\\| – `, 'm'));
    }
  });

  it.runIf(IS_LONG)('finds the pages of a peer equal, or reports where they differ', async () => {
    const peers = [plainPeer('Same', ''), plainPeer('Misprint', 'All rights reserved')];
    const { differences } = await measureSize({ articles: 10, runs: 1, peers });
    const [summary, place, ours, theirs] = differences;
    expect(summary).toMatch(
      /^Misprint renders \d+ of \d+ sampled pages differently from sitegen\. Adapt its templates in bench\/peers\//,
    );
    expect(place).toMatch(/index\.html, text: \d+ in sitegen's page, \d+ in theirs; the first difference:$/);
    expect(ours).toMatch(/^ {2}sitegen {2}.* All rights reserved/);
    expect(theirs).toMatch(/^ {2}theirs {3}.* misprinted/);
    expect(differences.join('\n')).not.toContain('Same made');
  });
});
