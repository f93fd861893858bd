// The report as one HTML page without scripts, to open from disk or store as a CI artifact.

import { escapeXml } from '../../text/escape-xml.ts';
import { RULES } from '../rules/rules.ts';
import {
  type CheckReport,
  describeOwner,
  describePages,
  editLinkOf,
  type ReportedFinding,
  summarize,
} from './check-report.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.25rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #8888; overflow-wrap: anywhere; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
.known { opacity: 0.75; }
`;

/** Renders the document. */
export function renderHtml(report: CheckReport): string {
  const groups = Map.groupBy(report.findings, ({ code, severity }) => `${severity} ${code}`);
  const title = `sitegen ${report.command}: ${report.isPassed ? 'passed' : 'failed'}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeXml(title)}</h1>
<p>${escapeXml(`${report.origin}: ${summarize(report)}`)}</p>
${[...groups].map(([name, findings]) => renderGroup(name, findings)).join('')}</main>
</body>
</html>
`;
}

function renderGroup(name: string, findings: readonly ReportedFinding[]): string {
  const [first] = findings;
  const rule = first === undefined ? '' : `${RULES[first.code].description} Why: ${RULES[first.code].why}`;
  return `<h2>${escapeXml(name)}</h2>
<p>${escapeXml(rule)}</p>
<section class="table" aria-label="${escapeXml(name)}" tabindex="0">
<table>
<thead><tr><th scope="col">Problem</th><th scope="col">Where</th><th scope="col">Pages</th><th scope="col">Fix</th></tr></thead>
<tbody>
${findings.map(renderRow).join('')}</tbody>
</table>
</section>
`;
}

function renderRow(finding: ReportedFinding): string {
  const { where, what, fix, isKnown } = finding;
  const editLink = editLinkOf(where);
  const edit = editLink === null ? '' : ` <a href="${escapeXml(editLink)}">Edit</a>`;
  const cells = [escapeXml(`${what}${isKnown ? ' (known)' : ''}`), `${escapeXml(describeOwner(where))}${edit}`];
  const rest = [escapeXml(describePages(finding, 10)), escapeXml(fix)];
  return `<tr${isKnown ? ' class="known"' : ''}>${[...cells, ...rest].map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`;
}
