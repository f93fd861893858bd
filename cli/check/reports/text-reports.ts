// The report for people: as text for a terminal, and as Markdown; and the list of all rules.

import type { Problem } from '../../errors.ts';
import { cleanProblem } from '../../report/clean-problem.ts';
import { fitBlocks } from '../../report/describe-problems.ts';
import { escapeMarkdown, linkMarkdown } from '../../text/escape-markdown.ts';
import { plural } from '../../text/printable-text.ts';
import { RULES, type Rule } from '../rules/rules.ts';
import {
  type CheckReport,
  describeOwner,
  describePages,
  describeSkipped,
  editLinkOf,
  type ReportedFinding,
  summarize,
} from './check-report.ts';

/** Numbers of findings to show per rule: the first one with which the report is short enough. */
const MAX_FINDINGS = [20, 3, 1] as const;

/** Findings of the baseline are only counted. */
export function renderText(report: CheckReport): string {
  const findings = report.findings.filter(({ isKnown }) => !isKnown);
  const blocks = renderFindings(
    Map.groupBy(findings, ({ code, severity }) => `${severity} ${code}  ${RULES[code].description}`),
    '--format csv or json lists all',
  );
  return `${[...blocks, ...describeSkipped(report), `${report.origin}: ${summarize(report)}`].join('\n\n')}\n`;
}

type ShownFinding = Problem & Pick<ReportedFinding, 'pages' | 'paths'>;

/** Findings below their titles, as many as fit into 60 lines. `hint` says where all are. */
export function renderFindings(groups: ReadonlyMap<string, readonly ShownFinding[]>, hint: string): readonly string[] {
  const render = (most: number) => [...groups].map(([title, findings]) => renderGroup(title, findings, { most, hint }));
  return fitBlocks(
    MAX_FINDINGS.map((most) => () => render(most)),
    hint,
  );
}

function renderGroup(
  title: string,
  findings: readonly ShownFinding[],
  { most, hint }: { readonly most: number; readonly hint: string },
): string {
  if (findings.every(({ severity, fix }) => severity === 'notice' && fix.startsWith('Nothing to do')))
    return `${title}\n  ${plural(findings.length, 'finding')} with nothing to do; ${hint}.`;
  const shown = findings.slice(0, most).map(cleanProblem);
  const rest = findings.length - shown.length;
  const [fix, ...others] = new Set(findings.map((finding) => cleanProblem(finding).fix));
  const hasSharedFix = others.length === 0;
  return [
    title,
    ...shown.flatMap((finding) => renderFinding(finding, hasSharedFix)),
    ...(rest === 0 ? [] : [`  … and ${plural(rest, 'more finding')}; ${hint}.`]),
    ...(hasSharedFix ? [`  → ${fix}`] : []),
  ].join('\n');
}

function renderFinding(finding: ShownFinding, hasSharedFix: boolean): readonly string[] {
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

/** Markdown (CommonMark with tables) for comments on pull requests: a heading, and a table for each rule. */
export function renderMarkdown(report: CheckReport): string {
  const groups = Map.groupBy(report.findings, ({ code, severity }) => `${severity} ${code}`);
  const parts = [...groups].map(([title, findings]) =>
    [
      `## ${title}`,
      ...findings.slice(0, 1).map(({ code }) => `${RULES[code].description} Why: ${RULES[code].why}`),
      ['| Problem | Where | Pages | Fix |', '| --- | --- | --- | --- |', ...findings.map(renderTableRow)].join('\n'),
    ].join('\n\n'),
  );
  const mark = report.isPassed ? 'passed' : 'failed';
  return `${[`# sitegen ${report.command}: ${mark}`, `${escapeMarkdown(report.origin)}: ${summarize(report)}`, ...parts, ...describeSkipped(report).map(escapeMarkdown)].join('\n\n')}\n`;
}

function renderTableRow(finding: ReportedFinding): string {
  const { where, what, fix, isKnown } = finding;
  const owner = escapeMarkdown(describeOwner(where));
  const editLink = editLinkOf(where);
  const edit = editLink === null ? '' : ` (${linkMarkdown('edit', editLink)})`;
  const known = isKnown ? ' (known)' : '';
  return `| ${escapeMarkdown(what)}${known} | ${owner}${edit} | ${escapeMarkdown(describePages(finding))} | ${escapeMarkdown(fix)} |`;
}
