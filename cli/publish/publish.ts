// The two halves of a commit, before and after its journal is written, and the end of a session.

import { chmodSync, existsSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Report } from '../report/report-event.ts';
import type { CommitPlan } from './commit-plan.ts';
import type { DiskSync } from './disk-sync.ts';
import { findObstacles } from './find-obstacles.ts';
import { applyJournal, type Journal, writeJournal } from './journal.ts';
import { writeManifest } from './manifest/write-manifest.ts';
import { lockLost, outPathTaken, outputError } from './output-errors.ts';
import type { OutputLock } from './output-lock.ts';
import type { OutputPlaces } from './output-places.ts';
import { removeStaged } from './staging.ts';

/** An out folder that this process has locked. */
export interface OpenPlaces {
  readonly places: OutputPlaces;
  readonly lock: OutputLock;
  /** The out folder is absent or empty, so that staging becomes the out folder. */
  readonly isFirst: boolean;
  readonly sync: DiskSync;
  readonly report: Report;
}

const PROGRESS_EVERY = 1000;
const PERMISSION_BITS = 0o7777;

/** What a commit may replace in the out folder. */
interface Replaceable {
  /** Whether the last build wrote a file of this path. */
  readonly isOurs: (path: string) => boolean;
  /** Replace files that no build wrote. */
  readonly isAdopted: boolean;
}

/** Everything up to and with the journal: the last moment at which a commit may still be refused. */
export function prepareCommit(
  { places, lock, isFirst, sync, isOurs, isAdopted }: OpenPlaces & Replaceable,
  planned: CommitPlan,
  state: readonly string[],
): Journal {
  if (!lock.isHeld()) throw lockLost(places.lockFile, places.shownOutDir);
  const obstacles = isFirst ? [] : findObstacles({ ...places, isOurs, isAdopted }, planned);
  if (obstacles.length > 0) throw outPathTaken(places.shownOutDir, obstacles);
  writeManifest(places.nextManifestFile, planned.rows);
  if (isFirst) {
    removeStaged(places.stagingDir, planned.unpublished);
    if (existsSync(places.outDir)) chmodSync(places.stagingDir, statSync(places.outDir).mode & PERMISSION_BITS);
  }
  syncBeforeJournal(places, sync);
  const { moves, deletions } = isFirst ? { moves: [], deletions: [] } : planned;
  return writeJournal(places, { isWhole: isFirst, moves, deletions, state }, sync);
}

/** Everything that the journal will rely on. */
function syncBeforeJournal(places: OutputPlaces, sync: DiskSync): void {
  for (const dir of [places.cacheDir, places.sideDir]) {
    sync.tree(dir);
    sync.folder(dirname(dir));
  }
}

/** Does what the journal says. Where not even its first step was possible, the journal is dropped again. */
export function publish({ places, lock, sync, report }: OpenPlaces, journal: Journal): void {
  let moved = 0;
  let isOutDone = false;
  const moves = journal.moves.flat();
  const total = moves.length;
  const onMoved = (done: number) => {
    moved = done;
    if (done % PROGRESS_EVERY === 0 || done === total) report({ kind: 'progress', stage: 'publish', done, total });
  };
  try {
    applyJournal(places, journal, { sync, onMoved, onOutDone: () => (isOutDone = true) });
    leave(places, lock);
  } catch (cause) {
    const isUntouched = journal.isWhole
      ? existsSync(places.stagingDir)
      : moved === 0 && moves[0]?.replaces.length === 0;
    if (isUntouched) rmSync(places.journalFile, { force: true });
    leave(places, lock);
    throw isUntouched
      ? outputError(cause, { outDir: places.shownOutDir, place: places.outDir, aftermath: 'untouched' })
      : commitError(cause, { places, isOutDone });
  }
}

/** The SiteError of a commit that stopped after its first step: the next build goes on with it. */
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

/** Ends a session: what was staged goes, unless a journal needs it or the lock is no longer ours, and so does the lock. Never throws. */
export function leave(places: OutputPlaces, lock: OutputLock): void {
  try {
    if (lock.isHeld()) clearStaging(places);
    lock.release();
    // A side folder that was made for nothing goes too; one with a manifest in it stays.
    rmdirSync(places.sideDir);
  } catch {
    // What stays behind is cleared by the next build.
    lock.release();
  }
}

/** Removes what a build left beside the out folder; what a journal needs stays. */
export function clearStaging({ stagingDir, dryRunDir, stateDir, journalFile, nextManifestFile }: OutputPlaces): void {
  const places = existsSync(journalFile) ? [] : [stagingDir, stateDir, `${journalFile}.tmp`, nextManifestFile];
  for (const place of [dryRunDir, ...places]) rmSync(place, { recursive: true, force: true });
}
