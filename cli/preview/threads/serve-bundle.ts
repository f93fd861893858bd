// What every thread of the preview begins with: it makes itself ready, and then runs the bundle that it is told to run.

import { parentPort } from 'node:worker_threads';
import type { Report } from '../../report/report-event.ts';
import { type Calls, createThreadReport, serveCalls } from './thread-calls.ts';

/** The first call of a thread: what it runs, and with what. */
export interface ThreadStart {
  /** Path or file URL, as the kind of thread wants it. */
  readonly bundle: string;
  readonly options: unknown;
}

/** Makes the calls of a bundle. */
export type CreateCalls = (start: ThreadStart, report: Report) => Promise<Calls>;

/** Runs everything once with what it is given, so that the start in earnest is fast. */
export type Rehearse = (rehearsal: never) => Promise<void>;

/** Waits for the first call, `start`, and answers the bundle's own calls from then on. */
export function serveBundle(createCalls: CreateCalls, rehearse: Rehearse): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a thread of its own.');
  let calls: Calls = {};
  const start = async (wanted: ThreadStart): Promise<null> => {
    calls = await createCalls(wanted, createThreadReport(port));
    return null;
  };
  const own: Calls = {
    start,
    rehearse: async (rehearsal: never): Promise<null> => {
      await rehearse(rehearsal);
      return null;
    },
  };
  serveCalls(port, (name) => calls[name] ?? own[name]);
}
