// Every route into staging, in route order: a page whose making would give what the last build gave is taken over, any
// other goes to a rendering thread. In memory stay the entries of two ranges, a few batches, and a row a page.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGES_PER_REPORT } from '../../config/constants.ts';
import type { Entry } from '../../content/collections.ts';
import type { PageCache, PageReadings, PageRecord, PageRow, RecordTexts } from '../cache/page-cache.ts';
import type { TemplateCodes } from '../code/template-keys.ts';
import { type FindRangeEntry, openRangeEntries } from '../content/intake/parse-entry.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { SiteError } from '../errors.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import type { OutputSession } from '../publish/output-session.ts';
import type { Report } from '../report/report-event.ts';
import type { SiteContext } from './page-input/locale-context.ts';
import type { PageKit } from './page-kit.ts';
import type { PageWork } from './page-work.ts';
import type { RenderThreads } from './render-queue.ts';
import { createRenderQueue, type RenderQueue } from './render-queue.ts';
import type { PageReads } from './reuse/page-reads.ts';
import { templateFailed } from './template-failed.ts';

/** What was rendered, and what was taken over. */
export interface RenderedPages {
  /** In route order. */
  readonly rows: readonly PageRow[];
  /** Facts of header, footer and banner by chrome key. */
  readonly fragmentFacts: ReadonlyMap<string, FragmentFacts>;
  readonly pages: number;
  /** Pages taken over from the last build. */
  readonly reused: number;
  readonly bytes: number;
}

/** Where pages go. */
export type PageSink = Pick<OutputSession, 'staging' | 'add' | 'keep'>;

/** What rendering needs. */
export interface RenderInput {
  readonly routes: readonly PageRoute[];
  readonly snapshot: ContentSnapshot;
  readonly kit: Pick<PageKit, 'contexts' | 'inputs' | 'reads'>;
  readonly pageReads: PageReads;
  readonly sink: PageSink;
  readonly cache: PageCache;
  readonly threads: RenderThreads;
  readonly codes: TemplateCodes;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Renders and stages the routes. @throws SiteError TEMPLATE_FAILED that names the page, and what the pool throws. */
export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  const { routes, cache, signal, report } = input;
  const { rows, queue, plan, countUnderway } = startRendering(input);
  const findEntry = createEntryFinder(input.snapshot);
  const reportProgress = (seen: number) =>
    report({ kind: 'progress', stage: 'render', done: seen - countUnderway(), total: routes.length });
  for (const [position, route] of routes.entries()) {
    const reused = reusePage(input, route);
    if (reused === null) await plan(position, planPage(input, route, findEntry));
    else rows[position] = reused;
    if (position % PAGES_PER_REPORT !== PAGES_PER_REPORT - 1) continue;
    reportProgress(position + 1);
    // Lets a signal in: until here the range was one uninterrupted run.
    await nextTurn();
    signal.throwIfAborted();
  }
  await queue.finish();
  reportProgress(routes.length);
  const chromes = new Set(rows.map(({ chrome }) => chrome));
  return {
    rows,
    fragmentFacts: new Map([...chromes].map((chrome) => [chrome, findFragment(chrome, queue, cache)])),
    ...countRows(rows),
  };
}

/** A queue whose pages become rows at their positions. */
function startRendering({ threads, cache, sink }: RenderInput) {
  const rows: PageRow[] = [];
  const planned = new Map<number, PlannedRow>();
  const takePlanned = (position: number): PlannedRow => {
    const row = planned.get(position);
    if (row === undefined) throw new Error(`Page ${position} was rendered and not planned.`);
    planned.delete(position);
    return row;
  };
  const queue = createRenderQueue({
    threads,
    onRendered: (rendered) => {
      const pages = rendered.map(({ position, made }) => ({ position, ...takePlanned(position), ...made }));
      for (const [index, record] of cache.add(pages).entries()) {
        const page = pages[index];
        if (page !== undefined) rows[page.position] = takePage(sink, { ...page, record });
      }
    },
  });
  const plan = async (position: number, { row, work }: PlannedPage) => {
    planned.set(position, row);
    await queue.add(position, work);
  };
  return { rows, queue, plan, countUnderway: () => planned.size };
}

/** What is known of a page before it is rendered, with its record as JSON. */
type PlannedRow = Pick<PageRow, 'path' | 'locale' | 'code' | 'chrome'> & Pick<RecordTexts, 'record'>;

/** A page to render. */
interface PlannedPage {
  readonly row: PlannedRow;
  readonly work: PageWork;
}

/** The row of a page that a thread staged. */
function takePage(
  sink: PageSink,
  { path, locale, code, chrome, sha256, bytes, record }: Omit<PageRow, 'isReused'>,
): PageRow {
  sink.add({ path: outFileOf(path), sha256, bytes, kind: 'page', locale, owner: path });
  return { path, locale, code, chrome, sha256, bytes, isReused: false, record };
}

/** Sums of some rows. */
export function countRows(rows: readonly PageRow[]): Pick<RenderedPages, 'pages' | 'reused' | 'bytes'> {
  return {
    pages: rows.length,
    reused: rows.filter(({ isReused }) => isReused).length,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function findFragment(
  chrome: string,
  { fragments }: RenderQueue,
  { findFragment: findPrevious }: PageCache,
): FragmentFacts {
  const facts = fragments.get(chrome) ?? findPrevious(chrome);
  if (facts === undefined) throw new Error(`No facts of the chrome ${chrome}.`);
  return facts;
}

/** The row of a page whose code and reads are those of the previous build; else null. */
function reusePage({ kit, pageReads, codes, sink, cache }: RenderInput, route: PageRoute): PageRow | null {
  const previous = cache.find(route.path);
  if (previous === undefined || previous.code !== codes[route.template].key) return null;
  const record = cache.read(route.path);
  const page = { context: contextOf(kit, route), route };
  if (record === null || !pageReads.areSame(page, record.reads)) return null;
  const { path, locale } = route;
  const { sha256, bytes } = previous;
  if (!sink.keep({ path: outFileOf(path), kind: 'page', locale, owner: path, sha256, bytes })) return null;
  pageReads.orderImages(page, record.reads);
  for (const problem of record.problems) kit.reads.report(problem);
  return { ...previous, isReused: true };
}

/** Makes the input of a page, and notes what it reads. */
function planPage(
  { kit, pageReads, codes, cache }: RenderInput,
  route: PageRoute,
  findEntry: EntryFinder,
): PlannedPage {
  const { path, locale, template } = route;
  const context = contextOf(kit, route);
  const entry = describeEntry(route);
  try {
    const { made, reads, problems } = kit.reads.record(() => {
      for (const kind of ['settings', 'route'] as const) kit.reads.note(kind);
      if (entry !== null) kit.reads.note('entry', `${entry.collection} ${entry.id}`);
      return kit.inputs.create(context, { route, entry: findEntry(route) });
    });
    const code = codes[template].key;
    const digests = pageReads.digest({ context, route }, reads);
    const reason = explainRendering({ path, code, reads: digests }, cache);
    const record: PageRecord = { reads: digests, problems, reason, entry };
    return {
      row: { path, locale, code, chrome: made.chrome.key, record: JSON.stringify(record) },
      work: { path, entry, ...made },
    };
  } catch (cause) {
    throw cause instanceof SiteError ? cause : templateFailed({ path, input: { template }, entry }, cause);
  }
}

function contextOf({ contexts }: RenderInput['kit'], { locale }: PageRoute): SiteContext {
  const context = contexts.get(locale);
  if (context === undefined) throw new Error(`No context for ${locale}.`);
  return context;
}

function describeEntry({ source }: PageRoute): PageRecord['entry'] {
  if (!('row' in source)) return null;
  const { collection, site, id, title } = source.row;
  return { collection, site, id, title };
}

/** What differs from the previous record of the page: its code, some of its reads, or only the out folder. */
function explainRendering(
  { path, code, reads }: Pick<PageRow, 'path' | 'code'> & Pick<PageRecord, 'reads'>,
  cache: PageCache,
): PageRecord['reason'] {
  const row = cache.find(path);
  if (row === undefined) return [cache.isLost(path) ? 'record' : 'new'];
  const previous = cache.read(path);
  if (previous === null) return ['record'];
  const digestOf = (name: string, { names, digests }: PageReadings) => digests[names.indexOf(name)];
  const names = new Set([...previous.reads.names, ...reads.names]);
  const changed = [...names].filter((name) => digestOf(name, previous.reads) !== digestOf(name, reads));
  const reason = row.code === code ? changed : ['code', ...changed];
  return reason.length === 0 ? ['output'] : reason;
}

type EntryFinder = (route: PageRoute) => Entry | null;

/** Finds entries by range; keeps the last two ranges open, since routes follow the order of the content. */
function createEntryFinder(snapshot: ContentSnapshot): EntryFinder {
  const kept = new Map<string, FindRangeEntry>();
  return ({ source }) => {
    if (!('row' in source)) return null;
    const { range, line, collection } = source.row;
    let findEntry = kept.get(range);
    if (findEntry === undefined) {
      findEntry = openRangeEntries(snapshot, range, collection);
      for (const oldest of [...kept.keys()].slice(0, kept.size - 1)) kept.delete(oldest);
      kept.set(range, findEntry);
    }
    return findEntry(line);
  };
}
