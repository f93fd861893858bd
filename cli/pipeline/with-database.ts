// Opens the database of a cache folder for a command. If it turns out to be damaged, the command begins again without it.

import type { DatabaseSync } from 'node:sqlite';
import { pruneVersions } from '../content/snapshot/versions.ts';
import { closeDatabase, isDamage, isIntact, moveAside, openDatabase } from '../database/open-database.ts';
import { errorMessage, SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';

interface DatabaseUse {
  readonly cacheDir: string;
  readonly isSynced: boolean;
  readonly report: Report;
  readonly snapshotsKept: number;
}

/**
 * Runs a command that may write, and deletes old versions after it, also after a refused build or a dry run.
 * @throws SiteError DATABASE_NEWER, CACHE_UNWRITABLE (exit 2), and the errors of the command.
 */
export async function withDatabase<Result>(
  use: DatabaseUse,
  run: (database: DatabaseSync) => Promise<Result>,
): Promise<Result> {
  const warn = (text: string) => use.report({ kind: 'log', level: 'warning', text });
  const open = () => openDatabase(use.cacheDir, { isSynced: use.isSynced, warn });
  const database = open();
  try {
    return await runOnce(database, use, run);
  } catch (cause) {
    // Any other error may come from a damaged file, whose rows may come back as something else.
    const isExpected = cause instanceof SiteError || (cause instanceof Error && cause.name === 'AbortError');
    if (!isDamage(cause) && (isExpected || isIntact(use.cacheDir))) throw cause;
    moveAside(use.cacheDir, warn);
    return await runOnce(open(), use, run);
  }
}

async function runOnce<Result>(
  database: DatabaseSync,
  { cacheDir, snapshotsKept, report }: DatabaseUse,
  run: (database: DatabaseSync) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(database);
  } finally {
    try {
      pruneVersions(database, cacheDir, snapshotsKept);
      closeDatabase(database);
    } catch (cause) {
      const text = `Old content in ${cacheDir} could not be deleted: ${errorMessage(cause)}.`;
      report({ kind: 'log', level: 'warning', text });
      if (database.isOpen) database.close();
    }
  }
}
