// The report as JUnit XML for CI services. Each topic is a suite; each finding is a failed test, or a skipped one if it does not
// fail the check; each rule without findings is a passed test.

import { escapeXml } from '../../text/escape-xml.ts';
import { RULES, type Rule } from '../rules/rules.ts';
import { type CheckReport, describeOwner, describePages, type ReportedFinding } from './check-report.ts';

export function renderJunit(report: CheckReport): string {
  const byTopic = Map.groupBy(Object.entries(RULES), ([, { topic }]) => topic);
  const suites = [...byTopic].map(([topic, rules]) => {
    const cases = rules.flatMap(([code, rule]) => casesOf(code, rule, report.findings));
    const count = (kind: Case['kind']) => cases.filter((each) => each.kind === kind).length;
    return {
      counts: { tests: cases.length, failures: count('failed'), skipped: count('skipped') },
      xml:
        `  <testsuite name="${escapeXml(topic)}" tests="${cases.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}">\n` +
        `${cases.map(({ xml }) => xml).join('')}  </testsuite>\n`,
    };
  });
  const sum = (name: 'tests' | 'failures' | 'skipped') => suites.reduce((total, { counts }) => total + counts[name], 0);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<testsuites name="sitegen ${report.command}" tests="${sum('tests')}" failures="${sum('failures')}" errors="0" skipped="${sum('skipped')}">\n` +
    `${suites.map(({ xml }) => xml).join('')}</testsuites>\n`
  );
}

interface Case {
  readonly kind: 'passed' | 'failed' | 'skipped';
  readonly xml: string;
}

function casesOf(code: string, { description }: Rule, all: readonly ReportedFinding[]): readonly Case[] {
  const findings = all.filter((finding) => finding.code === code);
  if (findings.length === 0)
    return [{ kind: 'passed', xml: `    <testcase classname="${code}" name="${escapeXml(description)}"/>\n` }];
  return findings.map((finding) => {
    const name = `${finding.what} (${describeOwner(finding.where)})`;
    const open = `    <testcase classname="${code}" name="${escapeXml(name)}">`;
    const text = [describePages(finding, 10), finding.fix, finding.where.editUrl ?? '']
      .filter((line) => line !== '')
      .join('\n');
    const message = `message="${escapeXml(finding.what)}"`;
    if (!finding.isFailing) return { kind: 'skipped', xml: `${open}<skipped ${message}/></testcase>\n` };
    return {
      kind: 'failed',
      xml: `${open}<failure type="${finding.severity}" ${message}>${escapeXml(text)}</failure></testcase>\n`,
    };
  });
}
