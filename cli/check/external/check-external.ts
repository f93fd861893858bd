// Links to other sites, requested host by host. What earlier runs saw is in `.sitegen/links.json`: a good link is requested
// again only when that is too old.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import * as z from 'zod';
import { writeWhole } from '../../files/write-file.ts';
import { createHostGate, type GateLimits } from './host-gate.ts';
import { lookAtLink } from './look-at-link.ts';
import { createSender } from './send-request.ts';
import { addLook, type Decision, decideVerdict, type Look } from './verdicts.ts';

/** How links to other sites are looked at. */
export interface ExternalOptions {
  readonly cacheDir: string;
  /** A good look stands for so long; others are made again in every run. */
  readonly maxAgeMs: number;
  /** Hosts at once. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly isAccepted: (status: number) => boolean;
  readonly mayAskPrivate: boolean;
  readonly userAgent: string;
  readonly limits?: GateLimits;
  readonly now?: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

const LIMITS: GateLimits = { budget: 250, pauseMs: 100, longestWaitMs: 30_000 };

/** Decides on every address, in the order given. What was seen is kept for the next run, also where this one is ended. */
export async function checkExternal(
  urls: readonly string[],
  options: ExternalOptions,
): Promise<ReadonlyMap<string, Decision>> {
  const now = options.now ?? (() => new Date());
  const evidence = new Map<string, readonly Look[]>(loadEvidence(options.cacheDir));
  const due = urls.filter((url) => !isFresh(evidence.get(url), options.maxAgeMs, now()));
  const sender = createSender(options);
  const context = {
    gate: createHostGate(options.limits ?? LIMITS, options.signal),
    sender,
    isAccepted: options.isAccepted,
    manners: new Map(),
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
            const look = await lookAtLink(url, context);
            if (look.outcome !== 'not-looked' || !evidence.has(url))
              evidence.set(url, addLook(evidence.get(url) ?? [], look));
            done += 1;
            options.onProgress(done, due.length);
          }
        }),
      ),
    );
  } finally {
    writeEvidence(options.cacheDir, keepSeen(evidence));
    await sender.close();
  }
  return new Map(urls.map((url) => [url, decideVerdict(evidence.get(url) ?? [])]));
}

/** Only good looks stand: whatever else was seen may have been mended since. */
function isFresh(looks: readonly Look[] | undefined, maxAgeMs: number, now: Date): boolean {
  const last = looks?.at(-1);
  if (last === undefined || (last.outcome !== 'ok' && last.outcome !== 'moved')) return false;
  return now.getTime() - Date.parse(last.at) < maxAgeMs;
}

function keepSeen(evidence: Evidence): Evidence {
  return new Map([...evidence].filter(([, looks]) => looks.some(({ outcome }) => outcome !== 'not-looked')));
}

const schema = z.object({
  version: z.literal(1),
  looks: z.record(
    z.string(),
    z.array(
      z.object({
        at: z.iso.datetime(),
        outcome: z.custom<Look['outcome']>((value) => typeof value === 'string'),
        status: z.number().nullable(),
        finalUrl: z.string().nullable(),
      }),
    ),
  ),
});

/** Looks by address. */
type Evidence = ReadonlyMap<string, readonly Look[]>;

const fileOf = (cacheDir: string) => join(cacheDir, 'links.json');

/** Loads what is kept. */
function loadEvidence(cacheDir: string): Evidence {
  if (!existsSync(fileOf(cacheDir))) return new Map();
  try {
    return new Map(Object.entries(schema.parse(JSON.parse(readFileSync(fileOf(cacheDir), 'utf8'))).looks));
  } catch {
    return new Map();
  }
}

/** Keeps it, addresses in order. */
function writeEvidence(cacheDir: string, evidence: Evidence): void {
  mkdirSync(cacheDir, { recursive: true });
  const looks = Object.fromEntries([...evidence].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeWhole(fileOf(cacheDir), `${JSON.stringify({ version: 1, looks }, null, 1)}\n`);
}
