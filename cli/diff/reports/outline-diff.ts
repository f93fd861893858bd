// What all report formats show, in their order: pages with changes of their own first; pages that changed for one reason are one row.

import { describeOwner, describePages } from '../../check/reports/check-report.ts';
import { plural } from '../../text/printable-text.ts';
import { compareKinds } from '../compare-pages.ts';
import type { Cause, ChangeGroup, DiffReport, PageDiff } from '../diff-report.ts';
import { CHANGE_KINDS, type ChangeKind } from '../page-view.ts';

/** A page, pages with the same change, a redirect or a file. */
export interface Row {
  readonly mark: PageDiff['status'] | 'shared';
  /** A path, or `8 pages`. */
  readonly name: string;
  readonly note: string;
  /** Known ones. */
  readonly causes: readonly Cause[];
  /** Its own ones first. */
  readonly changes: readonly ChangeGroup[];
}

/** Rows with a title, at least one. */
interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  /** So many rows no format leaves out: pages that are gone, and changes of title, address or noindex. */
  readonly urgent: number;
}

interface PageRow {
  readonly page: PageDiff;
  readonly changes: readonly ChangeGroup[];
}

const URGENT_KINDS: readonly ChangeKind[] = ['title', 'robots', 'canonical', 'origin'];
const TECHNICAL: readonly Cause['kind'][] = ['code', 'words', 'settings'];
const RANKS: readonly PageDiff['status'][] = ['removed', 'moved', 'changed', 'added'];
const isUrgent = ({ kind }: ChangeGroup): boolean => URGENT_KINDS.includes(kind);
const isOwn = ({ pages }: ChangeGroup): boolean => pages === 1;
const isTechnical = ({ causes }: PageDiff): boolean => causes.every(({ kind }) => TECHNICAL.includes(kind));

/** Sections without rows are left out. */
export function outlineDiff(report: DiffReport): readonly Section[] {
  const { own, shared } = splitPages(report);
  const [urgent, others] = partition(
    own,
    ({ page: { status }, changes }) => ['removed', 'moved'].includes(status) || changes.filter(isOwn).some(isUrgent),
  );
  const [urgentFolds, folds] = partition(shared, ({ changes }) => changes.some(isUrgent));
  const top = [...urgent.map(describePage), ...urgentFolds];
  const sections = [
    { title: 'Pages', rows: [...top, ...others.map(describePage)], urgent: top.length },
    { title: 'Pages with the same change', rows: folds, urgent: 0 },
    { title: 'Redirects', rows: report.redirects.map(describeRedirect), urgent: 0 },
    { title: 'Other files', rows: listFiles(report), urgent: 0 },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function partition<Item>(
  items: readonly Item[],
  test: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  const { true: passed = [], false: failed = [] } = Object.groupBy(items, (item) => `${test(item)}`);
  return [passed, failed];
}

/** Pages with changes of their own, and rows of the others. */
function splitPages({ groups, pages }: DiffReport): {
  readonly own: readonly PageRow[];
  readonly shared: readonly Row[];
} {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const rows = pages.map((page) => {
    const changes = page.changes.flatMap((id) => byId.get(id) ?? []);
    return { page, changes: changes.sort((a, b) => a.pages - b.pages || compareKinds(a.kind, b.kind)) };
  });
  // New code may change every page in its own way: that is one reason, too.
  const hasOwn = ({ page, changes }: PageRow) =>
    page.status !== 'changed' || changes.some((group) => isOwn(group) && (isUrgent(group) || !isTechnical(page)));
  const reasons = Map.groupBy(
    rows.filter((row) => !hasOwn(row)),
    ({ page: { causes }, changes }) =>
      causes.some(({ kind }) => kind === 'unknown')
        ? changes.map(({ id }) => id).join()
        : JSON.stringify([causes, changes.some(isUrgent)]),
  );
  const shared = [...reasons.values()].filter((members) => members.length > 1).sort((a, b) => b.length - a.length);
  const folded = new Set(shared.flat());
  const own = rows.filter((row) => !folded.has(row));
  return {
    own: own.sort((a, b) => RANKS.indexOf(a.page.status) - RANKS.indexOf(b.page.status)),
    shared: shared.map(foldPages),
  };
}

function foldPages(rows: readonly PageRow[]): Row {
  const changes = [...new Set(rows.flatMap((row) => row.changes))];
  return {
    mark: 'shared',
    name: plural(rows.length, 'page'),
    note: describePages({ pages: rows.length, paths: rows.map(({ page }) => page.path) }),
    causes: listKnown(rows[0]?.page.causes ?? []),
    changes: changes.sort(
      (a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || b.pages - a.pages || compareKinds(a.kind, b.kind),
    ),
  };
}

const listKnown = (causes: readonly Cause[]): readonly Cause[] => causes.filter(({ kind }) => kind !== 'unknown');

function describePage({ page, changes }: PageRow): Row {
  const { path, status, title, from, redirect, causes } = page;
  const moves = {
    removed: redirect === null ? 'no redirect' : `redirects to ${redirect}`,
    moved: `moved from ${from}${redirect === null ? ', which does not redirect' : ''}`,
    changed: '',
    added: '',
  };
  const note = `${moves[status]}${title === '' ? '' : ` "${title}"`}`.trim();
  return { mark: status, name: path, note, causes: listKnown(causes), changes };
}

function describeRedirect({ from, before, after, where }: DiffReport['redirects'][number]): Row {
  const mark = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const note = { added: `→ ${after}`, removed: `was → ${before}`, changed: `→ ${after}, was ${before}` };
  const causes: readonly Cause[] = where.collection === undefined ? [] : [{ kind: 'content', where }];
  return { mark, name: from, note: note[mark], causes, changes: [] };
}

/** Data files are counted per folder. */
function listFiles({ files }: DiffReport): readonly Row[] {
  const groups = Map.groupBy(files, ({ path }) => (/\/.*\.json$/.test(path) ? path.replace(/\/.*/, '/') : path));
  return [...groups].map(([name, rows]): Row => {
    const [file] = rows;
    const isFile = file?.path === name;
    const note = isFile ? file.what : plural(rows.length, 'data file');
    return { mark: isFile ? file.status : 'changed', name, note, causes: [], changes: [] };
  });
}

/** `Text in the footer`, `Structured data, also social networks: headline` */
export function describeChange({ kind, region, subject, also }: ChangeGroup): string {
  const place = region === 'header' || region === 'footer' ? ` in the ${region}` : '';
  const others = also.map((other) => `, also ${CHANGE_KINDS[other].label.toLowerCase()}`).join('');
  return `${CHANGE_KINDS[kind].label}${place}${others}${subject === '' ? '' : `: ${subject}`}`;
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

export function describeCause({ kind, where }: Cause): string {
  return Object.keys(where).length === 0 ? CAUSES[kind] : `${CAUSES[kind]}${describeOwner(where)}`;
}

/** `12 pages changed, 1 added, 2 removed, 0 moved; 368 unchanged.` */
export function summarizeDiff({ counts, gates, isPassed }: DiffReport): string {
  const { changed, added, removed, moved, unchanged } = counts;
  const failing = gates.filter(({ allowed }) => allowed === null).length;
  const outcome = isPassed ? '' : ` ${plural(failing, 'finding')} must be fixed or allowed.`;
  return `${plural(changed, 'page')} changed, ${added} added, ${removed} removed, ${moved} moved; ${unchanged} unchanged.${outcome}`;
}

/** What is missing, and how many pages changed although no content changed. */
export function listNotes({ pages, notes }: DiffReport): readonly string[] {
  const technical = pages.filter(isTechnical).length;
  const note = `${plural(technical, 'page')} changed without a change of content: by code, words, settings or time.`;
  return technical === 0 ? notes : [note, ...notes];
}
