// Processes that tests start. A test that fails may not get to stop its own: what is left when its file ends is killed.

import type { ChildProcess } from 'node:child_process';
import process from 'node:process';
import { afterAll } from 'vitest';

const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

// Scripts that draw or measure pages use some helpers of tests, without vitest.
if (process.env.VITEST !== undefined) afterAll(killAll);
process.on('exit', killAll);

/** Kills a process at the end of the test file, if it still runs. */
export function killAtEnd<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
