// The report as one HTML page, to open from disk or store as a CI artifact.

import type { Severity } from '../../errors.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import {
  renderCard,
  renderChip,
  renderDocument,
  renderLink,
  renderPart,
  renderTable,
  type Tone,
} from '../../text/report-document.ts';
import { RULES } from '../rules/rules.ts';
import {
  type CheckReport,
  describeOwner,
  describePages,
  describeSkipped,
  editLinkOf,
  type ReportedFinding,
  summarize,
} from './check-report.ts';

const TONES = { error: 'bad', warning: 'warn', notice: 'info' } as const satisfies Readonly<Record<Severity, Tone>>;
const PARTS: readonly { readonly severity: Severity; readonly title: string }[] = [
  { severity: 'error', title: 'Errors' },
  { severity: 'warning', title: 'Warnings' },
  { severity: 'notice', title: 'Notices' },
];

export function renderHtml(report: CheckReport): string {
  const { findings, pages, links } = report;
  const fresh = findings.filter(({ isKnown }) => !isKnown);
  const count = (severity: Severity) => fresh.filter((finding) => finding.severity === severity).length;
  const known = findings.length - fresh.length;
  const skipped = describeSkipped(report).map((text) => `<p class="muted">${escapeXml(text)}</p>`);
  return renderDocument({
    title: `sitegen ${report.command}: ${report.isPassed ? 'passed' : 'failed'}`,
    isPassed: report.isPassed,
    lead: [`${report.origin}: ${summarize(report)}`],
    tiles: [
      ...PARTS.map(({ severity, title }) => ({ label: title, value: count(severity), tone: TONES[severity] })),
      ...(known === 0 ? [] : [{ label: 'Known from the baseline', value: known, tone: 'plain' as const }]),
      { label: 'Pages', value: pages, tone: 'plain' },
      { label: 'Links', value: links, tone: 'plain' },
    ],
    filters: PARTS.filter(({ severity }) => findings.some((finding) => finding.severity === severity)).map(
      ({ severity, title }) => ({ label: title, tag: severity }),
    ),
    parts: [...PARTS.map((part) => renderSeverity(part, findings)), ...skipped],
  });
}

function renderSeverity({ severity, title }: (typeof PARTS)[number], findings: readonly ReportedFinding[]): string {
  const own = findings.filter((finding) => finding.severity === severity);
  const groups = Map.groupBy(own, ({ code }) => code);
  return renderPart(title, [...groups.values()].map(renderGroup), own.length);
}

/** Findings of one rule, which is said as what should be true. */
function renderGroup(findings: readonly ReportedFinding[]): string {
  const [first] = findings;
  if (first === undefined) return '';
  const { code, severity } = first;
  const { description, why } = RULES[code];
  return renderCard({
    tone: TONES[severity],
    tags: [severity],
    summary: `${renderChip(severity, TONES[severity])} <h3>Not met: ${escapeXml(description)}</h3> <code class="muted">${code}</code> ${renderChip(String(findings.length), 'plain')}`,
    body: `<p class="muted">Why: ${escapeXml(why)}</p>
${renderTable(code, ['Problem', 'Where', 'Pages', 'Fix'], findings.map(describeRow))}`,
    count: findings.length,
    isOpen: severity !== 'notice',
  });
}

function describeRow(finding: ReportedFinding) {
  const { where, what, fix, isKnown, severity } = finding;
  const cells = [
    escapeXml(`${what}${isKnown ? ' (known)' : ''}`),
    `${escapeXml(describeOwner(where))} ${renderLink('Edit', editLinkOf(where))}`.trim(),
    escapeXml(describePages(finding, 10)),
    escapeXml(fix),
  ];
  return { cells, tags: [severity], ...(isKnown ? { className: 'known' } : {}) };
}
