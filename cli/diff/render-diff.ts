// The comparison for people: as text for a terminal, and as Markdown for a comment on a pull request. Both print the same rows.

import { describeOwner } from '../check/reports/check-report.ts';
import { renderFindings } from '../check/reports/text-reports.ts';
import { escapeMarkdown, linkMarkdown } from '../text/escape-markdown.ts';
import { plural, printableText } from '../text/printable-text.ts';
import type { WordRun } from './compare-pages.ts';
import type { Cause, ChangeGroup, DiffReport } from './diff-report.ts';
import { listSections, type Row } from './diff-rows.ts';
import { CHANGE_KINDS } from './page-view.ts';

/** How a format prints the parts of a row. */
interface Style {
  readonly head: (row: Row) => string;
  readonly item: (text: string) => string;
  readonly text: (text: string) => string;
  readonly link: (text: string, address: string | undefined) => string;
  readonly mark: Readonly<Record<Exclude<WordRun['mark'], ' '>, (words: string) => string>>;
}

const MAX_CAUSES = 5;
const MAX_CHANGES = 20;
/** Of pages with the same change. */
const MAX_FOLDED = 3;

function renderRow(row: Row, { head, item, text, link, mark }: Style): string {
  const renderRun = (run: WordRun) => {
    const words = run.text.trim();
    if (run.mark === ' ' || words === '') return text(run.text);
    // Markup must not begin or end with a space.
    const [before = '', after = ''] = run.text.split(words);
    return `${before}${mark[run.mark](text(words))}${after}`;
  };
  const causes = row.causes
    .filter(({ kind }) => kind !== 'unknown')
    .map((cause) => item(`by ${link(describeCause(cause), cause.where.editUrl)}`));
  const changes = row.changes.map((group) =>
    item(`${text(describeChange(group))}  ${group.runs.map(renderRun).join('')}`.trim()),
  );
  const limit = (items: readonly string[], most: number) =>
    items.length > most ? [...items.slice(0, most), item(`… and ${items.length - most} more`)] : items;
  const most = row.mark === 'shared' ? MAX_FOLDED : MAX_CHANGES;
  return [head(row), ...limit(causes, MAX_CAUSES), ...limit(changes, most)].join('\n');
}

/** `Text in the footer`, `Structured data, also social networks: headline` */
function describeChange({ kind, region, subject, also }: ChangeGroup): string {
  const place = region === 'header' || region === 'footer' ? ` in the ${region}` : '';
  const others = also.map((other) => `, also ${CHANGE_KINDS[other].toLowerCase()}`).join('');
  return `${CHANGE_KINDS[kind]}${place}${others}${subject === '' ? '' : `: ${subject}`}`;
}

const CAUSES: Readonly<Record<Cause['kind'], string>> = {
  content: '',
  list: 'members or order of the list: ',
  picture: 'picture file: ',
  words: 'words of locales/',
  code: 'code or templates',
  settings: 'settings or time',
  unknown: 'unknown cause',
};

function describeCause({ kind, where }: Cause): string {
  return Object.keys(where).length === 0 ? CAUSES[kind] : `${CAUSES[kind]}${describeOwner(where)}`;
}

/** `12 pages changed, 1 added, 2 removed, 0 moved; 368 unchanged.` */
export function summarizeDiff({ counts, gates, isPassed }: DiffReport): string {
  const { changed, added, removed, moved, unchanged } = counts;
  const failing = gates.filter(({ allowed }) => allowed === null).length;
  const outcome = isPassed ? '' : ` ${plural(failing, 'finding')} must be fixed or allowed.`;
  return `${plural(changed, 'page')} changed, ${added} added, ${removed} removed, ${moved} moved; ${unchanged} unchanged.${outcome}`;
}

const MARKS = { added: '+', removed: '-', moved: '>', changed: '~', shared: '*' } as const;
/** Marks words like `git diff --word-diff`. */
const TEXT: Style = {
  head: ({ mark, name, note }) => `  ${MARKS[mark]} ${printableText(`${name}  ${note}`, 400)}`,
  item: (text) => `      ${printableText(text, 400)}`,
  text: (text) => text,
  link: (text) => text,
  mark: { '-': (words) => `[-${words}-]`, '+': (words) => `{+${words}+}` },
};
/** Rows that a terminal shows besides urgent ones. Other formats list all. */
const MAX_ROWS = 20;
const MORE = '--format json lists all';

export function renderText(report: DiffReport): string {
  const { gates, base, head, notes } = report;
  const byGate = Map.groupBy(gates, ({ code, allowed }) => `${allowed === null ? 'FAIL' : 'allowed'}  ${code}`);
  const sections = listSections(report).map(({ title, rows, urgent }) => {
    const shown = rows.slice(0, urgent + MAX_ROWS).map((row) => renderRow(row, TEXT));
    const rest = rows.length - shown.length;
    return [title.toUpperCase(), ...shown, ...(rest > 0 ? [`  … and ${rest} more; ${MORE}`] : [])].join('\n');
  });
  return [
    `${base.name} (${plural(base.pages, 'page')}) → ${head.name} (${plural(head.pages, 'page')})`,
    ...renderFindings(byGate, MORE),
    ...sections,
    [...notes, summarizeDiff(report)].join('\n'),
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
};
/** Below the 65,536 characters that GitHub allows, because workflows may add text. */
export const MAX_MARKDOWN = 65_000;
const CUT = '\n\n_The report is too long for a comment. `sitegen diff --format json` lists everything._\n';
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
  const { gates, base, head, isPassed, notes } = report;
  yield `## ${isPassed ? '✅' : '❌'} sitegen diff: ${escapeMarkdown(summarizeDiff(report))}\n\n${escapeMarkdown(`${base.name} → ${head.name}`)}\n`;
  for (const { code, what, fix, allowed, where } of gates) {
    const owner = where.collection === undefined ? '' : ` ${linkMarkdown(describeOwner(where), where.editUrl)}.`;
    yield `\n- ${allowed === null ? `**${code}**` : code} ${escapeMarkdown(what)}${owner} ${escapeMarkdown(fix)}`;
  }
  for (const { title, rows } of listSections(report)) {
    const isMain = title === 'Pages';
    yield isMain ? `\n\n### ${title}\n` : `${START}${title}: ${rows.length}</summary>\n`;
    yield* rows.map((row) => renderRow(row, MARKDOWN));
    if (!isMain) yield END;
  }
  for (const note of notes) yield `\n\n${escapeMarkdown(note)}`;
  yield '\n';
}
