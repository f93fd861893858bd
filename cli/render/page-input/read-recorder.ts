// Records what a page reads while its input is created. All data is read through a LocaleContext, which records the name of each
// read. A page is reused if all its reads are unchanged (see ../reuse/page-reads.ts).

import type { Problem, ProblemPlace } from '../../errors.ts';

/** Kinds of reads. The name of a read is its kind, or its kind, a space and a key: `entry blog_articles 4711`, `words common`. */
export type ReadKind =
  | 'settings'
  | 'clock'
  | 'route'
  | 'entry'
  | 'page-entry'
  | 'card'
  | 'collection'
  | 'global'
  | 'shared'
  | 'list'
  | 'related'
  | 'neighbours'
  | 'page'
  | 'list-page'
  | 'detail'
  | 'localisations'
  | 'switcher'
  | 'link'
  | 'image'
  | 'share-image'
  | 'words'
  | 'template-words'
  | 'site'
  | 'chrome';

interface Recorded<Value> {
  readonly value: Value;
  /** Names of reads, without duplicates. */
  readonly reads: Iterable<string>;
  readonly problems: readonly Problem[];
}

/** Splits the name of a read. */
export function parseRead(name: string): readonly [kind: ReadKind, key: string] {
  const [kind, key] = splitFirst(name);
  return [kind as ReadKind, key];
}

/** Splits a text at its first space: ids of the content service may have spaces. */
export function splitFirst(text: string): readonly [first: string, rest: string] {
  const end = text.indexOf(' ');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

/** Records reads and problems. */
export interface ReadRecorder {
  readonly add: (kind: ReadKind, key?: string) => void;
  /** Adds the page to a problem that names no entry. */
  readonly report: (problem: Problem) => void;
  /** Calls `create` for the page at this place. */
  readonly within: <Value>(page: ProblemPlace, create: () => Value) => Value;
  /** Calls `create`, and returns its reads and problems with its value. */
  readonly record: <Value>(create: () => Value) => Recorded<Value>;
  /** Calls `create` and adds one read in place of all reads in it. For values that pages share; the digest covers the whole value. */
  readonly group: <Value>(kind: ReadKind, key: string, create: () => Value) => Value;
}

/** Creates a recorder. Reads outside of `record` are not recorded. `onProblem` gets every problem. */
export function createReadRecorder(onProblem: (problem: Problem) => void): ReadRecorder {
  let reads: Set<string> | null = null;
  let problems: Problem[] = [];
  let page: ProblemPlace = {};
  const add = (kind: ReadKind, key = '') => {
    reads?.add(key === '' ? kind : `${kind} ${key}`);
  };
  return {
    add,
    report: (given) => {
      const hasOwner = given.where.collection !== undefined;
      const problem = hasOwner ? given : { ...given, where: { ...page, ...given.where } };
      problems.push(problem);
      onProblem(problem);
    },
    within: (place, create) => {
      page = place;
      try {
        return create();
      } finally {
        page = {};
      }
    },
    record: (create) => {
      const recorded = { reads: new Set<string>(), problems: [] };
      ({ reads, problems } = recorded);
      try {
        return { value: create(), ...recorded };
      } finally {
        reads = null;
      }
    },
    group: (kind, key, create) => {
      add(kind, key);
      const outer = reads;
      reads = null;
      try {
        return create();
      } finally {
        reads = outer;
      }
    },
  };
}
