// The comparison for people: as text for a terminal, and as Markdown for a comment on a pull request. Both print the same rows.

import { describeOwner } from '../../check/reports/check-report.ts';
import { renderFindings } from '../../check/reports/text-reports.ts';
import { escapeMarkdown, linkMarkdown } from '../../text/escape-markdown.ts';
import { plural, printableText } from '../../text/printable-text.ts';
import type { WordRun } from '../compare-pages.ts';
import type { DiffReport } from '../diff-report.ts';
import { describeCause, describeChange, listNotes, outlineDiff, type Row, summarizeDiff } from './outline-diff.ts';

/** How a format prints the parts of a row. */
interface Style {
  readonly head: (row: Row) => string;
  readonly item: (text: string) => string;
  readonly text: (text: string) => string;
  readonly link: (text: string, address: string | undefined) => string;
  readonly mark: Readonly<Record<Exclude<WordRun['mark'], ' '>, (words: string) => string>>;
  readonly maxChanges: number;
}

/** Of pages with the same change. */
const MAX_FOLDED = 3;
const MAX_CAUSES = 5;

function renderRow(row: Row, { head, item, text, link, mark, maxChanges }: Style): string {
  const { causes, changes } = row;
  const renderRun = (run: WordRun) => {
    const words = run.text.trim();
    if (run.mark === ' ' || words === '') return text(run.text);
    // Markup must not begin or end with a space.
    const [before = '', after = ''] = run.text.split(words);
    return `${before}${mark[run.mark](text(words))}${after}`;
  };
  const owners = causes.map((cause) => item(`by ${link(describeCause(cause), cause.where.editUrl)}`));
  const shown = changes.map((group) =>
    item(`${text(describeChange(group))}  ${group.runs.map(renderRun).join('')}`.trim()),
  );
  const limit = (items: readonly string[], most: number) =>
    items.length > most ? [...items.slice(0, most), item(`… and ${items.length - most} more`)] : items;
  return [
    head(row),
    ...limit(owners, MAX_CAUSES),
    ...limit(shown, row.mark === 'shared' ? MAX_FOLDED : maxChanges),
  ].join('\n');
}

const MARKS = { added: '+', removed: '-', moved: '>', changed: '~', shared: '*' } as const;
/** Marks words like `git diff --word-diff`. */
const TEXT: Style = {
  head: ({ mark, name, note }) => `  ${MARKS[mark]} ${printableText(`${name}  ${note}`, 400)}`,
  item: (text) => `      ${printableText(text, 400)}`,
  text: (text) => text,
  link: (text) => text,
  mark: { '-': (words) => `[-${words}-]`, '+': (words) => `{+${words}+}` },
  maxChanges: 8,
};
/** Rows that a terminal shows besides urgent ones. Other formats list all. */
const MAX_ROWS = 20;
const MORE = '--format json or html lists all';

export function renderText(report: DiffReport): string {
  const { gates, base, head } = report;
  const byGate = Map.groupBy(
    gates,
    ({ code, why, allowed }) => `${allowed === null ? 'FAIL' : 'allowed'}  ${code}  ${why}`,
  );
  const sections = outlineDiff(report).map(({ title, rows, urgent }) => {
    const shown = rows.slice(0, urgent + MAX_ROWS).map((row) => renderRow(row, TEXT));
    const rest = rows.length - shown.length;
    return [title.toUpperCase(), ...shown, ...(rest > 0 ? [`  … and ${rest} more; ${MORE}`] : [])].join('\n');
  });
  return [
    `${base.name} (${plural(base.pages, 'page')}) → ${head.name} (${plural(head.pages, 'page')})`,
    ...renderFindings(byGate, MORE),
    ...sections,
    [...listNotes(report), summarizeDiff(report)].join('\n'),
  ].join('\n\n');
}

const MARKDOWN: Style = {
  head: ({ mark, name, note }) => {
    const [first, rest] = mark === 'shared' ? [name, note] : [mark, `${name} ${note}`];
    return `\n- **${first}** ${escapeMarkdown(rest)}`;
  },
  item: (text) => `  - ${text}`,
  text: escapeMarkdown,
  link: linkMarkdown,
  mark: { '-': (words) => `<del>${words}</del>`, '+': (words) => `<ins><b>${words}</b></ins>` },
  maxChanges: 20,
};
/** Below the 65,536 characters that GitHub allows, because workflows may add text. */
export const MAX_MARKDOWN = 65_000;
const CUT = '\n\n_The report is too long for a comment. `sitegen diff --format html` shows everything._\n';
const START = '\n\n<details><summary>';
const END = '\n\n</details>';

/** At most {@link MAX_MARKDOWN} characters: the least important parts are left out if they do not fit. */
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
  yield `## ${isPassed ? '✅' : '❌'} sitegen diff: ${escapeMarkdown(summarizeDiff(report))}\n\n${escapeMarkdown(`${base.name} → ${head.name}`)}\n`;
  for (const { code, what, fix, allowed, where } of gates) {
    const owner = where.collection === undefined ? '' : ` ${linkMarkdown(describeOwner(where), where.editUrl)}.`;
    yield `\n- ${allowed === null ? `**${code}**` : code} ${escapeMarkdown(what)}${owner} ${escapeMarkdown(fix)}`;
  }
  for (const { title, rows } of outlineDiff(report)) {
    const isMain = title === 'Pages';
    yield isMain ? `\n\n### ${title}\n` : `${START}${title}: ${rows.length}</summary>\n`;
    yield* rows.map((row) => renderRow(row, MARKDOWN));
    if (!isMain) yield END;
  }
  for (const note of listNotes(report)) yield `\n\n${escapeMarkdown(note)}`;
  yield '\n';
}
