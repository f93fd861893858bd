// Answers a request: the API of the preview, the endpoint of forms, bundled files, and then like a host of the site. Pages get the script
// of the preview, and nothing else is added.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../../../templates/escape-html.ts';
import { describeProblem } from '../../report/describe-problems.ts';
import type { ShownProblem } from '../describe-failure.ts';
import type { RunningSite } from '../running-site.ts';
import { DEMO_ENDPOINT, type DemoRequests } from './demo-requests.ts';
import type { PreviewApi } from './preview-api.ts';
import { isReading, type RequestTarget, refuseMethod, type SentAnswer, send, sendRedirect } from './send.ts';
import { API } from './start-server.ts';

const SCRIPT_PATH = `${API}preview.js`;
/** Tokens of Statamic and similar ones, without characters that could break a header. */
const TOKEN = /^[\w.~-]{1,200}$/;

/** Requests a page with the edit addresses of its texts and pictures. */
const EDIT_HEADER = 'x-sitegen-edit';

export async function answerRequest(
  { site, api, forms }: { readonly site: RunningSite; readonly api: PreviewApi; readonly forms: DemoRequests },
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<void> {
  const token = findToken(target.search);
  if (target.pathname.startsWith(API)) return api(request, response, { ...target, token });
  const endpoint = site.current?.input.site.integrations.demoEndpoint ?? DEMO_ENDPOINT;
  if (request.method === 'POST' && target.pathname === endpoint) return forms.answer(request, response);
  if (!isReading(request)) return refuseMethod(request, response);
  const asset = site.findAsset(target.pathname);
  if (asset !== null) return sendFile(request, response, asset);
  const { version } = site;
  const withEdits = request.headers[EDIT_HEADER] !== undefined;
  const answer = await site.answer({ ...target, token, withEdits });
  if (answer.kind === 'redirect') return sendRedirect(response, answer.status, answer.location);
  if (answer.kind === 'file') return sendFile(request, response, answer);
  const { status, framedBy } = answer;
  const isPage = answer.kind === 'page';
  const policy = isPage ? answer.contentSecurityPolicy : FAILURE_POLICY;
  send(request, response, {
    status,
    path: 'index.html',
    // Unsaved values must not be stored.
    isStored: isPage && token === null,
    content: isPage ? addScript(answer.html, { version, framedBy }) : renderFailurePage(answer.problems, framedBy),
    headers: { 'content-security-policy': `${policy}; frame-ancestors ${framedBy ?? "'none'"}` },
  });
}

function findToken(search: string): string | null {
  const token = new URLSearchParams(search).get('token');
  return token !== null && TOKEN.test(token) ? token : null;
}

const FAILURE_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'";

/** Adds the script of the preview at the end of the body. */
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

function sendFile(request: IncomingMessage, response: ServerResponse, file: Pick<SentAnswer, 'path' | 'content'>) {
  send(request, response, {
    ...file,
    status: 200,
    // An SVG that is opened as a page must not run scripts.
    headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
  });
}

/** An error page. When the errors are fixed, the script of the preview loads the page. */
function renderFailurePage(problems: readonly ShownProblem[], framedBy: string | null): string {
  const texts = problems.map(({ problem, excerpt }) => {
    const lines = excerpt?.lines.map(
      ({ number, text }) => `${number === excerpt.line ? '>' : ' '} ${number} | ${text}`,
    );
    return [describeProblem(problem, { paint: (_, text) => text, headline: '' }), ...(lines ?? [])].join('\n');
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The page cannot be shown</title></head><body data-sitegen-failure=""><main><h1>The page cannot be shown</h1><pre>${escapeHtml(texts.join('\n\n'))}</pre></main><script src="${SCRIPT_PATH}"${frameAttribute(framedBy)}></script></body></html>\n`;
}
