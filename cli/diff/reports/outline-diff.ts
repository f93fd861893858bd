// What all report formats show, in their order: pages with changes of their own first; pages that changed for one reason are one line.

import { describeOwner, plural } from '../../check/reports/check-report.ts';
import { CHANGE_KINDS, type ChangeKind, compareKinds } from '../compare-pages.ts';
import type { Cause, ChangeGroup, DiffReport, PageDiff } from '../diff-report.ts';
import type { FileChange } from '../site-files.ts';

/** A page with changes of its own. */
export interface OwnPage {
  readonly page: PageDiff;
  /** Its own ones first. */
  readonly changes: readonly ChangeGroup[];
}

/** Pages that changed for the same reason. */
export interface Fold {
  readonly causes: readonly Cause[];
  /** Those of most pages first. */
  readonly changes: readonly ChangeGroup[];
  readonly pages: number;
  readonly paths: readonly string[];
}

/** No format leaves out what is `urgent`: pages that are gone, and changes of title, address or noindex. */
export interface Outline {
  readonly urgent: { readonly pages: readonly OwnPage[]; readonly folds: readonly Fold[] };
  readonly other: { readonly pages: readonly OwnPage[]; readonly folds: readonly Fold[] };
}

const URGENT_KINDS: readonly ChangeKind[] = ['title', 'robots', 'canonical', 'origin'];
const TECHNICAL: readonly Cause['kind'][] = ['code', 'words', 'settings'];
const RANKS: readonly PageDiff['status'][] = ['removed', 'moved', 'changed', 'added'];
const hasUrgent = (changes: readonly ChangeGroup[]): boolean => changes.some(({ kind }) => URGENT_KINDS.includes(kind));

export function outlineDiff({ groups, pages }: DiffReport): Outline {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const rows = pages.map((page) => {
    const changes = page.changes.flatMap((id) => byId.get(id) ?? []);
    return { page, changes: changes.sort((a, b) => a.pages - b.pages || compareKinds(a.kind, b.kind)) };
  });
  const sorted = rows.sort((a, b) => RANKS.indexOf(a.page.status) - RANKS.indexOf(b.page.status));
  const [own, shared] = [sorted.filter(hasOwn), sorted.filter((row) => !hasOwn(row))];
  const reasons = Map.groupBy(shared, ({ page, changes }) =>
    page.causes.some(({ kind }) => kind === 'unknown')
      ? changes.map(({ id }) => id).join()
      : JSON.stringify([page.causes, hasUrgent(changes)]),
  );
  own.push(...[...reasons.values()].filter((members) => members.length === 1).flat());
  const folds = [...reasons.values()].filter((members) => members.length > 1).map(foldPages);
  folds.sort((a, b) => b.pages - a.pages);
  const isUrgent = ({ page, changes }: OwnPage) =>
    page.status === 'removed' || page.status === 'moved' || hasUrgent(changes.filter((group) => group.pages === 1));
  return {
    urgent: { pages: own.filter(isUrgent), folds: folds.filter(({ changes }) => hasUrgent(changes)) },
    other: { pages: own.filter((row) => !isUrgent(row)), folds: folds.filter(({ changes }) => !hasUrgent(changes)) },
  };
}

/** New code may change every page in its own way: that is one reason, too. */
function hasOwn({ page: { status, causes }, changes }: OwnPage): boolean {
  const own = changes.filter(({ pages }) => pages === 1);
  const isTechnical = causes.every(({ kind }) => TECHNICAL.includes(kind));
  return status !== 'changed' || hasUrgent(own) || (own.length > 0 && !isTechnical);
}

function foldPages(rows: readonly OwnPage[]): Fold {
  const changes = new Set(rows.flatMap((row) => row.changes));
  return {
    causes: rows[0]?.page.causes ?? [],
    changes: [...changes].sort(
      (a, b) => Number(hasUrgent([b])) - Number(hasUrgent([a])) || b.pages - a.pages || compareKinds(a.kind, b.kind),
    ),
    pages: rows.length,
    paths: rows.map(({ page }) => page.path),
  };
}

/** `Links in the footer`, `Structured data: headline, also social networks` */
export function describeChange({ kind, region, subject, also }: ChangeGroup): string {
  const place = region === 'header' || region === 'footer' ? ` in the ${region}` : '';
  const others = also.map((other) => CHANGE_KINDS[other].label.toLowerCase()).join(', ');
  const label = `${CHANGE_KINDS[kind].label}${place}${others === '' ? '' : `, also ${others}`}`;
  return subject === '' ? label : `${label}: ${subject}`;
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
  return Object.keys(where).length === 0 ? CAUSES[kind].replace(/: $/, '') : `${CAUSES[kind]}${describeOwner(where)}`;
}

/** `moved from /old/`, `redirects to /new/`, or ''. */
export function describeMove({ status, from, redirect }: PageDiff): string {
  if (status === 'removed') return redirect === null ? 'no redirect' : `redirects to ${redirect}`;
  if (status === 'moved') return `moved from ${from}${redirect === null ? ', which does not redirect' : ''}`;
  return '';
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
  const technical = pages.filter(({ causes }) => causes.every(({ kind }) => TECHNICAL.includes(kind))).length;
  return technical === 0
    ? notes
    : [`${plural(technical, 'page')} changed without a change of content: by code, words, settings or time.`, ...notes];
}

/** Data files are counted per folder. */
export function describeFiles(
  files: readonly FileChange[],
): readonly (Omit<FileChange, 'status'> & { readonly status: string })[] {
  const isData = ({ path }: FileChange) => path.endsWith('.json') && path.includes('/');
  const folders = Map.groupBy(files.filter(isData), ({ path }) => path.replace(/\/.*/, '/'));
  return [
    ...files.filter((file) => !isData(file)),
    ...[...folders].map(([path, rows]) => ({ path, status: 'changed', what: plural(rows.length, 'data file') })),
  ];
}
