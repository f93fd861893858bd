// The API of the preview under `/__sitegen/`: its script, events, the data of the toolbar, submitted forms, and a refresh that the content
// service can request.

import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { isOutPath } from '../../paths/out-path.ts';
import { bundleScript } from '../code/bundle-pages.ts';
import { describeProblem, type ShownProblem } from '../describe-failure.ts';
import type { PageRequest } from '../render-answer.ts';
import type { RunningSite } from '../running-site.ts';
import type { PageInspection } from '../site/inspect-page.ts';
import type { ListName } from '../site/site.ts';
import { createDemoRequests, type DemoRequest, type DemoRequests } from './demo-requests.ts';
import type { EventStream } from './event-stream.ts';
import { refuseWebhook, type WebhookSecret } from './guard-request.ts';
import { readBody, send, sendJson, sendText } from './send.ts';

/** What the API uses. */
export interface ApiInput {
  readonly site: RunningSite;
  readonly events: EventStream;
  /** Folder of the last build. */
  readonly outDir: string;
  readonly refresh: Refresh;
  readonly secret: WebhookSecret;
}

/** The API. */
export interface PreviewApi {
  readonly answer: (request: IncomingMessage, response: ServerResponse, target: PageRequest) => Promise<void>;
  readonly demoRequests: DemoRequests;
}

/** Creates the API. */
export function createPreviewApi(input: ApiInput): PreviewApi {
  const demoRequests = createDemoRequests(() => input.events.send('requests', { count: demoRequests.list().length }));
  /** Bundled on first use. */
  let bundled: Promise<string> | null = null;
  const script = () => {
    bundled ??= bundleScript();
    return bundled;
  };
  return {
    demoRequests,
    answer: (request, response, target) => answerApi({ ...input, demoRequests, script }, request, response, target),
  };
}

/** The data of a page for the toolbar. */
export interface PageData {
  readonly inspection?: PageInspection | null;
  /** Why the page cannot be shown. */
  readonly failed?: readonly ShownProblem[];
  /** Why the page is an error page, and problems of unsaved values. */
  readonly reasons?: readonly ShownProblem[];
  readonly isLive?: boolean;
  readonly comparison?: BuildComparison;
  /** Submitted forms, newest first. */
  readonly requests?: readonly DemoRequest[];
}

interface Api extends ApiInput {
  readonly script: () => Promise<string>;
  readonly demoRequests: DemoRequests;
}

async function answerApi(
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
  target: PageRequest,
): Promise<void> {
  const { site, events, demoRequests } = api;
  const sendValue = (value: unknown) => sendJson(request, response, 200, value);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  switch (`${method} ${target.pathname.slice('/__sitegen/'.length)}`) {
    case 'GET preview.js':
      return send(request, response, {
        status: 200,
        contentType: 'text/javascript; charset=utf-8',
        cacheControl: 'no-cache',
        content: await api.script(),
      });
    case 'GET events':
      return events.open(response);
    case 'GET state':
      return sendValue(site.state());
    case 'GET page': {
      const pathname = new URLSearchParams(target.search).get('path') ?? '/';
      return sendValue(await describePage(api, { pathname, token: target.token }));
    }
    case 'GET requests':
      return sendValue(demoRequests.list());
    case 'POST refresh':
      return refresh(api, request, response);
    default:
      return sendText(request, response, 404, 'The preview has no such address.');
  }
}

const scopeSchema = z.object({
  collection: z.string().optional(),
  site: z.string().optional(),
  id: z.string().optional(),
});

/** Reads the lists that a webhook names in its body; without a body, all of them. */
async function refresh(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = refuseWebhook(request, api.secret);
  if (refusal !== null) return sendText(request, response, 403, refusal);
  const body = await readBody(request);
  if (body === null) return sendText(request, response, 413, 'The body is too large.');
  const scope = body.trim() === '' ? {} : parseScope(body);
  if (scope === null)
    return sendText(
      request,
      response,
      400,
      'The body is not a JSON object with "collection", "site" and "id", which are optional.',
    );
  const isChanged = await api.refresh(Object.keys(scope).length === 0 ? null : [scope]);
  sendJson(request, response, 200, { isChanged });
}

function parseScope(body: string): z.output<typeof scopeSchema> | null {
  try {
    return scopeSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

async function describePage(
  { site, outDir, demoRequests }: Api,
  target: Pick<PageRequest, 'pathname' | 'token'>,
): Promise<PageData> {
  const page = await site.answer({ ...target, search: '', isRepeated: true });
  if (page.kind === 'failed') return { failed: page.problems };
  if (page.kind !== 'page') return {};
  const inspection = await site.inspect({ ...target, html: page.html, shows: page.shows });
  return {
    inspection,
    reasons: page.problems.map(describeProblem),
    isLive: page.framedBy !== null,
    comparison: compareWithBuild(outDir, inspection?.outFile ?? null, page),
    requests: demoRequests.list(),
  };
}

/** How the texts of a page differ from the last build. */
interface BuildComparison {
  readonly state: 'same' | 'changed' | 'new' | 'no-build';
  /** The first texts, in the order of the page. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const MAX_TEXTS = 20;
const NOTHING = { added: [], removed: [] } as const;

/** Compares a page with its file of the last build. Error pages are not compared. */
function compareWithBuild(
  outDir: string,
  outFile: string | null,
  page: { readonly html: string; readonly status: number },
): BuildComparison {
  if (!existsSync(join(outDir, '404.html')) && !existsSync(join(outDir, 'index.html')))
    return { state: 'no-build', ...NOTHING };
  if (page.status !== 200 || outFile === null || !isOutPath(outFile)) return { state: 'same', ...NOTHING };
  const file = join(outDir, outFile);
  if (!existsSync(file)) return { state: 'new', ...NOTHING };
  const before = readFileSync(file, 'utf8');
  if (before === page.html) return { state: 'same', ...NOTHING };
  const [last, now] = [listTexts(before), listTexts(page.html)];
  const [lastSet, nowSet] = [new Set(last), new Set(now)];
  return {
    state: 'changed',
    added: now.filter((text) => !lastSet.has(text)).slice(0, MAX_TEXTS),
    removed: last.filter((text) => !nowSet.has(text)).slice(0, MAX_TEXTS),
  };
}

/** Texts between tags, and tags with visible or relevant attributes. */
function listTexts(html: string): readonly string[] {
  const shown = html
    .replaceAll(/<(?!meta\b|link\b|a\b|img\b|title\b|script\b|source\b)[^<>]*>/g, '\n')
    .split(/\n|(?=<)|(?<=>)/);
  return shown.map((text) => text.trim()).filter((text) => text !== '' && !text.startsWith('</'));
}

/** Reads lists; all of them for null. Resolves to whether anything has changed. */
export type Refresh = (lists: readonly ListName[] | null) => Promise<boolean>;

/** Milliseconds in which calls for all lists are joined: each uploaded file sends one. Calls that name an entry do not wait. */
const JOIN_MS = 250;

/** Calls of the returned function that come before its next read begins are answered by that read. One read runs at a time. */
export function joinRefreshes(read: Refresh): Refresh {
  let waiting: { lists: readonly ListName[] | null; readonly isChanged: Promise<boolean> } | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const begin = async (wait: number) => {
    await Promise.all([running, wait === 0 ? null : sleep(wait)]);
    const lists = waiting?.lists ?? null;
    waiting = null;
    const isChanged = read(lists);
    running = isChanged.catch(() => undefined);
    return isChanged;
  };
  return (lists) => {
    if (waiting === null) waiting = { lists, isChanged: begin(lists === null ? JOIN_MS : 0) };
    else waiting.lists = lists === null || waiting.lists === null ? null : [...waiting.lists, ...lists];
    return waiting.isChanged;
  };
}
