// Runs tasks one at a time, in order.

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
