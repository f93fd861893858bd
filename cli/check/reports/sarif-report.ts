// The report as SARIF 2.1.0 (OASIS), which code hosts show next to a change. Each finding is a result with its file or page and
// the fingerprint that identifies it in later runs.

import type { Severity } from '../../errors.ts';
import { outFileOf } from '../../paths/site-path.ts';
import { RULES, type Rule } from '../rules/rules.ts';
import { type CheckReport, describeOwner, editLinkOf, type ReportedFinding } from './check-report.ts';

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', notice: 'note' };
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const FINGERPRINT = 'sitegenFinding/v1';

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
  return { uri: encodeURI(outFileOf(path)), uriBaseId: 'OUT' };
}
