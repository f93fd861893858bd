// Downloads new and changed images and linked files of the content.

import pLimit from 'p-limit';
import * as z from 'zod';
import type { SiteConfig } from '../../../config/define-site.ts';
import { type Problem, SiteError } from '../../errors.ts';
import { makeFolder } from '../../files/write-file.ts';
import type { Report } from '../../report/report-event.ts';
import { printableText } from '../../text/printable-text.ts';
import type { ApiReader } from '../client/content-client.ts';
import { RequestFailure } from '../client/request-failure.ts';
import { readPlainList } from '../client/walk-collection.ts';
import type { ServiceOptions } from '../receive-content.ts';
import type { ContentFile } from '../snapshot/content-snapshot.ts';
import { extensionOf, fileKey, isImageKey } from './file-addresses.ts';
import { type FileAnswer, FileClient, type FileFault, isAllowedOrigin } from './file-client.ts';
import { type FileRow, FileStore, filesDirOf } from './file-store.ts';

export interface FetchFilesInput extends Omit<ServiceOptions, 'database'> {
  /** Addresses as written in the content. May contain duplicates. */
  readonly addresses: Iterable<string>;
  readonly site: SiteConfig;
  readonly client: ApiReader;
  /** False if the content service could not be read; then it is not asked for files either. */
  readonly isAvailable: boolean;
}

/** With fewer files, the list of assets saves no requests. */
const MIN_FILES_FOR_LIST = 20;
/** A build fails if more than this many known files are gone, and more than this share of them; or if more than this many new ones fail. */
const MAX_GONE = 3;
const MAX_GONE_SHARE = 0.2;

/** After this time a file is requested even if the list is unchanged: Statamic caches it, and may miss that a file was replaced on disk. */
const LIST_TRUSTED_MS = 24 * 3_600_000;

const RETRY = 'Build again when the content service answers.';
const KEPT = 'could not be checked, so the site uses the cached versions';
const SERVICE_UNAVAILABLE = 'The content service could not be read.';

/** What became of a file: the version to publish, if there is one; why the service refused it, or the request failed. */
type Outcome = Omit<Awaited<ReturnType<typeof fetchOne>>, 'downloaded'>;

/**
 * Downloads new and changed files. Returns all, sorted by key.
 * @throws SiteError CONTENT_FILES_UNAVAILABLE (exit 3) if files could not be requested and have no previous version, and
 * CONTENT_FILES_SHRUNK (exit 3) if many known files are gone.
 */
export async function fetchFiles(input: FetchFilesInput) {
  const { site, service, isAvailable, isFull = false, report, signal = new AbortController().signal } = input;
  const filesDir = filesDirOf(input.cacheDir);
  const urlByKey = findUrls(input);
  if (urlByKey.size === 0) return { files: [], problems: [] };
  makeFolder(filesDir);
  const store = new FileStore(filesDir);
  const usesList = isAvailable && !isFull && urlByKey.size >= MIN_FILES_FOR_LIST;
  const listed = usesList ? await listAssets(input) : new Map<string, string>();
  const place = { dir: filesDir, serviceUrl: service.url, token: service.token };
  const files = new FileClient({ ...place, policy: site.content, report, signal });
  const download: FileClient['download'] = isAvailable
    ? (url, cached) => files.download(url, isFull ? null : cached)
    : () => Promise.reject(new RequestFailure(SERVICE_UNAVAILABLE));
  const countDone = createCounter(urlByKey.size, report);
  const limit = pLimit(site.content.concurrency);
  try {
    const outcomes = await Promise.all(
      [...urlByKey].map(([key, url]) =>
        limit(async () => countDone(await fetchOne({ key, url, listed: listed.get(key) ?? null }, store, download))),
      ),
    );
    return collectFiles(outcomes, input);
  } finally {
    limit.clearQueue();
    store.save();
    await files.close();
  }
}

/** The URLs of the files to publish, sorted by key. */
function findUrls({ addresses, site, service }: FetchFilesInput): ReadonlyMap<string, string> {
  const { content: policy, integrations } = site;
  const urlByKey = new Map<string, string>();
  for (const address of new Set(addresses)) {
    const key = fileKey(address, service.url);
    if (key === null) continue;
    const url = new URL(key, service.url);
    if (!isAllowedOrigin(url.origin, { serviceUrl: service.url, policy })) continue;
    // The image CDN loads images from their origin.
    if (integrations.imageCdn === null || !isImageKey(key)) urlByKey.set(key, url.href);
  }
  return new Map([...urlByKey].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function fetchOne(
  { key, url, listed }: { readonly key: string; readonly url: string; readonly listed: string | null },
  store: FileStore,
  download: FileClient['download'],
) {
  const cached = store.find(url);
  const none = {
    row: cached as FileRow | null,
    failure: null as RequestFailure | null,
    fault: null as FileFault | null,
  };
  const outcome = { key, url, wasCached: cached !== null, ...none, downloaded: 0 };
  const now = Date.now();
  const isUnchanged = listed !== null && cached?.listed === listed && now - cached.checkedAt < LIST_TRUSTED_MS;
  if (isUnchanged) return outcome;
  let answer: FileAnswer;
  try {
    answer = await download(url, cached);
  } catch (error) {
    if (error instanceof RequestFailure) return { ...outcome, failure: error };
    throw error;
  }
  if (answer.kind === 'refused') return { ...outcome, row: null, fault: answer.fault };
  const found = answer.kind === 'unchanged' ? cached : answer.row;
  if (found === null) throw new Error(`${url} is unchanged, but was never downloaded.`);
  const row = { ...found, listed, checkedAt: now };
  store.keep(url, row);
  return { ...outcome, row, downloaded: answer.kind === 'downloaded' ? row.bytes : 0 };
}

function collectFiles(
  outcomes: readonly Outcome[],
  { onFetchError, allowShrink = false }: FetchFilesInput,
): { readonly files: readonly ContentFile[]; readonly problems: readonly Problem[] } {
  const failed = outcomes.filter(({ failure }) => failure !== null);
  const unread = failed.filter(({ row }) => row === null);
  // If the service has files, and always fails for a few, these are at fault: they are left out.
  const hasOthers = outcomes.some(({ failure, fault }) => failure === null && fault === null);
  const isWorking = hasOthers && unread.length <= MAX_GONE;
  const missing = unread.filter(({ failure }) => !isWorking || failure?.isTemporary !== false);
  if (missing.length > 0 && onFetchError === 'fail')
    throw missingFiles(
      missing,
      'CONTENT_FILES_UNAVAILABLE',
      'could not be downloaded, and no previous version is cached',
      'Build again when the content service answers; --on-fetch-error stale builds without them.',
    );
  const known = outcomes.filter(({ wasCached }) => wasCached);
  const gone = known.filter(({ fault }) => fault !== null);
  if (!allowShrink && gone.length > MAX_GONE && gone.length > known.length * MAX_GONE_SHARE)
    throw missingFiles(
      gone,
      'CONTENT_FILES_SHRUNK',
      'of the last build are gone',
      'Check that the content service serves its files; build with --allow-shrink if they were deleted.',
    );
  const stale = failed.filter(({ row }) => row !== null);
  return {
    files: outcomes.map(({ key, row, fault, failure }) => ({
      address: key,
      sha256: row?.sha256 ?? null,
      bytes: row?.bytes ?? 0,
      extension: extensionOf(key, row?.contentType ?? null),
      fault: row === null ? (fault ?? unreachableFault(failure)) : null,
    })),
    problems:
      stale.length === 0 ? [] : [{ ...problemOf(stale, 'CONTENT_FILES_STALE', KEPT, RETRY), severity: 'warning' }],
  };
}

function unreachableFault(failure: RequestFailure | null): FileFault {
  const fix = failure?.isTemporary === false ? 'Open its address; if it fails there too, replace the file.' : RETRY;
  return { what: `The file could not be downloaded. ${failure?.message ?? ''}`.trim(), fix };
}

/** A problem of files: `what` follows their number, and some of their names follow it. */
function problemOf(outcomes: readonly Outcome[], code: string, what: string, fix: string): Problem {
  const [first] = outcomes;
  const names = outcomes.slice(0, 3).map(({ url }) => printableText(url, 120));
  const more = outcomes.length > names.length ? ` and ${outcomes.length - names.length} more` : '';
  const reason = first?.failure?.message ?? first?.fault?.what ?? '';
  return {
    code,
    severity: 'error',
    where: { url: printableText(first?.url ?? '', 200) },
    what: `${countFiles(outcomes)} ${what}: ${names.join(', ')}${more}. ${reason}`.trim(),
    fix,
  };
}

function countFiles({ length }: readonly Outcome[]): string {
  return length === 1 ? 'An image or file' : `${length} images and files`;
}

function missingFiles(outcomes: readonly Outcome[], code: string, what: string, fix: string): SiteError {
  const message = `${countFiles(outcomes)} ${outcomes.length === 1 ? 'is' : 'are'} missing. Nothing was written.`;
  return new SiteError({ code, exitCode: 3, message, problems: [problemOf(outcomes, code, what, fix)] });
}

/** Reports progress once the first file is downloaded. */
function createCounter(total: number, report: Report) {
  let [done, bytes] = [0, 0];
  return <T extends { readonly downloaded: number }>(outcome: T): T => {
    done += 1;
    bytes += outcome.downloaded;
    if (bytes > 0) report({ kind: 'progress', stage: 'pictures', done, total, bytes });
    return outcome;
  };
}

const assetSchema = z.object({
  url: z.string().nullable(),
  size_bytes: z.number().nullable(),
  last_modified: z.string(),
});

/**
 * Size and time of each listed asset in one string, by the key of the file: unchanged files need no requests. If the API does not list
 * assets, each file is requested.
 */
async function listAssets({ site, service, client }: FetchFilesInput): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const container of site.content.assetContainers) {
    const fields = Object.keys(assetSchema.shape).join();
    const assets = await readPlainList(client, `assets/${container}`, { fields });
    for (const asset of assets?.entries ?? []) {
      const { url = null, size_bytes: bytes, last_modified: time } = assetSchema.safeParse(asset).data ?? {};
      const key = url === null ? null : fileKey(url, service.url);
      if (key !== null) found.set(key, `${bytes} ${time}`);
    }
  }
  return found;
}
