// Processes that tests start.

import type { ChildProcess } from 'node:child_process';
import process from 'node:process';

const running = new Set<ChildProcess>();

/** Kills those that still run. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

process.on('exit', killAll);

/** Kills a process at the end of the test file, if it still runs. */
export function killAtEnd<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
