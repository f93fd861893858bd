// The shrink guard refuses a build that would lose much of the site. It compares the baselines of two builds; the previous one comes
// from a report.json, in a file or at a URL.

import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { SHRINK_ENTRIES, SHRINK_SHARE } from '../../config/constants.ts';
import { errorMessage, type Problem, usageError } from '../errors.ts';

const baselineSchema = z.object({
  /** It counts the sample content, which is no measure for a real site. */
  isSample: z.boolean(),
  /** Entries by collection and site. */
  collections: z.array(z.object({ collection: z.string(), site: z.string(), count: z.number().int().nonnegative() })),
  /** Route names of the registered pages that exist: `about___es`. */
  pages: z.array(z.string()),
});

/** How much content a build has: `baseline` in `report.json`. */
export type Baseline = Readonly<z.output<typeof baselineSchema>>;

const BASELINE_TIMEOUT_MS = 30_000;
const FIX = 'If this is intended, build with --allow-shrink. Otherwise restore the content and build again.';

/**
 * What the current build lost against the previous one, as errors CONTENT_SHRUNK and PAGE_VANISHED. Pages in `confirmed`
 * are known to be gone.
 */
export function findShrinkage(
  previous: Baseline,
  current: Baseline,
  confirmed: ReadonlyMap<string, Problem> = new Map(),
): readonly Problem[] {
  return [
    ...previous.collections.flatMap((row) => findShrunk(row, current)),
    ...listVanished(previous, current).map((page) => confirmed.get(page) ?? vanishedPage(page)),
  ];
}

/** Registered pages that only the previous build has. */
export function listVanished(previous: Baseline, current: Baseline): readonly string[] {
  const pages = new Set(current.pages);
  return previous.pages.filter((page) => !pages.has(page));
}

function findShrunk(
  { collection, site, count }: Baseline['collections'][number],
  current: Baseline,
): readonly Problem[] {
  const now = current.collections.find((row) => row.collection === collection && row.site === site)?.count ?? 0;
  const lost = count - now;
  const isEmptied = count > 0 && now === 0;
  const isShrunk = lost > SHRINK_ENTRIES && lost > count * SHRINK_SHARE;
  if (!isEmptied && !isShrunk) return [];
  const entries = count === 1 ? 'entry' : 'entries';
  const what = isEmptied
    ? `The list had ${count} ${entries} in the last build and is empty now.`
    : `The list had ${count} ${entries} in the last build and has ${now} now: more than ${SHRINK_SHARE * 100} % are gone.`;
  return [{ code: 'CONTENT_SHRUNK', severity: 'error', where: { collection, site }, what, fix: FIX }];
}

function vanishedPage(page: string): Problem {
  const what = `The page "${page}" of the last build is gone.`;
  return { code: 'PAGE_VANISHED', severity: 'error', where: {}, what, fix: FIX };
}

/**
 * Reads the `baseline` member of a `report.json` from a file or an http(s) URL.
 * @throws SiteError BASELINE_UNREADABLE (exit 2). `fix` says what to do.
 */
export async function loadBaseline(
  fileOrUrl: string,
  fix = 'Set --baseline to the report.json of a finished build.',
): Promise<Baseline> {
  try {
    const isUrl = /^https?:\/\//i.test(fileOrUrl);
    const text = await (isUrl ? loadText(fileOrUrl) : readFile(fileOrUrl, 'utf8'));
    return z.object({ baseline: baselineSchema }).parse(JSON.parse(text)).baseline;
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? 'it has no "baseline" of a build' : errorMessage(cause);
    const message = `The baseline ${fileOrUrl} cannot be read: ${reason}. Nothing was written. ${fix}`;
    throw usageError('BASELINE_UNREADABLE', message, cause);
  }
}

async function loadText(url: string): Promise<string> {
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { signal: AbortSignal.timeout(BASELINE_TIMEOUT_MS), headers });
  if (!response.ok) throw new Error(`the address answered ${response.status} ${response.statusText}`.trim());
  return response.text();
}
