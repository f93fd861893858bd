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
export class EventStream {
  readonly findState: () => ServerState;
  readonly #responses = new Set<ServerResponse>();
  readonly #heartbeat = setInterval(() => this.#write(': heartbeat\n\n'), HEARTBEAT_MS);

  constructor(findState: () => ServerState) {
    this.findState = findState;
  }

  open(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.write(`retry: ${RETRY_MS}\n\n${formatEvent(this.findState())}`);
    this.#responses.add(response);
    response.on('close', () => this.#responses.delete(response));
  }

  sendState(): void {
    this.#write(formatEvent(this.findState()));
  }

  #write(text: string): void {
    for (const response of this.#responses) response.write(text);
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const response of this.#responses) response.end();
    this.#responses.clear();
  }
}

function formatEvent(state: ServerState): string {
  return `data: ${JSON.stringify(state)}\n\n`;
}

interface ApiInput {
  readonly site: RunningSite;
  readonly events: EventStream;
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

export class PreviewApi {
  readonly #input: ApiInput;
  readonly #reads = pLimit(1);
  /** The next read of webhooks, and its lists; null for all. */
  #next: Promise<boolean> | null = null;
  #wanted: readonly ListName[] | null = [];
  /** Bundled on first use. */
  #script: Promise<string> | null = null;

  constructor(input: ApiInput) {
    this.#input = input;
  }

  async answer(request: IncomingMessage, response: ServerResponse, target: PageRequest): Promise<void> {
    const { events, forms } = this.#input;
    const sendValue = (value: unknown) => sendJson(request, response, 200, value);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    switch (`${method} ${target.pathname.slice(API.length)}`) {
      case 'GET preview.js': {
        this.#script ??= bundleScript();
        return send(request, response, { status: 200, path: 'preview.js', content: await this.#script });
      }
      case 'GET events':
        return events.open(response);
      case 'GET state':
        return sendValue(events.findState());
      case 'GET page': {
        const pathname = new URLSearchParams(target.search).get('path') ?? '/';
        return sendValue(await this.#describePage({ pathname, token: target.token }));
      }
      case 'GET requests':
        return sendValue(forms.list);
      case 'POST refresh':
        return this.#refresh(request, response);
      default:
        return sendText(request, response, 404, 'The preview has no such address.');
    }
  }

  /** Reads the lists that a webhook names in its body; without a body, all of them. */
  async #refresh(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refuseWebhook(request, this.#input.secret);
    if (refusal !== null) return sendText(request, response, 403, refusal);
    const body = await readText(request);
    if (body === null) return sendText(request, response, 413, 'The body is too large.');
    const scope = scopeSchema.safeParse(body.trim() === '' ? {} : parseJson(body));
    if (!scope.success) return sendText(request, response, 400, SCOPE_INVALID);
    const isChanged = await this.#joinRead(Object.keys(scope.data).length === 0 ? null : [scope.data]);
    sendJson(request, response, 200, { isChanged });
  }

  /** Reads lists; all of them for null. Calls that come before the next read begins are answered by it. */
  #joinRead(lists: readonly ListName[] | null): Promise<boolean> {
    this.#wanted = lists === null || this.#wanted === null ? null : [...this.#wanted, ...lists];
    const read = () => {
      const wanted = this.#wanted;
      [this.#wanted, this.#next] = [[], null];
      return this.#input.refresh(wanted);
    };
    this.#next ??= sleep(lists === null ? JOIN_MS : 0).then(() => this.#reads(read));
    return this.#next;
  }

  async #describePage(target: Pick<PageRequest, 'pathname' | 'token'>): Promise<PageData> {
    const answer = await this.#input.site.answer({ ...target, search: '', isRepeated: true });
    if (answer.kind === 'failed') return { failed: answer.problems };
    if (answer.kind !== 'page') return {};
    return {
      inspection: await answer.inspect(),
      reasons: answer.problems.map(describeProblem),
      isLive: answer.framedBy !== null,
    };
  }
}

/** Milliseconds in which calls for all lists are joined: each uploaded file sends one. Calls that name an entry do not wait. */
const JOIN_MS = 250;

const SCOPE_INVALID = 'The body is not a JSON object with "collection", "site" and "id", which are optional.';
const name = z.string().optional();
const scopeSchema = z.object({ collection: name, site: name, id: name });
