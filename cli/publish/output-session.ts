// One build's way into the out folder: it stages files, and one commit publishes what changed. Until the commit has written
// its journal the out folder is untouched; after that every page in it has its assets, and the next build finishes a commit
// that was interrupted.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SiteError } from '../errors.ts';
import type { OutputFile } from '../files/output-file.ts';
import { makeFolder, writePieces } from '../files/write-file.ts';
import { assertOutPath } from '../paths/out-path.ts';
import { finishCommit, leave, type OpenPlaces, prepareCommit } from './commit.ts';
import { type CommitPlan, type CommitScope, planCommit } from './commit-plan.ts';
import { outputError } from './output-errors.ts';
import type { OutputPlaces } from './output-places.ts';
import type { StagedBytes, StagingPlace, StagingWriter } from './staging-writer.ts';
import type { WrittenFile, WrittenFiles } from './written-files.ts';

/** What a commit did, or would do, in files. */
export interface CommitCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Assets that the site no longer uses and that stay for visitors with an older page. */
  readonly kept: number;
}

type StagedFile = Omit<WrittenFile, 'isStaged'>;

/** It ends with `commit` or `discard`. */
export interface OutputSession {
  /**
   * Takes one file. Where the out folder has these bytes already, nothing is written.
   * @throws Error (a bug) for a path outside the out folder or one that is taken; SiteError OUT_DISK_FULL, OUT_UNWRITABLE,
   *   after which only `discard` is left.
   */
  write(file: OutputFile): StagedBytes;
  /** For {@link openStagingWriter} in a worker thread; each of its files is passed to `add`. */
  readonly staging: StagingPlace;
  /**
   * Takes one file that the writer of another thread staged. Where the out folder has these bytes already, the staged file is
   * removed.
   * @throws what `write` throws.
   */
  add(file: StagedFile): void;
  /** Whether the last build left a file of this path. */
  has(path: string): boolean;
  /** Takes a file that the out folder already has with these bytes; false where it does not. */
  keep(file: StagedFile): boolean;
  /**
   * Takes everything that the last build with this cache folder left in the out folder. False, and nothing is taken, where
   * another build wrote the out folder since, or files are missing. Before any other file.
   */
  keepLast(): boolean;
  /** Takes one state file, relative to the cache folder. It is installed after the out folder is complete. */
  writeState(path: string, content: string | Uint8Array | Iterable<string>): void;
  /** What `commit` would do. Changes nothing. */
  preview(scope: CommitScope): CommitCounts;
  /**
   * Publishes what changed, installs the state files and the manifest, and releases the lock.
   * @throws SiteError OUT_PATH_TAKEN, OUT_DISK_FULL, OUT_UNWRITABLE, OUT_LOCKED (exit 2), each with the state of the out folder.
   */
  commit(scope: CommitScope): Promise<CommitCounts>;
  /** Removes staging and releases the lock; does nothing after a commit. Other threads must have stopped staging. Never throws. */
  discard(): void;
}

/** What a session is made of. */
interface OpenOutput extends OpenPlaces {
  readonly written: WrittenFiles;
  readonly writer: StagingWriter;
  readonly isDryRun: boolean;
  readonly assetReleasesKept: number;
}

/** A session and its progress. */
interface RunningSession extends OpenOutput {
  /** Paths of the state files that were written. */
  readonly state: Set<string>;
  /** The plan of the last preview, until another file is written: the commit after it does just that. */
  previewed: { readonly scope: CommitScope; readonly planned: CommitPlan } | null;
  /** Nothing is taken any more. */
  isOver: boolean;
  /** Staging is removed and the lock is released. */
  hasLeft: boolean;
}

/** Makes the session of an open out folder. */
export function createSession(open: OpenOutput): OutputSession {
  const { places, last } = open;
  const session: RunningSession = { ...open, state: new Set(), previewed: null, isOver: false, hasLeft: false };
  const step = <Result>(place: string, run: () => Result): Result => runStep(session, place, run);
  return {
    write: (file) => step(`${places.stagingDir}/${file.path}`, () => stageFile(session, file)),
    staging: { stagingDir: places.stagingDir, shownOutDir: places.shownOutDir },
    add: (file) => step(`${places.stagingDir}/${file.path}`, () => addStaged(session, file)),
    has: (path) => step(places.outDir, () => last.files.has(path)),
    keep: (file) => step(`${places.outDir}/${file.path}`, () => keepFile(session, file)),
    keepLast: () => step(places.outDir, () => keepLast(session)),
    writeState: (path, content) => step(`${places.stateDir}/${path}`, () => writeState(session, path, content)),
    preview: (scope) => step(places.outDir, () => countFiles(plan(session, scope))),
    commit: async (scope) => commit(session, scope),
    discard: () => discard(session),
  };
}

/** Runs one step. After a system error only `discard` is left, because other threads may still be staging. */
function runStep<Result>(session: RunningSession, place: string, run: () => Result): Result {
  if (session.isOver) throw new Error('The output session is over.');
  try {
    return run();
  } catch (cause) {
    const error = outputError(cause, { outDir: session.places.shownOutDir, place, aftermath: 'untouched' });
    if (error instanceof SiteError) session.isOver = true;
    throw error;
  }
}

function stageFile(session: RunningSession, file: OutputFile): StagedBytes {
  const { writer, last, written } = session;
  const { path, kind, locale, owner } = file;
  written.assertFree(path);
  let isStaged = true;
  const made = writer.write(path, file.content, ({ sha256, bytes }) => {
    isStaged = !last.holds(path, sha256, bytes);
    return !isStaged;
  });
  addWritten(session, { path, ...made, kind, locale, owner, isStaged });
  return made;
}

function addStaged(session: RunningSession, file: StagedFile): void {
  const { places, last } = session;
  assertOutPath(file.path);
  const isStaged = !last.holds(file.path, file.sha256, file.bytes);
  if (!isStaged) rmSync(`${places.stagingDir}/${file.path}`);
  addWritten(session, { ...file, isStaged });
}

function keepFile(session: RunningSession, file: StagedFile): boolean {
  if (!session.last.holds(file.path, file.sha256, file.bytes)) return false;
  addWritten(session, { ...file, isStaged: false });
  return true;
}

function keepLast(session: RunningSession): boolean {
  const { places, last } = session;
  // The manifest beside an out folder stays when the folder is deleted.
  if (last.isEmpty) return false;
  const published = [...last.files.values()].filter(({ outdatedBy }) => outdatedBy === undefined);
  const isOfThisCache = isSameFile(places.manifestFile, join(places.cacheDir, 'manifest.json'));
  if (!isOfThisCache || !published.every(({ path, sha256, bytes }) => last.holds(path, sha256, bytes))) return false;
  for (const { path, sha256, bytes, kind, locale, owner } of published)
    addWritten(session, { path, sha256, bytes, kind, locale, owner, isStaged: false });
  return true;
}

function isSameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}

function addWritten(session: RunningSession, file: WrittenFile): void {
  session.previewed = null;
  session.written.add(file);
}

function writeState(
  { places, state }: RunningSession,
  path: string,
  content: string | Uint8Array | Iterable<string>,
): void {
  assertOutPath(path);
  if (path === 'manifest.json' || state.has(path)) throw new Error(`The state file "${path}" is written already.`);
  state.add(path);
  makeFolder(dirname(`${places.stateDir}/${path}`));
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  writePieces(`${places.stateDir}/${path}`, pieces);
}

function plan(session: RunningSession, scope: CommitScope): CommitPlan {
  const { places, written, last, assetReleasesKept, previewed } = session;
  if (previewed?.scope === scope) return previewed.planned;
  const planned = planCommit(
    { outDir: places.outDir, written, last: last.files, isCaseless: isCaseless(places), assetReleasesKept },
    scope,
  );
  session.previewed = { scope, planned };
  return planned;
}

/** A file system that ignores case finds the staging folder by another name. */
function isCaseless({ sideDir }: OutputPlaces): boolean {
  return existsSync(join(sideDir, 'STAGING'));
}

function commit(session: RunningSession, scope: CommitScope): CommitCounts {
  if (session.isDryRun) throw new Error('A dry run publishes nothing.');
  const { places, state } = session;
  try {
    const planned = runStep(session, places.outDir, () => plan(session, scope));
    const journal = runStep(session, places.sideDir, () => prepareCommit(session, planned, [...state]));
    session.isOver = true;
    session.hasLeft = true;
    finishCommit(session, journal);
    return countFiles(planned);
  } catch (cause) {
    discard(session);
    throw cause;
  }
}

function discard(session: RunningSession): void {
  if (session.hasLeft) return;
  session.isOver = true;
  session.hasLeft = true;
  leave(session.places, session.lock);
}

function countFiles({ moves, deletions, unchanged, kept }: CommitPlan): CommitCounts {
  const count = (groups: readonly (readonly unknown[])[]) => groups.reduce((sum, group) => sum + group.length, 0);
  const replaced = moves.flatMap((group) => group.flatMap((move) => move.replaces)).length;
  return { written: count(moves), unchanged, deleted: count(deletions) + replaced, kept };
}
