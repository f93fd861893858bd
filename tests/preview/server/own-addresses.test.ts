// What the toolbar is told of a page, over a site whose answers the test orders.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { PageRequest, RenderedAnswer } from '../../../cli/preview/answer-page.ts';
import type { RunningSite } from '../../../cli/preview/running-site.ts';
import { createOwnAddresses } from '../../../cli/preview/server/own-addresses.ts';

const ASKED: PageRequest = { pathname: '/about/', search: '', token: null };

const pageWith = (what: string): RenderedAnswer & { readonly kind: 'page' } => ({
  kind: 'page',
  status: 500,
  path: '/about/',
  template: 'error',
  entry: {},
  html: `<p>${what}</p>`,
  contentSecurityPolicy: '',
  framedBy: null,
  problems: [{ code: 'MIDDLEWARE_UNKNOWN', severity: 'error', where: {}, what, fix: '' }],
});

/** A site of a version, whose pages say `now`. */
function start() {
  const site = { version: 1, answers: 0 };
  const running: RunningSite = {
    answer: async () => {
      site.answers += 1;
      return pageWith('now');
    },
    inspect: async () => null,
    findAsset: () => null,
    state: () => ({ version: site.version, broken: [], site: null }),
    sources: () => [],
    change: async () => {},
    read: async () => false,
    renew: async () => {},
    isReady: Promise.resolve(),
    isShown: Promise.resolve(),
    isSettled: Promise.resolve(),
    interrupt: async () => {},
    close: async () => {},
  };
  const own = createOwnAddresses({
    site: running,
    events: { open: () => {}, send: () => {}, count: () => 0, close: () => {} },
    script: async () => '',
    lastBuild: { outDir: '/nowhere' },
    refresh: async () => false,
  });
  const reasons = async () => {
    const sent: string[] = [];
    const response = { writeHead: () => {}, end: (text: string) => void sent.push(text) };
    const request = { method: 'GET', headers: {} };
    await own.answer(request as IncomingMessage, response as unknown as ServerResponse, {
      pathname: '/__sitegen/page',
      search: '?path=/about/',
      token: null,
    });
    return JSON.parse(sent.join('')).reasons.map(({ problem }: { problem: { what: string } }) => problem.what);
  };
  return { site, own, reasons };
}

describe('GET /__sitegen/page', () => {
  it('tells of the page that was just sent, which is not made again', async () => {
    const { site, own, reasons } = start();
    own.rememberPage(ASKED, pageWith('sent'), 1);
    expect([await reasons(), site.answers]).toEqual([['sent'], 0]);
  });

  it('tells nothing of a page that was asked for before a change and came after it', async () => {
    const { site, own, reasons } = start();
    site.version = 2;
    own.rememberPage(ASKED, pageWith('sent'), 2);
    own.rememberPage(ASKED, pageWith('of before'), 1);
    expect(await reasons()).toEqual(['now']);
  });
});
