// Reads a live site over HTTP. Pages come from its sitemap and from the other site. Responses are stored in a temporary folder, so
// that each is requested once.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { Agent, request } from 'undici';
import { withoutBase } from '../../config/site-address.ts';
import { SiteError } from '../errors.ts';
import { parseHtml } from '../facts/parse-html.ts';
import { toOutPath } from '../files/brands.ts';
import { sha256 } from '../files/content-hash.ts';
import { isOutPath } from '../paths/out-path.ts';
import { outFileOf, pathOfHref, pathOfOutFile } from '../paths/site-path.ts';
import type { Report } from '../report/report-event.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';
import { printableText } from '../text/printable-text.ts';
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
const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
const MAX_FILES = 50_000;

interface LiveResponse {
  readonly status: number;
  readonly type: string;
  /** '' if it redirects nowhere. */
  readonly location: string;
  readonly robotsTags: readonly string[];
  readonly body: Buffer;
}

/** @throws SiteError DIFF_NO_SITE (exit 2), DIFF_UNREACHABLE (exit 3). */
export async function openLiveSide({ url, known, cacheDir, report, signal }: LiveOptions): Promise<SiteSide> {
  const agent = new Agent({ connect: { timeout: TIMEOUT_MS } });
  const folder = await mkdtemp(join(tmpdir(), 'sitegen-live-'));
  const close = async () => {
    await agent.destroy();
    await rm(folder, { recursive: true, force: true });
  };
  const get = (file: string) => fetchFile(urlOfFile(url, file), agent, signal);
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

/** The address of a file. Pages have the address of their folder. */
function urlOfFile(url: URL, file: string): URL {
  const path = pathOfOutFile(toOutPath(file)).slice(1).split('/').map(encodeURIComponent).join('/');
  return new URL(`./${path}`, url);
}

async function fetchFile(url: URL, dispatcher: Agent, signal: AbortSignal): Promise<LiveResponse> {
  const attempt = async (): Promise<LiveResponse> => {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: { 'user-agent': 'sitegen-diff', accept: '*/*', 'accept-encoding': 'identity' },
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode === 429 || statusCode >= 500) throw new Error(`it answered ${statusCode}`);
    const all = (name: string) => [headers[name] ?? []].flat();
    return {
      status: statusCode,
      type: all('content-type')[0] ?? '',
      location: all('location')[0] ?? '',
      robotsTags: all('x-robots-tag'),
      body: bytes,
    };
  };
  try {
    return await pRetry(attempt, { retries: ATTEMPTS - 1, minTimeout: 300, signal });
  } catch (cause) {
    signal.throwIfAborted();
    const message = `${url.href} could not be read, because ${describeNoAnswer(cause)}, so nothing was compared. Correct the URL, or try again when the site is up.`;
    throw new SiteError({ code: 'DIFF_UNREACHABLE', exitCode: 3, message }, { cause });
  }
}

/** Null if the site has no such file. */
function describeResponse(file: string, response: LiveResponse, url: URL): SideFile | null {
  const { status, type, location, body, robotsTags } = response;
  if (status >= 300 && status < 400 && location !== '') {
    const target = URL.parse(location, urlOfFile(url, file));
    const isOwn = target?.origin === url.origin;
    return { sha256: '', role: 'redirect', target: isOwn ? target.href.slice(url.origin.length) : location };
  }
  const isHtml = /^text\/html\b/i.test(type);
  const isErrorPage = /(?:^|\/)(?:404|410|500)\.html$/.test(file) && isHtml;
  if ((status !== 200 && !isErrorPage) || (file.endsWith('.html') && !isHtml)) return null;
  if (!isHtml || !file.endsWith('.html')) return { sha256: sha256(body), role: 'other' };
  const page = describePage(body);
  // A page may be hidden by a header instead of a meta tag.
  const tag = robotsTags.find((value) => NOINDEX.test(value) && !OTHER_CRAWLER.test(value));
  const isHidden = page.role === 'page' && tag !== undefined && !parseHtml(body.toString('utf8')).hasNoindex;
  return isHidden ? { ...page, robotsTag: printableText(tag, 100) } : page;
}

const NOINDEX = /\b(?:noindex|none)\b/i;
/** A rule may start with the name of a crawler. */
const OTHER_CRAWLER = /^\s*(?!googlebot|bingbot|unavailable_after|max-)[\w-]+\s*:/i;

/** Files of the sitemap, and of the pages in it. */
async function listSitemap(get: (file: string) => Promise<LiveResponse>, url: URL): Promise<readonly string[]> {
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
