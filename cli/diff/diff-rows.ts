// What all reports show, in their order: pages with changes of their own first; pages that changed for one reason are one row.

import { describePages } from '../check/reports/check-report.ts';
import { plural } from '../text/printable-text.ts';
import { compareKinds } from './compare-pages.ts';
import type { Cause, ChangeGroup, DiffReport, PageDiff } from './diff-report.ts';
import type { ChangeKind } from './page-view.ts';

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

/** Sections without rows are left out. */
export function listSections({ groups, pages, redirects, files }: DiffReport): readonly Section[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const rows = pages.map((page) => {
    const changes = page.changes.flatMap((id) => byId.get(id) ?? []);
    return { page, changes: changes.sort((a, b) => a.pages - b.pages || compareKinds(a.kind, b.kind)) };
  });
  const folds = foldPages(rows);
  const folded = new Set(folds.flat());
  const own = rows
    .filter((row) => !folded.has(row))
    .sort((a, b) => RANKS.indexOf(a.page.status) - RANKS.indexOf(b.page.status));
  const [urgentPages, otherPages] = partition(
    own,
    ({ page: { status }, changes }) =>
      ['removed', 'moved'].includes(status) || changes.some((group) => isOwn(group) && isUrgent(group)),
  );
  const [urgentFolds, otherFolds] = partition(folds, (members) =>
    members.some(({ changes }) => changes.some(isUrgent)),
  );
  const top = [...urgentPages.map(describePage), ...urgentFolds.map(describeFold)];
  const sections = [
    { title: 'Pages', rows: [...top, ...otherPages.map(describePage)], urgent: top.length },
    { title: 'Pages with the same change', rows: otherFolds.map(describeFold), urgent: 0 },
    { title: 'Redirects', rows: redirects.map(describeRedirect), urgent: 0 },
    { title: 'Other files', rows: files.map(describeFile), urgent: 0 },
  ];
  return sections.filter((section) => section.rows.length > 0);
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** Pages without changes of their own, by the reason that they share; most pages first. */
function foldPages(rows: readonly PageRow[]): readonly (readonly PageRow[])[] {
  // New code may change every page in its own way: that is one reason, too.
  const hasOwn = ({ page: { status, causes }, changes }: PageRow) => {
    const isTechnical = causes.every(({ kind }) => TECHNICAL.includes(kind));
    return status !== 'changed' || changes.some((group) => isOwn(group) && (isUrgent(group) || !isTechnical));
  };
  const reasons = Map.groupBy(
    rows.filter((row) => !hasOwn(row)),
    ({ page: { causes }, changes }) =>
      causes.some(({ kind }) => kind === 'unknown')
        ? changes.map(({ id }) => id).join()
        : JSON.stringify([causes, changes.some(isUrgent)]),
  );
  return [...reasons.values()].filter((members) => members.length > 1).sort((a, b) => b.length - a.length);
}

function describeFold(rows: readonly PageRow[]): Row {
  const changes = [...new Set(rows.flatMap((row) => row.changes))];
  return {
    mark: 'shared',
    name: plural(rows.length, 'page'),
    note: describePages({ pages: rows.length, paths: rows.map(({ page }) => page.path) }),
    causes: rows[0]?.page.causes ?? [],
    changes: changes.sort((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || b.pages - a.pages),
  };
}

function describePage({ page, changes }: PageRow): Row {
  const { path, status, title, from, redirect, causes } = page;
  const moves = {
    removed: redirect === null ? 'no redirect' : `redirects to ${redirect}`,
    moved: `moved from ${from}`,
    changed: '',
    added: '',
  };
  const note = `${moves[status]}${title === '' ? '' : ` "${title}"`}`.trim();
  return { mark: status, name: path, note, causes, changes };
}

function describeRedirect({ from, before, after, where }: DiffReport['redirects'][number]): Row {
  const mark = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const note = { added: `→ ${after}`, removed: `was → ${before}`, changed: `→ ${after}, was ${before}` };
  const causes: readonly Cause[] = where.collection === undefined ? [] : [{ kind: 'content', where }];
  return { mark, name: from, note: note[mark], causes, changes: [] };
}

function describeFile({ path, status, what }: DiffReport['files'][number]): Row {
  return { mark: status, name: path, note: what, causes: [], changes: [] };
}
