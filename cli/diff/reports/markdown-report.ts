// The comparison as Markdown for a comment on a pull request. GitHub allows 65,536 characters, so the least important parts are
// left out if they do not fit.

import { describeOwner, describePages, plural } from '../../check/reports/check-report.ts';
import { escapeMarkdown, linkMarkdown } from '../../text/escape-markdown.ts';
import type { Cause, ChangeGroup, DiffReport } from '../diff-report.ts';
import type { WordRun } from '../word-diff.ts';
import {
  describeCause,
  describeChange,
  describeFiles,
  describeMove,
  type Fold,
  listNotes,
  type OwnPage,
  outlineDiff,
  summarizeDiff,
} from './outline-diff.ts';

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
  const { gates, redirects, files, base, head, isPassed } = report;
  const { urgent, other } = outlineDiff(report);
  yield `## ${isPassed ? '✅' : '❌'} sitegen diff: ${escapeMarkdown(summarizeDiff(report))}\n\n${escapeMarkdown(base.name)} → ${escapeMarkdown(head.name)}\n`;
  for (const { code, what, fix, allowed, where } of gates) {
    const owner = where.collection === undefined ? '' : ` ${linkMarkdown(describeOwner(where), where.editUrl)}.`;
    yield allowed === null
      ? `\n- **${code}** ${escapeMarkdown(what)}${owner} ${escapeMarkdown(fix)}`
      : `\n- ${code} (allowed: ${escapeMarkdown(allowed)}) ${escapeMarkdown(what)}`;
  }
  if (urgent.pages.length + urgent.folds.length + other.pages.length > 0) yield '\n\n### Pages\n';
  for (const row of urgent.pages) yield renderPage(row);
  for (const fold of urgent.folds) yield renderFold(fold);
  for (const row of other.pages) yield renderPage(row);
  yield* details(
    `${plural(
      other.folds.reduce((sum, { pages }) => sum + pages, 0),
      'page',
    )} with the same change as others`,
    other.folds.map(renderFold),
  );
  yield* details(
    plural(redirects.length, 'redirect'),
    redirects.map(({ from, before, after }) => `\n- ${escapeMarkdown(`${from}: ${before ?? '–'} → ${after ?? '–'}`)}`),
  );
  const rows = describeFiles(files);
  yield* details(
    plural(rows.length, 'other file'),
    rows.map(({ path, status, what }) => `\n- ${escapeMarkdown(`${path} ${status}${what === '' ? '' : `: ${what}`}`)}`),
  );
  for (const note of listNotes(report)) yield `\n\n${escapeMarkdown(note)}`;
  yield '\n';
}

function* details(summary: string, rows: readonly string[]): Generator<string> {
  if (rows.length === 0) return;
  yield `${START}${summary}</summary>\n`;
  yield* rows;
  yield END;
}

const MAX_CHANGES = 20;
/** Of a fold. */
const MAX_FOLDED = 3;

function renderPage({ page, changes }: OwnPage): string {
  const { path, status, title, causes } = page;
  const move = describeMove(page);
  return [
    `\n- **${status}** ${escapeMarkdown(path)}${move === '' ? '' : ` (${escapeMarkdown(move)})`} ${escapeMarkdown(title)}${renderCauses(causes)}`,
    ...renderChanges(changes, MAX_CHANGES),
  ].join('\n');
}

function renderFold({ causes, changes, ...fold }: Fold): string {
  return [
    `\n- **${plural(fold.pages, 'page')}** ${escapeMarkdown(describePages(fold))}${renderCauses(causes)}`,
    ...renderChanges(changes, MAX_FOLDED),
  ].join('\n');
}

function renderChanges(changes: readonly ChangeGroup[], most: number): readonly string[] {
  const rest = changes.length - most;
  const shown = changes.slice(0, most).map((group) => {
    return `  - ${escapeMarkdown(describeChange(group))} ${renderRuns(group.runs)}`.trimEnd();
  });
  return rest > 0 ? [...shown, `  - … and ${plural(rest, 'more change')}`] : shown;
}

function renderCauses(causes: readonly Cause[]): string {
  const known = causes.filter(({ kind }) => kind !== 'unknown');
  if (known.length === 0) return '';
  return ` — by ${known.map((cause) => linkMarkdown(describeCause(cause), cause.where.editUrl)).join(', ')}`;
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
