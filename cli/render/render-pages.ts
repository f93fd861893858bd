// Every route into staging, in route order: a page whose making would give what the last build gave is taken over, any
// other goes to a rendering thread. In memory stay the entries of two ranges, a few batches, and a row a page.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGES_PER_REPORT } from '../../config/constants.ts';
import type { Entry } from '../../content/collections.ts';
import { COMMON_WORDS, TEMPLATES } from '../../templates/template-ids.ts';
import type { PageCache, PageRecord, PageRow, PlannedRecord } from '../cache/page-cache.ts';
import type { TemplateCodes } from '../code/template-keys.ts';
import { type FindRangeEntry, openRangeEntries } from '../content/intake/entries.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { SiteError } from '../errors.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import type { OutputSession } from '../publish/output-session.ts';
import type { Report } from '../report/report-event.ts';
import { hashParts, type NamedTexts } from './page-input/hash-parts.ts';
import type { LocaleContext } from './page-input/locale-context.ts';
import type { PageKit } from './page-kit.ts';
import type { RenderThreads } from './render-pool.ts';
import { createRenderQueue, type QueuedPage, type Rendered, type RenderQueue } from './render-queue.ts';
import type { RouteKeys } from './reuse/route-keys.ts';
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
  readonly kit: Pick<PageKit, 'contexts' | 'inputs' | 'countNotes'>;
  /** Keys of all that inputs of pages are made of. */
  readonly keys: RouteKeys;
  readonly sink: PageSink;
  readonly cache: PageCache;
  readonly threads: RenderThreads;
  readonly codes: TemplateCodes;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Renders and stages the routes. @throws SiteError TEMPLATE_FAILED that names the page, and what the pool throws. */
export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  const { routes, cache, kit, sink, signal, report } = input;
  const rows: PageRow[] = [];
  let done = 0;
  const set = (position: number, row: PageRow) => {
    rows[position] = row;
    done += 1;
  };
  const queue = createRenderQueue({
    threads: input.threads,
    shared: kit.inputs.shared,
    onRendered: (rendered) => {
      const records = cache.add(rendered.map(({ made }) => made));
      for (const [index, { position, page, made }] of rendered.entries())
        set(position, takePage(sink, page, { ...made, record: records[index] ?? 0 }));
    },
  });
  const findEntry = createEntryFinder(input.snapshot);
  for (const [position, route] of routes.entries()) {
    const found = findKept(input, route) ?? makeInput(input, route, findEntry);
    if ('sha256' in found) set(position, found);
    else await queue.add(position, found);
    if (position % PAGES_PER_REPORT !== PAGES_PER_REPORT - 1) continue;
    report({ kind: 'progress', stage: 'render', done, total: routes.length });
    // Lets a signal in: until here the range was one uninterrupted run.
    await nextTurn();
    signal.throwIfAborted();
  }
  await queue.finish();
  report({ kind: 'progress', stage: 'render', done, total: routes.length });
  const chromes = new Set(rows.map(({ chrome }) => chrome));
  return {
    rows,
    fragmentFacts: new Map([...chromes].map((chrome) => [chrome, findFragment(chrome, queue, cache)])),
    ...countRows(rows),
  };
}

/** The row of a page that a thread staged. */
function takePage(
  sink: PageSink,
  { path, locale, key, input, template, chrome }: Rendered['page'],
  { sha256, bytes, record }: Pick<PageRow, 'sha256' | 'bytes' | 'record'>,
): PageRow {
  sink.add({ path: outFileOf(path), sha256, bytes, kind: 'page', locale, owner: path });
  return { path, locale, key, input, template, chrome, sha256, bytes, isReused: false, record };
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

/** The row of a page that the last build left as this one would make it, told by its key alone; else null. */
function findKept({ kit, codes, sink, keys, cache }: RenderInput, route: PageRoute): PageRow | null {
  const last = cache.find(route.path);
  if (last === undefined || last.key === null || last.template !== codes[route.template].key) return null;
  if (keys.findKey(contextOf(kit, route), route) !== last.key) return null;
  return keep(sink, route, last) ? { ...last, isReused: true } : null;
}

function keep(sink: PageSink, route: PageRoute, { sha256, bytes }: PageRow): boolean {
  return sink.keep({
    path: outFileOf(route.path),
    kind: 'page',
    locale: route.locale,
    owner: route.path,
    sha256,
    bytes,
  });
}

/** The page's input; a row where it is that of the last build. */
function makeInput(input: RenderInput, route: PageRoute, findEntry: EntryFinder): PageRow | QueuedPage {
  const { kit, codes, sink, keys, cache } = input;
  const context = contextOf(kit, route);
  try {
    const notes = kit.countNotes();
    const entry = findEntry(route);
    const page = kit.inputs.create(context, { route, entry });
    const key = kit.countNotes() === notes ? keys.findKey(context, route) : null;
    const { texts, parts, hash } = hashParts(page, findTexts(route, entry));
    const code = codes[route.template];
    const last = cache.find(route.path);
    const isSame = last !== undefined && last.input === hash && last.template === code.key;
    if (isSame && keep(sink, route, last)) return { ...last, key, isReused: true };
    const { path, template } = route;
    const { shared } = page;
    const record: PlannedRecord = {
      parts,
      reason: explainRendering({ parts, template: code.key }, path, cache),
      uses: {
        template,
        sources: code.sources,
        words: [...COMMON_WORDS, ...TEMPLATES[template].words],
        entry: describeEntry(route),
      },
    };
    return {
      work: { path, template, shared, record: JSON.stringify(record) },
      page,
      texts,
      locale: route.locale,
      key,
      input: hash,
      template: code.key,
    };
  } catch (cause) {
    throw cause instanceof SiteError
      ? cause
      : templateFailed({ ...route, record: JSON.stringify({ uses: { entry: describeEntry(route) } }) }, cause);
  }
}

function findTexts({ source }: PageRoute, entry: Entry | null): NamedTexts | null {
  if (entry === null || !('row' in source)) return null;
  const blocks = [...('content' in entry ? (entry.content ?? []) : []), ...('blocks' in entry ? entry.blocks : [])];
  return { digest: source.row.digest, texts: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) };
}

function contextOf({ contexts }: RenderInput['kit'], { locale }: PageRoute): LocaleContext {
  const context = contexts.get(locale);
  if (context === undefined) throw new Error(`No context for ${locale}.`);
  return context;
}

function describeEntry({ source }: PageRoute): PageRecord['uses']['entry'] {
  if (!('row' in source)) return null;
  const { collection, site, id, title } = source.row;
  return { collection, site, id, title };
}

/** What differs from the last record of the page: parts of its input, the template's code, or only the out folder. */
function explainRendering(
  { parts, template }: Pick<PageRecord, 'parts' | 'template'>,
  path: string,
  cache: PageCache,
): PageRecord['reason'] {
  const row = cache.find(path);
  if (row === undefined) return [cache.isLost(path) ? 'record' : 'new'];
  const last = cache.read(row);
  if (last === null) return ['record'];
  const changed = Object.keys(parts).filter((part) => parts[part] !== last.parts[part]);
  const reason = last.template === template ? changed : [...changed, 'template'];
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
