// `npm run bench:peers -- [ARTICLES…] [--only ID,…] [--runs N] [--install] [--readme]`: cold builds of sitegen and of
// other generators over the same data, in turn. Fails where a peer fails, or its pages do not say what sitegen's say.

import { parseArgs } from 'node:util';
import { PEERS, type Peer } from './peers/contenders.ts';
import { installPeers } from './peers/install-peers.ts';
import { measureSize } from './peers/measure-size.ts';
import { describeSize, writeIntoReadme } from './peers/peer-table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    runs: { type: 'string' },
    install: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
});
const DEFAULT_SIZES = [1000, 10_000];
const sizes = positionals.length === 0 ? DEFAULT_SIZES : positionals.map(toCount);
const peers = choosePeers(values.only);
if (values.install) {
  installPeers(peers);
} else {
  const tables: string[] = [];
  for (const articles of sizes) {
    const wanted = peers.filter(({ usualArticles }) => values.only !== undefined || articles <= usualArticles);
    const measured = await measureSize({
      articles,
      peers: wanted,
      runs: values.runs === undefined ? null : toCount(values.runs),
    });
    const table = describeSize(measured);
    tables.push(table);
    process.stdout.write(`\n${table}\n`);
    for (const line of measured.differences) process.stderr.write(`${line}\n`);
    const hasFailed = measured.contenders.some(({ failure }) => failure !== null);
    if (hasFailed || measured.differences.length > 0) process.exitCode = 1;
  }
  if (values.readme && process.exitCode !== 1) writeIntoReadme(tables);
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`"${text}" is no whole number above 0.`);
  return count;
}

function choosePeers(only: string | undefined): readonly Peer[] {
  if (only === undefined) return PEERS;
  const ids = only.split(',').filter((id) => id !== '');
  const unknown = ids.filter((id) => !PEERS.some((peer) => peer.id === id));
  if (unknown.length > 0)
    throw new Error(`There is no peer ${unknown.join(', ')}; there are ${PEERS.map(({ id }) => id).join(', ')}.`);
  return PEERS.filter(({ id }) => ids.includes(id));
}
