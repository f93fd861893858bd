// The comparison as text for a terminal: gates, changes of several pages, then page by page.

import { describeOwner, describePages, plural } from '../../check/reports/check-report.ts';
import { fitBlocks } from '../../report/describe-problems.ts';
import { printableText } from '../../text/printable-text.ts';
import type { ChangeGroup, DiffReport, PageDiff } from '../diff-report.ts';
import type { GateFinding } from '../gates.ts';
import type { WordRun } from '../word-diff.ts';
import {
  describeAlso,
  describeChange,
  describeFiles,
  describeMove,
  describeWithoutContent,
  splitGroups,
  summarizeDiff,
} from './describe-diff.ts';

/** How many rows to print. Other formats list all. */
const MAX = { gates: 10, groups: 20, pages: 20, changes: 8, rows: 10 } as const;

export function renderText(report: DiffReport): string {
  const { shared, own } = splitGroups(report);
  const { gates, pages, redirects, files, notes, base, head } = report;
  const withoutContent = describeWithoutContent(report);
  const kinds = [...Map.groupBy(gates, ({ code, allowed }) => `${code} ${allowed ?? ''}`).values()];
  return [
    `${base.name} (${plural(base.pages, 'page')}) → ${head.name} (${plural(head.pages, 'page')})`,
    ...fitBlocks(
      [MAX.gates, 3, 0].map((most) => () => kinds.map((findings) => renderGates(findings, most))),
      '--format json or html lists all',
    ),
    ...section('CHANGES OF SEVERAL PAGES', shared.map(renderShared), MAX.groups),
    ...section(
      'PAGES',
      pages.map((page) => renderPage(page, own)),
      MAX.pages,
    ),
    ...section(
      'REDIRECTS',
      redirects.map(({ from, before, after }) => `  ${line(`${from}  ${arrow(before, after)}`)}`),
      MAX.rows,
    ),
    ...section(
      'OTHER FILES',
      describeFiles(files).map(({ path, status, what }) => `  ${status.padEnd(8)}${path}  ${line(what)}`.trimEnd()),
      MAX.rows,
    ),
    [...(withoutContent === null ? [] : [withoutContent]), ...notes, summarizeDiff(report)].join('\n'),
  ].join('\n\n');
}

function section(title: string, rows: readonly string[], most: number): readonly string[] {
  if (rows.length === 0) return [];
  const rest = rows.length - most;
  return [
    [
      title,
      ...rows.slice(0, most),
      ...(rest > 0 ? [`  … and ${rest} more; --format json or html lists all.`] : []),
    ].join('\n'),
  ];
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

function renderShared(group: ChangeGroup): string {
  return [`  ${plural(group.pages, 'page')}  ${renderChange(group)}`, `      ${line(describePages(group))}`].join('\n');
}

const MARKS = { added: '+', removed: '-', moved: '>', changed: '~' } as const;

function renderPage(page: PageDiff, own: ReadonlyMap<number, ChangeGroup>): string {
  const { path, status, title, changes } = page;
  const owned = changes.flatMap((id) => own.get(id) ?? []);
  const shared = changes.length - owned.length;
  const move = describeMove(page);
  const rest = owned.length - MAX.changes;
  return [
    `  ${MARKS[status]} ${line(path)}${move === '' ? '' : `  ${move}`}${title === '' ? '' : `  "${line(title)}"`}`,
    ...owned.slice(0, MAX.changes).map((group) => `      ${renderChange(group)}`),
    ...(rest > 0 ? [`      … and ${plural(rest, 'more change')}`] : []),
    ...(shared > 0 ? [`      ${plural(shared, 'change')} of several pages`] : []),
  ].join('\n');
}

function renderChange(group: ChangeGroup): string {
  const also = describeAlso(group);
  const owners = group.owners.map((place) => `\n        ${line(describeOwner(place))}`).join('');
  const words = renderRuns(group.runs);
  return `${line(describeChange(group))}${words === '' ? '' : `  ${words}`}${also === '' ? '' : `  (${also})`}${owners}`;
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
