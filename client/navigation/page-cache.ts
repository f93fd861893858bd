// A small cache, so that going back shows a page at once.

/** Removes the value that was not used for the longest time. */
export interface PageCache<Value> {
  readonly find: (key: string) => Value | undefined;
  readonly keep: (key: string, value: Value) => void;
  readonly forget: (key: string) => void;
}

/** Creates an empty cache of at most `size` values. */
export function createPageCache<Value>(size: number): PageCache<Value> {
  const values = new Map<string, Value>();
  const keep = (key: string, value: Value) => {
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > size && oldest !== undefined) values.delete(oldest);
  };
  return {
    keep,
    find: (key) => {
      const value = values.get(key);
      if (value !== undefined) keep(key, value);
      return value;
    },
    forget: (key) => void values.delete(key),
  };
}
