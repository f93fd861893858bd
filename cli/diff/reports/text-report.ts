// The comparison as text for a terminal.

import { describeOwner, describePages, plural } from '../../check/reports/check-report.ts';
import { fitBlocks } from '../../report/describe-problems.ts';
import { printableText } from '../../text/printable-text.ts';
import type { Cause, ChangeGroup, DiffReport } from '../diff-report.ts';
import type { GateFinding } from '../gates.ts';
import type { WordRun } from '../word-diff.ts';
import {
  describeCause,
  describeChange,
  describeFiles,
  describeMove,
  type Fold,
  listNotes,
  type OwnPage,
  outlineDiff,
  summarizeDiff,
} from './outline-diff.ts';

/** How many rows to print. Other formats list all. */
const MAX = { gates: 10, folds: 20, pages: 20, changes: 8, causes: 5, folded: 3, rows: 10 } as const;
const MORE = '--format json or html lists all';

export function renderText(report: DiffReport): string {
  const { gates, redirects, files, base, head } = report;
  const { urgent, other } = outlineDiff(report);
  const kinds = [...Map.groupBy(gates, ({ code, allowed }) => `${code} ${allowed ?? ''}`).values()];
  return [
    `${base.name} (${plural(base.pages, 'page')}) → ${head.name} (${plural(head.pages, 'page')})`,
    ...fitBlocks(
      [MAX.gates, 3, 0].map((most) => () => kinds.map((findings) => renderGates(findings, most))),
      MORE,
    ),
    ...section('PAGES', [
      ...urgent.pages.map(renderPage),
      ...urgent.folds.map(renderFold),
      ...limit(other.pages.map(renderPage), MAX.pages),
    ]),
    ...section('PAGES WITH THE SAME CHANGE', limit(other.folds.map(renderFold), MAX.folds)),
    ...section(
      'REDIRECTS',
      limit(
        redirects.map(({ from, before, after }) => `  ${line(`${from}  ${arrow(before, after)}`)}`),
        MAX.rows,
      ),
    ),
    ...section(
      'OTHER FILES',
      limit(
        describeFiles(files).map(({ path, status, what }) => `  ${status.padEnd(8)}${path}  ${line(what)}`.trimEnd()),
        MAX.rows,
      ),
    ),
    [...listNotes(report), summarizeDiff(report)].join('\n'),
  ].join('\n\n');
}

function section(title: string, rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? [] : [[title, ...rows].join('\n')];
}

function limit(rows: readonly string[], most: number): readonly string[] {
  const rest = rows.length - most;
  return rest <= 0 ? rows : [...rows.slice(0, most), `  … and ${rest} more; ${MORE}.`];
}

const line = (text: string): string => printableText(text, 400);

/** Findings of one gate. */
function renderGates(findings: readonly GateFinding[], most: number): string {
  const [first] = findings;
  if (first === undefined) return '';
  const { code, why, fix, allowed } = first;
  return [
    `${allowed === null ? 'FAIL' : 'allowed'}  ${code}  ${why}`,
    ...findings.slice(0, most).map(renderGate),
    ...(findings.length > most ? [`  … and ${findings.length - most} more`] : []),
    `  → ${allowed === null ? fix : line(allowed)}`,
  ].join('\n');
}

function renderGate({ what, where, paths, pages }: GateFinding): string {
  return [
    `  ${line(what)}`,
    ...(where.collection === undefined ? [] : [`    ${line(describeOwner(where))}`]),
    ...(where.editUrl === undefined ? [] : [`    Edit: ${line(where.editUrl)}`]),
    ...(pages > 1 ? [`    on ${line(describePages({ pages, paths }))}`] : []),
  ].join('\n');
}

const MARKS = { added: '+', removed: '-', moved: '>', changed: '~' } as const;

function renderPage({ page, changes }: OwnPage): string {
  const { path, status, title, causes } = page;
  const move = describeMove(page);
  const own = changes.filter(({ pages }) => pages === 1);
  const shown = own.length === 0 ? changes : own;
  const rest = changes.length - Math.min(shown.length, MAX.changes);
  return [
    `  ${MARKS[status]} ${line(path)}${move === '' ? '' : `  ${move}`}${title === '' ? '' : `  "${line(title)}"`}`,
    ...renderCauses(causes),
    ...shown.slice(0, MAX.changes).map((group) => `      ${renderChange(group)}`),
    ...(rest > 0 ? [`      … and ${plural(rest, 'more change')}`] : []),
  ].join('\n');
}

function renderFold({ causes, changes, pages, paths }: Fold): string {
  const rest = changes.length - MAX.folded;
  return [
    `  ${plural(pages, 'page')}: ${line(describePages({ pages, paths }))}`,
    ...renderCauses(causes),
    ...changes.slice(0, MAX.folded).map((group) => `      ${renderChange(group)}`),
    ...(rest > 0 ? [`      … and ${plural(rest, 'more change')}`] : []),
  ].join('\n');
}

function renderCauses(causes: readonly Cause[]): readonly string[] {
  return causes.filter(({ kind }) => kind !== 'unknown').map((cause) => `      by ${line(describeCause(cause))}`);
}

function renderChange(group: ChangeGroup): string {
  return `${line(describeChange(group))}  ${renderRuns(group.runs)}`.trimEnd();
}

/** Marks words like `git diff --word-diff`. */
function renderRuns(runs: readonly WordRun[]): string {
  return line(
    runs.map(({ mark, text }) => (mark === '-' ? `[-${text}-]` : mark === '+' ? `{+${text}+}` : text)).join(''),
  );
}

function arrow(before: string | null, after: string | null): string {
  if (before === null) return `new → ${after}`;
  return after === null ? `removed, was → ${before}` : `→ ${after}, was ${before}`;
}
