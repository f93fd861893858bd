// Compares two sites page by page: start here. Pages with equal bytes are not read, and others are in memory one at a time.

import type { SiteConfig } from '../../config/define-site.ts';
import type { SitePath } from '../files/brands.ts';
import { encodePath, outFileOf, pathOfHref } from '../paths/site-path.ts';
import type { Report } from '../report/report-event.ts';
import { changeOrigin, comparePages, factOf, type PageChange, type PageView, readPageView } from './compare-pages.ts';
import { type ContentHistory, openHistory, placeOf } from './content-history.ts';
import { ChangeGroups, type DiffReport, type PageDiff } from './diff-report.ts';
import { CauseFinder, type ComparedPage, UNKNOWN } from './find-causes.ts';
import { listPages, type SiteSide } from './folder-side.ts';
import { checkPage, checkRobots, type GateHit, judgeHits, type Origins } from './gates.ts';
import { compareFiles, compareRedirects, readRedirects } from './site-files.ts';

export interface CompareOptions {
  readonly base: SiteSide;
  readonly head: SiteSide;
  readonly settings: SiteConfig['diff'];
  readonly report: Report;
  readonly signal: AbortSignal;
}

const WHY_UNKNOWN =
  'the database does not have what these pages were made from (another machine, or an older release).';

export async function compareSites({ base, head, settings, report, signal }: CompareOptions): Promise<DiffReport> {
  using history = openHistory([head, base]);
  const origins = { base: await findOrigin(base), head: await findOrigin(head) };
  const rules = { base: await readRedirects(base, origins.base), head: await readRedirects(head, origins.head) };
  const [before, after] = [listPages(base), listPages(head)];
  const redirectOf = (path: string) => rules.head.get(path)?.to.replace(/[?#].*$/, '') || null;
  const lone = new Set(before.keys()).symmetricDifference(new Set(after.keys()));
  const known = { base, head, history, origins, redirectOf, lone };
  const comparison: Comparison = { ...known, groups: new ChangeGroups(), hits: [] };
  const pairs = pairPages(before, after, redirectOf);
  const compared: ComparedPage[] = [];
  for (const pair of pairs) {
    signal.throwIfAborted();
    compared.push(await comparePair(comparison, pair));
    report({ kind: 'progress', stage: 'pages', done: compared.length, total: pairs.length });
  }
  const changes = history.compare(base, head, compared);
  const groups = comparison.groups.list();
  const finder = changes === null ? null : new CauseFinder(compared, changes, groups);
  const pages = compared
    .map((page): PageDiff => {
      const { before: _, after: _after, ...diff } = page;
      return { ...diff, causes: finder?.explain(page) ?? [UNKNOWN] };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const readRobots = async ({ read }: SiteSide) => String((await read('robots.txt')) ?? '');
  const robotsHits = checkRobots(await readRobots(base), await readRobots(head));
  const gates = judgeHits([...comparison.hits, ...robotsHits], settings.allow);
  const unknown = pages.filter(({ causes }) => causes.includes(UNKNOWN)).length;
  const count = (status: PageDiff['status']) => pages.filter((page) => page.status === status).length;
  const counts = { added: count('added'), removed: count('removed'), moved: count('moved'), changed: count('changed') };
  return {
    version: 2,
    command: 'diff',
    base: { name: base.name, origin: origins.base, pages: before.size },
    head: { name: head.name, origin: origins.head, pages: after.size },
    isPassed: gates.every(({ allowed }) => allowed !== null),
    notes: unknown === 0 ? [] : [`The causes of ${unknown} of ${pages.length} pages are unknown: ${WHY_UNKNOWN}`],
    counts: { ...counts, unchanged: after.size - counts.added - counts.moved - counts.changed },
    gates,
    groups,
    pages,
    redirects: compareRedirects(rules.base, rules.head, (from) => finder?.findRedirects(from)[0]?.where ?? {}),
    files: await compareFiles(base, head),
  };
}

/** Origin and folder of a site: those of most canonical addresses, because that of a single page may be elsewhere. */
async function findOrigin(side: SiteSide): Promise<string | null> {
  const origins: string[] = [];
  for (const path of listPages(side).keys().take(20)) {
    const canonical = factOf(await readView(side, path, null), 'canonical');
    const end = encodePath(path);
    if (URL.canParse(canonical) && canonical.endsWith(end)) origins.push(canonical.slice(0, -end.length));
  }
  const groups = [...Map.groupBy(origins, (origin) => origin).values()];
  return groups.sort((a, b) => b.length - a.length)[0]?.[0] ?? null;
}

async function readView({ read, files }: SiteSide, path: SitePath, origin: string | null): Promise<PageView> {
  const file = outFileOf(path);
  const html = (await read(file))?.toString('utf8') ?? '';
  return readPageView(html, { path, origin, robotsTag: files.get(file)?.robotsTag });
}

type Pages = ReturnType<typeof listPages>;
/** Where an old path redirects. */
type RedirectOf = (path: string) => string | null;

/** Paths of a page; null in a site that lacks it. */
type PagePaths = Readonly<Record<'from' | 'to', SitePath | null>>;

/** Pages that differ. One that is gone is paired with a new one to which it redirects. */
function pairPages(before: Pages, after: Pages, redirectOf: RedirectOf): readonly PagePaths[] {
  const added = new Set([...after.keys()].filter((path) => !before.has(path)).sort());
  const pairs = [...before].sort().flatMap(([from, old]): readonly PagePaths[] => {
    const now = after.get(from);
    if (now !== undefined)
      return old.sha256 === now.sha256 && old.robotsTag === now.robotsTag ? [] : [{ from, to: from }];
    const target = pathOfHref(redirectOf(from) ?? '');
    return [{ from, to: target !== null && added.delete(target) ? target : null }];
  });
  return [...pairs, ...[...added].map((to) => ({ from: null, to }))];
}

interface Comparison extends Pick<CompareOptions, 'base' | 'head'> {
  readonly history: ContentHistory;
  readonly origins: Origins;
  readonly redirectOf: RedirectOf;
  /** Paths that only one of the sites has. */
  readonly lone: ReadonlySet<string>;
  readonly groups: ChangeGroups;
  readonly hits: GateHit[];
}

async function comparePair(comparison: Comparison, { from, to }: PagePaths): Promise<ComparedPage> {
  const { base, head, history, origins, lone, groups, hits, redirectOf } = comparison;
  const [before, after] = [history.find(base, from), history.find(head, to)];
  const old = from === null ? null : await readView(base, from, origins.base);
  const now = to === null ? null : await readView(head, to, origins.head);
  const path = to ?? from ?? '';
  const redirect = from === null || from === to ? null : redirectOf(from);
  if (from !== null && old !== null) {
    const source = after ?? before;
    const entry = source === null || source.own === null ? undefined : source.version.entries().get(source.own);
    const where = entry === undefined ? {} : placeOf(entry);
    hits.push(...checkPage({ path, redirect, from, where, before: old, after: now }, origins, lone));
  }
  const all = old === null || now === null ? [] : compareViews(old, now, origins);
  return {
    path,
    status: from === null ? 'added' : to === null ? 'removed' : from === to ? 'changed' : 'moved',
    from: to === null || from === to ? null : from,
    redirect,
    title: [now, old].map((view) => (view === null ? '' : factOf(view, 'title'))).find((title) => title !== '') ?? '',
    // Those of a page that moved follow from its address.
    changes: groups.add(
      from === to ? all : all.filter(({ kind }) => kind !== 'canonical' && kind !== 'language-links'),
    ),
    before,
    after,
  };
}

function compareViews(old: PageView, now: PageView, { base, head }: Origins): readonly PageChange[] {
  const isSame = old.html === now.html && factOf(old, 'robots') === factOf(now, 'robots');
  const changes = isSame ? [] : comparePages(old, now);
  return base === head || base === null || head === null ? changes : [changeOrigin(base, head), ...changes];
}
