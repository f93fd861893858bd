// Reads a live site over HTTP. Pages come from its sitemap and from the other site. Responses are stored in a temporary folder, so
// that each is requested once.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { withoutBase } from '../../config/site-address.ts';
import { RequestFailure } from '../content/client/request-failure.ts';
import { SiteError } from '../errors.ts';
import { parseHtml } from '../facts/parse-html.ts';
import { sha256 } from '../files/content-hash.ts';
import { isOutPath } from '../paths/out-path.ts';
import { outFileOf, pathOfHref } from '../paths/site-path.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import type { Report } from '../report/report-event.ts';
import { printableText } from '../text/printable-text.ts';
import { createHostClient, type HostAnswer, type HostClient, type HostResponse } from '../verify/host-client.ts';
import { describePage, isAssetPath, type SideFile, type SiteSide, UNKNOWN_BUILD } from './folder-side.ts';

interface LiveOptions {
  /** Ends with a slash. */
  readonly url: URL;
  /** Files of the other site, which the live site may have too. */
  readonly known: Iterable<string>;
  readonly cacheDir: string;
  readonly report: Report;
  readonly signal: AbortSignal;
}

const CONCURRENCY = 8;
const MAX_FILES = 50_000;

/** @throws SiteError DIFF_NO_SITE (exit 2), DIFF_UNREACHABLE (exit 3). */
export async function openLiveSide({ url, known, cacheDir, report, signal }: LiveOptions): Promise<SiteSide> {
  const client = createHostClient(url, { timeoutMs: 30_000, retryMs: 300, signal });
  const folder = await mkdtemp(join(tmpdir(), 'sitegen-live-'));
  const close = async () => {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  };
  const get = (file: string) => fetchFile(client, file);
  const files = new Map<string, SideFile>();
  try {
    const candidates = [...new Set([...(await listSitemap(get, url)), ...known])];
    // Assets need no request: if their bytes change, pages change too, because names contain a hash.
    const wanted = candidates.filter((file) => isOutPath(file) && !isAssetPath(file)).slice(0, MAX_FILES);
    const limit = pLimit(CONCURRENCY);
    const load = async (file: string) => {
      const response = await get(file);
      const row = describeResponse(file, response, url);
      if (row === null) return;
      await writeFile(join(folder, sha256(file)), response.body);
      files.set(file, row);
      report({ kind: 'progress', stage: 'live', done: files.size, total: wanted.length });
    };
    await Promise.all(wanted.map((file) => limit(load, file)));
    if (files.values().every(({ role }) => role !== 'page')) throw noPage(url);
  } catch (cause) {
    await close();
    throw cause;
  }
  return {
    name: url.href,
    files,
    read: async (path) => {
      if (files.has(path)) return await readFile(join(folder, sha256(path)));
      const { status, body } = await get(path);
      return status === 200 ? body : null;
    },
    ...UNKNOWN_BUILD,
    cacheDir,
    close,
  };
}

function noPage({ href }: URL): SiteError {
  return new SiteError({
    code: 'DIFF_NO_SITE',
    exitCode: 2,
    message: `There is no page at ${href}: neither those in its sitemap.xml nor those of the other site exist. Correct the URL.`,
  });
}

async function fetchFile(client: HostClient, file: string): Promise<HostResponse> {
  const answer = await client.get(pathOfKey(file)).catch((cause: unknown): HostAnswer => {
    if (cause instanceof RequestFailure) return { failure: cause.message };
    throw cause;
  });
  if (!('failure' in answer) && answer.broken === null && answer.status !== 429 && answer.status < 500) return answer;
  const why = 'failure' in answer ? answer.failure : (answer.broken ?? `it answered ${answer.status}`);
  throw new SiteError({
    code: 'DIFF_UNREACHABLE',
    exitCode: 3,
    message: `${client.urlOf(pathOfKey(file))} could not be read, because ${why}, so nothing was compared. Correct the URL, or try again when the site is up.`,
  });
}

/** Null if the site has no such file. */
function describeResponse(file: string, response: HostResponse, { origin }: URL): SideFile | null {
  const { status, headers, location, body, sha256: hash, hidingTag } = response;
  if (location !== null) {
    const { href } = location;
    return { sha256: '', role: 'redirect', target: location.origin === origin ? href.slice(origin.length) : href };
  }
  const isHtml = /^text\/html\b/i.test(headers['content-type'] ?? '');
  const isErrorPage = /(?:^|\/)(?:404|410|500)\.html$/.test(file) && isHtml;
  if ((status !== 200 && !isErrorPage) || (file.endsWith('.html') && !isHtml)) return null;
  if (!isHtml || !file.endsWith('.html')) return { sha256: hash, role: 'other' };
  const page = describePage(body);
  // A page may be hidden by a header instead of a meta tag.
  const isHidden = page.role === 'page' && hidingTag !== '' && !parseHtml(body.toString('utf8')).hasNoindex;
  return isHidden ? { ...page, robotsTag: printableText(hidingTag, 100) } : page;
}

/** Files of the sitemap, and of the pages in it. */
async function listSitemap(get: (file: string) => Promise<HostResponse>, url: URL): Promise<readonly string[]> {
  const sitemaps = ['sitemap.xml'];
  const found = new Set(['robots.txt']);
  for (const sitemap of sitemaps) {
    const { status, body } = await get(sitemap);
    if (status !== 200) continue;
    for (const [, loc = ''] of body.toString('utf8').matchAll(/<loc>\s*([^<]*?)\s*<\/loc>/g)) {
      const { pathname = '' } = URL.parse(loc.replaceAll('&amp;', '&')) ?? {};
      // A copy of a site has the sitemap of the original address.
      const path = pathOfHref(withoutBase(pathname, url.href.slice(0, -1)) ?? pathname);
      if (path === null || path === '') continue;
      if (!path.endsWith('.xml')) found.add(outFileOf(path));
      else if (!sitemaps.includes(outFileOf(path))) sitemaps.push(outFileOf(path));
    }
  }
  return [...sitemaps, ...found];
}
