// Renders a report as a single HTML file: to open from disk, send, or store as a CI artifact. Its policy allows only its own style and
// script, by their hashes, so that texts of content can never run.

import { hash } from 'node:crypto';
import { escapeXml } from './escape-xml.ts';
import { REPORT_SCRIPT } from './report-script.ts';
import { REPORT_STYLE } from './report-style.ts';

/** Colours for errors, warnings, success, notices and everything else. Never used without a text. */
export type Tone = 'bad' | 'warn' | 'good' | 'info' | 'plain';

/** A number at the top. */
interface Tile {
  readonly label: string;
  readonly value: number;
  readonly tone: Tone;
}

/** A button that shows only items with a tag. */
interface Filter {
  readonly label: string;
  readonly tag: string;
}

/** Shows only items with the chosen tag, besides the button. */
interface Choice {
  /** Its first option, which shows all items: "All locales". */
  readonly all: string;
  readonly options: readonly Filter[];
}

/** A report. Texts are plain, `parts` is HTML. */
export interface ReportDocument {
  readonly title: string;
  /** Null if it has no verdict. */
  readonly isPassed: boolean | null;
  /** A sentence or two below the title. */
  readonly lead: readonly string[];
  readonly tiles: readonly Tile[];
  readonly filters: readonly Filter[];
  readonly choices?: readonly Choice[];
  readonly parts: Iterable<string>;
}

const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
const POLICY = `default-src 'none'; style-src ${sourceOf(REPORT_STYLE)}; script-src ${sourceOf(REPORT_SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'`;

/** Renders the page. */
export function renderDocument({ title, isPassed, lead, tiles, filters, choices = [], parts }: ReportDocument): string {
  const body = [...parts].join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeXml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<header class="top">
${isPassed === null ? '' : `${renderChip(isPassed ? 'Passed' : 'Failed', isPassed ? 'good' : 'bad')}\n`}<h1>${escapeXml(title)}</h1>
${lead.map((text) => `<p class="muted">${escapeXml(text)}</p>\n`).join('')}<ul class="tiles">
${tiles.map(renderTile).join('')}</ul>
</header>
<main>
${body === '' ? '' : renderTools(filters, choices)}${body}</main>
<footer>Made by sitegen. This page needs no network and can be sent as a file.</footer>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;
}

function renderTile({ label, value, tone }: Tile): string {
  return `<li class="tile tile--${value === 0 ? 'plain' : tone}"><strong>${value}</strong><span>${escapeXml(label)}</span></li>\n`;
}

function renderTools(filters: readonly Filter[], choices: readonly Choice[]): string {
  const buttons = [{ label: 'All', tag: '' }, ...filters].map(
    ({ label, tag }) =>
      `<button type="button" data-tag="${escapeXml(tag)}" aria-pressed="${tag === ''}">${escapeXml(label)}</button>`,
  );
  const selects = choices.map(({ all, options }) => {
    const shown = [{ label: all, tag: '' }, ...options].map(
      ({ label, tag }) => `<option value="${escapeXml(tag)}">${escapeXml(label)}</option>`,
    );
    return `<select data-choice aria-label="${escapeXml(all)}">${shown.join('')}</select>\n`;
  });
  return `<div class="tools" role="search" hidden>
<input type="search" aria-label="Filter by text" placeholder="Filter: page, entry, word" autocomplete="off">
${selects.join('')}${filters.length === 0 ? '' : buttons.join('\n')}
<select data-order aria-label="Order"><option value="place">In the report's order</option><option value="count">Most first</option></select>
<button type="button" data-open>Open all</button>
<output></output>
</div>
`;
}

/** A short label. */
export function renderChip(text: string, tone: Tone): string {
  return `<span class="chip chip--${tone}">${escapeXml(text)}</span>`;
}

/** A section with its heading; '' without items. If items are groups, `count` is the number of their members. */
export function renderPart(title: string, items: readonly string[], count = items.length): string {
  if (items.length === 0) return '';
  return `<section data-part>
<h2>${escapeXml(title)} <span class="count">${count}</span></h2>
${items.join('')}</section>
`;
}

/** A collapsible card. `summary` and `body` are HTML. */
export function renderCard({
  tone,
  tags,
  summary,
  body,
  count,
  isOpen = false,
}: {
  readonly tone: Tone;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly body: string;
  /** Number of its pages or findings. */
  readonly count: number;
  readonly isOpen?: boolean;
}): string {
  const start = `class="card card--${tone}" data-count="${count}" data-tags="${escapeXml(tags.join(' '))}"`;
  if (body === '') return `<div ${start}>${summary}</div>\n`;
  return `<details ${start}${isOpen ? ' open' : ''}>
<summary>${summary}</summary>
${body}</details>
`;
}

/** A table with sortable columns. Cells are HTML. */
export function renderTable(
  label: string,
  columns: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly tags: readonly string[]; readonly className?: string }[],
): string {
  const head = columns.map((column) => `<th scope="col">${escapeXml(column)}</th>`).join('');
  const renderRow = ({ cells, tags, className }: (typeof rows)[number]) => {
    const shown = cells.map((cell, index) =>
      cell === '' ? '<td></td>' : `<td data-label="${escapeXml(columns[index] ?? '')}">${cell}</td>`,
    );
    return `<tr data-tags="${escapeXml(tags.join(' '))}"${className === undefined ? '' : ` class="${className}"`}>${shown.join('')}</tr>\n`;
  };
  return `<section class="table" aria-label="${escapeXml(label)}" tabindex="0">
<table>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.map(renderRow).join('')}</tbody>
</table>
</section>
`;
}

/** A link; '' for an address that is not http(s), because it may come from content. */
export function renderLink(text: string, address: string | null | undefined): string {
  if (address === null || address === undefined || !/^https?:\/\//i.test(address)) return '';
  return `<a href="${escapeXml(address)}">${escapeXml(text)}</a>`;
}
