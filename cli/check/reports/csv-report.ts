// The report as CSV (RFC 4180) for spreadsheets, one row per finding.

import { outFileOf } from '../../paths/site-path.ts';
import type { CheckReport, ReportedFinding } from './check-report.ts';

const COLUMNS = [
  'code',
  'severity',
  'known',
  'what',
  'target',
  'collection',
  'entry',
  'site',
  'field',
  'file',
  'edit',
  'pages',
  'page',
  'page_file',
  'fix',
  'fingerprint',
] as const;

/** Lines end with CR LF. */
export function renderCsv({ findings }: CheckReport): string {
  return [COLUMNS, ...findings.map(cellsOf)].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function cellsOf({
  code,
  severity,
  isKnown,
  what,
  target,
  where,
  pages,
  paths,
  fix,
  fingerprint,
}: ReportedFinding): readonly string[] {
  const page = paths[0] ?? where.path ?? '';
  return [
    code,
    severity,
    String(isKnown),
    what,
    target ?? '',
    where.collection ?? '',
    where.entry ?? '',
    where.site ?? '',
    where.field ?? '',
    where.file ?? '',
    where.editUrl ?? '',
    String(pages),
    page,
    page === '' ? '' : outFileOf(page),
    fix,
    fingerprint,
  ];
}

/** Spreadsheets treat cells that start with these characters as formulas, unless an apostrophe precedes them. */
const FORMULA = /^[=+@\t\r-]/;

function quote(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
