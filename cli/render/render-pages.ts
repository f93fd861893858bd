// Every route into staging, in route order: a page whose making would give what the last build gave is taken over, any
// other goes to a rendering thread. In memory stay the entries of two ranges, a few batches, and a row a page.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { RANGE_SIZE } from '../../config/constants.ts';
import type { Locale } from '../../config/locales.ts';
import type { Entry } from '../../content/collections.ts';
import { COMMON_WORDS, TEMPLATES } from '../../templates/template-ids.ts';
import type { NextRecords, PageRecord, PlannedRecord, PreviousRecords, RecordRow } from '../cache/page-records.ts';
import { openSegment } from '../cache/record-segments.ts';
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
import { createRenderQueue, type QueuedPage, type RenderQueue } from './render-queue.ts';
import type { RouteKeys } from './reuse/route-keys.ts';
import { createRowOrder, type RowOrder } from './reuse/row-order.ts';
import { templateFailed } from './template-failed.ts';

/** Where the records are, and what was rendered. */
export interface RenderedPages {
  /** Indexes of PageRecord, in route order. */
  readonly recordFiles: readonly string[];
  /** Every page as its row says, in route order. */
  readonly listPages: RowOrder['list'];
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
  /** Of the last build. */
  readonly previous: PreviousRecords;
  readonly records: NextRecords;
  readonly threads: RenderThreads;
  /** Does a piece of something else while pages are waited for; false where nothing is left of it. */
  readonly spare: () => boolean;
  readonly codes: TemplateCodes;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Renders and stages the routes. @throws SiteError TEMPLATE_FAILED that names the page, and what the pool throws. */
export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  const { routes, previous, records, kit, sink, signal, report } = input;
  const rows = createRowOrder(routes, records);
  const queue = createRenderQueue({
    threads: input.threads,
    shared: kit.inputs.shared,
    spare: input.spare,
    onRendered: (position, { path, locale, key, input: hash, template, chrome }, { sha256, bytes, at }) => {
      sink.add({ path: outFileOf(path), sha256, bytes, kind: 'page', locale, owner: path });
      rows.set(position, { path, key, input: hash, template, chrome, sha256, bytes, at, isReused: false });
    },
  });
  const findEntry = createEntryFinder(input.snapshot);
  const keptSegment = openSegment(records.segment('kept'));
  /** A record in a segment that is mostly dead is copied out of it, so that it can go. */
  const takeOver = (row: RecordRow): RecordRow => {
    const [at] = previous.isWorn(row) ? keptSegment.append([previous.readLines(row)]) : [row.at];
    return at === undefined ? row : { ...row, at };
  };
  try {
    for (const [position, route] of routes.entries()) {
      const kept = findKept(input, route) ?? makeInput(input, route, findEntry);
      if ('at' in kept) rows.set(position, takeOver(kept));
      else await queue.add(position, kept);
      if (position % RANGE_SIZE !== RANGE_SIZE - 1) continue;
      report({ kind: 'progress', stage: 'render', done: rows.count(), total: routes.length });
      // Lets a signal in: until here the range was one uninterrupted run.
      await nextTurn();
      signal.throwIfAborted();
    }
    await queue.finish();
    report({ kind: 'progress', stage: 'render', done: rows.count(), total: routes.length });
  } finally {
    keptSegment.close();
  }
  const fragmentFacts = new Map([...rows.chromes()].map((chrome) => [chrome, findFragment(chrome, queue, previous)]));
  const recordFiles = rows.finish(fragmentFacts);
  return {
    recordFiles,
    listPages: rows.list,
    fragmentFacts,
    ...rows.totals(),
  };
}

/** The locales of some routes, each once. */
export function listLocales(routes: readonly PageRoute[]): readonly Locale[] {
  return [...new Set(routes.map(({ locale }) => locale))];
}

function findFragment(
  chrome: string,
  { fragments }: RenderQueue,
  { findFragment: findPrevious }: PreviousRecords,
): FragmentFacts {
  const facts = fragments.get(chrome) ?? findPrevious(chrome);
  if (facts === undefined) throw new Error(`No facts of the chrome ${chrome}.`);
  return facts;
}

/** The row of a page that the last build left as this one would make it, told by its key alone; else null. */
function findKept({ kit, codes, sink, keys, previous }: RenderInput, route: PageRoute): RecordRow | null {
  const last = previous.find(route.path);
  if (last === undefined || last.key === null || last.template !== codes[route.template].key) return null;
  if (keys.findKey(contextOf(kit, route), route) !== last.key) return null;
  return keep(sink, route, last) ? { ...last, isReused: true } : null;
}

function keep(sink: PageSink, route: PageRoute, { sha256, bytes }: RecordRow): boolean {
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
function makeInput(input: RenderInput, route: PageRoute, findEntry: EntryFinder): RecordRow | QueuedPage {
  const { kit, codes, sink, keys, previous } = input;
  const context = contextOf(kit, route);
  try {
    const notes = kit.countNotes();
    const entry = findEntry(route);
    const page = kit.inputs.create(context, { route, entry });
    const key = kit.countNotes() === notes ? keys.findKey(context, route) : null;
    const { texts, parts, hash } = hashParts(page, findTexts(route, entry));
    const code = codes[route.template];
    const last = previous.find(route.path);
    const isSame = last !== undefined && last.input === hash && last.template === code.key;
    if (isSame && keep(sink, route, last)) return { ...last, key, isReused: true };
    const { path, template } = route;
    const { shared } = page;
    const record: PlannedRecord = {
      parts,
      reason: explainRendering({ parts, template: code.key }, path, previous),
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
  previous: PreviousRecords,
): PageRecord['reason'] {
  const row = previous.find(path);
  if (row === undefined) return [previous.isLost(path) ? 'record' : 'new'];
  const last = previous.read(row);
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
