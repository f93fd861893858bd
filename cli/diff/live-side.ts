// Reads a live site over HTTP. Pages come from its sitemap and from the other site. Responses are stored in a folder, so that each is
// requested once.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { withoutBase } from '../../config/site-address.ts';
import { readSitemaps } from '../check/live/read-sitemaps.ts';
import { RequestFailure } from '../content/client/request-failure.ts';
import { SiteError, usageError } from '../errors.ts';
import { parsePage } from '../facts/parse-html.ts';
import { toOutPath } from '../files/brands.ts';
import { sha256 } from '../files/content-hash.ts';
import { isOutPath } from '../paths/out-path.ts';
import { outFileOf, pathOfHref } from '../paths/site-path.ts';
import { pathOfKey } from '../release/plan-release.ts';
import type { Report } from '../report/report-event.ts';
import { createHostClient, type HostAnswer, type HostClient, isDown } from '../verify/host-client.ts';
import { describePage, isAssetPath, type SideFile, type SiteSide } from './folder-side.ts';

interface LiveOptions {
  /** Files of the other site, which the live site may have too. */
  readonly known: Iterable<string>;
  readonly cacheDir: string;
  readonly report: Report;
  readonly signal: AbortSignal;
}

const CONCURRENCY = 8;

/** @throws SiteError DIFF_NO_SITE (exit 2), DIFF_UNREACHABLE (exit 3). */
export async function readLiveSide(
  address: string,
  folder: string,
  { known, cacheDir, report, signal }: LiveOptions,
): Promise<SiteSide> {
  const url = new URL(address.replace(/[?#].*$/s, '').replace(/\/?$/, '/'));
  await using client = createHostClient(url, signal);
  const fileOf = (path: string) => join(folder, sha256(path));
  try {
    const candidates = new Set([...(await listSitemap(client, url)), ...known]);
    const wanted = [...candidates].filter((path) => isOutPath(path) && !isAssetPath(path));
    let done = 0;
    const rows = await pLimit(CONCURRENCY).map(wanted, async (path) => {
      const answer = await fetchFile(client, path);
      const row = describeAnswer(path, answer, url);
      if (row !== null) await writeFile(fileOf(path), answer.body);
      done += 1;
      report({ kind: 'progress', stage: 'live', done, total: wanted.length });
      return row === null ? [] : [[path, row] as const];
    });
    const files = new Map(rows.flat());
    if (files.values().every(({ role }) => role !== 'page')) throw noPage(url, await client.get('/'));
    const read = async (path: string) => (files.has(path) ? readFile(fileOf(path)) : null);
    return { name: url.href, files, read, cacheDir };
  } catch (cause) {
    throw cause instanceof RequestFailure ? unreachable(url.href, cause.message) : cause;
  }
}

function noPage({ href, origin }: URL, home: HostAnswer): SiteError {
  const { status, location } = home;
  if (isDown(home)) return unreachable(href, `it answers ${status} to everything`);
  const isElsewhere = location !== null && location.origin !== origin;
  const why = isElsewhere ? `it redirects to ${location.href}` : 'the pages of its sitemap.xml do not exist';
  return usageError('DIFF_NO_SITE', `There is no page at ${href}: ${why}. Correct the URL.`);
}

function unreachable(address: string, why: string): SiteError {
  const message = `${address} could not be read, because ${why}, so nothing was compared. Correct the URL, or try again when the site is up.`;
  return new SiteError({ code: 'DIFF_UNREACHABLE', exitCode: 3, message });
}

async function fetchFile(client: HostClient, file: string): Promise<HostAnswer> {
  const path = pathOfKey(toOutPath(file));
  const answer = await client.get(path);
  const { status, broken } = answer;
  if (broken === null && status !== 429 && status < 500) return answer;
  throw unreachable(client.urlOf(path), broken ?? `it answered ${status}`);
}

/** Null if the site has no such file. */
function describeAnswer(file: string, answer: HostAnswer, { origin }: URL): SideFile | null {
  const { status, headers, location, body, sha256: hash, hidingTag } = answer;
  if (location !== null) {
    const { href } = location;
    return { sha256: '', role: 'redirect', target: location.origin === origin ? href.slice(origin.length) : href };
  }
  const isHtml = /^text\/html\b/i.test(headers['content-type'] ?? '');
  // A host may answer `/404.html` with 404.
  if ((status !== 200 && !file.endsWith(`${status}.html`)) || (file.endsWith('.html') && !isHtml)) return null;
  if (!file.endsWith('.html')) return { sha256: hash, role: 'other' };
  const page = describePage(body);
  // A page may be hidden by a header instead of a meta tag.
  const isHidden = page.role === 'page' && hidingTag !== '' && !parsePage(body.toString('utf8')).facts.hasNoindex;
  return isHidden ? { ...page, robotsTag: hidingTag } : page;
}

/** Files of the sitemaps, and of the pages in them. */
async function listSitemap(client: HostClient, site: URL): Promise<readonly string[]> {
  const fileOf = (address: string) => {
    const { pathname = '' } = URL.parse(address, site) ?? {};
    // A copy of a site has the sitemap of the original address.
    const path = pathOfHref(withoutBase(pathname, site.href.slice(0, -1)) ?? pathname);
    return path === null || path === '' ? [] : [outFileOf(path)];
  };
  const { pages } = await readSitemaps(['/sitemap.xml'], async (address) => {
    const [file] = fileOf(address);
    const answer = file === undefined ? null : await fetchFile(client, file);
    return answer?.status === 200 ? answer.body : null;
  });
  return ['robots.txt', 'sitemap.xml', ...pages.flatMap(({ url }) => fileOf(url))];
}
