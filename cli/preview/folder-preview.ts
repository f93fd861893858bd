// Serves the folder of a build like a host: with redirects, trailing slashes, the 404 pages of locales and content types. Nothing is
// added to pages, and no file outside of the folder is served.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { DEFAULT_ORIGIN } from '../../config/define-site.ts';
import { withoutBase } from '../../config/site-address.ts';
import { errorMessage, SiteError } from '../errors.ts';
import { neutralRedirects } from '../outputs/redirect-maps.ts';
import { isOutPath } from '../paths/out-path.ts';
import { hrefOf, mountHref, outFileOf, outFilesOf, pathOfHref, setBaseOf } from '../paths/site-path.ts';
import { appendQuery, findRedirect, prefixOf } from '../plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../plan/redirects/redirect-rules.ts';
import { finishLastBuild } from '../publish/open-output.ts';
import { cacheControlOf, contentTypeOf } from '../publish/response-headers.ts';
import type { Report } from '../report/report-event.ts';
import { printableText } from '../text/printable-text.ts';
import { DemoRequests } from './server/demo-requests.ts';
import { isReading, refuseMethod, send, sendRedirect, sendText } from './server/send.ts';
import { type ServerPlace, startServer } from './server/start-server.ts';
import type { Preview } from './start-preview.ts';

/** What to serve, and where. Folders are absolute. */
export interface FolderPreviewOptions extends ServerPlace {
  readonly dir: string;
  /** Cache folder of the build, with its `redirects.json`. */
  readonly cacheDir: string;
}

const DEMO_ENDPOINT = '/api/demo-request';
/** Longest shown submission of a form, in characters. */
const MAX_FORM_TEXT = 2000;
const POLICY = "frame-ancestors 'none'";

/** Serves a folder. @throws SiteError PREVIEW_DIR (exit 2) if it has no site. */
export async function startFolderPreview(options: FolderPreviewOptions): Promise<Preview> {
  const { dir, report } = options;
  await finishLastBuild(dir, options.cacheDir, report);
  if (!existsSync(join(dir, 'index.html'))) throw noSite(dir);
  const root = realpathSync(dir);
  const rules = loadRules(options.cacheDir, report);
  const origin = findOrigin(options.cacheDir);
  setBaseOf(origin);
  const demoRequests = new DemoRequests(([last]) => {
    report({
      kind: 'log',
      level: 'info',
      text: `A form was sent and answered ${last?.status}: ${printableText(JSON.stringify(last?.fields), MAX_FORM_TEXT)}`,
    });
  });
  const server = await startServer(options, async (request, response, target) => {
    if (request.method === 'POST' && target.pathname === DEMO_ENDPOINT) return demoRequests.answer(request, response);
    if (!isReading(request)) return refuseMethod(request, response);
    sendAnswer(request, response, findAnswer({ root, rules, origin }, target.pathname, target.search));
  });
  return { url: server.url, networkUrls: server.networkUrls, isReady: Promise.resolve(), stop: server.stop };
}

interface FolderSite {
  readonly root: string;
  readonly rules: RedirectRules;
  /** Origin of the built site. */
  readonly origin: string;
}

type FolderAnswer =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | { readonly kind: 'file'; readonly status: number; readonly found: FoundFile }
  | { readonly kind: 'nothing'; readonly status: number };

/** Answers like a host: redirects first, then files, then the 404 page of the locale. */
function findAnswer({ root, rules, origin }: FolderSite, pathname: string, search: string): FolderAnswer {
  const inSite = withoutBase(pathname, origin);
  if (inSite === null && pathname === '/') return { kind: 'redirect', status: 302, location: hrefOf('/') };
  const path = inSite === null ? null : pathOfHref(inSite);
  const redirect = path === null ? null : findRedirect(rules, path);
  if (redirect !== null && redirect.status !== 410)
    return { kind: 'redirect', status: redirect.status, location: appendQuery(mountHref(redirect.to), search) };
  const [page = '', file = ''] = path === null || redirect !== null ? [] : outFilesOf(path);
  const isSlashless = path?.endsWith('/') === true && !pathname.endsWith('/');
  const found = findFile(root, page) ?? (isSlashless ? findFile(root, file) : null);
  if (path !== null && found?.path === page && isSlashless)
    return { kind: 'redirect', status: 301, location: `${hrefOf(path)}${search}` };
  if (found !== null) return { kind: 'file', status: 200, found };
  const status = redirect?.status ?? 404;
  const errorPage = findFile(root, outFileOf(`${prefixOf(path ?? '/')}/404.html`)) ?? findFile(root, '404.html');
  return errorPage === null ? { kind: 'nothing', status } : { kind: 'file', status, found: errorPage };
}

function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: FolderAnswer): void {
  if (answer.kind === 'redirect') sendRedirect(response, answer.status, answer.location);
  else if (answer.kind === 'file') sendFile(request, response, answer);
  else sendText(request, response, answer.status, 'This page could not be found.');
}

interface FoundFile {
  readonly path: string;
  readonly file: string;
}

/** A file inside of the folder, also after resolving links; null for anything else. */
function findFile(root: string, path: string): FoundFile | null {
  if (!isOutPath(path)) return null;
  const file = join(root, path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  return realpathSync(file).startsWith(`${root}${sep}`) ? { path, file } : null;
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { status, found: { path, file } }: FolderAnswer & { readonly kind: 'file' },
): void {
  const kind = path.startsWith('assets/') ? 'asset' : 'page';
  send(request, response, {
    status,
    contentType: contentTypeOf(path),
    cacheControl: cacheControlOf(path, kind),
    content: readFileSync(file),
    headers: { 'content-security-policy': POLICY },
  });
}

/** The origin of the last build; the default one if it has no report. */
function findOrigin(cacheDir: string): string {
  try {
    const { origin }: { readonly origin?: string } = JSON.parse(readFileSync(join(cacheDir, 'report.json'), 'utf8'));
    return origin ?? DEFAULT_ORIGIN;
  } catch {
    return DEFAULT_ORIGIN;
  }
}

/** The redirect rules of the build. Without them, the redirect pages in the folder are served. */
function loadRules(cacheDir: string, report: Report): RedirectRules {
  const file = join(cacheDir, 'redirects.json');
  const none: RedirectRules = { root: null, exact: [], segments: [] };
  if (!existsSync(file)) return none;
  try {
    return neutralRedirects.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    report({
      kind: 'log',
      level: 'warning',
      text: `${file} cannot be read (${errorMessage(cause)}): redirects do not work.`,
    });
    return none;
  }
}

function noSite(dir: string): SiteError {
  return new SiteError({
    code: 'PREVIEW_DIR',
    exitCode: 2,
    message: `There is no site in ${dir}: it has no index.html. Run "sitegen build" first, or name the out folder of a build with --dir.`,
  });
}
