// Who takes the pages of lists apart: this thread, and where there are many one beside it, which cuts them. Neither bytes nor
// rows cross between the two. A thread that ends early costs time alone, since this one cuts for itself.

import { availableParallelism } from 'node:os';
import { type AskedThread, startThread } from '../../threads/worker-thread.ts';
import type { ListAnswer } from '../client/list-page.ts';
import type { SharedCut } from './page-thread.ts';
import { type CollectionPlace, type TakenEntry, takePage } from './take-entry.ts';

/** Takes the pages of one build. */
export interface PageTaker {
  /** Hears how many entries are coming, as far as that can be told. */
  readonly expect: (entries: number) => void;
  /** Lines of its entries stand in the bytes. @throws RequestFailure where the answer is no JSON. */
  readonly take: (bytes: Buffer, place: CollectionPlace) => Promise<ListAnswer<TakenEntry>>;
  readonly close: () => Promise<void>;
}

/** What a taker may be told. */
export interface TakerOptions {
  /** Threads of the build, this one among them; null leaves it to the number of entries and of cores. */
  readonly threads: number | null;
  /** Code of the thread. */
  readonly threadFile?: URL;
}

/** Fewer entries than these are taken here sooner than another thread would start. */
const ENTRIES_WORTH_THREAD = 5000;
/** Smaller pages are cut sooner than sent. */
const BYTES_WORTH_SENDING = 20_000;
/** Pages on their way to the thread: more would only wait there. */
const PAGES_UNDERWAY = 6;
/** As long as it starts, this thread has nothing better to do than to cut the others. */
const PAGES_AT_START = 2;
const THREAD_FILE = new URL('./page-thread.ts', import.meta.url);

/** Opens a taker; its thread is started when it is worth it. */
export function openPageTaker({ threads, threadFile = THREAD_FILE }: TakerOptions): PageTaker {
  const mayStart = (threads ?? availableParallelism()) > 1;
  let beside: AskedThread<Uint8Array, SharedCut | null> | null = null;
  let mostUnderway = PAGES_AT_START;
  return {
    expect: (entries) => {
      if (mayStart && entries >= ENTRIES_WORTH_THREAD) beside ??= startThread<Uint8Array, SharedCut | null>(threadFile);
    },
    take: async (bytes, place) => {
      if (beside === null || bytes.length < BYTES_WORTH_SENDING || beside.underway() >= mostUnderway)
        return takePage(bytes, place);
      return beside.ask(bytes).then(
        (cut) => {
          mostUnderway = PAGES_UNDERWAY;
          return takeCut(bytes, place, cut);
        },
        () => takePage(bytes, place),
      );
    },
    close: async () => {
      await beside?.close();
    },
  };
}

function takeCut(bytes: Buffer, place: CollectionPlace, cut: SharedCut | null): ListAnswer<TakenEntry> {
  if (cut === null) return takePage(bytes, place, null);
  const { list, printed } = cut;
  return takePage(printed === null ? bytes : Buffer.from(printed.buffer), place, list);
}
