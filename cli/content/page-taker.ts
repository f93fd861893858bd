// Who takes the pages of lists apart: this thread, and one beside it where there are many. A thread that ends early costs time
// alone, since this one takes its pages again.

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EntryCut } from './cut-list.ts';
import type { ListAnswer } from './list-page.ts';
import { type CollectionPlace, type FoundEntry, type TakenEntry, takePage, withLines } from './take-entry.ts';

/** Takes the pages of one build. */
export interface PageTaker {
  /** Hears how many entries are coming, as far as that is known. */
  readonly expect: (entries: number) => void;
  /** Lines of its entries stand in the bytes. @throws RequestFailure where the answer is no JSON. */
  readonly take: (bytes: Buffer, place: CollectionPlace) => Promise<ListAnswer<TakenEntry>>;
  readonly close: () => Promise<void>;
}

/** A page on its way to the thread. */
export interface SentPage {
  readonly bytes: Buffer;
  readonly place: CollectionPlace;
}

/** What comes back: texts, which cross for the price of their characters. Null where this thread is to find out what is wrong. */
export type ThreadAnswer = null | {
  /** The page as JSON. Lines that are texts are null there. */
  readonly page: string;
  /** These lines, with line breaks between them. */
  readonly lines: string;
};

/** What a taker may be told. */
export interface TakerOptions {
  /** Threads of the build, this one among them; null leaves it to the number of entries and of cores. */
  readonly threads: number | null;
  /** Code of the thread. */
  readonly threadFile?: URL;
}

/** Fewer entries than these are taken here sooner than another thread would start. */
const ENTRIES_WORTH_THREAD = 8000;
/** Of two cores the other one has enough to do beside this thread: V8 cleans and compiles there, files are written. */
const CORES_WORTH_THREAD = 3;
/** Smaller pages are taken sooner than sent. */
const BYTES_WORTH_SENDING = 20_000;
/** Pages on their way to the thread: more would only wait there. */
const PAGES_UNDERWAY = 3;
/** MB of the thread's heap: it holds one page at a time. An answer that needs more is taken by this thread, without a limit. */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 } as const;
const THREAD_FILE = new URL('./page-thread.ts', import.meta.url);

/** Opens a taker; its thread is started when it is worth it. */
export function openPageTaker({ threads, threadFile = THREAD_FILE }: TakerOptions): PageTaker {
  const mayStart = threads === null ? availableParallelism() >= CORES_WORTH_THREAD : threads > 1;
  let beside: PageThread | null = null;
  return {
    expect: (entries) => {
      if (mayStart && entries >= ENTRIES_WORTH_THREAD) beside ??= startThread(threadFile);
    },
    take: async (bytes, place) => {
      const isSent = bytes.length >= BYTES_WORTH_SENDING && beside?.isFree() === true;
      const answer = isSent ? await beside?.take({ bytes, place }) : null;
      return answer ?? takePage(bytes, place);
    },
    close: async () => {
      await beside?.close();
    },
  };
}

interface PageThread {
  /** Whether it runs and would take another page soon. */
  readonly isFree: () => boolean;
  /** Null where the thread could not. */
  readonly take: (page: SentPage) => Promise<ListAnswer<TakenEntry> | null>;
  readonly close: () => Promise<void>;
}

function startThread(file: URL): PageThread {
  const worker = new Worker(fileURLToPath(file), { resourceLimits: HEAP_LIMITS });
  /** In the order in which they were handed over; answers come in the same. */
  const waiting: ((answer: ThreadAnswer) => void)[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
    for (const resolve of waiting.splice(0)) resolve(null);
  };
  worker.on('message', (answer: ThreadAnswer) => waiting.shift()?.(answer));
  worker.on('error', end);
  worker.on('exit', end);
  return {
    isFree: () => !isOver && waiting.length < PAGES_UNDERWAY,
    take: async (page) => {
      const answer = await new Promise<ThreadAnswer>((resolve) => {
        waiting.push(resolve);
        worker.postMessage(page);
      });
      return answer === null ? null : withLines(joinAnswer(answer), page.bytes);
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

function joinAnswer({ page, lines }: ThreadAnswer & object): ListAnswer<FoundEntry> {
  const parsed: ListAnswer<Omit<FoundEntry, 'line'> & { readonly line: EntryCut | null }> = JSON.parse(page);
  if ('fault' in parsed) return parsed;
  const texts = lines.split('\n').values();
  return {
    ...parsed,
    entries: parsed.entries.map((entry) => ({ ...entry, line: entry.line ?? texts.next().value ?? '' })),
  };
}
