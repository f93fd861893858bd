// Runs tasks one at a time, in order, and joins the webhooks of a service: many saves at once cause one read.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ListName } from './site/site-reads.ts';

/** A queue of tasks. */
export interface Queue {
  /** Adds a task. Settles like it; a failed task does not stop the following ones. */
  readonly add: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Resolves when all tasks so far have ended. */
  readonly drain: () => Promise<void>;
}

/** Creates an empty queue. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  const add: Queue['add'] = (task) => {
    const added = last.then(task);
    last = added.catch(() => undefined);
    return added;
  };
  return { add, drain: () => add(async () => undefined) };
}

/** Reads lists; all of them for null. Resolves to whether anything has changed. */
export type Refresh = (lists: readonly ListName[] | null) => Promise<boolean>;

/** Milliseconds in which calls for all lists are joined: each uploaded file sends one. Calls that name an entry do not wait. */
const JOIN_MS = 250;

/** Calls of the returned function that come before its next read begins are answered by that read. One read runs at a time. */
export function joinRefreshes(read: Refresh): Refresh {
  let waiting: { lists: readonly ListName[] | null; readonly isChanged: Promise<boolean> } | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const begin = async (wait: number) => {
    await Promise.all([running, wait === 0 ? null : sleep(wait)]);
    const lists = waiting?.lists ?? null;
    waiting = null;
    const isChanged = read(lists);
    running = isChanged.catch(() => undefined);
    return isChanged;
  };
  return (lists) => {
    if (waiting === null) waiting = { lists, isChanged: begin(lists === null ? JOIN_MS : 0) };
    else waiting.lists = lists === null || waiting.lists === null ? null : [...waiting.lists, ...lists];
    return waiting.isChanged;
  };
}
