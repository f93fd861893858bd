// Renders all routes into staging. Reuses pages whose code and reads are unchanged. Memory holds one entry, a few batches, and one
// row per page.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGES_PER_REPORT } from '../../config/constants.ts';
import type { PageCache, PageReadings, PageRecord, PageRow, RecordTexts } from '../cache/page-cache.ts';
import type { TemplateCodes } from '../code/template-keys.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import type { OutputSession } from '../publish/output-session.ts';
import type { Report } from '../report/report-event.ts';
import { createEntryFinder, type EntryFinder } from './entry-finder.ts';
import type { SiteContext } from './page-input/locale-context.ts';
import type { PageKit } from './page-kit.ts';
import { createRenderQueue, type RenderQueue } from './render-queue.ts';
import type { RenderThreads } from './render-threads.ts';
import type { PageReads } from './reuse/page-reads.ts';
import { withPageError } from './template-errors.ts';
import type { QueuedPage } from './worker-messages.ts';

/** The pages of a build. */
export interface RenderedPages {
  /** In the order of the routes. */
  readonly rows: readonly PageRow[];
  /** Facts of header, footer and banner, by the key of the chrome. */
  readonly fragmentFacts: ReadonlyMap<string, PageFacts>;
  /** Number of all pages. */
  readonly pages: number;
  /** Number of reused pages. */
  readonly reused: number;
  readonly bytes: number;
}

/** Takes the pages. */
export type PageSink = Pick<OutputSession, 'staging' | 'add' | 'keep'>;

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

/** @throws SiteError TEMPLATE_FAILED with the page, and the errors of staging and of the threads. */
export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  const { routes, cache, signal, report } = input;
  const { rows, queue, render, countPending } = startRendering(input);
  const findEntry = createEntryFinder(input.snapshot);
  const reportProgress = (seen: number) =>
    report({ kind: 'progress', stage: 'render', done: seen - countPending(), total: routes.length });
  for (const [position, route] of routes.entries()) {
    const reused = reusePage(input, route);
    if (reused === null) await render(position, preparePage(input, route, findEntry));
    else rows[position] = reused;
    if (position % PAGES_PER_REPORT !== PAGES_PER_REPORT - 1) continue;
    reportProgress(position + 1);
    // Without a pause, a signal (Ctrl+C) would never arrive while pages are reused.
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

/** Starts a queue that adds each rendered page to the sink and to `rows`, at its position. */
function startRendering({ threads, cache, sink }: RenderInput) {
  const rows: PageRow[] = [];
  const pending = new Map<number, PendingRow>();
  const takePending = (position: number): PendingRow => {
    const row = pending.get(position);
    if (row === undefined) throw new Error(`Page ${position} was rendered, but is not pending.`);
    pending.delete(position);
    return row;
  };
  const queue = createRenderQueue({
    threads,
    onRendered: (rendered) => {
      const pages = rendered.map(({ position, page }) => ({ position, ...takePending(position), ...page }));
      for (const [index, record] of cache.add(pages).entries()) {
        const page = pages[index];
        if (page !== undefined) rows[page.position] = addPage(sink, { ...page, record });
      }
    },
  });
  const render = async (position: number, { row, page }: PreparedPage) => {
    pending.set(position, row);
    await queue.add(position, page);
  };
  return { rows, queue, render, countPending: () => pending.size };
}

/** The part of a row that is known before the page is rendered, with its record as JSON. */
type PendingRow = Pick<PageRow, 'path' | 'locale' | 'code' | 'chrome'> & Pick<RecordTexts, 'record'>;

interface PreparedPage {
  readonly row: PendingRow;
  readonly page: QueuedPage;
}

/** Adds a staged page to the output, and returns its row. */
function addPage(
  sink: PageSink,
  { path, locale, code, chrome, sha256, bytes, record }: Omit<PageRow, 'isReused'>,
): PageRow {
  sink.add({ path: outFileOf(path), sha256, bytes, kind: 'page', locale, owner: path });
  return { path, locale, code, chrome, sha256, bytes, isReused: false, record };
}

/** Totals of some rows. */
export function countRows(rows: readonly PageRow[]): Pick<RenderedPages, 'pages' | 'reused' | 'bytes'> {
  return {
    pages: rows.length,
    reused: rows.filter(({ isReused }) => isReused).length,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function findFragment(chrome: string, { fragments }: RenderQueue, cache: PageCache): PageFacts {
  const facts = fragments.get(chrome) ?? cache.findFragment(chrome);
  if (facts === undefined) throw new Error(`The facts of the chrome ${chrome} are missing.`);
  return facts;
}

/** Reuses a page if its code and all its reads are unchanged and the out folder has it. Returns null otherwise. */
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

/** Creates the input of a page and the record of its reads. */
function preparePage(
  { kit, pageReads, codes, cache }: RenderInput,
  route: PageRoute,
  findEntry: EntryFinder,
): PreparedPage {
  const { path, locale, template } = route;
  const context = contextOf(kit, route);
  const entry = describeEntry(route);
  return withPageError({ path, input: { template }, entry }, () => {
    const { value, reads, problems } = kit.reads.record(() => {
      kit.reads.add('settings');
      kit.reads.add('route');
      if (entry !== null) kit.reads.add('entry', `${entry.collection} ${entry.id}`);
      return kit.inputs.create(context, { route, entry: findEntry(route) });
    });
    const code = codes[template].key;
    const readings = pageReads.digest({ context, route }, reads);
    const reason = explainRendering({ path, code, reads: readings }, cache);
    const record: PageRecord = { reads: readings, problems, reason, entry };
    return {
      row: { path, locale, code, chrome: value.chrome.key, record: JSON.stringify(record) },
      page: { path, entry, ...value },
    };
  });
}

function contextOf({ contexts }: RenderInput['kit'], { locale }: PageRoute): SiteContext {
  const context = contexts.get(locale);
  if (context === undefined) throw new Error(`There is no context for ${locale}.`);
  return context;
}

function describeEntry({ source }: PageRoute): PageRecord['entry'] {
  if (!('row' in source)) return null;
  const { collection, site, id, title } = source.row;
  return { collection, site, id, title };
}

/** Why a page is rendered: what differs from its previous record. */
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
