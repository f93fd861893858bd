// Compares two sites page by page: start here. Pages with equal bytes are not read, and others are in memory one at a time.

import type { SiteConfig } from '../../config/define-site.ts';
import type { ProblemPlace } from '../errors.ts';
import { contentKeyOf, type SitePath } from '../files/brands.ts';
import { encodePath, outFileOf, pathOfHref, ROOT_PATH } from '../paths/site-path.ts';
import type { Report } from '../report/report-event.ts';
import { comparePages, createChange, type PageChange } from './compare-pages.ts';
import { ContentHistory, type PageSource, placeOf } from './content-history.ts';
import { ChangeGroups, type DiffReport, type PageDiff } from './diff-report.ts';
import { CauseFinder, type ComparedPage, compareContents } from './find-causes.ts';
import { listPages, type SiteSide } from './folder-side.ts';
import { checkPage, checkSite, type GateContext, type GateHit, judgeHits } from './gates.ts';
import { type PageView, readPageView } from './page-view.ts';
import { compareFiles, compareRedirects, readRedirects } from './site-files.ts';

export interface CompareOptions {
  readonly base: SiteSide;
  readonly head: SiteSide;
  readonly settings: SiteConfig['diff'];
  readonly report: Report;
  readonly signal: AbortSignal;
}

export async function compareSites(options: CompareOptions): Promise<DiffReport> {
  const history = new ContentHistory([options.head, options.base]);
  try {
    return await compareWith(history, options);
  } finally {
    history.close();
  }
}

async function compareWith(history: ContentHistory, options: CompareOptions): Promise<DiffReport> {
  const { base, head, settings } = options;
  const origins = { base: await findOrigin(base), head: await findOrigin(head) };
  const rules = { base: await readRedirects(base, origins.base), head: await readRedirects(head, origins.head) };
  const [before, after] = [listPages(base), listPages(head)];
  const removed = [...before.keys()].filter((path) => !after.has(path)).sort();
  const added = [...after.keys()].filter((path) => !before.has(path)).sort();
  const redirectOf = (path: string) => rules.head.get(path)?.to.replace(/[?#].*$/, '') || null;
  const comparison: Comparison = {
    ...options,
    history,
    origins,
    redirectOf,
    groups: new ChangeGroups(),
    hits: [],
    context: { origins, lone: new Set([...removed, ...added]) },
  };
  const moved = matchPages(comparison, removed, added);
  const changed = [...before].flatMap(([path, old]) => {
    const now = after.get(path);
    const isSame = now === undefined || (old.sha256 === now.sha256 && old.robotsTag === now.robotsTag);
    return isSame ? [] : [{ from: path, to: path }];
  });
  const pairs = [
    ...changed,
    ...moved,
    ...removed.filter((path) => !moved.some(({ from }) => from === path)).map((from) => ({ from, to: null })),
    ...added.filter((path) => !moved.some(({ to }) => to === path)).map((to) => ({ from: null, to })),
  ];
  const compared = await compareAll(comparison, pairs);
  const hasSameCode = base.code !== null && base.code === head.code;
  const comparedPages = compared.map(({ page }) => page);
  const changes = compareContents(comparedPages, history, { base: base.digest, head: head.digest });
  const finder = new CauseFinder(comparedPages, { changes, hasSameCode });
  const pages = compared
    .map(({ diff, page }): PageDiff => ({ ...diff, causes: finder.explain(page) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const counts = countPages(pages, before.size);
  const gates = judgeHits([...comparison.hits, ...(await checkSite(options, rules, counts))], settings);
  return {
    version: 2,
    command: 'diff',
    base: { name: base.name, origin: origins.base, pages: before.size },
    head: { name: head.name, origin: origins.head, pages: after.size },
    isPassed: gates.every(({ allowed }) => allowed !== null),
    notes: describeMissingData(comparison, pages),
    counts,
    gates,
    groups: comparison.groups.list(),
    pages,
    redirects: compareRedirects(rules.base, rules.head, (from) => finder.ownerOfRedirect(from)),
    files: await compareFiles(base, head),
  };
}

interface Comparison extends CompareOptions {
  readonly history: ContentHistory;
  readonly origins: GateContext['origins'];
  /** Where an old path redirects. */
  readonly redirectOf: (path: string) => string | null;
  readonly groups: ChangeGroups;
  readonly hits: GateHit[];
  readonly context: GateContext;
}

/** Paths of a page; null in a site that lacks it. */
type PagePaths =
  | { readonly from: SitePath; readonly to: SitePath }
  | { readonly from: SitePath; readonly to: null }
  | { readonly from: null; readonly to: SitePath };

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
    const { canonical } = await readView(side, path, null);
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

const entryOf = (source: PageSource | null) => source?.shows.find(({ as }) => as === 'page') ?? null;

function findPlace(source: PageSource | null): ProblemPlace {
  const shown = entryOf(source);
  if (source === null || shown === null) return {};
  const ref = { ...shown, site: source.site };
  return placeOf(ref, source.version.describe(ref));
}

/** Matches removed pages with added ones: by redirect, else by entry. */
function matchPages(
  comparison: Comparison,
  removed: readonly SitePath[],
  added: readonly SitePath[],
): readonly { readonly from: SitePath; readonly to: SitePath }[] {
  const keyIn = (side: SiteSide) => (path: SitePath) => {
    const source = findSource(comparison, side, path);
    const entry = entryOf(source);
    return source === null || entry === null ? path : contentKeyOf({ ...entry, site: source.site });
  };
  const { base, head, redirectOf } = comparison;
  const free = new Set(added);
  const byEntry = new Map(added.map((path) => [keyIn(head)(path), path]));
  return removed.flatMap((from) => {
    const redirect = redirectOf(from);
    const targets = [redirect === null ? null : pathOfHref(redirect), byEntry.get(keyIn(base)(from))];
    const to = targets.find((path) => path !== null && path !== undefined && free.delete(path));
    return to === null || to === undefined ? [] : [{ from, to }];
  });
}

async function compareAll(comparison: Comparison, pairs: readonly PagePaths[]) {
  const rows: Awaited<ReturnType<typeof compareOne>>[] = [];
  for (const [index, pair] of pairs.entries()) {
    comparison.signal.throwIfAborted();
    rows.push(await compareOne(comparison, pair));
    comparison.report({ kind: 'progress', stage: 'pages', done: index + 1, total: pairs.length });
  }
  return rows;
}

async function compareOne(comparison: Comparison, { from, to }: PagePaths) {
  const { base, head, origins, groups, hits, context, redirectOf } = comparison;
  const status = from === null ? 'added' : to === null ? 'removed' : from === to ? 'changed' : 'moved';
  const path = to ?? from ?? '';
  const sources = { before: findSource(comparison, base, from), after: findSource(comparison, head, to) };
  const [old, now] = [
    from === null ? null : await readView(base, from, origins.base),
    to === null ? null : await readView(head, to, origins.head),
  ];
  const where = findPlace(sources.after ?? sources.before);
  const redirect = from === null || from === to ? null : redirectOf(from);
  if (from !== null && old !== null)
    hits.push(...checkPage({ from, to, where, before: old, after: now, redirect }, context));
  const changes = old === null || now === null ? [] : compareVersions(old, now, origins);
  const shown =
    from === null || to === null || from === to ? changes : changes.filter((change) => !isOfMove(change, from, to));
  const diff = {
    path,
    status,
    from: status === 'moved' ? from : null,
    redirect,
    title: now?.title || old?.title || '',
    changes: groups.add(path, shown),
  } as const;
  const hasOtherAssets = changes.some(({ kind }) => kind === 'assets');
  const pictures = changes.flatMap(({ kind, subject }) => (kind === 'pictures' ? [subject.replace(/: .*/, '')] : []));
  const links = findOtherLinks(old, now);
  const page: ComparedPage = { path, status, ...sources, links, pictures, changes: diff.changes, hasOtherAssets };
  return { diff, page };
}

function compareVersions(old: PageView, now: PageView, { base, head }: Comparison['origins']): readonly PageChange[] {
  const isMoved = base !== head && base !== null && head !== null;
  // Addresses are compared without their origin, so a new origin is a separate change.
  const html = isMoved ? old.html.replaceAll(base, head) : old.html;
  const runs = isMoved
    ? ([
        { mark: '-', text: base },
        { mark: '+', text: head },
      ] as const)
    : [];
  const isSame = html === now.html && old.robots === now.robots;
  return [...(isMoved ? [createChange('origin', runs)] : []), ...(isSame ? [] : comparePages({ ...old, html }, now))];
}

/** Whether a change only follows from the new address of a page. */
function isOfMove({ kind, runs }: PageChange, from: string, to: string): boolean {
  if (kind === 'canonical' || kind === 'language-links') return true;
  const [old, now, ...others] = runs;
  return others.length === 0 && old?.text === encodePath(from) && now?.text === encodePath(to);
}

/** The site paths that only one of two versions links to, or names as another language. */
function findOtherLinks(old: PageView | null, now: PageView | null): readonly string[] {
  const pathOf = (link: string) => {
    const href = link.replace(/^\S+ /, '').replace(/[?#].*$/, '');
    return href.startsWith('/') ? (pathOfHref(href) ?? []) : [];
  };
  return [
    ...new Set(old?.links).symmetricDifference(new Set(now?.links)),
    ...new Set(old?.alternates).symmetricDifference(new Set(now?.alternates)),
  ].flatMap(pathOf);
}

function describeMissingData({ base, head }: Comparison, pages: readonly PageDiff[]): readonly string[] {
  const unknown = pages.filter(({ causes }) => causes.some(({ kind }) => kind === 'unknown')).length;
  return [
    ...(unknown === 0
      ? []
      : [
          `The causes of ${unknown} of ${pages.length} pages are unknown: the database does not have what these pages were made from (another machine, or an older release).`,
        ]),
    ...([base.code, head.code].includes(null)
      ? ['The code version of one of the sites is unknown, so DIFF_MANY_CHANGED is not checked.']
      : []),
  ];
}
