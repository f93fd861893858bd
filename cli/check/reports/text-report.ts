// The report as text for a terminal, grouped by rule, and the list of all rules.

import { RULES, type Rule } from '../rules/rules.ts';
import {
  type CheckReport,
  describeOwner,
  describePages,
  plural,
  type ReportedFinding,
  summarize,
} from './check-report.ts';

/** Per rule. Other formats list all findings. */
const MAX_FINDINGS = 20;

/** Findings of the baseline are only counted. */
export function renderText(report: CheckReport): string {
  const groups = Map.groupBy(
    report.findings.filter(({ isKnown }) => !isKnown),
    ({ code, severity }) => `${severity} ${code}`,
  );
  const parts = [...groups].map(([title, findings]) => renderGroup(title, findings));
  return [...parts, `${report.origin}: ${summarize(report)}`].join('\n\n');
}

function renderGroup(title: string, findings: readonly ReportedFinding[]): string {
  const [first] = findings;
  if (first === undefined) return title;
  const shown = findings.slice(0, MAX_FINDINGS);
  const rest = findings.length - shown.length;
  const fixes = new Set(findings.map(({ fix }) => fix));
  const hasSharedFix = fixes.size === 1;
  return [
    `${title}  ${RULES[first.code].description}`,
    ...shown.flatMap((finding) => renderFinding(finding, hasSharedFix)),
    ...(rest === 0 ? [] : [`  … and ${plural(rest, 'more finding')}; --format json or csv lists all.`]),
    ...(hasSharedFix ? [`  → ${first.fix}`] : []),
  ].join('\n');
}

function renderFinding(finding: ReportedFinding, hasSharedFix: boolean): readonly string[] {
  const { where, what, fix } = finding;
  const pages = describePages(finding);
  const owner = describeOwner(where);
  return [
    `  ${what}`,
    `    ${owner}${pages === '' || pages === owner ? '' : `  on ${pages}`}`,
    ...(where.editUrl === undefined ? [] : [`    Edit: ${where.editUrl}`]),
    ...(hasSharedFix ? [] : [`    → ${fix}`]),
  ];
}

/** Lists rules by topic. */
export function renderRules(rules: Readonly<Record<string, Rule>>): string {
  const byTopic = Map.groupBy(Object.entries(rules), ([, { topic }]) => topic);
  const parts = [...byTopic].map(([topic, entries]) =>
    [topic.toUpperCase(), ...entries.map(([code, rule]) => renderRule(code, rule))].join('\n\n'),
  );
  return [...parts, 'Set "checks" in site.config.ts to change a severity: error, warning, notice or off.'].join('\n\n');
}

function renderRule(code: string, { severity, description, why, fix }: Rule): string {
  return `${code}  ${severity}\n  ${description}\n  Why: ${why}\n  Fix: ${fix}`;
}
