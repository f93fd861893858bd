// What was measured as a Markdown table, and the part of the README between its two markers.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { STATES } from '../last-build.ts';
import type { Contender, MeasuredSize } from './measure-size.ts';

const README = resolve(import.meta.dirname, '../../README.md');
const MARKERS = ['<!-- bench:peers -->', '<!-- /bench:peers -->'] as const;
const HEAD = [
  'cold build',
  'pages',
  'kB a page',
  'seconds, median (min–max)',
  'CPU seconds',
  'peak MB',
  "sitegen's time ÷ theirs",
] as const;

/** Heading and table of one size. */
export function describeSize({ articles, fileSystem, machine, contenders }: MeasuredSize): string {
  const [own, first, ...others] = contenders;
  if (own === undefined || first === undefined) throw new Error('Nothing was measured.');
  const rows = [own, first, ...others].map((contender) => describeRow(contender, own));
  const failures = others.flatMap(({ name, failure }) => (failure === null ? [] : [`${name} failed: ${failure}`]));
  const date = new Date().toISOString().slice(0, 10);
  const intro = `${articles.toLocaleString('en')} articles on ${date}, ${machine}, everything on ${fileSystem}, ${own.runs.length} ${own.runs.length === 1 ? 'run' : 'runs'} each in turn:`;
  const states = STATES.flatMap((state) => ['', state]);
  return [intro, '', ...alignTable([HEAD, ...rows]), ...states, ...failures.flatMap((line) => ['', line])].join('\n');
}

function describeRow(contender: Contender, own: Contender): readonly string[] {
  const { name, version, runs, failure, pages, pageBytes } = contender;
  const title = version === null ? name : `${name} ${version}`;
  if (runs.length === 0)
    return [title, ...Array(HEAD.length - 2).fill('–'), failure === null ? 'not installed' : 'failed'];
  const ratios = runs.map(({ seconds }, round) => (own.runs[round]?.seconds ?? Number.NaN) / seconds);
  return [
    title,
    pages.toLocaleString('en'),
    (pageBytes / 1000).toFixed(1),
    spread(runs.map(({ seconds }) => seconds)),
    median(runs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1),
    Math.round(median(runs.map(({ peakBytes }) => peakBytes)) / 1e6).toLocaleString('en'),
    name.startsWith(own.name) ? '' : spread(ratios),
  ];
}

/** `2.31 (2.20–2.40)` */
function spread(values: readonly number[]): string {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`;
}

/** The middle value; of two middle ones their mean. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Columns as wide as their widest cell, as the formatter of this project writes them. */
function alignTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const [head, ...body] = rows.map(
    (row) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`,
  );
  return [head ?? '', `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body];
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
