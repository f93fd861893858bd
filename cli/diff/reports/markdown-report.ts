// The comparison as Markdown for a comment on a pull request. GitHub allows 65,536 characters, so the least important parts are
// left out if they do not fit.

import { describeOwner } from '../../check/reports/check-report.ts';
import { escapeMarkdown, linkMarkdown } from '../../text/escape-markdown.ts';
import { plural } from '../../text/printable-text.ts';
import type { WordRun } from '../compare-pages.ts';
import type { DiffReport } from '../diff-report.ts';
import { describeCause, describeChange, listNotes, outlineDiff, type Row, summarizeDiff } from './outline-diff.ts';

/** Below GitHub's limit, because workflows may add text. */
export const MAX_MARKDOWN = 65_000;
const CUT = '\n\n_The report is too long for a comment. `sitegen diff --format html` shows everything._\n';
const START = '\n\n<details><summary>';
const END = '\n\n</details>';

/** Renders the report, at most {@link MAX_MARKDOWN} characters. */
export function renderMarkdown(report: DiffReport): string {
  let text = '';
  let isOpen = false;
  for (const block of listBlocks(report)) {
    if (text.length + block.length + CUT.length + END.length > MAX_MARKDOWN) return `${text}${isOpen ? END : ''}${CUT}`;
    text += block;
    isOpen = block.startsWith(START) || (isOpen && block !== END);
  }
  return text;
}

/** The most important first. Blocks are not split, which could break the markup. */
function* listBlocks(report: DiffReport): Generator<string> {
  const { gates, base, head, isPassed } = report;
  yield `## ${isPassed ? '✅' : '❌'} sitegen diff: ${escapeMarkdown(summarizeDiff(report))}\n\n${escapeMarkdown(base.name)} → ${escapeMarkdown(head.name)}\n`;
  for (const { code, what, fix, allowed, where } of gates) {
    const owner = where.collection === undefined ? '' : ` ${linkMarkdown(describeOwner(where), where.editUrl)}.`;
    yield `\n- ${allowed === null ? `**${code}**` : code} ${escapeMarkdown(what)}${owner} ${escapeMarkdown(fix)}`;
  }
  for (const { title, rows } of outlineDiff(report)) {
    if (rows.length === 0) continue;
    const isMain = title === 'Pages';
    yield isMain ? `\n\n### ${title}\n` : `${START}${title}: ${rows.length}</summary>\n`;
    yield* rows.map(renderRow);
    if (!isMain) yield END;
  }
  for (const note of listNotes(report)) yield `\n\n${escapeMarkdown(note)}`;
  yield '\n';
}

const MAX_CHANGES = 20;
/** Of pages with the same change. */
const MAX_FOLDED = 3;

function renderRow({ mark, name, note, causes, changes }: Row): string {
  const owners = causes.map((cause) => linkMarkdown(describeCause(cause), cause.where.editUrl)).join(', ');
  const shown = changes.slice(0, mark === 'shared' ? MAX_FOLDED : MAX_CHANGES);
  const rest = changes.length - shown.length;
  return [
    `\n- **${mark === 'shared' ? name : `${mark}** ${escapeMarkdown(name)}`}${mark === 'shared' ? '**' : ''} ${escapeMarkdown(note)}${owners === '' ? '' : ` — by ${owners}`}`,
    ...shown.map((group) => `  - ${escapeMarkdown(describeChange(group))} ${renderRuns(group.runs)}`.trimEnd()),
    ...(rest > 0 ? [`  - … and ${plural(rest, 'more change')}`] : []),
  ].join('\n');
}

/** Marks removed and added words. Spaces must be outside of the elements. */
function renderRuns(runs: readonly WordRun[]): string {
  return runs
    .map(({ mark, text }) => {
      const words = escapeMarkdown(text.trim());
      if (mark === ' ' || words === '') return escapeMarkdown(text);
      const [, before = '', after = ''] = /^(\s*).*?(\s*)$/s.exec(text) ?? [];
      return `${before}${mark === '-' ? `<del>${words}</del>` : `<ins><b>${words}</b></ins>`}${after}`;
    })
    .join('');
}
