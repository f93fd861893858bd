// How many requests run at once follows the answer times of the service.

import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createContentClient } from '../../../cli/content/client/content-client.ts';
import { siteOptions } from '../../makers.ts';

const WORKERS = 4;
const ANSWER_MS = 120;
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A service that answers in {@link ANSWER_MS} as long as it has a free worker, and ever slower with more requests. */
async function startSlowService(timeFor: (running: number) => number) {
  const running: number[] = [];
  let now = 0;
  const server = createServer(async (_, response) => {
    now += 1;
    running.push(now);
    await sleep(timeFor(now));
    now -= 1;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, running };
}

async function askFor(url: string, count: number): Promise<void> {
  const policy = { ...siteOptions().content, concurrency: 16 };
  const client = createContentClient({ url, token: null, clientId: null, policy }, () => {});
  await Promise.all(Array.from({ length: count }, (_, page) => client.getJson(`/api/x?page=${page}`)));
  await client.close();
}

describe('the number of requests at once', () => {
  it('begins with two, and grows while the service answers as fast as before', async () => {
    const { url, running } = await startSlowService(() => ANSWER_MS);
    await askFor(url, 60);
    expect(running.slice(0, 2)).toEqual([1, 2]);
    // This machine may stand still now and then, which looks like a slow service.
    expect(Math.max(...running)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...running)).toBeLessThanOrEqual(16);
  });

  it('stays near what the service bears', async () => {
    const { url, running } = await startSlowService((now) => ANSWER_MS * Math.max(1, now / WORKERS) ** 2);
    await askFor(url, 90);
    const later = running.slice(30).sort((a, b) => a - b);
    expect(later[Math.floor(later.length / 2)]).toBeLessThanOrEqual(WORKERS + 3);
    expect(later[Math.floor(later.length / 2)]).toBeGreaterThanOrEqual(WORKERS - 2);
  });

  it('grows again where only the first answers came from a cache', async () => {
    let answered = 0;
    const { url, running } = await startSlowService(() => {
      answered += 1;
      return answered <= 2 ? 1 : ANSWER_MS;
    });
    await askFor(url, 40);
    expect(Math.max(...running.slice(20))).toBeGreaterThanOrEqual(4);
  });
});
