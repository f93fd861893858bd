// Commits a session: checks and writes the journal, then applies it. Ends sessions.

import { chmodSync, existsSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Report } from '../report/report-event.ts';
import type { CommitPlan } from './commit-plan.ts';
import type { DiskSync } from './disk-sync.ts';
import { findObstacles } from './find-obstacles.ts';
import { applyJournal, type Journal, removeEmptyFolders, writeJournal } from './journal.ts';
import type { LastOutput } from './last-output.ts';
import { writeManifest } from './manifest.ts';
import { lockLost, outPathTaken, outputError } from './output-errors.ts';
import type { OutputLock } from './output-lock.ts';
import type { OutputPlaces } from './output-places.ts';

/** An out folder that this process has locked. */
export interface OpenPlaces {
  readonly places: OutputPlaces;
  readonly lock: OutputLock;
  readonly last: LastOutput;
  readonly sync: DiskSync;
  /** Whether to replace files that no build wrote. */
  readonly isAdopted: boolean;
  readonly report: Report;
}

const PROGRESS_EVERY = 1000;
const PERMISSION_BITS = 0o7777;

/** Prepares a commit and writes its journal. After this, the commit can no longer be refused. */
export function prepareCommit(
  { places, lock, last, sync, isAdopted }: OpenPlaces,
  planned: CommitPlan,
  state: readonly string[],
): Journal {
  if (!lock.isHeld()) throw lockLost(places.lockFile, places.shownOutDir);
  // If the out folder is missing or empty, staging becomes the out folder.
  const isWhole = last.isEmpty;
  const isOurs = (path: string) => last.files.has(path);
  const obstacles = isWhole ? [] : findObstacles({ ...places, isOurs, isAdopted }, planned);
  if (obstacles.length > 0) throw outPathTaken(places.shownOutDir, obstacles);
  writeManifest(places.nextManifestFile, planned.rows);
  if (isWhole) {
    for (const path of planned.unpublished) rmSync(`${places.stagingDir}/${path}`, { force: true });
    removeEmptyFolders(places.stagingDir, planned.unpublished);
    if (existsSync(places.outDir)) chmodSync(places.stagingDir, statSync(places.outDir).mode & PERMISSION_BITS);
  }
  // Everything that the journal relies on.
  for (const dir of [places.cacheDir, places.sideDir]) {
    sync.tree(dir);
    sync.folder(dirname(dir));
  }
  const { moves, deletions } = isWhole ? { moves: [], deletions: [] } : planned;
  return writeJournal(places, { isWhole, moves, deletions, state }, sync);
}

/** Applies the journal and ends the session. If the first step fails, the journal is deleted and nothing has changed. */
export function finishCommit({ places, lock, sync, report }: OpenPlaces, journal: Journal): void {
  let moved = 0;
  let isOutDone = false;
  const moves = journal.moves.flat();
  const total = moves.length;
  const onMoved = (done: number) => {
    moved = done;
    if (done % PROGRESS_EVERY === 0 || done === total) report({ kind: 'progress', stage: 'write', done, total });
  };
  try {
    applyJournal(places, journal, { sync, onMoved, onOutDone: () => (isOutDone = true) });
    endSession(places, lock);
  } catch (cause) {
    const isUntouched = journal.isWhole
      ? existsSync(places.stagingDir)
      : moved === 0 && moves[0]?.replaces.length === 0;
    if (isUntouched) rmSync(places.journalFile, { force: true });
    endSession(places, lock);
    throw isUntouched
      ? outputError(cause, { outDir: places.shownOutDir, place: places.outDir, aftermath: 'untouched' })
      : commitError(cause, { places, isOutDone });
  }
}

/** The SiteError of a commit that stopped after its first step. The next build continues it. */
export function commitError(
  cause: unknown,
  { places, isOutDone }: { readonly places: OutputPlaces; readonly isOutDone: boolean },
): unknown {
  return outputError(cause, {
    outDir: places.shownOutDir,
    place: isOutDone ? places.cacheDir : places.outDir,
    aftermath: isOutDone ? 'published' : 'unfinished',
  });
}

/** Removes staging, unless a journal needs it or the lock is lost, and releases the lock. Never throws. */
export function endSession(places: OutputPlaces, lock: OutputLock): void {
  try {
    if (lock.isHeld()) removeStaging(places);
    lock.release();
    // Only if the folder is empty; otherwise this throws.
    rmdirSync(places.sideDir);
  } catch {
    // The next build removes the rest.
    lock.release();
  }
}

/** Removes the files of earlier builds next to the out folder, except for those that a journal needs. */
export function removeStaging({ stagingDir, dryRunDir, stateDir, journalFile, nextManifestFile }: OutputPlaces): void {
  const places = existsSync(journalFile) ? [] : [stagingDir, stateDir, `${journalFile}.tmp`, nextManifestFile];
  for (const place of [dryRunDir, ...places]) rmSync(place, { recursive: true, force: true });
}
