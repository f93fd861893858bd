// What one build wrote so far: no path twice, none that is a file and a folder, also as seen by a file system without case.
// Held in columns: a row a file would be most of what a build of 100,000 pages holds at its end.

import type { Locale } from '../../config/locales.ts';
import { assertOutPath, caselessPath, foldersAbove } from './out-path.ts';
import type { OutputKind } from './output-file.ts';

/** What is known of a file that a build wrote. */
export interface WrittenFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly kind: OutputKind;
  readonly locale: Locale | null;
  readonly owner: string | null;
  /** False where the out folder has it already. */
  readonly isStaged: boolean;
}

/** What many files have in common. */
type FileTrait = Pick<WrittenFile, 'kind' | 'locale' | 'isStaged'>;

/** The files of one build. */
export interface WrittenFiles {
  /** @throws Error (a bug of the caller) for a path out of the folder or one that is taken. */
  assertFree(path: string): void;
  /** Whether a file at this path would stand in the way of none of these. */
  isFree(path: string): boolean;
  /** @throws as `assertFree`, but for a path that is known to be one of a file inside the folder. */
  add(file: WrittenFile): void;
  /** How many there are. Their numbers count from 0 in the order of writing. */
  count(): number;
  /** One file by its number; its row is made when it is asked for. */
  at(number: number): WrittenFile;
  pathAt(number: number): string;
  traitAt(number: number): FileTrait;
}

const FIRST_ROOM = 1024;
const DIGEST_BYTES = 32;

/** An empty register. */
export function createWrittenFiles(): WrittenFiles {
  const numberByKey = new Map<string, number>();
  const folderKeys = new Set<string>();
  const columns = createColumns();
  /** What stands at a path or in its way, as a sentence; null where it is free. */
  const findTaker = (path: string): string | null => {
    const key = caselessPath(path);
    const earlier = numberByKey.get(key);
    if (earlier !== undefined) return `"${path}" was written already in this build, as "${columns.pathAt(earlier)}".`;
    if (folderKeys.has(key)) return `"${path}" is a folder of this build and cannot be a file.`;
    for (const folder of foldersAbove(key)) {
      if (folderKeys.has(folder)) return null;
      if (numberByKey.has(folder)) return `"${path}" needs a folder where this build wrote the file "${folder}".`;
    }
    return null;
  };
  return {
    ...columns,
    assertFree: (path) => {
      assertOutPath(path);
      const taker = findTaker(path);
      if (taker !== null) throw new Error(taker);
    },
    isFree: (path) => findTaker(path) === null,
    add: (file) => {
      const key = caselessPath(file.path);
      if (numberByKey.has(key) || folderKeys.has(key)) throw new Error(findTaker(file.path) ?? file.path);
      for (const folder of foldersAbove(key)) {
        if (folderKeys.has(folder)) break;
        if (numberByKey.has(folder)) throw new Error(findTaker(file.path) ?? file.path);
        folderKeys.add(folder);
      }
      numberByKey.set(key, columns.count());
      columns.push(file);
    },
  };
}

/** Digests as bytes, traits once. */
function createColumns() {
  const paths: string[] = [];
  const owners: (string | null)[] = [];
  const sizes: number[] = [];
  const traits: FileTrait[] = [];
  const traitByName = new Map<string, FileTrait>();
  let digests = Buffer.alloc(FIRST_ROOM * DIGEST_BYTES);
  const valueAt = <Value>(column: readonly Value[], number: number): Value => {
    const value = column[number];
    if (value === undefined) throw new Error(`No file ${number} was written.`);
    return value;
  };
  const pathAt = (number: number) => valueAt(paths, number);
  const traitAt = (number: number) => valueAt(traits, number);
  return {
    push: ({ path, sha256, bytes, kind, locale, owner, isStaged }: WrittenFile) => {
      const start = paths.length * DIGEST_BYTES;
      if (start === digests.length) digests = Buffer.concat([digests], digests.length * 2);
      if (digests.write(sha256, start, 'hex') !== DIGEST_BYTES) throw new Error(`"${sha256}" is no SHA-256.`);
      const name = `${kind} ${locale} ${isStaged}`;
      const trait = traitByName.get(name) ?? { kind, locale, isStaged };
      traitByName.set(name, trait);
      paths.push(path);
      owners.push(owner);
      sizes.push(bytes);
      traits.push(trait);
    },
    count: () => paths.length,
    pathAt,
    traitAt,
    at: (number: number): WrittenFile => ({
      path: pathAt(number),
      sha256: digests.toString('hex', number * DIGEST_BYTES, (number + 1) * DIGEST_BYTES),
      bytes: valueAt(sizes, number),
      owner: valueAt(owners, number),
      ...traitAt(number),
    }),
  };
}
