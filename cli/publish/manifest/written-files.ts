// What one build wrote so far: no path twice, none that is a file and a folder, also as seen by a file system without case.
// Held in columns: a row a file would be most of what a build of 100,000 pages holds at its end.

import type { Locale } from '../../../config/locales.ts';
import type { OutputKind } from '../../files/output-file.ts';
import { assertOutPath, caselessPath, foldersAbove } from '../../paths/out-path.ts';

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

/** What stands at a path that is a folder, where a file has its number. */
const FOLDER = -1;

/** An empty register. */
export function createWrittenFiles(): WrittenFiles {
  const takers = new Map<string, number>();
  const columns = createColumns();
  /** What stands at a path or in its way, as a sentence; null where it is free. */
  const findTaker = (path: string): string | null => {
    const key = caselessPath(path);
    const earlier = takers.get(key);
    if (earlier === FOLDER) return `"${path}" is a folder of this build and cannot be a file.`;
    if (earlier !== undefined) return `"${path}" was written already in this build, as "${columns.pathAt(earlier)}".`;
    for (const folder of foldersAbove(key)) {
      const taker = takers.get(folder);
      if (taker === FOLDER) return null;
      if (taker !== undefined) return `"${path}" needs a folder where this build wrote the file "${folder}".`;
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
      if (takers.has(key)) throw new Error(findTaker(file.path) ?? file.path);
      for (const folder of foldersAbove(key)) {
        const taker = takers.get(folder);
        if (taker === FOLDER) break;
        if (taker !== undefined) throw new Error(findTaker(file.path) ?? file.path);
        takers.set(folder, FOLDER);
      }
      takers.set(key, columns.count());
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
  const distinctTraits: FileTrait[] = [];
  const traitOf = ({ kind, locale, isStaged }: FileTrait): FileTrait => {
    const isSame = (trait: FileTrait | undefined) =>
      trait?.kind === kind && trait.locale === locale && trait.isStaged === isStaged;
    // Files of a kind follow each other.
    const last = traits.at(-1);
    const known = isSame(last) ? last : distinctTraits.find(isSame);
    if (known !== undefined) return known;
    const trait = { kind, locale, isStaged };
    distinctTraits.push(trait);
    return trait;
  };
  let digests = Buffer.alloc(FIRST_ROOM * DIGEST_BYTES);
  const valueAt = <Value>(column: readonly Value[], number: number): Value => {
    const value = column[number];
    if (value === undefined) throw new Error(`No file ${number} was written.`);
    return value;
  };
  const pathAt = (number: number) => valueAt(paths, number);
  const traitAt = (number: number) => valueAt(traits, number);
  return {
    push: (file: WrittenFile) => {
      const { path, sha256, bytes, owner } = file;
      const start = paths.length * DIGEST_BYTES;
      if (start === digests.length) digests = Buffer.concat([digests], digests.length * 2);
      if (digests.write(sha256, start, 'hex') !== DIGEST_BYTES) throw new Error(`"${sha256}" is no SHA-256.`);
      paths.push(path);
      owners.push(owner);
      sizes.push(bytes);
      traits.push(traitOf(file));
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
