// The report as Markdown (CommonMark with tables), for comments on pull requests.

import { escapeMarkdown, linkMarkdown } from '../../text/escape-markdown.ts';
import { RULES } from '../rules/rules.ts';
import {
  type CheckReport,
  describeOwner,
  describePages,
  editLinkOf,
  type ReportedFinding,
  summarize,
} from './check-report.ts';

/** A heading, and a table for each rule. */
export function renderMarkdown(report: CheckReport): string {
  const groups = Map.groupBy(report.findings, ({ code, severity }) => `${severity} ${code}`);
  const parts = [...groups].map(([title, findings]) =>
    [
      `## ${title}`,
      ...findings.slice(0, 1).map(({ code }) => `${RULES[code].description} Why: ${RULES[code].why}`),
      ['| Problem | Where | Pages | Fix |', '| --- | --- | --- | --- |', ...findings.map(renderRow)].join('\n'),
    ].join('\n\n'),
  );
  const mark = report.isPassed ? 'passed' : 'failed';
  return `${[`# sitegen ${report.command}: ${mark}`, `${escapeMarkdown(report.origin)}: ${summarize(report)}`, ...parts].join('\n\n')}\n`;
}

function renderRow(finding: ReportedFinding): string {
  const { where, what, fix, isKnown } = finding;
  const owner = escapeMarkdown(describeOwner(where));
  const editLink = editLinkOf(where);
  const edit = editLink === null ? '' : ` (${linkMarkdown('edit', editLink)})`;
  const known = isKnown ? ' (known)' : '';
  return `| ${escapeMarkdown(what)}${known} | ${owner}${edit} | ${escapeMarkdown(describePages(finding))} | ${escapeMarkdown(fix)} |`;
}
