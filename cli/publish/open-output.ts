// Opens the out folder for a build: checks the folders, takes the lock, finishes an interrupted commit, clears old staging.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { makeFolder } from '../files/write-file.ts';
import type { Report } from '../report/report-event.ts';
import { commitError, leave, removeStaging } from './commit.ts';
import { createDiskSync, type DiskSync } from './disk-sync.ts';
import { applyJournal, assertNoLinks, type Journal, loadJournal } from './journal.ts';
import { assertMayBeOurs, loadLastOutput } from './last-output.ts';
import { outputError } from './output-errors.ts';
import { takeLock } from './output-lock.ts';
import { findPlaces, type OutputPlaces } from './output-places.ts';
import { createSession, type OutputSession } from './output-session.ts';
import { openStagingWriter } from './staging-writer.ts';
import { createWrittenFiles } from './written-files.ts';

/** What a build may do with its out folder. */
interface OutputOptions {
  readonly outDir: string;
  readonly cacheDir: string;
  /** For how many releases a hashed asset stays that the site no longer uses. */
  readonly assetReleasesKept: number;
  /** Wait for the disk at each step of the commit, so that a power cut breaks nothing either. */
  readonly isSynced: boolean;
  /** A dry run publishes nothing, finishes no other build's commit, and stages in a folder of its own. */
  readonly isDryRun: boolean;
  /** Take over an out folder with foreign files: those in the way are replaced, all others stay. */
  readonly isAdopted?: boolean;
  readonly report: Report;
}

/** @throws SiteError OUT_LOCKED, OUT_NOT_OURS, OUT_UNWRITABLE, OUT_DISK_FULL, OUT_JOURNAL_DAMAGED, MANIFEST_DAMAGED (exit 2). */
export async function openOutput(options: OutputOptions): Promise<OutputSession> {
  const { outDir, cacheDir, assetReleasesKept, isDryRun, isAdopted = false, report } = options;
  const sync = createDiskSync(options.isSynced);
  const found = explained(outDir, outDir, () => findPlaces(outDir, cacheDir));
  const places = isDryRun ? { ...found, stagingDir: found.dryRunDir } : found;
  if (!isAdopted) explained(outDir, outDir, () => assertMayBeOurs(places));
  explained(outDir, cacheDir, () => makeWritableFolder(places.cacheDir));
  explained(outDir, places.sideDir, () => makeWritableFolder(places.sideDir));
  const lock = await takeLock(places.lockFile, outDir).catch((cause: unknown) => {
    throw outputError(cause, { outDir, place: places.lockFile, aftermath: 'untouched' });
  });
  try {
    explained(outDir, outDir, () => assertReplaceable(places));
    finishInterruptedCommit(places, { sync, isDryRun, report });
    return explained(outDir, places.sideDir, () => {
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
    leave(places, lock);
    throw cause;
  }
}

/** Runs a step; a system error becomes a SiteError which adds that nothing was written. */
function explained<Result>(outDir: string, place: string, run: () => Result): Result {
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

/** A mount point cannot be renamed onto, and nothing can be renamed into it. */
function assertReplaceable({ outDir, sideDir }: OutputPlaces): void {
  if (!existsSync(outDir)) return;
  accessSync(outDir, constants.W_OK);
  if (statSync(outDir).dev !== statSync(sideDir).dev)
    throw Object.assign(new Error(`${outDir} is a mount point.`), { code: 'EXDEV' });
}

/** A dry run only reports it. */
function finishInterruptedCommit(
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
