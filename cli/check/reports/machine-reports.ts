// The report for other programs: CSV, JUnit and SARIF.

import type { Severity } from '../../errors.ts';
import { toSitePath } from '../../files/brands.ts';
import { outFileOf } from '../../paths/site-path.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import { RULES, type Rule } from '../rules/rules.ts';
import { type CheckReport, describeOwner, describePages, editLinkOf, type ReportedFinding } from './check-report.ts';

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

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', notice: 'note' };
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const FINGERPRINT = 'sitegenFinding/v1';

/**
 * SARIF 2.1.0 (OASIS), which code hosts show next to a change. Each finding is a result with its file or page and the fingerprint that
 * identifies it in later runs. With a baseline, new findings are marked.
 */
export function renderSarif({ origin, findings }: CheckReport, hasBaseline: boolean): string {
  const codes = Object.keys(RULES);
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'sitegen',
            rules: Object.entries(RULES).map(([code, rule]) => describeRule(code, rule)),
          },
        },
        originalUriBaseIds: { OUT: { description: { text: `The out folder of ${origin}.` } } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => createResult(finding, codes.indexOf(finding.code), hasBaseline)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function describeRule(id: string, { topic, severity, description, why, fix }: Rule) {
  return {
    id,
    shortDescription: { text: description },
    fullDescription: { text: `${description} Why: ${why}` },
    help: { text: fix },
    defaultConfiguration: { level: LEVEL[severity] },
    properties: { tags: [topic] },
  };
}

function createResult(finding: ReportedFinding, ruleIndex: number, hasBaseline: boolean) {
  const { code, severity, what, fix, where, paths, pages, target, fingerprint, isKnown } = finding;
  const editLink = editLinkOf(where);
  return {
    ruleId: code,
    ruleIndex,
    level: LEVEL[severity],
    message: { text: `${what} ${fix}` },
    locations: [
      {
        physicalLocation: { artifactLocation: locate(finding) },
        logicalLocations: [{ fullyQualifiedName: describeOwner(where), kind: 'resource' }],
      },
    ],
    partialFingerprints: { [FINGERPRINT]: fingerprint },
    ...(hasBaseline ? { baselineState: isKnown ? 'unchanged' : 'new' } : {}),
    ...(editLink === null ? {} : { hostedViewerUri: editLink }),
    properties: { pages, paths, ...(target === null ? {} : { target }) },
  };
}

/** The file to fix, otherwise the first page with the fault. */
function locate({ where, paths }: ReportedFinding) {
  if (where.file !== undefined && !where.file.startsWith('/')) return { uri: encodeURI(where.file) };
  const path = where.file ?? paths[0] ?? where.path ?? '/';
  return { uri: encodeURI(outFileOf(toSitePath(path))), uriBaseId: 'OUT' };
}
