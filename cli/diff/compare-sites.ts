// Compares two sites page by page: start here. Pages with equal bytes are not read, and others are in memory one at a time.

import type { SiteConfig } from '../../config/define-site.ts';
import type { ProblemPlace } from '../errors.ts';
import { contentKeyOf, type SitePath } from '../files/brands.ts';
import { encodePath, outFileOf, pathOfHref, ROOT_PATH } from '../paths/site-path.ts';
import type { Report } from '../report/report-event.ts';
import { comparePages, createChange, type PageChange } from './compare-pages.ts';
import { compareContents, openHistory, type PageSource, placeOf } from './content-history.ts';
import { ChangeGroups, type DiffReport, type PageDiff } from './diff-report.ts';
import { CauseFinder, type ComparedPage } from './find-causes.ts';
import { listPages, type SiteSide } from './folder-side.ts';
import { checkPage, checkSite, type GateHit, judgeHits } from './gates.ts';
import { alternatesOf, factOf, type PageView, readPageView, valuesOf } from './page-view.ts';
import { compareFiles, compareRedirects, readRedirects } from './site-files.ts';

export interface CompareOptions {
  readonly base: SiteSide;
  readonly head: SiteSide;
  readonly settings: SiteConfig['diff'];
  readonly report: Report;
  readonly signal: AbortSignal;
}

export async function compareSites(options: CompareOptions): Promise<DiffReport> {
  using history = openHistory([options.head, options.base]);
  const { base, head, settings } = options;
  const origins = { base: await findOrigin(base), head: await findOrigin(head) };
  const rules = { base: await readRedirects(base, origins.base), head: await readRedirects(head, origins.head) };
  const [before, after] = [listPages(base), listPages(head)];
  const removed = [...before.keys()].filter((path) => !after.has(path)).sort();
  const added = [...after.keys()].filter((path) => !before.has(path)).sort();
  const redirectOf = (path: string) => rules.head.get(path)?.to.replace(/[?#].*$/, '') || null;
  const lone = new Set([...removed, ...added]);
  const comparison: Comparison = {
    ...options,
    history,
    origins,
    redirectOf,
    lone,
    groups: new ChangeGroups(),
    hits: [],
  };
  const changed = [...before].flatMap(([path, old]) => {
    const now = after.get(path);
    const isSame = now === undefined || (old.sha256 === now.sha256 && old.robotsTag === now.robotsTag);
    return isSame ? [] : [{ from: path, to: path }];
  });
  const compared = await compareAll(comparison, [...changed, ...matchPages(comparison, removed, added)]);
  const changes = compareContents(history, [base.digest, head.digest], compared);
  const hasSameCode = base.code !== null && base.code === head.code;
  const finder = changes === null ? null : new CauseFinder(compared, changes, hasSameCode);
  const pages = compared
    .map((page): PageDiff => {
      const { path, status, from, redirect, title, changes } = page;
      return {
        path,
        status,
        from,
        redirect,
        title,
        causes: finder?.explain(page) ?? [{ kind: 'unknown', where: {} }],
        changes,
      };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const counts = countPages(pages, before.size);
  const gates = judgeHits([...comparison.hits, ...(await checkSite(options, rules, counts))], settings);
  return {
    version: 2,
    command: 'diff',
    base: { name: base.name, origin: origins.base, pages: before.size },
    head: { name: head.name, origin: origins.head, pages: after.size },
    isPassed: gates.every(({ allowed }) => allowed !== null),
    notes: describeMissingData(options, pages),
    counts,
    gates,
    groups: comparison.groups.list(),
    pages,
    redirects: compareRedirects(rules.base, rules.head, (from) => finder?.findRedirects(from)[0]?.where ?? {}),
    files: await compareFiles(base, head),
  };
}

interface Comparison extends CompareOptions {
  readonly history: ReturnType<typeof openHistory>;
  readonly origins: { readonly base: string | null; readonly head: string | null };
  /** Where an old path redirects. */
  readonly redirectOf: (path: string) => string | null;
  /** Paths that only one of the sites has. */
  readonly lone: ReadonlySet<string>;
  readonly groups: ChangeGroups;
  readonly hits: GateHit[];
}

/** Paths of a page; null in a site that lacks it. */
interface PagePaths {
  readonly from: SitePath | null;
  readonly to: SitePath | null;
}

function countPages(pages: readonly PageDiff[], pagesBefore: number): DiffReport['counts'] {
  const count = (status: PageDiff['status']) => pages.filter((page) => page.status === status).length;
  const [added, removed, moved, changed] = [count('added'), count('removed'), count('moved'), count('changed')];
  return { added, removed, moved, changed, unchanged: pagesBefore - removed - moved - changed };
}

/**
 * Origin and folder of a site, from the canonical addresses of a few pages. The most frequent one wins, because a single page may
 * have a canonical address elsewhere.
 */
async function findOrigin(side: SiteSide): Promise<string | null> {
  const counts = new Map<string, number>();
  for (const path of [ROOT_PATH, ...listPages(side).keys().take(5)]) {
    const canonical = factOf(await readView(side, path, null), 'canonical');
    if (!URL.canParse(canonical)) continue;
    const end = encodePath(path);
    const address = canonical.endsWith(end) ? canonical.slice(0, -end.length) : new URL(canonical).origin;
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

async function readView(side: SiteSide, path: SitePath, origin: string | null): Promise<PageView> {
  const file = outFileOf(path);
  const html = (await side.read(file))?.toString('utf8') ?? '';
  return readPageView(html, { path, origin, robotsTag: side.files.get(file)?.robotsTag });
}

function findSource({ history }: Comparison, side: SiteSide, path: SitePath | null): PageSource | null {
  return path === null ? null : history.find(path, side.files.get(outFileOf(path))?.sha256 ?? '');
}

/** Pairs removed pages with added ones: by redirect, else by entry. Others are alone. */
function matchPages(
  comparison: Comparison,
  removed: readonly SitePath[],
  added: readonly SitePath[],
): readonly PagePaths[] {
  const keyIn = (side: SiteSide) => (path: SitePath) => {
    const own = findSource(comparison, side, path)?.own;
    return own == null ? path : contentKeyOf(own);
  };
  const { base, head, redirectOf } = comparison;
  const free = new Set(added);
  const byEntry = new Map(added.map((path) => [keyIn(head)(path), path]));
  const matched = removed.map((from): PagePaths => {
    const targets = [pathOfHref(redirectOf(from) ?? ''), byEntry.get(keyIn(base)(from))];
    return { from, to: targets.find((path) => path != null && free.delete(path)) ?? null };
  });
  return [...matched, ...[...free].map((to) => ({ from: null, to }))];
}

async function compareAll(comparison: Comparison, pairs: readonly PagePaths[]): Promise<readonly ComparedPage[]> {
  const rows: ComparedPage[] = [];
  for (const pair of pairs) {
    comparison.signal.throwIfAborted();
    rows.push(await compareOne(comparison, pair));
    comparison.report({ kind: 'progress', stage: 'pages', done: rows.length, total: pairs.length });
  }
  return rows;
}

async function compareOne(comparison: Comparison, { from, to }: PagePaths): Promise<ComparedPage> {
  const { base, head, origins, groups, hits, redirectOf } = comparison;
  const status = from === null ? 'added' : to === null ? 'removed' : from === to ? 'changed' : 'moved';
  const path = to ?? from ?? '';
  const [before, after] = [findSource(comparison, base, from), findSource(comparison, head, to)];
  const [old, now] = [
    from === null ? null : await readView(base, from, origins.base),
    to === null ? null : await readView(head, to, origins.head),
  ];
  const redirect = from === null || from === to ? null : redirectOf(from);
  const page = { path, status, redirect } as const;
  if (from !== null && old !== null)
    hits.push(...checkPage({ ...page, from, where: findPlace(after ?? before), before: old, after: now }, comparison));
  const all = old === null || now === null ? [] : compareViews(old, now, origins);
  const changes =
    from === null || to === null || from === to ? all : all.filter((change) => !isOfMove(change, from, to));
  return {
    ...page,
    from: status === 'moved' ? from : null,
    title: [now, old].map((view) => (view === null ? '' : factOf(view, 'title'))).find((title) => title !== '') ?? '',
    changes: groups.add(changes),
    before,
    after,
    links: findOtherLinks(old, now),
    pictures: all.flatMap(({ kind, subject }) => (kind === 'pictures' ? [subject.replace(/: .*/, '')] : [])),
    hasOtherAssets: all.some(({ kind }) => kind === 'assets'),
  };
}

/** The entry of a page. */
function findPlace(source: PageSource | null): ProblemPlace {
  return source?.own == null ? {} : placeOf(source.own, source.version.describe(source.own));
}

function compareViews(old: PageView, now: PageView, { base, head }: Comparison['origins']): readonly PageChange[] {
  // Addresses are compared without their origin, so a new origin is a separate change.
  const isMoved = base !== head && base !== null && head !== null;
  const html = isMoved ? old.html.replaceAll(base, head) : old.html;
  const isSame = html === now.html && factOf(old, 'robots') === factOf(now, 'robots');
  const changes = isSame ? [] : comparePages({ ...old, html }, now);
  if (!isMoved) return changes;
  return [
    createChange('origin', [
      { mark: '-', text: base },
      { mark: '+', text: head },
    ]),
    ...changes,
  ];
}

/** Whether a change only follows from the new address of a page. */
function isOfMove({ kind, runs }: PageChange, from: string, to: string): boolean {
  if (kind === 'canonical' || kind === 'language-links') return true;
  const [old, now, ...others] = runs;
  return others.length === 0 && old?.text === encodePath(from) && now?.text === encodePath(to);
}

/** The site paths that only one of two versions links to, or names as another language. */
function findOtherLinks(old: PageView | null, now: PageView | null): readonly string[] {
  const linksOf = (view: PageView | null) =>
    new Set(view === null ? [] : [...valuesOf(view, 'links'), ...alternatesOf(view)]);
  return [...linksOf(old).symmetricDifference(linksOf(now))].flatMap((link) => {
    const href = link.replace(/^\S+ /, '').replace(/[?#].*$/, '');
    return href.startsWith('/') ? (pathOfHref(href) ?? []) : [];
  });
}

function describeMissingData({ base, head }: CompareOptions, pages: readonly PageDiff[]): readonly string[] {
  const unknown = pages.filter(({ causes }) => causes.some(({ kind }) => kind === 'unknown')).length;
  const causes = `The causes of ${unknown} of ${pages.length} pages are unknown: the database does not have what these pages were made from (another machine, or an older release).`;
  const gate = 'The code version of one of the sites is unknown, so DIFF_MANY_CHANGED is not checked.';
  return [...(unknown === 0 ? [] : [causes]), ...([base.code, head.code].includes(null) ? [gate] : [])];
}
