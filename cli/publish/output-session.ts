// The output of one build. Files are staged, and one commit moves those that changed to the out folder. The out folder is unchanged until
// the commit has written its journal. During the commit every page has its assets, and the next build finishes an interrupted commit.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SiteError } from '../errors.ts';
import type { OutputFile } from '../files/output-file.ts';
import { makeFolder, writePieces } from '../files/write-file.ts';
import { assertOutPath } from '../paths/out-path.ts';
import { endSession, finishCommit, type OpenPlaces, prepareCommit } from './commit.ts';
import { type CommitPlan, type CommitScope, planCommit } from './commit-plan.ts';
import { outputError } from './output-errors.ts';
import type { OutputPlaces } from './output-places.ts';
import type { StagedBytes, StagingPlace, StagingWriter } from './staging-writer.ts';
import type { WrittenFile, WrittenFiles } from './written-files.ts';

/** Numbers of files of a commit. */
export interface CommitCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Unused assets that stay for visitors with older pages. */
  readonly kept: number;
}

type StagedFile = Omit<WrittenFile, 'isStaged'>;

/** Ends with `commit` or `discard`. */
export interface OutputSession {
  /**
   * Adds a file. Writes it to staging unless the out folder already has it.
   * @throws Error (a bug) for a path outside the out folder or a path that is taken; SiteError OUT_DISK_FULL, OUT_UNWRITABLE. After a
   *   SiteError, only `discard` can be called.
   */
  write(file: OutputFile): StagedBytes;
  /** For {@link openStagingWriter} in another thread, whose files are then passed to `add`. */
  readonly staging: StagingPlace;
  /**
   * Adds a file that another thread staged. Deletes the staged file if the out folder already has it.
   * @throws as `write`.
   */
  add(file: StagedFile): void;
  /** Takes back a file that was added, so that it can be staged again. */
  drop(path: string): void;
  /** Whether the last build wrote the file. */
  has(path: string): boolean;
  /** Adds a file that is already in the out folder. Returns false if it is not there or has other content. */
  keep(file: StagedFile): boolean;
  /**
   * Adds all files of the last build. Returns false, and adds nothing, if files are missing or if a build with another cache folder
   * wrote the out folder since. Call it before all other methods.
   */
  keepLast(): boolean;
  /** Adds a state file, relative to the cache folder. It is installed when the out folder is complete. */
  writeState(path: string, content: string | Uint8Array | Iterable<string>): void;
  /** The counts of a commit, without changing files. */
  preview(scope: CommitScope): CommitCounts;
  /**
   * Moves changed files to the out folder, installs the state files and the manifest, and releases the lock.
   * @throws SiteError OUT_PATH_TAKEN, OUT_DISK_FULL, OUT_UNWRITABLE, OUT_LOCKED (exit 2).
   */
  commit(scope: CommitScope): Promise<CommitCounts>;
  /** Removes staging and releases the lock; after a commit it does nothing. No other thread may still be staging. Never throws. */
  discard(): void;
}

interface OpenOutput extends OpenPlaces {
  readonly written: WrittenFiles;
  readonly writer: StagingWriter;
  readonly isDryRun: boolean;
  readonly assetReleasesKept: number;
}

/** The state of a session. */
interface RunningSession extends OpenOutput {
  /** Paths of the written state files. */
  readonly state: Set<string>;
  /** The plan of the last preview, for the commit after it. Null after another file was added. */
  previewed: { readonly scope: CommitScope; readonly planned: CommitPlan } | null;
  /** After an error or a commit. */
  isOver: boolean;
  /** Staging is removed and the lock is released. */
  hasEnded: boolean;
}

export function createSession(open: OpenOutput): OutputSession {
  const { places, last } = open;
  const session: RunningSession = { ...open, state: new Set(), previewed: null, isOver: false, hasEnded: false };
  const step = <Result>(place: string, run: () => Result): Result => runStep(session, place, run);
  return {
    write: (file) => step(`${places.stagingDir}/${file.path}`, () => stageFile(session, file)),
    staging: { stagingDir: places.stagingDir, shownOutDir: places.shownOutDir },
    add: (file) => step(`${places.stagingDir}/${file.path}`, () => addStaged(session, file)),
    drop: (path) => step(`${places.stagingDir}/${path}`, () => dropFile(session, path)),
    has: (path) => step(places.outDir, () => last.files.has(path)),
    keep: (file) => step(`${places.outDir}/${file.path}`, () => keepFile(session, file)),
    keepLast: () => step(places.outDir, () => keepLast(session)),
    writeState: (path, content) => step(`${places.stateDir}/${path}`, () => writeState(session, path, content)),
    preview: (scope) => step(places.outDir, () => countFiles(plan(session, scope))),
    commit: async (scope) => commit(session, scope),
    discard: () => discard(session),
  };
}

/** Runs a step. Errors of the system end the session, but only `discard` cleans up, because other threads may still be staging. */
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

function dropFile(session: RunningSession, path: string): void {
  session.previewed = null;
  session.written.remove(path);
  rmSync(`${session.places.stagingDir}/${path}`, { force: true });
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
  // The manifest is next to the out folder, so it is still there if the out folder was deleted.
  if (last.isEmpty) return false;
  const published = [...last.files.values()].filter(({ outdatedBy }) => outdatedBy === undefined);
  const isSameCache = isSameFile(places.manifestFile, join(places.cacheDir, 'manifest.json'));
  if (!isSameCache || !published.every(({ path, sha256, bytes }) => last.holds(path, sha256, bytes))) return false;
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
  if (path === 'manifest.json' || state.has(path)) throw new Error(`The state file "${path}" was already written.`);
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

/** Whether the file system ignores case, and so finds the staging folder in upper case. */
function isCaseless({ sideDir }: OutputPlaces): boolean {
  return existsSync(join(sideDir, 'STAGING'));
}

function commit(session: RunningSession, scope: CommitScope): CommitCounts {
  if (session.isDryRun) throw new Error('A dry run cannot be committed.');
  const { places, state } = session;
  try {
    const planned = runStep(session, places.outDir, () => plan(session, scope));
    const journal = runStep(session, places.sideDir, () => prepareCommit(session, planned, [...state]));
    session.isOver = true;
    session.hasEnded = true;
    finishCommit(session, journal);
    return countFiles(planned);
  } catch (cause) {
    discard(session);
    throw cause;
  }
}

function discard(session: RunningSession): void {
  if (session.hasEnded) return;
  session.isOver = true;
  session.hasEnded = true;
  endSession(session.places, session.lock);
}

function countFiles({ moves, deletions, unchanged, kept }: CommitPlan): CommitCounts {
  const count = (groups: readonly (readonly unknown[])[]) => groups.reduce((sum, group) => sum + group.length, 0);
  const replaced = moves.flatMap((group) => group.flatMap((move) => move.replaces)).length;
  return { written: count(moves), unchanged, deleted: count(deletions) + replaced, kept };
}
