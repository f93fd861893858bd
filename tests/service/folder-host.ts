// A good host of a built site or of a bucket: index files, slashes added, redirects, the 404 page of the locale, the headers that a
// web server is told to send.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toSitePath } from '../../cli/files/brands.ts';
import { appendQuery, findRedirect } from '../../cli/plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../cli/plan/redirects/redirect-rules.ts';
import { cacheControlOf, contentTypeOf } from '../../cli/publish/response-headers.ts';
import type { S3Server } from '../release/s3-server.ts';
import { type Headers, type Host, type HostAnswer, type SiteServer, startServer } from './site-server.ts';

/** A file that is served. */
interface HeldFile {
  readonly body: Buffer | string;
  readonly headers: Headers;
}

/** Finds a file by its path without a leading slash. */
export type FindFile = (path: string) => HeldFile | undefined;

/** How a host serves files. `rules` are answered with the query. */
export function hostOf(find: FindFile, rules?: RedirectRules): Host {
  return (encoded, search) => {
    const path = decodeURIComponent(encoded);
    const rule = rules === undefined ? null : findRedirect(rules, toSitePath(path));
    if (rule?.status === 410) return { status: 410, headers: {}, body: 'gone' };
    if (rule !== null) return leadTo(appendQuery(rule.to, search), rule.status);
    const key = `${path}${path.endsWith('/') ? 'index.html' : ''}`.slice(1);
    const found = find(key);
    if (found !== undefined) {
      const { 'x-amz-website-redirect-location': location = '', ...headers } = found.headers;
      return location === '' ? { status: 200, headers, body: found.body } : leadTo(location);
    }
    if (find(`${key}/index.html`) !== undefined) return leadTo(`${path}/${search}`);
    const page = find(`${path.split('/')[1]}/404.html`) ?? find('404.html');
    return { status: 404, headers: page?.headers ?? {}, body: page?.body ?? 'not found' };
  };
}

function leadTo(location: string, status = 301): HostAnswer {
  return { status, headers: { location: encodeURI(decodeURI(location)) }, body: '' };
}

/** The files of a folder as they are at the moment. `change` is done to the HTML of every page. */
export function filesOfFolder(folder: string, change: (html: string) => string = (html) => html): FindFile {
  return (path) => {
    const file = join(folder, path);
    if (!existsSync(file) || !statSync(file).isFile()) return undefined;
    const body = readFileSync(file);
    const cache = cacheControlOf(path, path.startsWith('assets/') ? 'asset' : 'page');
    return {
      body: path.endsWith('.html') ? change(body.toString('utf8')) : body,
      headers: { 'content-type': contentTypeOf(path), 'cache-control': cache },
    };
  };
}

/** What a bucket holds for visitors. */
export function filesOfBucket({ objects }: S3Server): FindFile {
  return (path) => (path.startsWith('.sitegen/') ? undefined : objects.get(path));
}

/** Serves an out folder; text is compressed where a test looks at bytes. */
export function serveSite(
  outDir: string,
  change?: (html: string) => string,
  options?: Parameters<typeof startServer>[1],
): Promise<SiteServer> {
  return startServer(hostOf(filesOfFolder(outDir, change)), options);
}
