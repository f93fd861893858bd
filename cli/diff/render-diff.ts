// The comparison for people: as text for a terminal, and as Markdown for a comment on a pull request. Both print the same rows.

import { describeOwner, describePages as describePaths } from '../check/reports/check-report.ts';
import { renderFindings } from '../check/reports/text-reports.ts';
import { escapeMarkdown, linkMarkdown } from '../text/escape-markdown.ts';
import { plural, printableText } from '../text/printable-text.ts';
import { CHANGE_KINDS, type ChangeKind, compareKinds, type WordRun } from './compare-pages.ts';
import type { Cause, ChangeGroup, DiffReport, PageDiff } from './diff-report.ts';

/** A page, pages with the same change, a redirect or a file. */
interface Row {
  readonly status: PageDiff['status'] | 'shared';
  /** Or `8 pages`. */
  readonly path: string;
  readonly what: string;
  readonly causes?: readonly Cause[];
  /** Its own ones first. */
  readonly changes?: readonly ChangeGroup[];
}

interface PageRow {
  readonly page: PageDiff;
  readonly changes: readonly ChangeGroup[];
}

const URGENT_KINDS: readonly ChangeKind[] = ['title', 'robots', 'canonical', 'origin'];
const TECHNICAL: readonly Cause['kind'][] = ['code', 'words', 'settings'];
/** The first two are urgent. */
const RANKS: readonly PageDiff['status'][] = ['removed', 'moved', 'changed', 'added'];
const isUrgent = ({ kind }: ChangeGroup): boolean => URGENT_KINDS.includes(kind);
const isOwn = ({ pages }: ChangeGroup): boolean => pages === 1;

/**
 * What all formats show, in their order: pages with changes of their own first; pages that changed for one reason are one row. Sections
 * without rows are left out. No format leaves out the first `urgent` rows: pages that are gone, and changes of title, address or noindex.
 */
function listSections({ groups, pages, redirects, files }: DiffReport) {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const rows = pages.map((page) => {
    const changes = page.changes.flatMap((id) => byId.get(id) ?? []);
    return { page, changes: changes.sort((a, b) => a.pages - b.pages || compareKinds(a.kind, b.kind)) };
  });
  const rankOf = ([first]: readonly PageRow[]) => RANKS.indexOf(first?.page.status ?? 'added');
  const reasons = [...Map.groupBy(rows, reasonOf).values()].sort(
    (a, b) => rankOf(a) - rankOf(b) || a.length - b.length,
  );
  const isNews = (members: readonly PageRow[]) =>
    members.some(({ page: { status }, changes }) => RANKS.indexOf(status) < 2 || changes.some(isUrgent));
  const [urgent, others] = [reasons.filter(isNews), reasons.filter((members) => !isNews(members))];
  const own = others.filter((members) => members.length === 1);
  const folds = others.filter((members) => members.length > 1).sort((a, b) => b.length - a.length);
  const sections = [
    { title: 'Pages', rows: [...urgent, ...own].flatMap(describePages), urgent: urgent.length },
    { title: 'Pages with the same change', rows: folds.flatMap(describePages), urgent: 0 },
    { title: 'Redirects', rows: redirects.map(describeRedirect), urgent: 0 },
    { title: 'Other files', rows: files, urgent: 0 },
  ];
  return sections.filter((section) => section.rows.length > 0);
}

/** Pages with the same reason are one row. */
function reasonOf({ page: { path, status, causes }, changes }: PageRow): string {
  // New code may change every page in its own way: that is one reason, too.
  const isTechnical = causes.every(({ kind }) => TECHNICAL.includes(kind));
  const isAlone = changes.some((group) => isOwn(group) && (isUrgent(group) || !isTechnical));
  if (status !== 'changed' || isAlone) return path;
  const isKnown = causes.every(({ kind }) => kind !== 'unknown');
  return isKnown ? JSON.stringify([causes, changes.some(isUrgent)]) : changes.map(({ id }) => id).join();
}

/** One row. */
function describePages(rows: readonly PageRow[]): readonly Row[] {
  if (rows.length > 1) {
    const changes = [...new Set(rows.flatMap((row) => row.changes))];
    const paths = rows.map(({ page }) => page.path);
    return rows.slice(0, 1).map(({ page: { causes } }) => ({
      ...{ status: 'shared', path: plural(rows.length, 'page'), causes },
      what: describePaths({ pages: rows.length, paths }),
      changes: changes.sort((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || b.pages - a.pages),
    }));
  }
  return rows.map(({ page: { path, status, title, from, redirect, causes }, changes }) => {
    const gone = redirect === null ? 'no redirect' : `redirects to ${redirect}`;
    const moves = { removed: gone, moved: `moved from ${from}`, changed: '', added: '' };
    return { status, path, what: `${moves[status]}${title === '' ? '' : ` "${title}"`}`.trim(), causes, changes };
  });
}

function describeRedirect({ from: path, before, after, where }: DiffReport['redirects'][number]): Row {
  const causes: readonly Cause[] = where.collection === undefined ? [] : [{ kind: 'content', where }];
  if (before === null) return { status: 'added', path, what: `→ ${after}`, causes };
  if (after === null) return { status: 'removed', path, what: `was → ${before}`, causes };
  return { status: 'changed', path, what: `→ ${after}, was ${before}`, causes };
}

/** Characters of a line in a terminal. */
const MAX_LINE = 400;
const MAX_CAUSES = 5;
const MAX_CHANGES = 20;
/** Of pages with the same change. */
const MAX_FOLDED = 3;
const MARKS = { added: '+', removed: '-', moved: '>', changed: '~', shared: '*' } as const;

function renderRow({ status, path, what, causes = [], changes = [] }: Row, isMarkdown: boolean): string {
  const text = isMarkdown ? escapeMarkdown : (plain: string) => plain;
  const known = causes.filter(({ kind }) => kind !== 'unknown');
  const items = [
    ...limit(known, MAX_CAUSES, (cause) => {
      const owner = describeCause(cause);
      return `by ${isMarkdown ? linkMarkdown(owner, cause.where.editUrl) : owner}`;
    }),
    ...limit(changes, status === 'shared' ? MAX_FOLDED : MAX_CHANGES, (group) => {
      const words = group.runs.map((run) => renderRun(run, isMarkdown)).join('');
      return `${text(describeChange(group))}  ${words}`.trim();
    }),
  ];
  if (isMarkdown) {
    const head = status === 'shared' ? `**${path}** ${text(what)}` : `**${status}** ${text(`${path} ${what}`)}`;
    return [`\n- ${head}`, ...items.map((item) => `  - ${item}`)].join('\n');
  }
  const lines = items.map((item) => `      ${printableText(item, MAX_LINE)}`);
  return [`  ${MARKS[status]} ${printableText(`${path}  ${what}`, MAX_LINE)}`, ...lines].join('\n');
}

function limit<Item>(items: readonly Item[], most: number, print: (item: Item) => string): readonly string[] {
  const rest = items.length - most;
  return [...items.slice(0, most).map(print), ...(rest > 0 ? [`… and ${rest} more`] : [])];
}

/** Marks words like `git diff --word-diff`, or with elements. */
function renderRun({ mark, text }: WordRun, isMarkdown: boolean): string {
  const words = text.trim();
  if (mark === ' ' || words === '') return isMarkdown ? escapeMarkdown(text) : text;
  // Markup must not begin or end with a space.
  const [before = '', after = ''] = text.split(words);
  const shown = isMarkdown ? escapeMarkdown(words) : words;
  const marked = {
    '-': isMarkdown ? `<del>${shown}</del>` : `[-${shown}-]`,
    '+': isMarkdown ? `<ins><b>${shown}</b></ins>` : `{+${shown}+}`,
  };
  return `${before}${marked[mark]}${after}`;
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

/** Rows that a terminal shows besides urgent ones. Other formats list all. */
const MAX_ROWS = 20;
const MORE = '--format json lists all';

export function renderText(report: DiffReport): string {
  const { gates, base, head, notes } = report;
  const byGate = Map.groupBy(gates, ({ code, allowed }) => `${allowed === null ? 'FAIL' : 'allowed'}  ${code}`);
  const sections = listSections(report).map(({ title, rows, urgent }) => {
    const shown = rows.slice(0, urgent + MAX_ROWS).map((row) => renderRow(row, false));
    const rest = rows.length - shown.length;
    return [title.toUpperCase(), ...shown, ...(rest > 0 ? [`  … and ${rest} more; ${MORE}`] : [])].join('\n');
  });
  return [
    `${base.name} (${plural(base.pages, 'page')}) → ${head.name} (${plural(head.pages, 'page')})`,
    ...renderFindings(byGate, MORE),
    ...sections,
    `${[...notes, summarizeDiff(report)].join('\n')}\n`,
  ].join('\n\n');
}

/** Below the 65,536 characters that GitHub allows, because workflows may add text. */
export const MAX_MARKDOWN = 65_000;
const CUT = '\n\n_The report is too long for a comment. `sitegen diff --format json` lists everything._\n';
const START = '\n\n<details><summary>';
const END = '\n\n</details>';

/** At most {@link MAX_MARKDOWN} characters: the least important lines are left out if they do not fit. Markup is closed in its line. */
export function renderMarkdown(report: DiffReport): string {
  const { gates, base, head, isPassed, notes } = report;
  const findings = gates.map(({ code, what, fix, allowed, where }) => {
    const owner = where.collection === undefined ? '' : ` ${linkMarkdown(describeOwner(where), where.editUrl)}.`;
    return `\n- ${allowed === null ? `**${code}**` : code} ${escapeMarkdown(what)}${owner} ${escapeMarkdown(fix)}`;
  });
  const sections = listSections(report).map(({ title, rows }) => {
    const shown = rows.map((row) => renderRow(row, true)).join('');
    return title === 'Pages'
      ? `\n\n### ${title}\n${shown}`
      : `${START}${title}: ${rows.length}</summary>\n${shown}${END}`;
  });
  const text = [
    `## ${isPassed ? '✅' : '❌'} sitegen diff: ${escapeMarkdown(summarizeDiff(report))}\n\n${escapeMarkdown(`${base.name} → ${head.name}`)}\n`,
    ...[...findings, ...sections],
    ...notes.map((note) => `\n\n${escapeMarkdown(note)}`),
    '\n',
  ].join('');
  if (text.length <= MAX_MARKDOWN) return text;
  const short = text.slice(0, text.lastIndexOf('\n', MAX_MARKDOWN - END.length - CUT.length));
  return `${short}${short.lastIndexOf(START) > short.lastIndexOf(END) ? END : ''}${CUT}`;
}
