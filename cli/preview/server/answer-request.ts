// Answers one request: the preview's own addresses, the forms' endpoint, bundled files, then the site as its host would
// answer, with nothing but the preview's script added to a page.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../../../templates/escape-html.ts';
import { cacheControlOf, contentTypeOf } from '../../publish/response-headers.ts';
import type { ShownProblem } from '../describe-failure.ts';
import type { PageRequest, RenderedAnswer, RunningSite } from '../running-site.ts';
import { isFromElsewhere } from './guard-request.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { send, sendRedirect, sendText } from './send.ts';

/** What answers are made of. */
export interface AnswerPlace {
  readonly site: RunningSite;
  readonly own: OwnAddresses;
}

const OWN = '/__sitegen/';
/** The address of the preview's script. */
const SCRIPT_PATH = `${OWN}preview.js`;
/** Statamic's tokens, and room for other ones; nothing that could break a header. */
const TOKEN = /^[\w.~-]{1,200}$/;

/** Asks for a page whose texts and pictures say where they are edited. */
const EDIT_HEADER = 'x-sitegen-edit';

/** Answers a request whose host is allowed. */
export async function answerRequest(
  { site, own }: AnswerPlace,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = parseTarget(request.url ?? '/');
  if (asked === null) return sendText(request, response, 400, 'The address cannot be read.');
  const isOwn = asked.pathname.startsWith(OWN);
  if ((isOwn || request.method === 'POST') && isFromElsewhere(request))
    return sendText(request, response, 403, 'Only pages of this preview may ask for this.');
  if (isOwn) return own.answer(request, response, asked);
  if (request.method === 'POST' && asked.pathname === (site.state().site?.demoEndpoint ?? '/api/demo-request'))
    return own.demoRequests.answer(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return sendText(request, response, 405, 'Only GET and HEAD are answered here.');
  }
  const asset = site.findAsset(asked.pathname);
  if (asset !== null) return sendFile(request, response, asset);
  const { version } = site.state();
  const withEdits = request.headers[EDIT_HEADER] !== undefined;
  sendAnswer({ request, response, asked, version }, await site.answer({ ...asked, withEdits }));
}

/** Path and query as sent; null for a target that is no path. */
function parseTarget(target: string): PageRequest | null {
  if (!target.startsWith('/')) return null;
  const [pathname = '/', ...rest] = target.split('?');
  const query = rest.join('?');
  const token = new URLSearchParams(query).get('token');
  return {
    pathname,
    search: query === '' ? '' : `?${query}`,
    token: token !== null && TOKEN.test(token) ? token : null,
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly asked: PageRequest;
  /** Version of the site when the request came in. */
  readonly version: number;
}

function sendAnswer({ request, response, asked, version }: Exchange, answer: RenderedAnswer): void {
  switch (answer.kind) {
    case 'redirect':
      sendRedirect(response, answer.status, answer.location);
      return;
    case 'file':
      sendFile(request, response, answer);
      return;
    case 'failed':
      send(request, response, {
        status: answer.status,
        contentType: contentTypeOf('index.html'),
        cacheControl: 'no-store',
        content: renderFailurePage(answer.problems, answer.framedBy ?? null),
        headers: { 'content-security-policy': `${FAILURE_POLICY}; frame-ancestors ${answer.framedBy ?? "'none'"}` },
      });
      return;
    case 'page': {
      const framedBy = answer.framedBy ?? "'none'";
      send(request, response, {
        status: answer.status,
        contentType: contentTypeOf('index.html'),
        // Only this editor may see unsaved values.
        cacheControl: asked.token === null ? cacheControlOf('index.html', 'page') : 'no-store',
        content: addScript(answer.html, { version, framedBy: answer.framedBy }),
        headers: { 'content-security-policy': `${answer.contentSecurityPolicy}; frame-ancestors ${framedBy}` },
      });
    }
  }
}

const FAILURE_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'";

/** The page with the preview's own script before the end of its body, every other byte as it is. */
function addScript(
  html: string,
  { version, framedBy }: { readonly version: number; readonly framedBy: string | null },
): string {
  const end = html.lastIndexOf('</body>');
  const script = `<script src="${SCRIPT_PATH}" data-version="${version}"${frameAttribute(framedBy)}></script>`;
  return end === -1 ? html : `${html.slice(0, end)}${script}${html.slice(end)}`;
}

function frameAttribute(framedBy: string | null): string {
  return framedBy === null ? '' : ` data-framed-by="${framedBy}"`;
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, content }: { readonly path: string; readonly content: string | Uint8Array },
): void {
  send(request, response, {
    status: 200,
    contentType: contentTypeOf(path),
    cacheControl: cacheControlOf(path, path.startsWith('assets/') ? 'asset' : 'map'),
    content,
    // A picture that is opened by itself must not run what is in it.
    headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
  });
}

/** In place of a page that cannot be made, until its sources are fixed. The preview's script brings the page back. */
function renderFailurePage(problems: readonly ShownProblem[], framedBy: string | null): string {
  const items = problems.map(({ problem, excerpt }) => {
    const { path, file, collection, entry, site, field } = problem.where;
    const place = [path, file, collection, entry, site, field].filter((part) => part !== undefined).join(' › ');
    const source = excerpt?.lines
      .map(({ number, text }) => `${number === excerpt.line ? '>' : ' '} ${number} | ${text}`)
      .join('\n');
    return `<h2>${escapeHtml(problem.code)}</h2><p>${escapeHtml(place)}</p><p>${escapeHtml(problem.what)}</p><p>${escapeHtml(problem.fix)}</p>${source === undefined ? '' : `<pre>${escapeHtml(source)}</pre>`}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The page cannot be shown</title></head><body data-sitegen-failure=""><main><h1>The page cannot be shown</h1>${items.join('')}</main><script src="${SCRIPT_PATH}"${frameAttribute(framedBy)}></script></body></html>\n`;
}
