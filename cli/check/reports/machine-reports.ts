// The report for other programs: CSV and JUnit.

import { toSitePath } from '../../files/brands.ts';
import { outFileOf } from '../../paths/site-path.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import { RULES, type Rule } from '../rules/rules.ts';
import { type CheckReport, describeOwner, describePages, type ReportedFinding } from './check-report.ts';

const pageOf = ({ paths, where }: ReportedFinding) => paths[0] ?? where.path ?? '';

export type Cell = string | number | boolean | null | undefined;

const COLUMNS: Readonly<Record<string, (finding: ReportedFinding) => Cell>> = {
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
  page_file: (finding) => (pageOf(finding) === '' ? '' : outFileOf(toSitePath(pageOf(finding)))),
  fix: ({ fix }) => fix,
  fingerprint: ({ fingerprint }) => fingerprint,
};

/** CSV with one row per finding. */
export function renderCsv({ findings }: CheckReport): string {
  return renderTable(
    Object.keys(COLUMNS),
    findings.map((finding) => Object.values(COLUMNS).map((cellOf) => cellOf(finding))),
  );
}

/** CSV (RFC 4180) for spreadsheets. Lines end with CR LF. */
export function renderTable(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [names, ...rows].map((cells) => `${cells.map((cell) => quote(String(cell ?? ''))).join(',')}\r\n`).join('');
}

/** Spreadsheets treat cells that start with these characters as formulas, unless an apostrophe precedes them. */
const FORMULA = /^[=+@\t\r-]/;

function quote(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * JUnit XML for CI services. Each topic is a suite; each finding is a failed test, or a skipped one if it does not fail the check; each
 * rule without findings is a passed test, or a skipped one if it was not checked.
 */
export function renderJunit({ command, findings, skipped = [] }: CheckReport): string {
  const byTopic = Map.groupBy(Object.entries(RULES), ([, { topic }]) => topic);
  const suites = [...byTopic].map(([topic, rules]) => {
    const cases = rules.flatMap(([code, rule]) => casesOf(code, rule, findings, skipped.includes(code))).join('');
    const attributes = `name="${escapeXml(topic)}" ${countCases(cases)}`;
    return `  <testsuite ${attributes}>\n${cases}  </testsuite>\n`;
  });
  const all = suites.join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sitegen ${command}" ${countCases(all)}>\n${all}</testsuites>\n`;
}

function countCases(xml: string): string {
  const count = (tag: string) => xml.split(`<${tag} `).length - 1;
  return `tests="${count('testcase')}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}"`;
}

function casesOf(
  code: string,
  { description }: Rule,
  all: readonly ReportedFinding[],
  isSkipped: boolean,
): readonly string[] {
  const findings = all.filter((finding) => finding.code === code);
  const start = `    <testcase classname="${code}" name="${escapeXml(description)}"`;
  if (isSkipped) return [`${start}><skipped message="Only builds of sitegen can break it."/></testcase>\n`];
  if (findings.length === 0) return [`${start}/>\n`];
  return findings.map((finding) => {
    const { what, where, fix, severity, isFailing } = finding;
    const name = escapeXml(`${what} (${describeOwner(where)})`);
    const lines = [describePages(finding, 10), fix, where.editUrl ?? ''].filter((line) => line !== '');
    const message = `message="${escapeXml(what)}"`;
    const result = isFailing
      ? `<failure type="${severity}" ${message}>${escapeXml(lines.join('\n'))}</failure>`
      : `<skipped ${message}/>`;
    return `    <testcase classname="${code}" name="${name}">${result}</testcase>\n`;
  });
}
