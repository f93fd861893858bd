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
export function createOwnAddresses({ site, events, script, lastBuild, refresh }: OwnInput): OwnAddresses {
  const pages = new Map<
    string,
    { readonly page: RenderedAnswer & { readonly kind: 'page' }; readonly version: number }
  >();
  const demoRequests = createDemoRequests(() => events.send('requests', { count: demoRequests.list().length }));
  const keyOf = ({ pathname, token }: Pick<PageRequest, 'pathname' | 'token'>) => `${token ?? ''} ${pathname}`;
  const describePage = async (asked: Pick<PageRequest, 'pathname' | 'token'>) => {
    const known = pages.get(keyOf(asked));
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
  };
  return {
    demoRequests,
    rememberPage: (asked, answer, version) => {
      pages.delete(keyOf(asked));
      if (answer.kind === 'page') pages.set(keyOf(asked), { page: answer, version });
      for (const oldest of [...pages.keys()].slice(0, -MAX_PAGES)) pages.delete(oldest);
    },
    answer: async (request, response, asked) => {
      const name = `${request.method === 'HEAD' ? 'GET' : request.method} ${asked.pathname.slice('/__sitegen/'.length)}`;
      switch (name) {
        case 'GET preview.js':
          return send(request, response, {
            status: 200,
            contentType: 'text/javascript; charset=utf-8',
            cacheControl: 'no-cache',
            content: await script(),
          });
        case 'GET events':
          return events.open(request, response);
        case 'GET state':
          return sendJson(request, response, 200, site.state());
        case 'GET page': {
          const pathname = new URLSearchParams(asked.search).get('path') ?? '/';
          return sendJson(request, response, 200, await describePage({ pathname, token: asked.token }));
        }
        case 'GET requests':
          return sendJson(request, response, 200, demoRequests.list());
        case 'POST refresh':
          return sendJson(request, response, 200, { isChanged: await refresh() });
        default:
          return sendText(request, response, 404, 'The preview has no such address.');
      }
    },
  };
}
