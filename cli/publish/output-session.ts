// The door out: a build writes into staging, and one commit publishes what changed. Until the commit has written its journal
// the out folder is untouched; after that every page in it has its assets, and the next build finishes what was interrupted.

import { accessSync, constants, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SiteError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { OutputFile } from '../files/output-file.ts';
import { writePieces } from '../files/text-lines.ts';
import { assertOutPath } from '../paths/out-path.ts';
import type { Report } from '../report/report-event.ts';
import { type CommitPlan, type CommitScope, planCommit } from './commit-plan.ts';
import { createDiskSync, type DiskSync } from './disk-sync.ts';
import { applyJournal, assertNoLinks, type Journal, loadJournal } from './journal.ts';
import { assertMayBeOurs, type LastOutput, loadLastOutput } from './manifest/last-output.ts';
import { createWrittenFiles, type WrittenFile, type WrittenFiles } from './manifest/written-files.ts';
import { outputError } from './output-errors.ts';
import { takeLock } from './output-lock.ts';
import { findPlaces, type OutputPlaces } from './output-places.ts';
import { clearStaging, commitError, leave, type OpenPlaces, prepareCommit, publish } from './publish.ts';
import { makeStaging } from './staging.ts';
import { openStagingWriter, type StagedBytes, type StagingPlace, type StagingWriter } from './staging-writer.ts';

/** What a commit did, or would do, in files. */
interface CommitCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Assets that the site does without and that stay for visitors with an older page. */
  readonly kept: number;
}

/** Text, bytes or pieces of text. */
type StateContent = string | Uint8Array | Iterable<string>;

/** One build's way into the out folder. It ends with `commit` or `discard`. */
export interface OutputSession {
  /**
   * Takes one file. Synchronous; where the out folder has these bytes already, nothing is written.
   * @throws Error (a bug) for a path out of the folder, or one that was written before, compared without case;
   *   SiteError OUT_DISK_FULL, OUT_UNWRITABLE: then there is nothing left but `discard`.
   */
  write(file: OutputFile): StagedBytes;
  /** For {@link openStagingWriter} in a worker thread; each of its files is told to the session with `add`. */
  readonly staging: StagingPlace;
  /**
   * Takes one file that a writer of another thread staged. Where the out folder has these bytes already, the staged file goes.
   * @throws what `write` throws.
   */
  add(file: Omit<WrittenFile, 'isStaged'>): void;
  /** Whether the last build left a file of this path. */
  has(path: string): boolean;
  /** Takes over a file that the out folder holds already with these bytes; false where it does not. */
  keep(file: Omit<WrittenFile, 'isStaged'>): boolean;
  /**
   * Takes over everything that the last publication of this cache folder left; false, and nothing taken, where the out folder
   * was published by another one since, lacks anything, or is gone. Before any other file.
   */
  keepLast(): boolean;
  /** Takes one state file, relative to the cache folder, as text, bytes or pieces of text. It is installed after the out folder is complete. */
  writeState(path: string, content: StateContent): void;
  /** What `commit` would do. Changes nothing. */
  preview(scope: CommitScope): CommitCounts;
  /**
   * Publishes what changed, installs the state files and the manifest, and releases the lock.
   * @throws SiteError OUT_PATH_TAKEN, OUT_DISK_FULL, OUT_UNWRITABLE, OUT_LOCKED (exit 2), each saying what became of the out folder.
   */
  commit(scope: CommitScope): Promise<CommitCounts>;
  /**
   * Drops staging and releases the lock, after whatever stages in other threads has ended; does nothing after a commit.
   * Never throws.
   */
  discard(): void;
}

/** What a session is made of. */
interface OpenOutput extends OpenPlaces {
  readonly last: LastOutput;
  readonly written: WrittenFiles;
  readonly writer: StagingWriter;
  readonly isDryRun: boolean;
  readonly isAdopted: boolean;
  readonly assetReleasesKept: number;
}

/**
 * Opens the out folder for one build: takes its lock, finishes a commit that was interrupted, clears left-over staging.
 * A dry run leaves an interrupted commit as it is.
 * @throws SiteError OUT_LOCKED, OUT_NOT_OURS, OUT_UNWRITABLE, OUT_DISK_FULL, OUT_JOURNAL_DAMAGED, MANIFEST_DAMAGED (exit 2).
 */
export async function openOutput(options: {
  outDir: string;
  cacheDir: string;
  /** For how many releases a hashed asset stays that the site does without. */
  assetReleasesKept: number;
  /** Whether a power cut must not break the site either: waits for the disk at each step of the commit. */
  isSynced: boolean;
  /** A dry run publishes nothing, finishes nobody's commit, and stages where none is disturbed. */
  isDryRun: boolean;
  /** Take over an out folder with files of somebody else: those in the way are replaced, all others stay. */
  isAdopted?: boolean;
  report: Report;
}): Promise<OutputSession> {
  const { outDir, cacheDir, assetReleasesKept, isDryRun, isAdopted = false, report } = options;
  const sync = createDiskSync(options.isSynced);
  const found = guarded(outDir, outDir, () => findPlaces(outDir, cacheDir));
  const places = isDryRun ? { ...found, stagingDir: found.dryRunDir } : found;
  if (!isAdopted) guarded(outDir, outDir, () => assertMayBeOurs(places));
  guarded(outDir, cacheDir, () => makeWritableFolder(places.cacheDir));
  guarded(outDir, places.sideDir, () => makeWritableFolder(places.sideDir));
  const lock = await takeLock(places.lockFile, outDir).catch((cause: unknown) => {
    throw outputError(cause, { outDir, place: places.lockFile, aftermath: 'untouched' });
  });
  try {
    guarded(outDir, outDir, () => assertReplaceable(places));
    meetInterruptedCommit(places, { sync, isDryRun, report });
    return guarded(outDir, places.sideDir, () => {
      clearStaging(places);
      const last = loadLastOutput(places, { isAdopted });
      makeStaging(places.stagingDir);
      return createSession({
        places,
        lock,
        last,
        isFirst: last.isEmpty,
        sync,
        isDryRun,
        isAdopted,
        report,
        written: createWrittenFiles(),
        writer: openStagingWriter(places),
        assetReleasesKept,
      });
    });
  } catch (cause) {
    leave(places, lock);
    throw cause;
  }
}

function makeWritableFolder(dir: string): void {
  makeFolder(dir);
  accessSync(dir, constants.W_OK);
}

/** A mount point cannot be renamed onto, and nothing can be renamed into it. */
function assertReplaceable({ outDir, sideDir }: OutputPlaces): void {
  if (!existsSync(outDir)) return;
  accessSync(outDir, constants.W_OK);
  if (statSync(outDir).dev !== statSync(sideDir).dev) throw systemError('EXDEV', `${outDir} is a mount point.`);
}

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Finishes a commit that was interrupted; a dry run only tells of it. */
function meetInterruptedCommit(
  places: OutputPlaces,
  { sync, isDryRun, report }: { readonly sync: DiskSync; readonly isDryRun: boolean; readonly report: Report },
): void {
  const journal = loadJournal(places);
  if (journal === null) return;
  if (!isDryRun) finishCommit(places, journal, sync);
  const outcome = isDryRun
    ? 'the next build that is no dry run finishes that first. This one compares with what is there now.'
    : 'it is finished now.';
  report({
    kind: 'log',
    level: 'warning',
    text: `An earlier build was interrupted while it wrote the out folder; ${outcome}`,
  });
}

function finishCommit(places: OutputPlaces, journal: Journal, sync: DiskSync): void {
  let isOutDone = false;
  try {
    assertNoLinks(places, journal);
    applyJournal(places, journal, { sync, onMoved: () => {}, onOutDone: () => (isOutDone = true) });
  } catch (cause) {
    throw commitError(cause, { places, isOutDone });
  }
}

/** A session, and how far it is. */
interface RunningSession extends OpenOutput {
  /** Paths of the state files that were written. */
  readonly state: Set<string>;
  /** The plan of the last preview, while nothing was written since: the commit after it does just that. */
  previewed: { readonly scope: CommitScope; readonly planned: CommitPlan } | null;
  /** Nothing is taken any more. */
  isOver: boolean;
  /** Staging and lock are given up. */
  hasLeft: boolean;
}

function createSession(open: OpenOutput): OutputSession {
  const { places, last } = open;
  const session: RunningSession = {
    ...open,
    state: new Set(),
    previewed: null,
    isOver: false,
    hasLeft: false,
  };
  const step = <Result>(place: string, run: () => Result): Result => runStep(session, place, run);
  return {
    write: (file) => step(`${places.stagingDir}/${file.path}`, () => stageFile(session, file)),
    staging: { stagingDir: places.stagingDir, shownOutDir: places.shownOutDir },
    add: (file) => step(`${places.stagingDir}/${file.path}`, () => addStaged(session, file)),
    has: (path) => step(places.outDir, () => last.files.has(path)),
    keep: (file) => step(`${places.outDir}/${file.path}`, () => keepFile(session, file)),
    keepLast: () => step(places.outDir, () => keepLast(session)),
    writeState: (path, content) => step(`${places.stateDir}/${path}`, () => writeState(session, path, content)),
    preview: (scope) => step(places.outDir, () => countsOf(plan(session, scope))),
    commit: async (scope) => commit(session, scope),
    discard: () => discard(session),
  };
}

function discard(session: RunningSession): void {
  if (session.hasLeft) return;
  session.isOver = true;
  session.hasLeft = true;
  leave(session.places, session.lock);
}

/**
 * Runs one step. When the system refuses it, the session is over, and ends with `discard`: until then other threads may
 * still stage.
 */
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

function plan(session: RunningSession, scope: CommitScope): CommitPlan {
  const { places, written, last, assetReleasesKept, previewed } = session;
  if (previewed?.scope === scope) return previewed.planned;
  const planned = planCommit(
    {
      outDir: places.outDir,
      written,
      last: last.files,
      isCaseless: isCaseless(places),
      assetReleasesKept,
    },
    scope,
  );
  session.previewed = { scope, planned };
  return planned;
}

function commit(session: RunningSession, scope: CommitScope): CommitCounts {
  if (session.isDryRun) throw new Error('A dry run publishes nothing.');
  const { planned, journal } = prepare(session, scope);
  session.isOver = true;
  session.hasLeft = true;
  publish(session, journal);
  return countsOf(planned);
}

function prepare(session: RunningSession, scope: CommitScope) {
  const { places, last, state } = session;
  try {
    const planned = runStep(session, places.outDir, () => plan(session, scope));
    const prepared = () => prepareCommit({ ...session, isOurs: last.has }, planned, [...state]);
    return { planned, journal: runStep(session, places.sideDir, prepared) };
  } catch (cause) {
    discard(session);
    throw cause;
  }
}

function writeState({ places, state }: RunningSession, path: string, content: StateContent): void {
  assertOutPath(path);
  if (path === 'manifest.json' || state.has(path)) throw new Error(`The state file "${path}" is written already.`);
  state.add(path);
  makeFolder(dirname(`${places.stateDir}/${path}`));
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  writePieces(`${places.stateDir}/${path}`, pieces);
}

/** A file system without case finds the staging folder by another name. */
function isCaseless({ sideDir }: OutputPlaces): boolean {
  return existsSync(join(sideDir, 'STAGING'));
}

function addWritten(session: RunningSession, file: WrittenFile): void {
  session.previewed = null;
  session.written.add(file);
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

function addStaged(session: RunningSession, file: Omit<WrittenFile, 'isStaged'>): void {
  const { places, last } = session;
  assertOutPath(file.path);
  const isStaged = !last.holds(file.path, file.sha256, file.bytes);
  if (!isStaged) rmSync(`${places.stagingDir}/${file.path}`);
  addWritten(session, { ...file, isStaged });
}

function keepFile(session: RunningSession, file: Omit<WrittenFile, 'isStaged'>): boolean {
  if (!session.last.holds(file.path, file.sha256, file.bytes)) return false;
  // A path of the last manifest: it is checked when that is read.
  addWritten(session, { ...file, isStaged: false });
  return true;
}

function keepLast(session: RunningSession): boolean {
  const { places, last } = session;
  // The manifest beside an out folder that somebody deleted is still there.
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

function countsOf({ moves, deletions, unchanged, kept }: CommitPlan): CommitCounts {
  const count = (groups: readonly (readonly unknown[])[]) => groups.reduce((sum, group) => sum + group.length, 0);
  const replaced = moves.flatMap((group) => group.flatMap((move) => move.replaces)).length;
  return { written: count(moves), unchanged, deleted: count(deletions) + replaced, kept };
}

/** Runs something; what the system refuses becomes a SiteError that says that nothing was written. */
function guarded<Result>(outDir: string, place: string, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw outputError(cause, { outDir, place, aftermath: 'untouched' });
  }
}
