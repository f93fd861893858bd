// The API of the preview under `/__sitegen/`: its script, events, the data of the toolbar, submitted forms, and a refresh that the content
// service can request.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import * as z from 'zod';
import type { Problem } from '../../errors.ts';
import { parseJson } from '../../facts/structured-data-facts.ts';
import { bundleScript } from '../code/bundle-pages.ts';
import { describeProblem, type ShownProblem } from '../describe-failure.ts';
import type { PageRequest, RunningSite } from '../running-site.ts';
import type { PageInspection } from '../site/inspect-page.ts';
import type { ListName } from '../site/stored-content.ts';
import type { DemoRequests } from './demo-requests.ts';
import { refuseWebhook, type WebhookSecret } from './guard-request.ts';
import { readText, send, sendJson, sendText } from './send.ts';
import { API } from './start-server.ts';

export interface ServerState {
  /** See RunningSite. */
  readonly version: number;
  /** Errors of sources and of local content. Their last working versions are used. */
  readonly broken: readonly ShownProblem[];
  /** If the content service is down: what is shown meanwhile, and what to do. */
  readonly outage: Problem | null;
}

/** Browsers reconnect after this time. */
const RETRY_MS = 500;
/** Some proxies close connections that are idle for longer. */
const HEARTBEAT_MS = 20_000;

/** The open streams. Each has the current state, and every later one. */
export function openEvents(findState: () => ServerState) {
  const responses = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const response of responses) response.write(text);
  };
  const heartbeat = setInterval(() => write(': heartbeat\n\n'), HEARTBEAT_MS);
  return {
    findState,
    open: (response: ServerResponse) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      response.write(`retry: ${RETRY_MS}\n\n${formatEvent(findState())}`);
      responses.add(response);
      response.on('close', () => responses.delete(response));
    },
    sendState: () => write(formatEvent(findState())),
    close: () => {
      clearInterval(heartbeat);
      for (const response of responses) response.end();
      responses.clear();
    },
  };
}

function formatEvent(state: ServerState): string {
  return `data: ${JSON.stringify(state)}\n\n`;
}

interface ApiInput {
  readonly site: RunningSite;
  readonly events: ReturnType<typeof openEvents>;
  readonly forms: DemoRequests;
  /** Reads lists; all of them for null. Resolves to whether anything has changed. */
  readonly refresh: (lists: readonly ListName[] | null) => Promise<boolean>;
  readonly secret: WebhookSecret;
}

/** The data of a page for the toolbar. */
export interface PageData {
  readonly inspection?: PageInspection;
  /** Why the page cannot be shown. */
  readonly failed?: readonly ShownProblem[];
  /** Why the page is an error page, and problems of unsaved values. */
  readonly reasons?: readonly ShownProblem[];
  readonly isLive?: boolean;
}

export type PreviewApi = ReturnType<typeof createApi>;

export function createApi({ site, events, forms, refresh, secret }: ApiInput) {
  const joinRead = joinReads(refresh);
  /** Bundled on first use. */
  let script: Promise<string> | null = null;
  const describePage = async (target: Pick<PageRequest, 'pathname' | 'token'>): Promise<PageData> => {
    const answer = await site.answer({ ...target, search: '', isRepeated: true });
    if (answer.kind === 'failed') return { failed: answer.problems };
    if (answer.kind !== 'page') return {};
    const reasons = answer.problems.map(describeProblem);
    return { inspection: await answer.inspect(), reasons, isLive: answer.framedBy !== null };
  };
  /** Reads the lists that a webhook names in its body; without a body, all of them. */
  const answerWebhook = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refuseWebhook(request, secret);
    if (refusal !== null) return sendText(request, response, 403, refusal);
    const body = await readText(request);
    if (body === null) return sendText(request, response, 413, 'The body is too large.');
    const scope = scopeSchema.safeParse(body.trim() === '' ? {} : parseJson(body));
    if (!scope.success) return sendText(request, response, 400, SCOPE_INVALID);
    const isWhole = Object.values(scope.data).every((value) => value === undefined);
    const isChanged = await joinRead(isWhole ? null : [scope.data]);
    sendJson(request, response, 200, { isChanged });
  };
  return async (request: IncomingMessage, response: ServerResponse, target: PageRequest): Promise<void> => {
    const sendValue = (value: unknown) => sendJson(request, response, 200, value);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    switch (`${method} ${target.pathname.slice(API.length)}`) {
      case 'GET preview.js': {
        script ??= bundleScript();
        return send(request, response, { status: 200, path: 'preview.js', content: await script });
      }
      case 'GET events':
        return events.open(response);
      case 'GET state':
        return sendValue(events.findState());
      case 'GET page': {
        const pathname = new URLSearchParams(target.search).get('path') ?? '/';
        return sendValue(await describePage({ pathname, token: target.token }));
      }
      case 'GET requests':
        return sendValue(forms.list());
      case 'POST refresh':
        return answerWebhook(request, response);
      default:
        return sendText(request, response, 404, 'The preview has no such address.');
    }
  };
}

/** Reads lists; all of them for null. Calls that come before the next read begins are answered by it. */
function joinReads(refresh: ApiInput['refresh']) {
  const limit = pLimit(1);
  let next: Promise<boolean> | null = null;
  /** The lists of the next read; null for all. */
  let wanted: readonly ListName[] | null = [];
  const read = () => {
    const lists = wanted;
    [wanted, next] = [[], null];
    return refresh(lists);
  };
  return (lists: readonly ListName[] | null): Promise<boolean> => {
    wanted = lists === null || wanted === null ? null : [...wanted, ...lists];
    next ??= sleep(lists === null ? JOIN_MS : 0).then(() => limit(read));
    return next;
  };
}

/** Milliseconds in which calls for all lists are joined: each uploaded file sends one. Calls that name an entry do not wait. */
const JOIN_MS = 250;

const SCOPE_INVALID = 'The body is not a JSON object with "collection", "site" and "id", which are optional.';
/** PHP sends null for what it does not know. */
const name = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || undefined);
const scopeSchema = z.object({ collection: name, site: name, id: name });
