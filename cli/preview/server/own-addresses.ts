// The preview's own addresses under `/__sitegen/`: its script, its events, the toolbar's data, what forms sent, and
// the refresh that a content service may ask for.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageRequest, RenderedAnswer } from '../answer-page.ts';
import { describeProblem } from '../describe-failure.ts';
import { compareWithBuild, type LastBuild } from '../last-build.ts';
import type { RunningSite } from '../running-site.ts';
import { createDemoRequests, type DemoRequests } from './demo-requests.ts';
import type { EventStream } from './event-stream.ts';
import { send, sendJson, sendText } from './send.ts';

/** What the addresses need. */
export interface OwnInput {
  readonly site: RunningSite;
  readonly events: EventStream;
  readonly script: () => Promise<string>;
  readonly lastBuild: LastBuild;
  /** Reads all content again. */
  readonly refresh: () => Promise<boolean>;
}

/** The addresses, and what they share with the others. */
export interface OwnAddresses {
  readonly answer: (request: IncomingMessage, response: ServerResponse, asked: PageRequest) => Promise<void>;
  /** Keeps a page that was just sent, of a version of the site: the toolbar asks for it next. */
  readonly rememberPage: (asked: PageRequest, answer: RenderedAnswer, version: number) => void;
  readonly demoRequests: DemoRequests;
}

/** Pages that are kept for the toolbar. */
const MAX_PAGES = 20;

/** Makes them. */
export function createOwnAddresses(input: OwnInput): OwnAddresses {
  const pages = createSentPages();
  const demoRequests = createDemoRequests(() => input.events.send('requests', { count: demoRequests.list().length }));
  return {
    demoRequests,
    rememberPage: pages.put,
    answer: (request, response, asked) => answerOwn({ ...input, pages, demoRequests }, request, response, asked),
  };
}

interface OwnAnswering extends OwnInput {
  readonly pages: SentPages;
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
      return events.open(request, response);
    case 'GET state':
      return sendValue(site.state());
    case 'GET page': {
      const pathname = new URLSearchParams(asked.search).get('path') ?? '/';
      return sendValue(await describePage(own, { pathname, token: asked.token }));
    }
    case 'GET requests':
      return sendValue(demoRequests.list());
    case 'POST refresh':
      return sendValue({ isChanged: await own.refresh() });
    default:
      return sendText(request, response, 404, 'The preview has no such address.');
  }
}

type PageName = Pick<PageRequest, 'pathname' | 'token'>;

/** A page for the toolbar. */
async function describePage({ site, lastBuild, pages, demoRequests }: OwnAnswering, asked: PageName) {
  const known = pages.find(asked);
  // One that was asked for before a change may have come after it.
  const isCurrent = known?.version === site.state().version;
  const page = isCurrent ? known.page : await site.answer({ ...asked, search: '' }, 'soon');
  if (page.kind === 'failed') return { failed: page.problems };
  if (page.kind !== 'page') return {};
  const inspection = await site.inspect({ ...asked, html: page.html });
  return {
    inspection,
    reasons: page.problems.map(describeProblem),
    isLive: page.framedBy !== null,
    comparison: compareWithBuild(lastBuild, inspection?.outFile ?? null, page),
    requests: demoRequests.list(),
  };
}

type SentPages = ReturnType<typeof createSentPages>;

/** The newest pages that were sent. */
function createSentPages() {
  const pages = new Map<
    string,
    { readonly page: RenderedAnswer & { readonly kind: 'page' }; readonly version: number }
  >();
  const keyOf = ({ pathname, token }: PageName) => `${token ?? ''} ${pathname}`;
  return {
    find: (asked: PageName) => pages.get(keyOf(asked)),
    put: (asked: PageName, answer: RenderedAnswer, version: number) => {
      pages.delete(keyOf(asked));
      if (answer.kind === 'page') pages.set(keyOf(asked), { page: answer, version });
      for (const oldest of [...pages.keys()].slice(0, -MAX_PAGES)) pages.delete(oldest);
    },
  };
}
