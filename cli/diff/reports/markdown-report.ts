// The comparison as Markdown for a comment on a pull request. GitHub allows 65,536 characters, so the least important parts are
// left out if they do not fit.

import { describeOwner, describePages, plural } from '../../check/reports/check-report.ts';
import { escapeMarkdown, linkMarkdown } from '../../text/escape-markdown.ts';
import type { ChangeGroup, DiffReport, PageDiff } from '../diff-report.ts';
import type { WordRun } from '../word-diff.ts';
import {
  describeAlso,
  describeChange,
  describeFiles,
  describeMove,
  describeWithoutContent,
  splitGroups,
  summarizeDiff,
} from './describe-diff.ts';

/** Below GitHub's limit, because workflows may add text. */
export const MAX_MARKDOWN = 65_000;
const CUT = '\n\n_The report is too long for a comment. `sitegen diff --format html` shows everything._\n';

/** Renders the report, at most {@link MAX_MARKDOWN} characters. */
export function renderMarkdown(report: DiffReport): string {
  let text = '';
  for (const block of listBlocks(report)) {
    if (text.length + block.length + CUT.length > MAX_MARKDOWN) return `${text}${CUT}`;
    text += block;
  }
  return text;
}

/** The most important first. Blocks are not split, which could break the markup. */
function* listBlocks(report: DiffReport): Generator<string> {
  const { gates, pages, redirects, files, notes, base, head, isPassed } = report;
  const { shared, own } = splitGroups(report);
  const withoutContent = describeWithoutContent(report);
  yield `## ${isPassed ? '✅' : '❌'} sitegen diff: ${escapeMarkdown(summarizeDiff(report))}\n\n${escapeMarkdown(base.name)} → ${escapeMarkdown(head.name)}\n`;
  for (const { code, what, fix, allowed, where } of gates) {
    const owner = where.collection === undefined ? '' : ` ${place(where)}.`;
    yield allowed === null
      ? `\n- **${code}** ${escapeMarkdown(what)}${owner} ${escapeMarkdown(fix)}`
      : `\n- ${code} (allowed: ${escapeMarkdown(allowed)}) ${escapeMarkdown(what)}`;
  }
  if (gates.length > 0) yield '\n';
  if (shared.length > 0) yield '\n### Changes of several pages\n';
  for (const group of shared)
    yield `\n- **${plural(group.pages, 'page')}** ${renderChange(group)}<br>${escapeMarkdown(describePages(group))}`;
  if (pages.length > 0) yield '\n\n### Pages\n';
  for (const page of pages) yield renderPage(page, own);
  if (redirects.length > 0) yield '\n\n### Redirects\n\n| From | Before | After |\n| --- | --- | --- |';
  for (const { from, before, after } of redirects)
    yield `\n| ${[from, before ?? '–', after ?? '–'].map(escapeMarkdown).join(' | ')} |`;
  if (files.length > 0) yield '\n\n### Other files\n';
  for (const { path, status, what } of describeFiles(files))
    yield `\n- ${escapeMarkdown(path)} ${status}${what === '' ? '' : `: ${escapeMarkdown(what)}`}`;
  yield '\n';
  for (const note of [...(withoutContent === null ? [] : [withoutContent]), ...notes])
    yield `\n${escapeMarkdown(note)}\n`;
}

function place(where: Parameters<typeof describeOwner>[0]): string {
  return linkMarkdown(describeOwner(where), where.editUrl);
}

const MAX_CHANGES = 20;

function renderPage(page: PageDiff, own: ReadonlyMap<number, ChangeGroup>): string {
  const { path, status, title, changes } = page;
  const owned = changes.flatMap((id) => own.get(id) ?? []);
  const shared = changes.length - owned.length;
  const move = describeMove(page);
  const more = owned.length - MAX_CHANGES;
  return [
    `\n- **${status}** ${escapeMarkdown(path)}${move === '' ? '' : ` (${escapeMarkdown(move)})`} ${escapeMarkdown(title)}`,
    ...owned.slice(0, MAX_CHANGES).map((group) => `  - ${renderChange(group)}`),
    ...(more > 0 ? [`  - … and ${plural(more, 'more change')}`] : []),
    ...(shared > 0 && owned.length > 0 ? [`  - ${plural(shared, 'change')} of several pages`] : []),
  ].join('\n');
}

function renderChange(group: ChangeGroup): string {
  const also = describeAlso(group);
  const words = renderRuns(group.runs);
  const owners = group.owners.map(place).join(', ');
  return [
    escapeMarkdown(describeChange(group)),
    ...(words === '' ? [] : [words]),
    ...(also === '' ? [] : [`(${escapeMarkdown(also)})`]),
    ...(owners === '' ? [] : [`— ${owners}`]),
  ].join(' ');
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
