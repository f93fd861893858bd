// The comparison as text for a terminal.

import { renderFindings } from '../../check/reports/text-reports.ts';
import { plural, printableText } from '../../text/printable-text.ts';
import type { WordRun } from '../compare-pages.ts';
import type { DiffReport } from '../diff-report.ts';
import {
  describeCause,
  describeChange,
  listNotes,
  outlineDiff,
  type Row,
  type Section,
  summarizeDiff,
} from './outline-diff.ts';

/** How many rows to print besides urgent ones. Other formats list all. */
const MAX = { rows: 20, changes: 8, folded: 3, causes: 5 } as const;
const MORE = '--format json or html lists all';

export function renderText(report: DiffReport): string {
  const { gates, base, head } = report;
  const byGate = Map.groupBy(
    gates,
    ({ code, why, allowed }) => `${allowed === null ? 'FAIL' : 'allowed'}  ${code}  ${why}`,
  );
  return [
    `${base.name} (${plural(base.pages, 'page')}) → ${head.name} (${plural(head.pages, 'page')})`,
    ...renderFindings(byGate, MORE),
    ...outlineDiff(report).flatMap(renderSection),
    [...listNotes(report), summarizeDiff(report)].join('\n'),
  ].join('\n\n');
}

const line = (text: string): string => printableText(text, 400);

function renderSection({ title, rows, urgent }: Section): readonly string[] {
  if (rows.length === 0) return [];
  return [[title.toUpperCase(), ...limit(rows.map(renderRow), urgent + MAX.rows, '  ', `; ${MORE}`)].join('\n')];
}

function limit(rows: readonly string[], most: number, indent: string, hint = ''): readonly string[] {
  const rest = rows.length - most;
  return rest <= 0 ? rows : [...rows.slice(0, most), `${indent}… and ${rest} more${hint}`];
}

const MARKS = { added: '+', removed: '-', moved: '>', changed: '~', shared: '*' } as const;

function renderRow({ mark, name, note, causes, changes }: Row): string {
  const rows = changes.map((group) => `      ${line(describeChange(group))}  ${renderRuns(group.runs)}`.trimEnd());
  const owners = causes.map((cause) => `      by ${line(describeCause(cause))}`);
  return [
    `  ${MARKS[mark]} ${line(name)}  ${line(note)}`.trimEnd(),
    ...limit(owners, MAX.causes, '      '),
    ...limit(rows, mark === 'shared' ? MAX.folded : MAX.changes, '      '),
  ].join('\n');
}

/** Marks words like `git diff --word-diff`. */
function renderRuns(runs: readonly WordRun[]): string {
  return line(
    runs.map(({ mark, text }) => (mark === '-' ? `[-${text}-]` : mark === '+' ? `{+${text}+}` : text)).join(''),
  );
}
