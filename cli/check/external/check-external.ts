// Checks links to other sites, host by host. The database has the earlier attempts: a link that worked is checked again only after
// `maxAgeMs`.

import type { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import { closeDatabase, openDatabase } from '../../database/open-database.ts';
import { checkLink } from './check-link.ts';
import { createSender, type HostLimits, type SenderOptions } from './send-request.ts';
import { type Attempt, addAttempt, type Decision, decideVerdict } from './verdicts.ts';

export interface ExternalOptions extends Omit<SenderOptions, 'limits'> {
  readonly cacheDir: string;
  /** How long a link that worked is not checked again. Other links are checked in every run. */
  readonly maxAgeMs: number;
  readonly concurrency: number;
  readonly isAccepted: (status: number) => boolean;
  readonly limits?: HostLimits;
  readonly now?: () => Date;
  readonly onProgress: (done: number, total: number) => void;
}

const LIMITS: HostLimits = { concurrency: 1, pauseMs: 100, longestWaitMs: 30_000 };

/** Checks the links and returns the verdicts in the order of `urls`. Stores each attempt at once. */
export async function checkExternal(
  urls: readonly string[],
  { limits = LIMITS, now = () => new Date(), signal, onProgress, ...options }: ExternalOptions,
): Promise<ReadonlyMap<string, Decision>> {
  const database = openDatabase(options.cacheDir);
  await using sender = createSender({ ...options, limits, signal });
  try {
    const due = urls.filter((url) => !isFresh(readAttempts(database, url).at(-1), options.maxAgeMs, now()));
    const context = { sender, isAccepted: options.isAccepted, notFoundResponses: new Map() };
    let done = 0;
    const checkAll = async (ofHost: readonly string[]) => {
      for (const url of ofHost) {
        signal.throwIfAborted();
        storeAttempt(database, url, { at: now().toISOString(), ...(await checkLink(url, context)) });
        done += 1;
        onProgress(done, due.length);
      }
    };
    await pLimit(options.concurrency).map(Map.groupBy(due, (url) => new URL(url).host).values(), checkAll);
    return new Map(urls.map((url) => [url, decideVerdict(readAttempts(database, url))]));
  } finally {
    closeDatabase(database);
  }
}

/** Only for links that worked, because a broken one may have been fixed. */
function isFresh(last: Attempt | undefined, maxAgeMs: number, now: Date): boolean {
  if (last?.outcome !== 'ok' && last?.outcome !== 'moved') return false;
  return now.getTime() - Date.parse(last.at) < maxAgeMs;
}

function readAttempts(database: DatabaseSync, url: string): readonly Attempt[] {
  const row = database.prepare('SELECT attempts_json FROM link_check WHERE url = ?').get(url);
  return row === undefined ? [] : JSON.parse(String(row.attempts_json));
}

function storeAttempt(database: DatabaseSync, url: string, attempt: Attempt): void {
  if (attempt.outcome === 'not-checked') return;
  const attempts = addAttempt(readAttempts(database, url), attempt);
  database.prepare('INSERT OR REPLACE INTO link_check VALUES (?, ?)').run(url, JSON.stringify(attempts));
}
