// The preview's own addresses under `/__sitegen/`: its script, its events, the toolbar's data, what forms sent, and
// the refresh that a content service may ask for.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { bundleScript } from '../code/bundle-pages.ts';
import { describeProblem } from '../describe-failure.ts';
import { compareWithBuild } from '../last-build.ts';
import type { PageRequest, RunningSite } from '../running-site.ts';
import { createDemoRequests, type DemoRequests } from './demo-requests.ts';
import type { EventStream } from './event-stream.ts';
import { send, sendJson, sendText } from './send.ts';

/** What the addresses need. */
export interface OwnInput {
  readonly site: RunningSite;
  readonly events: EventStream;
  /** Folder of the last build. */
  readonly outDir: string;
  /** Reads all content again. */
  readonly refresh: () => Promise<boolean>;
}

/** The addresses, and what they share with the others. */
export interface OwnAddresses {
  readonly answer: (request: IncomingMessage, response: ServerResponse, asked: PageRequest) => Promise<void>;
  readonly demoRequests: DemoRequests;
}

/** Makes them. */
export function createOwnAddresses(input: OwnInput): OwnAddresses {
  const demoRequests = createDemoRequests(() => input.events.send('requests', { count: demoRequests.list().length }));
  /** Bundled when the first page asks for it. */
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

/** A page for the toolbar. */
async function describePage(
  { site, outDir, demoRequests }: OwnAnswering,
  asked: Pick<PageRequest, 'pathname' | 'token'>,
) {
  const page = await site.answer({ ...asked, search: '' });
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
