// A site as visitors get it: its sitemap says which pages it has, and the other site which ones it may have, too. Answers are
// stored in a temporary folder, so that a page is asked for once.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { Agent, request } from 'undici';
import { withoutBase } from '../../config/site-address.ts';
import { SiteError } from '../errors.ts';
import { sha256 } from '../files/content-hash.ts';
import { isOutPath } from '../paths/out-path.ts';
import { outFileOf, pathOfHref } from '../paths/site-path.ts';
import type { Report } from '../report/report-event.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';
import { printableText } from '../text/printable-text.ts';
import { describePage, isAssetPath } from './folder-side.ts';
import { isIndexable, readPageView } from './page-view.ts';
import { pathOfFile, type SideFile, type SiteSide, UNKNOWN_BUILD } from './site-side.ts';

/** Which site, and what it may have. */
interface LiveOptions {
  /** Ends with a slash. */
  readonly url: URL;
  /** Files of the other site. */
  readonly known: Iterable<string>;
  readonly report: Report;
  readonly signal: AbortSignal;
}

const CONCURRENCY = 8;
const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
/** A site with more pages has a build to compare with. */
const MAX_FILES = 50_000;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly location: string | null;
  /** X-Robots-Tag headers. */
  readonly robots: readonly string[];
  readonly body: Buffer;
}

/** Reads a live site. @throws SiteError DIFF_NO_SITE (exit 2), DIFF_UNREACHABLE (exit 3). */
export async function openLiveSide({ url, known, report, signal }: LiveOptions): Promise<SiteSide> {
  const agent = new Agent({ connect: { timeout: TIMEOUT_MS } });
  const folder = await mkdtemp(join(tmpdir(), 'sitegen-live-'));
  const close = async () => {
    await agent.destroy();
    await rm(folder, { recursive: true, force: true });
  };
  const ask = (file: string) => fetchFile(urlOfFile(url, file), agent, signal);
  try {
    const asked = [...new Set([...(await listSitemap(ask, url)), ...known])];
    // Pages name their assets, whose names change with their bytes.
    const wanted = asked.filter((file) => isOutPath(file) && !isAssetPath(file)).slice(0, MAX_FILES);
    const files = new Map<string, SideFile>();
    const limit = pLimit(CONCURRENCY);
    const load = async (file: string, index: number) => {
      const answer = await ask(file);
      const row = describeAnswer(file, answer, url);
      if (row === null) return;
      await writeFile(join(folder, String(index)), answer.body);
      files.set(file, row);
      stored.set(file, index);
      report({ kind: 'progress', stage: 'live', done: stored.size, total: wanted.length });
    };
    const stored = new Map<string, number>();
    await Promise.all(wanted.map((file, index) => limit(load, file, index)));
    if (files.values().every(({ role }) => role !== 'page')) throw noPage(url);
    return {
      name: url.href,
      files,
      read: async (path) => {
        const index = stored.get(path);
        if (index !== undefined) return await readFile(join(folder, String(index)));
        const { status, body } = await ask(path);
        return status === 200 ? body : null;
      },
      build: UNKNOWN_BUILD,
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}

function noPage({ href }: URL): SiteError {
  return new SiteError({
    code: 'DIFF_NO_SITE',
    exitCode: 2,
    message: `There is no page at ${href}, neither one that its sitemap.xml names nor one of the other site. Correct the URL.`,
  });
}

/** The address of a file: pages have that of their folder. */
function urlOfFile(url: URL, file: string): URL {
  const path = pathOfFile(file).slice(1).split('/').map(encodeURIComponent).join('/');
  return new URL(`./${path}`, url);
}

async function fetchFile(url: URL, agent: Agent, signal: AbortSignal): Promise<Answer> {
  const attempt = async (): Promise<Answer> => {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: { 'user-agent': 'sitegen-diff', accept: '*/*', 'accept-encoding': 'identity' },
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode === 429 || statusCode >= 500) throw new Error(`it answered ${statusCode}`);
    const one = (value: string | string[] | undefined) => [value].flat()[0] ?? null;
    return {
      status: statusCode,
      type: one(headers['content-type']) ?? '',
      location: one(headers.location),
      robots: [headers['x-robots-tag'] ?? []].flat(),
      body: bytes,
    };
  };
  try {
    return await pRetry(attempt, { retries: ATTEMPTS - 1, minTimeout: 300, signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new SiteError(
      {
        code: 'DIFF_UNREACHABLE',
        exitCode: 3,
        message: `${url.href} could not be read, because ${describeNoAnswer(cause)}, so nothing was compared. Correct the URL, or try again when the site is up.`,
      },
      { cause },
    );
  }
}

/** Null where the site has no such file. */
function describeAnswer(file: string, answer: Answer, url: URL): SideFile | null {
  const { status, type, location, body } = answer;
  const isHtml = /^text\/html\b/i.test(type);
  if (status >= 300 && status < 400 && location !== null) {
    const target = URL.parse(location, urlOfFile(url, file));
    const isOwn = target?.origin === url.origin;
    return {
      sha256: '',
      role: 'redirect',
      target: isOwn ? `${target?.pathname}${target?.search}${target?.hash}` : location,
    };
  }
  const isError = /(?:^|\/)(?:404|410|500)\.html$/.test(file) && isHtml;
  if (status !== 200 && !isError) return null;
  if (file.endsWith('.html')) return isHtml ? describeLivePage(answer) : null;
  return { sha256: sha256(body), role: 'other' };
}

/** A header hides a page as the tag in it does. */
function describeLivePage({ body, robots }: Answer): SideFile {
  const file = describePage(body);
  const tag = robots.find((value) => HIDES.test(value) && !IS_FOR_ANOTHER.test(value));
  const isHidden = file.role === 'page' && tag !== undefined && isIndexable(readPageView(body.toString('utf8'), null));
  return isHidden ? { ...file, robotsTag: printableText(tag, 100) } : file;
}

const HIDES = /\b(?:noindex|none)\b/i;
/** A rule may begin with the name of the crawler that it is for. */
const IS_FOR_ANOTHER = /^\s*(?!googlebot|bingbot|unavailable_after|max-)[\w-]+\s*:/i;

/** Files of the pages that the sitemap names. */
async function listSitemap(ask: (file: string) => Promise<Answer>, url: URL): Promise<readonly string[]> {
  const files = ['sitemap.xml', 'robots.txt'];
  const queue = ['sitemap.xml'];
  const found = new Set<string>();
  for (const sitemap of queue) {
    const { status, body } = await ask(sitemap);
    if (status !== 200) continue;
    for (const [, loc = ''] of body.toString('utf8').matchAll(/<loc>\s*([^<]*?)\s*<\/loc>/g)) {
      const { pathname = '' } = URL.parse(loc.replaceAll('&amp;', '&')) ?? {};
      // A copy may be at another place than the site itself.
      const path = pathOfHref(withoutBase(pathname, url.href.slice(0, -1)) ?? pathname);
      if (path === null || path === '') continue;
      const file = outFileOf(path);
      if (!path.endsWith('.xml')) found.add(file);
      else if (!queue.includes(file)) queue.push(file);
    }
  }
  return [...new Set([...files, ...queue, ...found])];
}
