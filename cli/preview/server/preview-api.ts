// The preview's own addresses under `/__sitegen/`: its script, its events, the toolbar's data, what forms sent, and
// the refresh that a content service may request.

import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { isOutPath } from '../../paths/out-path.ts';
import { bundleScript } from '../code/bundle-pages.ts';
import { describeProblem, type ShownProblem } from '../describe-failure.ts';
import type { PageRequest, RunningSite } from '../running-site.ts';
import type { PageInspection } from '../site/inspect-page.ts';
import type { ListName } from '../site/open-site.ts';
import { createDemoRequests, type DemoRequest, type DemoRequests } from './demo-requests.ts';
import type { EventStream } from './event-stream.ts';
import { readBody } from './read-body.ts';
import { send, sendJson, sendText } from './send.ts';

/** What the addresses need. */
export interface OwnInput {
  readonly site: RunningSite;
  readonly events: EventStream;
  /** Folder of the last build. */
  readonly outDir: string;
  /** Reads content again. */
  readonly refresh: (lists: readonly ListName[] | null) => Promise<boolean>;
}

/** The addresses, and what they share with the others. */
export interface OwnAddresses {
  readonly answer: (request: IncomingMessage, response: ServerResponse, asked: PageRequest) => Promise<void>;
  readonly demoRequests: DemoRequests;
}

/** Makes them. */
export function createOwnAddresses(input: OwnInput): OwnAddresses {
  const demoRequests = createDemoRequests(() => input.events.send('requests', { count: demoRequests.list().length }));
  /** Bundled on first use. */
  let bundled: Promise<string> | null = null;
  const script = () => {
    bundled ??= bundleScript();
    return bundled;
  };
  return {
    demoRequests,
    answer: (request, response, asked) => answerOwn({ ...input, demoRequests, script }, request, response, asked),
  };
}

/** What the toolbar shows of a page. */
export interface PageData {
  readonly inspection?: PageInspection | null;
  /** Why the page cannot be shown. */
  readonly failed?: readonly ShownProblem[];
  /** Why the page is an error page, and what is wrong with unsaved values. */
  readonly reasons?: readonly ShownProblem[];
  readonly isLive?: boolean;
  readonly comparison?: BuildComparison;
  /** What forms sent, the newest first. */
  readonly requests?: readonly DemoRequest[];
}

interface OwnAnswering extends OwnInput {
  readonly script: () => Promise<string>;
  readonly demoRequests: DemoRequests;
}

async function answerOwn(
  own: OwnAnswering,
  request: IncomingMessage,
  response: ServerResponse,
  asked: PageRequest,
): Promise<void> {
  const { site, events, demoRequests } = own;
  const sendValue = (value: unknown) => sendJson(request, response, 200, value);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  switch (`${method} ${asked.pathname.slice('/__sitegen/'.length)}`) {
    case 'GET preview.js':
      return send(request, response, {
        status: 200,
        contentType: 'text/javascript; charset=utf-8',
        cacheControl: 'no-cache',
        content: await own.script(),
      });
    case 'GET events':
      return events.open(response);
    case 'GET state':
      return sendValue(site.state());
    case 'GET page': {
      const pathname = new URLSearchParams(asked.search).get('path') ?? '/';
      return sendValue(await describePage(own, { pathname, token: asked.token }));
    }
    case 'GET requests':
      return sendValue(demoRequests.list());
    case 'POST refresh':
      return refresh(own, request, response);
    default:
      return sendText(request, response, 404, 'The preview has no such address.');
  }
}

const scopeSchema = z.object({
  collection: z.string().optional(),
  site: z.string().optional(),
  id: z.string().optional(),
});

/** What a webhook says has changed; without a body anything may have. */
async function refresh(own: OwnAnswering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  if (body === null) return sendText(request, response, 413, 'The body is too large.');
  const scope = body.trim() === '' ? {} : parseScope(body);
  if (scope === null)
    return sendText(
      request,
      response,
      400,
      'The body is no JSON object of "collection", "site" and "id", all optional.',
    );
  const isChanged = await own.refresh(Object.keys(scope).length === 0 ? null : [scope]);
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
  { site, outDir, demoRequests }: OwnAnswering,
  asked: Pick<PageRequest, 'pathname' | 'token'>,
): Promise<PageData> {
  const page = await site.answer({ ...asked, search: '', isRepeated: true });
  if (page.kind === 'failed') return { failed: page.problems };
  if (page.kind !== 'page') return {};
  const inspection = await site.inspect({ ...asked, html: page.html });
  return {
    inspection,
    reasons: page.problems.map(describeProblem),
    isLive: page.framedBy !== null,
    comparison: compareWithBuild(outDir, inspection?.outFile ?? null, page),
    requests: demoRequests.list(),
  };
}

/** How the text of a page differs from the last build's. */
interface BuildComparison {
  readonly state: 'same' | 'changed' | 'new' | 'gone' | 'no-build';
  /** Texts, in the order of the page; few where there are many. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const MAX_TEXTS = 20;
const NOTHING = { added: [], removed: [] } as const;

/** Compares a page with the file of the last build. Error pages are not compared. */
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

/** Texts between tags, and tags whose attributes are shown or followed. */
function listTexts(html: string): readonly string[] {
  const shown = html
    .replaceAll(/<(?!meta\b|link\b|a\b|img\b|title\b|script\b|source\b)[^>]*>/g, '\n')
    .split(/\n|(?=<)|(?<=>)/);
  return shown.map((text) => text.trim()).filter((text) => text !== '' && !text.startsWith('</'));
}
