// What was measured of the peers as a Markdown table, as ratios, and as the part of the README between its two markers.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { STATES } from '../last-build.ts';
import { FILE_SYSTEM, MACHINE } from '../place.ts';
import type { Figure } from '../suite.ts';
import { alignTable, medianOf } from '../tables.ts';
import type { Contender, MeasuredSize } from './measure-size.ts';

const README = resolve(import.meta.dirname, '../../README.md');
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

/** Heading and table of one size. */
export function describeSize({ articles, contenders }: MeasuredSize): string {
  const [own, first, ...others] = contenders;
  if (own === undefined || first === undefined) throw new Error('Nothing was measured.');
  const rows = [own, first, ...others].map((contender) => describeRow(contender, own));
  const failures = others.flatMap(({ name, failure }) => (failure === null ? [] : [`${name} failed: ${failure}`]));
  const date = new Date().toISOString().slice(0, 10);
  const intro = `${articles.toLocaleString('en')} articles on ${date}, ${MACHINE}, everything on ${FILE_SYSTEM}, ${own.runs.length} ${own.runs.length === 1 ? 'run' : 'runs'} each in turn:`;
  const states = STATES.flatMap((state) => ['', state]);
  return [intro, '', ...alignTable([HEAD, ...rows]), ...states, ...failures.flatMap((line) => ['', line])].join('\n');
}

/** How sitegen's cold builds compare with those of each peer. */
export function findFigures({ articles, contenders }: MeasuredSize): readonly Figure[] {
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

/** One a round: the machine was equally fast for both. */
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

/** Replaces what stands between the markers. @throws Error where the README has no markers. */
export function writeIntoReadme(tables: readonly string[]): void {
  const readme = readFileSync(README, 'utf8');
  const [start, end] = MARKERS;
  const [before, rest] = readme.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error(`README.md has no ${start} … ${end}.`);
  writeFileSync(README, `${before}${start}\n\n${tables.join('\n\n')}\n\n${end}${after}`);
}
