// What the input of a page is made of. Page inputs read everything through a LocaleContext, which notes each read under a
// name; a page is reused while all that it read is unchanged (see ../reuse/page-reads.ts).

import type { Problem } from '../../errors.ts';

/** Kinds of reads. A name is a kind, or a kind, a blank and a key: `entry blog_articles 4711`, `words common`. */
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

/** What was made, what was read for it, and what was found wrong meanwhile. */
interface Recorded<Made> {
  readonly made: Made;
  /** Names of reads, each once. */
  readonly reads: Iterable<string>;
  readonly problems: readonly Problem[];
}

/** The kind and the key of a read. */
export function parseRead(name: string): readonly [kind: ReadKind, key: string] {
  const [kind, key] = splitFirst(name);
  return [kind as ReadKind, key];
}

/** The first word, and what follows it: ids of a service may have blanks. */
export function splitFirst(text: string): readonly [first: string, rest: string] {
  const end = text.indexOf(' ');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

/** Notes reads. */
export interface ReadRecorder {
  readonly note: (kind: ReadKind, key?: string) => void;
  readonly report: (problem: Problem) => void;
  /** Runs `make`, and returns what was read in it. */
  readonly record: <Made>(make: () => Made) => Recorded<Made>;
  /** Runs `make` as one read: pages share what it makes, and its digest covers what is read in it. */
  readonly asOneRead: <Made>(kind: ReadKind, key: string, make: () => Made) => Made;
}

/** Makes a recorder. What is read outside of `record` is not noted. @param onProblem takes all that is reported. */
export function createReadRecorder(onProblem: (problem: Problem) => void): ReadRecorder {
  let reads: Set<string> | null = null;
  let problems: Problem[] = [];
  const note = (kind: ReadKind, key = '') => {
    reads?.add(key === '' ? kind : `${kind} ${key}`);
  };
  return {
    note,
    report: (problem) => {
      problems.push(problem);
      onProblem(problem);
    },
    record: (make) => {
      const recorded = { reads: new Set<string>(), problems: [] };
      ({ reads, problems } = recorded);
      try {
        return { made: make(), ...recorded };
      } finally {
        reads = null;
      }
    },
    asOneRead: (kind, key, make) => {
      note(kind, key);
      const outer = reads;
      reads = null;
      try {
        return make();
      } finally {
        reads = outer;
      }
    },
  };
}
