// Pages on their way to the threads: gathered into batches, each with the shared values that its thread does not know.

import type { Locale } from '../../config/locales.ts';
import type { PageInput, SharedKeys } from '../../templates/page-input.ts';
import type { PageRow } from '../cache/page-cache.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import type { PageInputs } from './page-input/create-page-input.ts';
import type { InputTexts } from './page-input/hash-parts.ts';
import type { PageBatch, PageWork, RenderedBatch, RenderedPage, ToldInput } from './page-work.ts';
import { LOCAL_THREAD, type RenderPool, type RenderThreads } from './render-pool.ts';

/** A page that waits for its thread, with what its row will say. */
export interface QueuedPage extends Pick<PageRow, 'key' | 'input' | 'template'> {
  readonly work: Omit<PageWork, 'input'>;
  readonly page: PageInput;
  /** The same as JSON. */
  readonly texts: InputTexts;
  readonly locale: Locale;
}

/** What is kept of a page while a thread has it: neither its input nor its record, which are most of what a batch weighs. */
interface SentPage
  extends Omit<QueuedPage, 'work' | 'page' | 'texts'>,
    Pick<PageWork, 'path'>,
    Pick<SharedKeys, 'chrome'> {}

/** Takes pages, and tells what became of each. */
export interface RenderQueue {
  /** Waits while the threads have enough to do. @throws what a thread threw meanwhile. */
  readonly add: (position: number, page: QueuedPage) => Promise<void>;
  /** Resolves when everything is rendered. @throws as above. */
  readonly finish: () => Promise<void>;
  /** Facts of each chrome that was rendered. */
  readonly fragments: ReadonlyMap<string, FragmentFacts>;
}

/** A page that came back from its thread. */
export interface Rendered {
  readonly position: number;
  readonly page: SentPage;
  readonly made: RenderedPage;
}

/** What a queue is made of. */
export interface QueueInput {
  readonly threads: RenderThreads;
  readonly shared: PageInputs['shared'];
  /** Takes the pages of a batch. */
  readonly onRendered: (rendered: readonly Rendered[]) => void;
}

/** Pages that go to a thread in one message. */
const BATCH_SIZE = 40;
/**
 * Characters of an input that is kept out of this thread, whose heap has no limit: most pages have a tenth of it. A template
 * that grows without end on little input ends the process all the same.
 */
const LARGE_INPUT = 200_000;
/** Fewer than these are rendered here sooner than other threads would start. */
export const PAGES_WORTH_THREAD = 300;

type Queued = readonly [position: number, page: QueuedPage];
type Sent = readonly [position: number, page: SentPage];

/** Starts a queue. Threads that were not started yet are when there is enough to do for them. */
export function createRenderQueue({ threads, shared, onRendered }: QueueInput): RenderQueue {
  const fragments = new Map<string, FragmentFacts>();
  const knownByThread = new Map<number, Set<string>>();
  const underway = new Set<Promise<void>>();
  let waiting: Queued[] = [];
  let pool: RenderPool | null = null;
  let failure: { readonly cause: unknown } | null = null;

  const createBatch = (thread: number, queued: readonly Queued[]): PageBatch => {
    const known = knownByThread.get(thread) ?? new Set<string>();
    knownByThread.set(thread, known);
    const isHere = thread === LOCAL_THREAD;
    const pages = queued.map(
      ([, queuedPage]): PageWork => ({
        ...queuedPage.work,
        input: isHere ? queuedPage.page : tellInput(queuedPage, shared),
      }),
    );
    return { shared: findUnknown(shared, pages, known), pages };
  };
  const send = async (queued: readonly Queued[], to: RenderPool) => {
    const isLarge = queued.some(([, { texts }]) => countCharacters(texts) > LARGE_INPUT);
    const batch = { create: (thread: number) => createBatch(thread, queued), isLarge };
    await to.ready(batch);
    if (failure !== null) throw failure.cause;
    awaitBatch(queued.map(describeSent), to.render(batch));
  };
  // A function of its own: what it waits with does not know the queued pages.
  const awaitBatch = (sent: readonly Sent[], batch: Promise<RenderedBatch>) => {
    const task = batch
      .then(({ pages, fragments: rendered }) => {
        for (const [chrome, facts] of rendered) fragments.set(chrome, facts);
        onRendered(
          sent.map(([position, page], index) => {
            const made = pages[index];
            if (made === undefined) throw new Error(`${page.path} did not come back from its thread.`);
            return { position, page, made };
          }),
        );
      })
      .catch((cause: unknown) => {
        failure ??= { cause };
      })
      .finally(() => underway.delete(task));
    underway.add(task);
  };
  const sendWhole = async (size: number, to: RenderPool) => {
    while (waiting.length >= size && waiting.length > 0) {
      const queued = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
      await send(queued, to);
    }
  };
  return {
    fragments,
    add: async (position, page) => {
      if (failure !== null) throw failure.cause;
      waiting.push([position, page]);
      if (!threads.hasStarted() && waiting.length < PAGES_WORTH_THREAD) return;
      pool ??= await threads.start();
      if (waiting.length >= BATCH_SIZE) await sendWhole(BATCH_SIZE, pool);
    },
    finish: async () => {
      if (waiting.length > 0) {
        pool ??= await threads.startFew();
        await sendWhole(1, pool);
      }
      await Promise.all(underway);
      if (failure !== null) throw failure.cause;
    },
  };
}

function describeSent([position, { work, locale, key, input, template }]: Queued): Sent {
  return [position, { path: work.path, chrome: work.shared.chrome, locale, key, input, template }];
}

/** What another thread is told of an input, besides the values that it shares. */
function tellInput({ work, page, texts }: QueuedPage, { related }: PageInputs['shared']): ToldInput {
  const key = work.shared.related;
  if (key === null || related.has(key) || !('related' in page.props)) return { texts, related: null };
  return { texts, related: page.props.related };
}

function countCharacters({ props, head, surroundings, html }: InputTexts): number {
  return html.reduce((sum, { length }) => sum + length, props.length + head.length + surroundings.length);
}

/** The shared values of some pages that a thread was not told of yet; it is told now. */
function findUnknown(
  { chromes, words, sites, related }: PageInputs['shared'],
  pages: readonly PageWork[],
  known: Set<string>,
): PageBatch['shared'] {
  const isNew = (key: string) => !known.has(key) && known.add(key) !== undefined;
  const newChromes = pages.flatMap(({ shared: { chrome } }) => (isNew(`chrome ${chrome}`) ? [chrome] : []));
  const told = newChromes.map((key) => ({ key, ...assertThere(chromes, key) }));
  const wordKeys = [...told.map((chrome) => chrome.words), ...pages.map(({ shared }) => shared.words)];
  const newLists = pages.flatMap(({ shared: { related: key } }) => {
    const cards = key === null ? undefined : related.get(key);
    return key === null || cards === undefined || !isNew(`related ${key}`) ? [] : [{ key, cards }];
  });
  return {
    chromes: told,
    sites: pages.flatMap(({ shared: { site: key } }) =>
      isNew(`site ${key}`) ? [{ key, site: assertThere(sites, key) }] : [],
    ),
    related: newLists,
    words: wordKeys.flatMap((key) => (isNew(`words ${key}`) ? [{ key, value: assertThere(words, key) }] : [])),
  };
}

function assertThere<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`No shared value ${key}.`);
  return value;
}
