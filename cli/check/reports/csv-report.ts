// The report as CSV (RFC 4180), one finding a row, for spreadsheets.

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

/** Header and rows, lines ended by CR LF. */
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

/** Spreadsheets take a cell that begins with one of these for a formula; an apostrophe before it makes it text. */
const FORMULA = /^[=+@\t\r-]/;

function quote(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
