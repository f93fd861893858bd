// Checks links to other sites, host by host. Earlier attempts are stored in `.sitegen/links.json`: a link that worked is checked
// again only after `maxAgeMs`.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import * as z from 'zod';
import { writeWhole } from '../../files/write-file.ts';
import { checkLink } from './check-link.ts';
import { createHostGate, type GateLimits } from './host-gate.ts';
import { createSender } from './send-request.ts';
import { type Attempt, addAttempt, type Decision, decideVerdict } from './verdicts.ts';

export interface ExternalOptions {
  readonly cacheDir: string;
  /** How long a link that worked is not checked again. Other links are checked in every run. */
  readonly maxAgeMs: number;
  /** Concurrent hosts. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly isAccepted: (status: number) => boolean;
  readonly allowPrivate: boolean;
  readonly userAgent: string;
  readonly limits?: GateLimits;
  readonly now?: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

const LIMITS: GateLimits = { budget: 250, pauseMs: 100, longestWaitMs: 30_000 };

/** Checks the links and returns the verdicts in the order of `urls`. Stores the attempts, even if the run is cancelled. */
export async function checkExternal(
  urls: readonly string[],
  options: ExternalOptions,
): Promise<ReadonlyMap<string, Decision>> {
  const now = options.now ?? (() => new Date());
  const attempts = new Map(loadAttempts(options.cacheDir));
  const due = urls.filter((url) => !isFresh(attempts.get(url), options.maxAgeMs, now()));
  const sender = createSender(options);
  const context = {
    gate: createHostGate(options.limits ?? LIMITS, options.signal),
    sender,
    isAccepted: options.isAccepted,
    notFoundResponses: new Map(),
    now,
  };
  const byHost = Map.groupBy(due, (url) => new URL(url).host);
  const limit = pLimit(options.concurrency);
  let done = 0;
  try {
    await Promise.all(
      [...byHost.values()].map((list) =>
        limit(async () => {
          for (const url of list) {
            options.signal.throwIfAborted();
            const attempt = await checkLink(url, context);
            if (attempt.outcome !== 'not-checked' || !attempts.has(url))
              attempts.set(url, addAttempt(attempts.get(url) ?? [], attempt));
            done += 1;
            options.onProgress(done, due.length);
          }
        }),
      ),
    );
  } finally {
    writeAttempts(options.cacheDir, attempts);
    await sender.close();
  }
  return new Map(urls.map((url) => [url, decideVerdict(attempts.get(url) ?? [])]));
}

/** Only for links that worked, because a broken one may have been fixed. */
function isFresh(attempts: readonly Attempt[] | undefined, maxAgeMs: number, now: Date): boolean {
  const last = attempts?.at(-1);
  if (last === undefined || (last.outcome !== 'ok' && last.outcome !== 'moved')) return false;
  return now.getTime() - Date.parse(last.at) < maxAgeMs;
}

const schema = z.object({
  version: z.literal(2),
  attempts: z.record(
    z.string(),
    z.array(
      z.object({
        at: z.iso.datetime(),
        outcome: z.custom<Attempt['outcome']>((value) => typeof value === 'string'),
        status: z.number().nullable(),
        finalUrl: z.string().nullable(),
      }),
    ),
  ),
});

const fileOf = (cacheDir: string) => join(cacheDir, 'links.json');

/** Attempts by address. A missing or damaged file has none. */
function loadAttempts(cacheDir: string): ReadonlyMap<string, readonly Attempt[]> {
  if (!existsSync(fileOf(cacheDir))) return new Map();
  try {
    return new Map(Object.entries(schema.parse(JSON.parse(readFileSync(fileOf(cacheDir), 'utf8'))).attempts));
  } catch {
    return new Map();
  }
}

function writeAttempts(cacheDir: string, attempts: ReadonlyMap<string, readonly Attempt[]>): void {
  mkdirSync(cacheDir, { recursive: true });
  const checked = [...attempts].filter(([, ofUrl]) => ofUrl.some(({ outcome }) => outcome !== 'not-checked'));
  const sorted = Object.fromEntries(checked.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeWhole(fileOf(cacheDir), `${JSON.stringify({ version: 2, attempts: sorted }, null, 1)}\n`);
}
