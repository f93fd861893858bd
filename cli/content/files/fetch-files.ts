// Makes the images and linked files of the content the site's own: finds out which are new or changed, and downloads these.

import pLimit from 'p-limit';
import type { SiteConfig } from '../../../config/define-site.ts';
import { type Problem, SiteError } from '../../errors.ts';
import { makeFolder } from '../../files/write-file.ts';
import type { Report } from '../../report/report-event.ts';
import { printableText } from '../../text/printable-text.ts';
import type { ContentClient } from '../client/content-client.ts';
import { RequestFailure } from '../client/request-failure.ts';
import type { ContentFile } from '../snapshot/content-snapshot.ts';
import { extensionOf, fileKey, isImageKey } from './file-addresses.ts';
import { createFileClient, type FileAnswer, type FileClient, isAllowedOrigin } from './file-client.ts';
import { type FileRow, type FileStore, openFileStore } from './file-store.ts';
import { listAssets } from './list-assets.ts';

/** What the stage takes. */
export interface FetchFilesInput {
  /** Addresses as they are written in the content, and how often does not matter. */
  readonly addresses: Iterable<string>;
  readonly site: SiteConfig;
  readonly service: { readonly url: string; readonly token: string | null };
  readonly client: Pick<ContentClient, 'api' | 'getJson'>;
  readonly filesDir: string;
  /** The entries came from the service: else it is not asked for files either. */
  readonly isServed: boolean;
  readonly onFetchError: 'fail' | 'stale' | 'empty';
  readonly allowShrink: boolean;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** The files by key, in their order, and what was wrong. */
export interface FetchedFiles {
  readonly files: readonly ContentFile[];
  readonly problems: readonly Problem[];
}

/** Fewer files are asked for one by one: the list of assets costs a request too. */
const WORTH_LISTING = 20;
/** Known files that may be refused at once, whatever their share. */
const MOST_LOST = 3;
const LOST_SHARE = 0.2;

/** How long the list alone vouches for a file: Statamic lists cached facts of a file that was replaced on disk. */
const LIST_TRUSTED_MS = 24 * 3_600_000;

const NOT_SERVED = 'The content service could not be read.';

/** What became of one file. */
interface Outcome {
  readonly key: string;
  readonly url: string;
  /** The version that the site shows. */
  readonly row: FileRow | null;
  readonly fault: ContentFile['fault'];
  /** Why the service could not be asked. */
  readonly failure: RequestFailure | null;
  /** There was an earlier version. */
  readonly wasKnown: boolean;
}

/**
 * Downloads what is new or changed.
 * @throws SiteError CONTENT_FILES_UNAVAILABLE (exit 3) for files that could not be asked for and have no earlier version, and
 * CONTENT_FILES_SHRUNK (exit 3) where many known files are gone at once.
 */
export async function fetchFiles(input: FetchFilesInput): Promise<FetchedFiles> {
  const { site, service, filesDir, isServed, report, signal } = input;
  const urlByKey = findWanted(input);
  if (urlByKey.size === 0) return { files: [], problems: [] };
  makeFolder(filesDir);
  const store = openFileStore(filesDir);
  const isListed = isServed && urlByKey.size >= WORTH_LISTING;
  const listed = isListed ? await listAssets(input) : new Map<string, string>();
  const place = { dir: filesDir, serviceUrl: service.url, token: service.token };
  const files = createFileClient({ ...place, policy: site.content, report, signal });
  const download: FileClient['download'] = isServed
    ? files.download
    : () => Promise.reject(new RequestFailure(NOT_SERVED));
  const countDone = createCounter(urlByKey.size, report);
  const limit = pLimit(site.content.concurrency);
  try {
    const outcomes = await Promise.all(
      [...urlByKey].map(([key, url]) =>
        limit(async () => countDone(await fetchOne({ key, url, listed: listed.get(key) ?? null }, store, download))),
      ),
    );
    return settle(outcomes, input);
  } finally {
    limit.clearQueue();
    store.save();
    await files.close();
  }
}

/** The URLs of the wanted files by key, in the order of the keys. */
function findWanted({ addresses, site, service }: FetchFilesInput): ReadonlyMap<string, string> {
  const { content: policy, integrations } = site;
  const wanted = new Map<string, string>();
  for (const address of new Set(addresses)) {
    const key = fileKey(address, service.url);
    if (key === null) continue;
    const url = new URL(key, service.url);
    if (!isAllowedOrigin(url.origin, { serviceUrl: service.url, policy })) continue;
    // The CDN loads images from where they are.
    if (integrations.imageCdn === null || !isImageKey(key)) wanted.set(key, url.href);
  }
  return new Map([...wanted].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function fetchOne(
  { key, url, listed }: { readonly key: string; readonly url: string; readonly listed: string | null },
  store: FileStore,
  download: FileClient['download'],
): Promise<Outcome & { readonly downloaded: number }> {
  const known = store.find(url);
  const outcome = { key, url, wasKnown: known !== null, failure: null, fault: null, downloaded: 0 };
  const now = Date.now();
  const isVouchedFor = listed !== null && known?.listed === listed && now - known.checkedAt < LIST_TRUSTED_MS;
  if (isVouchedFor) return { ...outcome, row: known };
  let answer: FileAnswer;
  try {
    answer = await download(url, known);
  } catch (error) {
    if (error instanceof RequestFailure) return { ...outcome, row: known, failure: error };
    throw error;
  }
  if (answer.kind === 'refused') return { ...outcome, row: null, fault: answer.fault };
  const found = answer.kind === 'unchanged' ? known : answer.row;
  if (found === null) throw new Error(`${url} is unchanged, and was never downloaded.`);
  const row = { ...found, listed, checkedAt: now };
  store.keep(url, row);
  return { ...outcome, row, downloaded: answer.kind === 'downloaded' ? row.bytes : 0 };
}

/** Files and warnings, or one error for all that is not there. */
function settle(outcomes: readonly Outcome[], { onFetchError, allowShrink }: FetchFilesInput): FetchedFiles {
  const failed = outcomes.filter(({ failure }) => failure !== null);
  const lacking = failed.filter(({ row }) => row === null);
  if (lacking.length > 0 && onFetchError === 'fail') throw unavailableFiles(lacking);
  const lost = outcomes.filter(({ fault, wasKnown }) => fault !== null && wasKnown);
  const known = outcomes.filter(({ wasKnown }) => wasKnown);
  if (!allowShrink && lost.length > MOST_LOST && lost.length > known.length * LOST_SHARE) throw shrunkFiles(lost);
  const stale = failed.filter(({ row }) => row !== null);
  return {
    files: outcomes.map(({ key, row, fault, failure }) => ({
      address: key,
      sha256: row?.sha256 ?? null,
      bytes: row?.bytes ?? 0,
      extension: extensionOf(key, row?.contentType ?? null),
      fault: row === null ? (fault ?? unreachableFault(failure)) : null,
    })),
    problems: stale.length === 0 ? [] : [staleFiles(stale)],
  };
}

function unreachableFault(failure: RequestFailure | null): NonNullable<ContentFile['fault']> {
  const what = `The file could not be downloaded. ${failure?.message ?? ''}`.trim();
  return { what, fix: 'Build again when the content service answers.' };
}

/** Names some of the files, and the reason of the first. */
function describeFiles(outcomes: readonly Outcome[]): { readonly names: string; readonly reason: string } {
  const names = outcomes.slice(0, 3).map(({ url }) => printableText(url, 120));
  const more = outcomes.length > names.length ? ` and ${outcomes.length - names.length} more` : '';
  return { names: `${names.join(', ')}${more}`, reason: outcomes[0]?.failure?.message ?? '' };
}

function staleFiles(outcomes: readonly Outcome[]): Problem {
  const { names, reason } = describeFiles(outcomes);
  return {
    code: 'CONTENT_FILES_STALE',
    severity: 'warning',
    where: { url: printableText(outcomes[0]?.url ?? '', 200) },
    what: `${countFiles(outcomes)} could not be checked, so the site shows the last versions: ${names}. ${reason}`,
    fix: 'Build again when the content service answers.',
  };
}

function unavailableFiles(outcomes: readonly Outcome[]): SiteError {
  const { names, reason } = describeFiles(outcomes);
  const what = `${countFiles(outcomes)} could not be downloaded, and the cache has no earlier version: ${names}. ${reason}`;
  return filesError('CONTENT_FILES_UNAVAILABLE', outcomes, {
    what,
    fix: 'Build again when the content service answers; --on-fetch-error stale builds without them.',
  });
}

function shrunkFiles(outcomes: readonly Outcome[]): SiteError {
  const { names } = describeFiles(outcomes);
  const what = `${countFiles(outcomes)} of the last build are gone at once: ${names}. ${outcomes[0]?.fault?.what ?? ''}`;
  return filesError('CONTENT_FILES_SHRUNK', outcomes, {
    what: what.trim(),
    fix: 'Check that the content service serves its files; build with --allow-shrink if they were deleted.',
  });
}

function filesError(
  code: string,
  outcomes: readonly Outcome[],
  { what, fix }: { what: string; fix: string },
): SiteError {
  const where = { url: printableText(outcomes[0]?.url ?? '', 200) };
  return new SiteError({
    code,
    exitCode: 3,
    message: `${countFiles(outcomes)} are missing. Nothing was written.`,
    problems: [{ code, severity: 'error', where, what, fix }],
  });
}

function countFiles({ length }: readonly Outcome[]): string {
  return length === 1 ? 'A picture or file' : `${length} pictures and files`;
}

/** Between two events of progress. */
const PROGRESS_EVERY_MS = 250;

/** Reports progress now and then, once something is downloaded. */
function createCounter(total: number, report: Report) {
  let [done, bytes, reportedAt] = [0, 0, Number.NEGATIVE_INFINITY];
  return <T extends { readonly downloaded: number }>(outcome: T): T => {
    done += 1;
    bytes += outcome.downloaded;
    const now = performance.now();
    if (bytes === 0 || (done < total && now - reportedAt < PROGRESS_EVERY_MS)) return outcome;
    reportedAt = now;
    report({ kind: 'progress', stage: 'pictures', done, total, bytes });
    return outcome;
  };
}
