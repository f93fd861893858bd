// Serves the folder of a build like a host: with redirects, trailing slashes, the 404 pages of locales and content types. Nothing is
// added to pages, and no file outside of the folder is served.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DEFAULT_ORIGIN } from '../../config/define-site.ts';
import { withoutBase } from '../../config/site-address.ts';
import { noBuild, readState } from '../check/last-build.ts';
import { usageError } from '../errors.ts';
import { toSitePath } from '../files/brands.ts';
import { readJsonFields } from '../files/read-json-fields.ts';
import { isInside } from '../files/real-path.ts';
import { neutralRedirects } from '../outputs/redirect-maps.ts';
import { isOutPath } from '../paths/out-path.ts';
import { hrefOf, mountHref, outFileOf, outFilesOf, pathOfHref, ROOT_PATH, setBaseOf } from '../paths/site-path.ts';
import { appendQuery, findRedirect, prefixOf } from '../plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../plan/redirects/redirect-rules.ts';
import { finishLastBuild } from '../publish/open-output.ts';
import { createDemoRequests, DEMO_ENDPOINT } from './server/demo-requests.ts';
import { isReading, type RequestTarget, refuseMethod, send, sendRedirect, sendText } from './server/send.ts';
import { type ServerPlace, startServer } from './server/start-server.ts';
import type { Preview } from './start-preview.ts';

/** What to serve, and where. Folders are absolute. */
export interface FolderPreviewOptions extends ServerPlace {
  readonly dir: string;
  /** Cache folder of the build, with its `redirects.json`. */
  readonly cacheDir: string;
}

const POLICY = "frame-ancestors 'none'";

/** Serves a folder. @throws SiteError PREVIEW_DIR if it has no site, CHECK_NO_BUILD if its redirects are damaged (exit 2). */
export async function startFolderPreview(options: FolderPreviewOptions): Promise<Preview> {
  const { dir, cacheDir, report } = options;
  await finishLastBuild(dir, cacheDir, report);
  if (!existsSync(join(dir, 'index.html')))
    throw usageError(
      'PREVIEW_DIR',
      `There is no site in ${dir}: it has no index.html. Run "sitegen build" first, or name the out folder of a build with --dir.`,
    );
  // Without a report, the out folder is of another program.
  const { origin = DEFAULT_ORIGIN } = readJsonFields<{ readonly origin: string }>(join(cacheDir, 'report.json'));
  // Without its rules, the redirect pages in the folder are served.
  const rules = existsSync(join(cacheDir, 'redirects.json'))
    ? readState(cacheDir, 'redirects.json', neutralRedirects, noBuild)
    : { exact: [], segments: [] };
  const site = { root: realpathSync(dir), rules, origin };
  setBaseOf(origin);
  const demoRequests = createDemoRequests(report);
  const server = await startServer(options, async (request, response, target) => {
    if (request.method === 'POST' && target.pathname === DEMO_ENDPOINT) return demoRequests.answer(request, response);
    if (!isReading(request)) return refuseMethod(request, response);
    return answer(site, request, response, target);
  });
  return { ...server, isReady: Promise.resolve() };
}

/** Answers like a host: redirects first, then files, then the 404 page of the locale. */
async function answer(
  { root, rules, origin }: { readonly root: string; readonly rules: RedirectRules; readonly origin: string },
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, search }: RequestTarget,
): Promise<void> {
  const inSite = withoutBase(pathname, origin);
  if (inSite === null && pathname === '/') return sendRedirect(response, 302, hrefOf(ROOT_PATH));
  const path = inSite === null ? null : pathOfHref(inSite);
  const redirect = path === null ? null : findRedirect(rules, path);
  if (redirect !== null && redirect.status !== 410)
    return sendRedirect(response, redirect.status, appendQuery(mountHref(redirect.to), search));
  const [page = '', file = ''] = path === null || redirect !== null ? [] : outFilesOf(path);
  const isSlashless = path?.endsWith('/') === true && !pathname.endsWith('/');
  const found = findFile(root, page) ?? (isSlashless ? findFile(root, file) : null);
  if (path !== null && found?.path === page && isSlashless)
    return sendRedirect(response, 301, `${hrefOf(path)}${search}`);
  const status = redirect?.status ?? 404;
  const errorPage = () =>
    findFile(root, outFileOf(toSitePath(`${prefixOf(path ?? '/')}/404.html`))) ?? findFile(root, '404.html');
  const sent = found ?? errorPage();
  if (sent === null) return sendText(request, response, status, 'This page could not be found.');
  send(request, response, {
    status: found === null ? status : 200,
    path: sent.path,
    content: readFileSync(sent.file),
    headers: { 'content-security-policy': POLICY },
  });
}

/** A file inside of the folder, also after resolving links; null for anything else. */
function findFile(root: string, path: string): { readonly path: string; readonly file: string } | null {
  if (!isOutPath(path)) return null;
  const file = join(root, path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  return isInside(realpathSync(file), root) ? { path, file } : null;
}
