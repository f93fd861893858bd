// Phrases that all report formats share.

import { plural } from '../../check/reports/check-report.ts';
import { CHANGE_KINDS } from '../change-kinds.ts';
import { type ChangeGroup, type DiffReport, listWithoutContent, type PageDiff } from '../diff-report.ts';
import type { FileChange } from '../file-changes.ts';
import type { Region } from '../page-view.ts';

const PLACES: Readonly<Record<Region, string>> = {
  head: '',
  main: '',
  header: ' in the header',
  footer: ' in the footer',
  frame: ' around the content',
};

/** `Links in the footer: "Pricing"` */
export function describeChange({ kind, region, subject }: Pick<ChangeGroup, 'kind' | 'region' | 'subject'>): string {
  const label = `${CHANGE_KINDS[kind].label}${PLACES[region]}`;
  return subject === '' ? label : `${label}: ${subject}`;
}

/** `also: structured data, social networks`, or ''. */
export function describeAlso({ also }: ChangeGroup): string {
  return also.length === 0 ? '' : `also: ${also.map((kind) => CHANGE_KINDS[kind].label.toLowerCase()).join(', ')}`;
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

/** A sentence about pages that changed although no content changed; null if there are none. */
export function describeWithoutContent(report: DiffReport): string | null {
  const pages = listWithoutContent(report);
  if (pages.length === 0) return null;
  const byCode = pages.filter(({ cause }) => cause === 'code').length;
  const causes = [
    ...(byCode === 0 ? [] : [`${byCode} by code, words or tables`]),
    ...(byCode === pages.length ? [] : [`${pages.length - byCode} by settings or time`]),
  ];
  return `${plural(pages.length, 'page')} changed without a change of content: ${causes.join(', ')}.`;
}

/** Changes of several pages, and those of a single page. */
export function splitGroups({ groups }: DiffReport): {
  readonly shared: readonly ChangeGroup[];
  readonly own: ReadonlyMap<number, ChangeGroup>;
} {
  return {
    shared: groups.filter(({ pages }) => pages > 1),
    own: new Map(groups.flatMap((group) => (group.pages === 1 ? [[group.id, group] as const] : []))),
  };
}

/** Data files are counted per folder. Redirect maps are left out, because redirects have their own section. */
export function describeFiles(
  files: readonly FileChange[],
): readonly (Omit<FileChange, 'status'> & { readonly status: string })[] {
  const shown = files.filter(({ path }) => !/^redirects\/[\w-]+\.json$/.test(path));
  const [data, others] = [shown.filter(isData), shown.filter((file) => !isData(file))];
  const folders = Map.groupBy(data, ({ path }) => path.replace(/\/.*/, '/'));
  return [
    ...others,
    ...[...folders].map(([path, rows]) => ({
      path,
      status: 'changed',
      what: plural(rows.length, 'data file'),
    })),
  ];
}

const isData = ({ path }: FileChange): boolean => path.endsWith('.json') && path.includes('/');
