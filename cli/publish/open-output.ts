// Opens the out folder for a build: checks the folders, takes the lock, finishes an interrupted commit, removes old staging.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { makeFolder } from '../files/write-file.ts';
import type { Report } from '../report/report-event.ts';
import { commitError, endSession, removeStaging } from './commit.ts';
import { createDiskSync, type DiskSync } from './disk-sync.ts';
import { applyJournal, assertNoLinks, type Journal, loadJournal } from './journal.ts';
import { assertMayBeOurs, loadLastOutput } from './last-output.ts';
import { outputError } from './output-errors.ts';
import { takeLock } from './output-lock.ts';
import { findPlaces, type OutputPlaces } from './output-places.ts';
import { createSession, type OutputSession } from './output-session.ts';
import { openStagingWriter } from './staging-writer.ts';
import { createWrittenFiles } from './written-files.ts';

interface OutputOptions {
  readonly outDir: string;
  readonly cacheDir: string;
  /** Number of releases for which unused hashed assets stay. */
  readonly assetReleasesKept: number;
  /** Whether to sync each step of the commit to disk, so that a power cut cannot break it. */
  readonly isSynced: boolean;
  /** A dry run writes nothing to the out folder, does not finish interrupted commits, and has its own staging folder. */
  readonly isDryRun: boolean;
  /** Whether to accept an out folder with foreign files. Those in the way are replaced, all others stay. */
  readonly isAdopted?: boolean;
  readonly report: Report;
}

/** @throws SiteError OUT_LOCKED, OUT_NOT_OURS, OUT_UNWRITABLE, OUT_DISK_FULL, OUT_JOURNAL_DAMAGED, MANIFEST_DAMAGED (exit 2). */
export async function openOutput(options: OutputOptions): Promise<OutputSession> {
  const { outDir, cacheDir, assetReleasesKept, isDryRun, isAdopted = false, report } = options;
  const sync = createDiskSync(options.isSynced);
  const found = withOutputErrors(outDir, outDir, () => findPlaces(outDir, cacheDir));
  const places = isDryRun ? { ...found, stagingDir: found.dryRunDir } : found;
  if (!isAdopted) withOutputErrors(outDir, outDir, () => assertMayBeOurs(places));
  withOutputErrors(outDir, cacheDir, () => makeWritableFolder(places.cacheDir));
  withOutputErrors(outDir, places.sideDir, () => makeWritableFolder(places.sideDir));
  const lock = await takeLock(places.lockFile, outDir).catch((cause: unknown) => {
    throw outputError(cause, { outDir, place: places.lockFile, aftermath: 'untouched' });
  });
  try {
    withOutputErrors(outDir, outDir, () => assertReplaceable(places));
    finishInterruptedCommit(places, { sync, isDryRun, report });
    return withOutputErrors(outDir, places.sideDir, () => {
      removeStaging(places);
      const last = loadLastOutput(places, { isAdopted });
      makeFolder(places.stagingDir);
      const written = createWrittenFiles();
      const writer = openStagingWriter(places);
      return createSession({
        places,
        lock,
        last,
        sync,
        isDryRun,
        isAdopted,
        report,
        written,
        writer,
        assetReleasesKept,
      });
    });
  } catch (cause) {
    endSession(places, lock);
    throw cause;
  }
}

/** Turns errors of the system into a SiteError, which says that nothing was written. */
function withOutputErrors<Result>(outDir: string, place: string, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw outputError(cause, { outDir, place, aftermath: 'untouched' });
  }
}

function makeWritableFolder(dir: string): void {
  makeFolder(dir);
  accessSync(dir, constants.W_OK);
}

/** A mount point cannot be replaced by a renamed folder, and files cannot be renamed into it. */
function assertReplaceable({ outDir, sideDir }: OutputPlaces): void {
  if (!existsSync(outDir)) return;
  accessSync(outDir, constants.W_OK);
  if (statSync(outDir).dev !== statSync(sideDir).dev)
    throw Object.assign(new Error(`${outDir} is a mount point.`), { code: 'EXDEV' });
}

/** A dry run only reports the interrupted commit. */
function finishInterruptedCommit(
  places: OutputPlaces,
  { sync, isDryRun, report }: { readonly sync: DiskSync; readonly isDryRun: boolean; readonly report: Report },
): void {
  const journal = loadJournal(places);
  if (journal === null) return;
  if (!isDryRun) finishCommit(places, journal, sync);
  const outcome = isDryRun
    ? 'the next build without --dry-run will finish it first. This one compares with the current files.'
    : 'it is now finished.';
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
