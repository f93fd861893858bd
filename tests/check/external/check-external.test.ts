import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkExternal, type ExternalOptions } from '../../../cli/check/external/check-external.ts';
import {
  ALWAYS_200,
  busy,
  COOKIE_WALL,
  ERROR_404,
  type FaultSite,
  MEMBERS_ONLY,
  REDIRECTS_HOME,
  SAME_DOCUMENT,
  startSite,
} from './fault-server.ts';

function makeCache(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** For what never answers; whatever does may take longer on a busy machine. */
const SHORT = { timeoutMs: 400 };

const check = async (urls: readonly string[], cacheDir: string, options: Partial<ExternalOptions> = {}) => {
  const decisions = await checkExternal(urls, {
    cacheDir,
    maxAgeMs: 7 * 86_400_000,
    concurrency: 8,
    timeoutMs: 120_000,
    isAccepted: () => false,
    allowPrivate: true,
    userAgent: 'test',
    limits: { concurrency: 1, pauseMs: 0, longestWaitMs: 1000 },
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  });
  return urls.map((url) => [url, decisions.get(url)?.verdict] as const);
};

describe('checkExternal', () => {
  let site404: FaultSite;
  let site200: FaultSite;
  let siteHome: FaultSite;
  beforeAll(async () => {
    [site404, site200, siteHome] = await Promise.all([
      startSite(ERROR_404),
      startSite(ALWAYS_200),
      startSite(REDIRECTS_HOME),
    ]);
  });
  afterAll(() => Promise.all([site404, site200, siteHome].map((site) => site.stop())));

  const expectedVerdicts = (): readonly (readonly [string, string])[] => [
    [`${site404.origin}/ok`, 'ok'],
    [`${site404.origin}/no-head`, 'ok'],
    [`${site404.origin}/wrong-head`, 'ok'],
    [`${site404.origin}/lent`, 'ok'],
    [`${site404.origin}/slow-body`, 'ok'],
    [`${site404.origin}/moved`, 'moved'],
    [`${site404.origin}/chain`, 'moved'],
    [`${site404.origin}/gone`, 'broken'],
    [`${site404.origin}/nowhere`, 'broken'],
    [`${site404.origin}/broken-chain`, 'broken'],
    [`${site404.origin}/forbidden`, 'blocked'],
    [`${site404.origin}/reset`, 'unknown'],
    [`${site404.origin}/error`, 'unknown'],
    [`${site404.origin}/loop`, 'unknown'],
    [`${site404.origin}/to-mail`, 'unknown'],
    // No TLS there.
    [`${site404.origin.replace('http:', 'https:')}/`, 'unknown'],
    // A port without a server.
    ['http://127.0.0.1:1/', 'unknown'],
    [`${site200.origin}/real`, 'ok'],
    [`${site200.origin}/not-real`, 'broken'],
    [`${site200.origin}/`, 'ok'],
    [`${siteHome.origin}/real`, 'ok'],
    // Perhaps a wall.
    [`${siteHome.origin}/not-real`, 'unknown'],
  ];

  it('recognizes every fault, and again in the next run', async () => {
    const cache = makeCache();
    const expected = expectedVerdicts();
    const urls = expected.map(([url]) => url);
    const unanswered = [`${site404.origin}/slow`, 'http://no-such-host.invalid/'];
    const unknown = unanswered.map((url) => [url, 'unknown']);
    expect(await check(urls, cache)).toEqual(expected);
    expect(await check(unanswered, cache, SHORT)).toEqual(unknown);
    const before = site404.requests.length;
    expect(await check(urls, cache)).toEqual(expected);
    expect(await check(unanswered, cache, SHORT)).toEqual(unknown);
    // Links that worked are not checked again.
    expect(site404.requests.slice(before)).not.toContain('HEAD /ok');
    expect(site404.requests.slice(before)).toContain('HEAD /gone');
  });

  it('does not judge a page that it cannot see: of an app, behind a login, or behind a question for cookies', async () => {
    const sites = await Promise.all([SAME_DOCUMENT, MEMBERS_ONLY, COOKIE_WALL].map(startSite));
    onTestFinished(() => Promise.all(sites.map((site) => site.stop())).then(() => {}));
    const [app, wiki, wall] = sites.map(({ origin }) => origin);
    const urls = [`${app}/docs/start`, `${wiki}/wiki/42`, `${wall}/article/1`];
    const cache = makeCache();
    // Not in days either.
    for (const day of [1, 2, 3, 4]) {
      const verdicts = await check(urls, cache, { now: () => new Date(Date.UTC(2026, 0, day)) });
      expect(verdicts.map(([, verdict]) => verdict)).toEqual(['unknown', 'unknown', 'unknown']);
    }
  });

  it('checks a link that worked again when the attempt is too old', async () => {
    const cache = makeCache();
    await check([`${site404.origin}/ok`], cache);
    const before = site404.requests.length;
    await check([`${site404.origin}/ok`], cache, { maxAgeMs: 0 });
    expect(site404.requests.slice(before)).toContain('HEAD /ok');
  });

  it('reports a link as broken after failing for days, but not after refusals', async () => {
    const cache = makeCache();
    const urls = ['reset', 'forbidden'].map((path) => `${site404.origin}/${path}`);
    const verdictsOn = async (day: number) => {
      const now = () => new Date(Date.UTC(2026, 0, 1 + day));
      const answered = await check(urls, cache, { now });
      const unanswered = await check([`${site404.origin}/slow`], cache, { ...SHORT, now });
      return [...answered, ...unanswered].map(([, verdict]) => verdict);
    };
    expect(await verdictsOn(0)).toEqual(['unknown', 'blocked', 'unknown']);
    expect(await verdictsOn(1)).toEqual(['unknown', 'blocked', 'unknown']);
    expect(await verdictsOn(2)).toEqual(['broken', 'blocked', 'broken']);
  });

  it('counts runs within an hour as one attempt', async () => {
    const cache = makeCache();
    const verdictAt = async (minutes: number) =>
      (
        await check([`${site404.origin}/reset`], cache, { now: () => new Date(Date.UTC(2026, 0, 1, 0, minutes)) })
      )[0]?.[1];
    for (const minutes of [0, 10, 20, 30]) expect(await verdictAt(minutes)).toBe('unknown');
  });

  it('sends no more requests to a busy site, but waits if the wait is short', async () => {
    const [hour, moment] = await Promise.all([startSite(busy('3600')), startSite(busy('0'))]);
    onTestFinished(() => Promise.all([hour.stop(), moment.stop()]).then(() => {}));
    const urls = [`${hour.origin}/page`, `${hour.origin}/other`, `${moment.origin}/page`];
    expect((await check(urls, makeCache())).map(([, verdict]) => verdict)).toEqual(['blocked', 'unknown', 'ok']);
    expect(hour.requests).toEqual(['HEAD /page']);
  });

  it('treats accepted statuses as OK', async () => {
    const [first] = await check([`${site404.origin}/forbidden`], makeCache(), {
      isAccepted: (status) => status === 403,
    });
    expect(first?.[1]).toBe('ok');
  });

  it('sends no requests to private addresses for a public site', async () => {
    const before = site404.requests.length;
    const urls = [`${site404.origin}/ok`, 'http://169.254.169.254/latest/', 'http://[::1]:80/', 'http://localhost:80/'];
    const verdicts = await check(urls, makeCache(), { allowPrivate: false });
    expect(verdicts.map(([, verdict]) => verdict)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(site404.requests.length).toBe(before);
  });
});
