// Compares two sites page by page: start here. Pages with equal bytes are not read, and others are in memory one at a time.

import type { SiteConfig } from '../../config/define-site.ts';
import type { RouteEntry } from '../check/check-input.ts';
import type { ProblemPlace } from '../errors.ts';
import { comparePageParts } from '../facts/page-store.ts';
import { sha256 } from '../files/content-hash.ts';
import { encodePath, outFileOf } from '../paths/site-path.ts';
import type { Report } from '../report/report-event.ts';
import { comparePages, type PageVersion } from './compare-pages.ts';
import { type ContentChanges, findContentChanges, findOwners } from './content-changes.ts';
import type { DiffReport, PageCause, PageDiff } from './diff-report.ts';
import { compareFiles } from './file-changes.ts';
import { findPageHits, findSiteHits, type GateContext } from './find-gate-hits.ts';
import { createGateList, type GateList } from './gates.ts';
import { type ChangeGroups, createChangeGroups } from './group-changes.ts';
import { type LonePage, type MovedPage, matchPages } from './match-pages.ts';
import type { PageChange } from './page-change.ts';
import type { PageView } from './page-view.ts';
import { readPageView } from './read-page-view.ts';
import { compareRedirects, readRedirects, type SideRedirects } from './redirect-changes.ts';
import { listPages, pathOfFile, type SiteSide } from './site-side.ts';

export interface CompareOptions {
  readonly base: SiteSide;
  readonly head: SiteSide;
  readonly settings: SiteConfig['diff'];
  readonly report: Report;
  readonly signal: AbortSignal;
}

interface Comparison extends CompareOptions {
  readonly origins: { readonly base: string | null; readonly head: string | null };
  readonly content: ContentChanges | null;
  readonly groups: ChangeGroups;
  readonly gates: GateList;
  readonly context: GateContext;
  readonly redirectOf: (path: string) => string | null;
}

export async function compareSites(options: CompareOptions): Promise<DiffReport> {
  const { base, head, settings } = options;
  const origins = { base: await findOrigin(base), head: await findOrigin(head) };
  const rules = { base: await readRedirects(base, origins.base), head: await readRedirects(head, origins.head) };
  const [before, after] = [listPages(base.files), listPages(head.files)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const removedPaths = paths.filter((path) => !after.has(path));
  const addedPaths = paths.filter((path) => !before.has(path));
  const redirectOf = createRedirectFinder(rules.head);
  const lone = {
    removed: await readLonePages(base, removedPaths, origins.base),
    added: await readLonePages(head, addedPaths, origins.head),
  };
  const moved = matchPages(lone.removed, lone.added, redirectOf);
  const comparison: Comparison = {
    ...options,
    origins,
    content: findContentChanges(base.build.content, head.build.content),
    groups: createChangeGroups(),
    gates: createGateList(settings),
    context: { origins, lone: new Set([...removedPaths, ...addedPaths]) },
    redirectOf,
  };
  const changed = paths.filter((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === undefined || now === undefined) return false;
    return old.sha256 !== now.sha256 || old.robotsTag !== now.robotsTag;
  });
  const pages = [
    ...listLone(comparison, lone, moved),
    ...(await compareChanged(comparison, [...changed.map((path) => ({ from: path, to: path })), ...moved])),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const counts = countPages(pages, before.size);
  findSiteHits(comparison, { rules, counts }, comparison.gates.add);
  const gates = comparison.gates.list();
  return {
    version: 1,
    command: 'diff',
    base: { name: base.name, origin: origins.base, pages: before.size },
    head: { name: head.name, origin: origins.head, pages: after.size },
    isPassed: gates.every(({ allowed }) => allowed !== null),
    notes: describeMissingData(comparison),
    counts,
    gates,
    groups: comparison.groups.list(),
    pages,
    redirects: compareRedirects(rules.base, rules.head),
    files: await compareFiles(base, head),
  };
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
async function findOrigin({ files, read }: SiteSide): Promise<string | null> {
  const counts = new Map<string, number>();
  for (const file of ['index.html', ...listPages(files).keys().map(outFileOf).take(5)]) {
    const html = (await read(file))?.toString('utf8') ?? '';
    const { canonical } = readPageView(html, null);
    if (canonical === null || !URL.canParse(canonical)) continue;
    const path = encodePath(pathOfFile(file));
    const address = canonical.endsWith(path) ? canonical.slice(0, -path.length) : new URL(canonical).origin;
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/** Finds where an old path redirects: a path of the site, an address, or null. */
function createRedirectFinder(rules: SideRedirects) {
  return (path: string): string | null => {
    const rule = rules.get(path);
    return rule === undefined || rule.to === '' ? null : rule.to.replace(/[?#].*$/, '');
  };
}

async function readView(side: SiteSide, path: string, origin: string | null): Promise<PageVersion> {
  const file = outFileOf(path);
  const html = (await side.read(file))?.toString('utf8') ?? '';
  const view = readPageView(html, origin);
  const tag = side.files.get(file)?.robotsTag;
  if (tag === undefined) return { html, view };
  return { html, view: { ...view, robots: [view.robots ?? [], `X-Robots-Tag: ${tag}`].flat().join(', ') } };
}

/** Pages with fewer characters are too similar to match by their words. */
const MIN_LENGTH = 200;

interface ReadLonePage extends LonePage {
  readonly view: Pick<PageView, 'robots' | 'redirect'>;
}

async function readLonePages(
  side: SiteSide,
  paths: readonly string[],
  origin: string | null,
): Promise<readonly ReadLonePage[]> {
  const pages: ReadLonePage[] = [];
  for (const path of paths) {
    const { view } = await readView(side, path, origin);
    const words = view.blocks.flatMap(({ region, text }) => (region === 'main' ? [text] : [])).join('\n');
    const { robots, redirect } = view;
    pages.push({
      path,
      title: view.title ?? '',
      entry: side.build.entryOf(path),
      words: words.length < MIN_LENGTH ? null : sha256(words),
      view: { robots, redirect },
    });
  }
  return pages;
}

/** Pages that were removed or added, and did not move. */
function listLone(
  { gates, redirectOf }: Comparison,
  { removed, added }: { readonly removed: readonly ReadLonePage[]; readonly added: readonly ReadLonePage[] },
  moved: readonly MovedPage[],
): readonly PageDiff[] {
  const [from, to] = [new Set(moved.map((page) => page.from)), new Set(moved.map((page) => page.to))];
  for (const page of removed) for (const hit of findPageHits.gone(page, redirectOf(page.path))) gates.add(hit);
  const rows = [
    ...removed.filter(({ path }) => !from.has(path)).map((page) => ({ page, status: 'removed' as const })),
    ...added.filter(({ path }) => !to.has(path)).map((page) => ({ page, status: 'added' as const })),
  ];
  return rows.map(({ page: { path, title, entry }, status }) => ({
    path,
    status,
    from: null,
    redirect: status === 'removed' ? redirectOf(path) : null,
    title,
    entry,
    cause: 'unknown',
    changes: [],
  }));
}

async function compareChanged(comparison: Comparison, pairs: readonly MovedPage[]): Promise<readonly PageDiff[]> {
  const rows: PageDiff[] = [];
  for (const [index, pair] of pairs.entries()) {
    comparison.signal.throwIfAborted();
    rows.push(await compareOne(comparison, pair));
    comparison.report({ kind: 'progress', stage: 'pages', done: index + 1, total: pairs.length });
  }
  return rows;
}

async function compareOne(comparison: Comparison, { from, to }: MovedPage): Promise<PageDiff> {
  const { base, head, origins, groups, gates, context, redirectOf } = comparison;
  const before = moveOrigin(await readView(base, from, origins.base), origins);
  const after = await readView(head, to, origins.head);
  const isMoved = from !== to;
  const isSame = before.html === after.html && before.view.robots === after.view.robots;
  const changes = [...compareOrigins(origins), ...(isSame ? [] : comparePages(before, after))];
  const entry = head.build.entryOf(to) ?? base.build.entryOf(from);
  const { cause, owners } = findCause(comparison, { from, to }, entry);
  const shown = isMoved ? changes.filter((change) => !isOfMove(change, from, to)) : changes;
  for (const hit of findPageHits.changed({ path: to, isMoved, before: before.view, after: after.view, entry }, context))
    gates.add(hit);
  return {
    path: to,
    status: isMoved ? 'moved' : 'changed',
    from: isMoved ? from : null,
    redirect: isMoved ? redirectOf(from) : null,
    title: after.view.title ?? before.view.title ?? '',
    entry,
    cause,
    changes: groups.add(to, shown, owners),
  };
}

/** Whether a change only follows from the new address of a page. */
function isOfMove({ kind, runs }: PageChange, from: string, to: string): boolean {
  if (kind === 'canonical' || kind === 'language-links') return true;
  const [old, now, ...others] = runs;
  return others.length === 0 && old?.text === encodePath(from) && now?.text === encodePath(to);
}

/** Addresses are compared without their origin, so a new origin is a separate change. */
function compareOrigins({ base, head }: Comparison['origins']): readonly PageChange[] {
  if (base === head || base === null || head === null) return [];
  const runs = [{ mark: '-', text: base } as const, { mark: '+', text: head } as const];
  return [{ kind: 'origin', region: 'head', subject: '', runs, key: `origin ${base} ${head}`, also: [] }];
}

/** Replaces the origin in HTML with the other one. */
function moveOrigin({ html, view }: PageVersion, { base, head }: Comparison['origins']): PageVersion {
  return { html: base === null || head === null ? html : html.replaceAll(base, head), view };
}

/** Parts of a page that only depend on the code. */
const OF_CODE: readonly string[] = ['code', 'words'];

/** Finds why a page changed, and which entries and fields the changes come from. */
function findCause(
  { content, base, head }: Comparison,
  { from, to }: MovedPage,
  entry: RouteEntry | null,
): { readonly cause: PageCause; readonly owners: readonly ProblemPlace[] } {
  const [before, after] = [base.build.recordOf(from), head.build.recordOf(to)];
  if (content === null || after === null) return { cause: 'unknown', owners: [] };
  const parts = before === null ? [] : comparePageParts(before.parts, after.parts);
  if (parts.length > 0 && parts.every((part) => OF_CODE.includes(part))) return { cause: 'code', owners: [] };
  const owners = findOwners(content, { site: entry?.site ?? siteOf(head, to), before, after });
  if (owners.length > 0) return { cause: 'content', owners };
  // Links, menus and languages depend on entries that the page does not show.
  const isContentChanged = content.entries.length + content.files.length > 0;
  if (base.build.code === null) return { cause: 'unknown', owners };
  if (base.build.code !== head.build.code) return { cause: 'code', owners };
  return { cause: isContentChanged ? 'content' : 'settings', owners };
}

/** The site of a page without an entry is that of its nearest parent page. */
function siteOf({ build }: SiteSide, path: string): string {
  for (let above = path; above !== '/'; above = above.replace(/[^/]*\/?$/, '')) {
    const entry = build.entryOf(above);
    if (entry !== null) return entry.site;
  }
  return build.entryOf('/')?.site ?? '';
}

function describeMissingData({ base, head, content }: Comparison): readonly string[] {
  const codes = [base.build.code, head.build.code];
  return [
    ...(content === null
      ? ['The content of one of the sites is not available, so changes do not name fields, and causes are unknown.']
      : []),
    ...(codes.includes(null)
      ? ['The code version of one of the sites is unknown, so DIFF_MANY_CHANGED is not checked.']
      : []),
  ];
}
