// The program in a few files, bundled of the modules that it consists of: 250 of them take longer to find and to read one by
// one than most builds take to plan. Relied on: it runs only while every file that it was made of is the one that was read.

import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Ends in a slash. */
export const PROJECT = fileURLToPath(new URL('../', import.meta.url));
/** The file of the program itself, without its threads. */
const MAIN_FILE = 'main.cjs';

/** A file by its path, and what the file system tells of it: an edit that keeps size and modification time changes the rest. */
type Stamp = readonly [path: string, size: number, modifiedMs: number, changedMs: number, inode: number];

/** What is known of the last bundling. */
interface KeptProgram {
  readonly project: string;
  /** Of the bundles. */
  readonly folder: string;
  /** Of the bundles and of all that they were made of. */
  readonly stamps: readonly Stamp[];
}

const INDEX_FILE = 'program.json';
/** A file that was changed only just before it was read may change again within the same tick of the file system's clock. */
const SETTLED_AFTER_MS = 3000;

/** The file to run, or null where there is none of the modules as they are now. */
export function findProgram(codeDir: string): string | null {
  try {
    const { project, folder, stamps }: KeptProgram = JSON.parse(readFileSync(join(codeDir, INDEX_FILE), 'utf8'));
    return project === PROJECT && stamps.every(isSame) ? join(folder, MAIN_FILE) : null;
  } catch {
    return null; // None yet, or a file is gone.
  }
}

/** Bundles, and the moment before the first of their sources was read. */
interface BundledProgram {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly begunMs: number;
}

/**
 * Keeps bundles for the next run. Others may read or write that at the same time.
 * @throws Error where a source was changed since or only just before: nobody knows which of its bytes were read.
 */
export function storeProgram(codeDir: string, { folder, sources, begunMs }: BundledProgram): void {
  const bundles = readdirSync(folder).map((name) => join(folder, name));
  // What is kept is what was compared: a source that changes after that differs from it.
  const stamps = sources.map(stampOf);
  const late = stamps.find(([, , , changedMs]) => changedMs >= begunMs - SETTLED_AFTER_MS);
  if (late !== undefined) throw new Error(`${late[0]} was changed too late to be bundled.`);
  const kept: KeptProgram = { project: PROJECT, folder, stamps: [...stamps, ...bundles.map(stampOf)] };
  const file = join(codeDir, INDEX_FILE);
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, JSON.stringify(kept));
  renameSync(beside, file);
}

function isSame([path, ...known]: Stamp): boolean {
  const [, ...now] = stampOf(path);
  return known.every((value, index) => value === now[index]);
}

function stampOf(path: string): Stamp {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return [path, size, mtimeMs, ctimeMs, ino];
}
