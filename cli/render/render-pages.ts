// Renders all routes into staging. The input of every page is created, with hashes in the place of long texts, and a page is reused if
// its input has the same hash. Memory holds one entry, a few batches, and one row per page.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGES_PER_REPORT } from '../../config/constants.ts';
import type { TemplateCodes } from '../code/template-keys.ts';
import { fillTexts } from '../content/intake/long-texts.ts';
import type { ContentSnapshot, EntryReader } from '../content/snapshot/content-snapshot.ts';
import type { BuildPages, NewPage, PageRow, ShownEntry, StoredChrome } from '../facts/page-store.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import type { OutputSession } from '../publish/output-session.ts';
import type { Report } from '../report/report-event.ts';
import type { PageJob } from './page-input/create-page-input.ts';
import type { RoutedEntry } from './page-input/page-props.ts';
import type { PageKit } from './page-kit.ts';
import { hashParts, type PageText, printPage } from './page-text.ts';
import { RenderQueue } from './render-queue.ts';
import { withPageError } from './template-errors.ts';
import type { PageEntry, QueuedPage } from './worker-messages.ts';

/** The pages of a build. */
export interface RenderedPages {
  /** In the order of the routes. */
  readonly rows: readonly PageRow[];
  /** Header, footer and banner of these pages, by key. */
  readonly chromes: ReadonlyMap<string, StoredChrome>;
  /** Number of reused pages. */
  readonly reused: number;
}

/** Takes the pages. */
export type PageSink = Pick<OutputSession, 'staging' | 'add' | 'keep'>;

export interface RenderInput {
  readonly routes: readonly PageRoute[];
  readonly snapshot: ContentSnapshot;
  readonly kit: Pick<PageKit, 'contexts' | 'inputs'>;
  readonly sink: PageSink;
  readonly pages: BuildPages;
  /** Rendering threads, including this one. */
  readonly threads: number;
  readonly templatesFile: string;
  readonly codes: TemplateCodes;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** A page with its input. */
export interface PreparedPage {
  readonly route: PageRoute;
  readonly job: PageJob;
  readonly text: PageText;
}

/** @throws SiteError TEMPLATE_FAILED with the page, and the errors of staging and of the threads. */
export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  const rows: PageRow[] = [];
  const { threads, templatesFile, sink } = input;
  const queue = new RenderQueue<RenderTicket>({
    threads,
    templatesFile,
    staging: sink.staging,
    onRendered: (rendered) => {
      const added = rendered.map(({ ticket: { position, shows, parts, ...page }, facts, sha256, bytes }) => {
        const row = { ...page, sha256, bytes };
        rows[position] = row;
        sink.add({ ...fileOf(row), sha256, bytes });
        return { ...row, shows, parts, facts };
      });
      input.pages.add(added);
    },
  });
  try {
    return await renderOrReuse(input, queue, rows);
  } finally {
    // The image stage needs the memory.
    await queue.close();
  }
}

/** What becomes the row of a page that is being rendered. */
interface RenderTicket extends Pick<NewPage, 'path' | 'locale' | 'chrome' | 'input' | 'parts' | 'shows'> {
  readonly position: number;
}

async function renderOrReuse(
  input: RenderInput,
  queue: RenderQueue<RenderTicket>,
  rows: PageRow[],
): Promise<RenderedPages> {
  const { routes, pages, signal, report } = input;
  const showsByChrome = new Map<string, readonly ShownEntry[]>();
  let reused = 0;
  const reportProgress = (seen: number) =>
    report({ kind: 'progress', stage: 'render', done: seen - queue.pending, total: routes.length });
  for (const [position, page] of preparePages(input)) {
    const { chrome } = page.job;
    showsByChrome.set(chrome.key, chrome.value.shows);
    const row = reusePage(input, page);
    if (row === null) await queue.add(ticketOf(position, page), queuedOf(page, input.snapshot));
    else {
      rows[position] = row;
      reused += 1;
    }
    if (position % PAGES_PER_REPORT !== PAGES_PER_REPORT - 1) continue;
    reportProgress(position + 1);
    // Without a pause, a signal (Ctrl+C) would never arrive while pages are reused.
    await nextTurn();
    signal.throwIfAborted();
  }
  await queue.finish();
  reportProgress(routes.length);
  const chromes = new Map(
    [...showsByChrome].map(([key, shows]) => {
      const facts = queue.fragments.get(key) ?? pages.findChrome(key)?.facts;
      if (facts === undefined) throw new Error(`The facts of the chrome ${key} are missing.`);
      return [key, { facts, shows }];
    }),
  );
  return { rows, chromes, reused };
}

/** Creates the inputs of routes, with their positions. */
export function* preparePages({
  routes,
  snapshot,
  kit,
  codes,
}: Pick<RenderInput, 'routes' | 'snapshot' | 'kit' | 'codes'>): Iterable<readonly [number, PreparedPage]> {
  for (const [position, route] of routes.entries()) {
    const { locale, template } = route;
    const context = kit.contexts.get(locale);
    if (context === undefined) throw new Error(`There is no context for ${locale}.`);
    const job = withPageError({ ...route, entry: describeEntry(route) }, () =>
      kit.inputs.create(context, loadEntry(route, snapshot)),
    );
    yield [position, { route, job, text: printPage(job, codes[template]) }];
  }
}

function loadEntry(route: PageRoute, { records }: ContentSnapshot): RoutedEntry {
  if (route.entry === null) return { route, entry: null };
  const { entry, factsByMark } = records.readLight(route.entry);
  return { route, entry, texts: { factsByMark, fill: (json) => fillPage(json, route, records) } };
}

/** JSON of a page with the long texts of its entry. */
function fillPage(json: string, { entry }: PageRoute, records: EntryReader): string {
  if (entry === null) return json;
  return fillTexts(json, { raw: () => records.readRaw(entry.digest), parsed: () => records.readEntry(entry) });
}

function ticketOf(position: number, { route: { path, locale }, job, text }: PreparedPage): RenderTicket {
  return {
    position,
    path,
    locale,
    chrome: job.chrome.key,
    input: text.hash,
    parts: hashParts(text),
    shows: text.shows,
  };
}

function queuedOf({ route, job, text: { keys, text: light } }: PreparedPage, { records }: ContentSnapshot): QueuedPage {
  const { path, template } = route;
  const text = fillPage(light, route, records);
  return {
    page: { path, template, entry: describeEntry(route), keys, text },
    shared: [job.site, job.words, job.chrome, job.chromeWords],
  };
}

/** Reuses a page if its input is unchanged and the out folder has it. Returns null otherwise. */
function reusePage({ pages, sink }: RenderInput, { route, text }: PreparedPage): PageRow | null {
  const row = pages.find(route.path);
  if (row?.input !== text.hash) return null;
  const { sha256, bytes } = row;
  return sink.keep({ ...fileOf(row), sha256, bytes }) ? row : null;
}

/** The place of a page in the out folder. */
export function fileOf({ path, locale }: Pick<PageRow, 'path' | 'locale'>) {
  return { path: outFileOf(path), kind: 'page', locale, owner: path } as const;
}

function describeEntry({ entry }: PageRoute): PageEntry | null {
  if (entry === null) return null;
  const { collection, site, id, title } = entry;
  return { collection, site, id, title };
}
