// What every thread of the preview begins with: packages are loaded ahead, then the bundle that it is told to run.

import { parentPort, workerData } from 'node:worker_threads';
import type { Report } from '../../report-event.ts';
import type { ThreadStart } from './preview-thread.ts';
import { type Calls, createThreadReport, serveCalls } from './thread-calls.ts';

/** Makes the calls of a loaded bundle. */
export type CreateCalls = (bundle: unknown, options: unknown, report: Report) => Calls | Promise<Calls>;

/** Waits for the first call, `start`, and answers the bundle's own calls from then on. */
export function serveBundle(createCalls: CreateCalls): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a thread of its own.');
  const { packages }: { packages: readonly string[] } = workerData;
  const isWarm = loadAhead(packages);
  let calls: Calls = {};
  const start = async ({ bundle, options }: ThreadStart): Promise<null> => {
    await isWarm;
    calls = await createCalls(await import(bundle), options, createThreadReport(port));
    return null;
  };
  serveCalls(port, (name) => (name === 'start' ? start : calls[name]));
}

/** One after the other: a package that two others require at once is refused by Node while it is half loaded. */
async function loadAhead(packages: readonly string[]): Promise<void> {
  // What cannot be loaded ahead is loaded, and reported, by the bundle that needs it.
  for (const url of packages) await import(url).catch(() => undefined);
}
