// For a terminal: a report by rule, each finding with its owner, pages and edit link; and the list of all rules.

import { RULES, type Rule, type RuleCode } from '../rules/rules.ts';
import {
  type CheckReport,
  describeOwner,
  describePages,
  plural,
  type ReportedFinding,
  summarize,
} from './check-report.ts';

/** Findings of one rule that a terminal shows; files have them all. */
const FINDINGS_SHOWN = 20;

/** The report as lines. Findings of the baseline are counted only. */
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
  const shown = findings.slice(0, FINDINGS_SHOWN);
  const rest = findings.length - shown.length;
  const fixes = new Set(findings.map(({ fix }) => fix));
  const isOneFix = fixes.size === 1;
  return [
    `${title}  ${asksOf(first.code)}`,
    ...shown.flatMap((finding) => renderFinding(finding, isOneFix)),
    ...(rest === 0 ? [] : [`  … and ${plural(rest, 'more finding')}; --format json or csv lists all.`]),
    ...(isOneFix ? [`  → ${first.fix}`] : []),
  ].join('\n');
}

function asksOf(code: RuleCode): string {
  return RULES[code].asks;
}

function renderFinding(finding: ReportedFinding, isFixSaid: boolean): readonly string[] {
  const { where, what, fix } = finding;
  const pages = describePages(finding);
  const owner = describeOwner(where);
  return [
    `  ${what}`,
    `    ${owner}${pages === '' || pages === owner ? '' : `  on ${pages}`}`,
    ...(where.editUrl === undefined ? [] : [`    Edit: ${where.editUrl}`]),
    ...(isFixSaid ? [] : [`    → ${fix}`]),
  ];
}

/** By topic: code, severity, what the rule asks, why, how to mend a breach. */
export function renderRules(rules: Readonly<Record<string, Rule>>): string {
  const byTopic = Map.groupBy(Object.entries(rules), ([, { topic }]) => topic);
  const parts = [...byTopic].map(([topic, entries]) =>
    [topic.toUpperCase(), ...entries.map(([code, rule]) => renderRule(code, rule))].join('\n\n'),
  );
  return [...parts, 'Set "checks" in site.config.ts to change a severity: error, warning, notice or off.'].join('\n\n');
}

function renderRule(code: string, { severity, asks, why, fix }: Rule): string {
  return `${code}  ${severity}\n  ${asks}\n  Why: ${why}\n  Fix: ${fix}`;
}
