// The report as CSV (RFC 4180) for spreadsheets, one row per finding.

import { outFileOf } from '../../paths/site-path.ts';
import type { CheckReport, ReportedFinding } from './check-report.ts';

const pageOf = ({ paths, where }: ReportedFinding) => paths[0] ?? where.path ?? '';
const pageFileOf = (page: string) => (page === '' ? '' : outFileOf(page));

/** The columns in order, and their cells. */
const COLUMNS: Readonly<Record<string, (finding: ReportedFinding) => string | number | boolean | null | undefined>> = {
  code: ({ code }) => code,
  severity: ({ severity }) => severity,
  known: ({ isKnown }) => isKnown,
  what: ({ what }) => what,
  target: ({ target }) => target,
  collection: ({ where }) => where.collection,
  entry: ({ where }) => where.entry,
  site: ({ where }) => where.site,
  field: ({ where }) => where.field,
  file: ({ where }) => where.file,
  edit: ({ where }) => where.editUrl,
  pages: ({ pages }) => pages,
  page: pageOf,
  page_file: (finding) => pageFileOf(pageOf(finding)),
  fix: ({ fix }) => fix,
  fingerprint: ({ fingerprint }) => fingerprint,
};

/** Lines end with CR LF. */
export function renderCsv({ findings }: CheckReport): string {
  const rows = findings.map((finding) => Object.values(COLUMNS).map((cellOf) => String(cellOf(finding) ?? '')));
  return [Object.keys(COLUMNS), ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

/** Spreadsheets treat cells that start with these characters as formulas, unless an apostrophe precedes them. */
const FORMULA = /^[=+@\t\r-]/;

function quote(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
