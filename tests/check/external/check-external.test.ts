import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkExternal, type ExternalOptions } from '../../../cli/check/external/check-external.ts';
import { busy, type FaultSite, HOMING, HONEST, POLITE, startSite } from './fault-server.ts';

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
    mayAskPrivate: true,
    userAgent: 'test',
    limits: { budget: 250, pauseMs: 0, longestWaitMs: 1000 },
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  });
  return urls.map((url) => [url, decisions.get(url)?.verdict] as const);
};

describe('checkExternal', () => {
  let honest: FaultSite;
  let polite: FaultSite;
  let homing: FaultSite;
  beforeAll(async () => {
    [honest, polite, homing] = await Promise.all([startSite(HONEST), startSite(POLITE), startSite(HOMING)]);
  });
  afterAll(() => Promise.all([honest, polite, homing].map((site) => site.stop())));

  const expectedVerdicts = (): readonly (readonly [string, string])[] => [
    [`${honest.origin}/ok`, 'ok'],
    [`${honest.origin}/no-head`, 'ok'],
    [`${honest.origin}/wrong-head`, 'ok'],
    [`${honest.origin}/lent`, 'ok'],
    [`${honest.origin}/slow-body`, 'ok'],
    [`${honest.origin}/moved`, 'moved'],
    [`${honest.origin}/chain`, 'moved'],
    [`${honest.origin}/gone`, 'broken'],
    [`${honest.origin}/nowhere`, 'broken'],
    [`${honest.origin}/broken-chain`, 'broken'],
    [`${honest.origin}/forbidden`, 'blocked'],
    [`${honest.origin}/reset`, 'unknown'],
    [`${honest.origin}/error`, 'unknown'],
    [`${honest.origin}/loop`, 'unknown'],
    [`${honest.origin}/to-mail`, 'unknown'],
    // Nothing there speaks TLS.
    [`${honest.origin.replace('http:', 'https:')}/`, 'unknown'],
    // A port at which nobody listens.
    ['http://127.0.0.1:1/', 'unknown'],
    [`${polite.origin}/real`, 'ok'],
    [`${polite.origin}/not-real`, 'broken'],
    [`${polite.origin}/`, 'ok'],
    [`${homing.origin}/real`, 'ok'],
    [`${homing.origin}/not-real`, 'broken'],
  ];

  it('decides on every fault, and the same in the next run', async () => {
    const cache = makeCache();
    const expected = expectedVerdicts();
    const urls = expected.map(([url]) => url);
    const unanswered = [`${honest.origin}/slow`, 'http://no-such-host.invalid/'];
    const unknown = unanswered.map((url) => [url, 'unknown']);
    expect(await check(urls, cache)).toEqual(expected);
    expect(await check(unanswered, cache, SHORT)).toEqual(unknown);
    const asked = honest.requests.length;
    expect(await check(urls, cache)).toEqual(expected);
    expect(await check(unanswered, cache, SHORT)).toEqual(unknown);
    // Good looks stand: only the others were made again.
    expect(honest.requests.slice(asked)).not.toContain('HEAD /ok');
    expect(honest.requests.slice(asked)).toContain('HEAD /gone');
  });

  it('looks again when a good look is too old', async () => {
    const cache = makeCache();
    await check([`${honest.origin}/ok`], cache);
    const asked = honest.requests.length;
    await check([`${honest.origin}/ok`], cache, { maxAgeMs: 0 });
    expect(honest.requests.slice(asked)).toContain('HEAD /ok');
  });

  it('holds a link for broken after failures over days, but never for a refusal', async () => {
    const cache = makeCache();
    const urls = ['reset', 'forbidden'].map((path) => `${honest.origin}/${path}`);
    const verdictsOn = async (day: number) => {
      const now = () => new Date(Date.UTC(2026, 0, 1 + day));
      const answered = await check(urls, cache, { now });
      const unanswered = await check([`${honest.origin}/slow`], cache, { ...SHORT, now });
      return [...answered, ...unanswered].map(([, verdict]) => verdict);
    };
    expect(await verdictsOn(0)).toEqual(['unknown', 'blocked', 'unknown']);
    expect(await verdictsOn(1)).toEqual(['unknown', 'blocked', 'unknown']);
    expect(await verdictsOn(2)).toEqual(['broken', 'blocked', 'broken']);
  });

  it('takes runs in a row for one look', async () => {
    const cache = makeCache();
    const verdictAt = async (minutes: number) =>
      (
        await check([`${honest.origin}/reset`], cache, { now: () => new Date(Date.UTC(2026, 0, 1, 0, minutes)) })
      )[0]?.[1];
    for (const minutes of [0, 10, 20, 30]) expect(await verdictAt(minutes)).toBe('unknown');
  });

  it('leaves a busy site alone for the rest of the run, and waits where the wait is short', async () => {
    const [hour, moment] = await Promise.all([startSite(busy('3600')), startSite(busy('0'))]);
    onTestFinished(() => Promise.all([hour.stop(), moment.stop()]).then(() => {}));
    const urls = [`${hour.origin}/page`, `${hour.origin}/other`, `${moment.origin}/page`];
    expect((await check(urls, makeCache())).map(([, verdict]) => verdict)).toEqual(['blocked', 'unknown', 'ok']);
    expect(hour.requests).toEqual(['HEAD /page']);
  });

  it('keeps to the budget of a host, and says that it did not look', async () => {
    const cache = makeCache();
    const site = await startSite(HONEST);
    onTestFinished(() => site.stop());
    const urls = ['ok', 'moved', 'lent', 'gone'].map((path) => `${site.origin}/${path}`);
    const limits = { budget: 2, pauseMs: 0, longestWaitMs: 0 };
    const verdicts = (await check(urls, cache, { limits })).map(([, verdict]) => verdict);
    expect(verdicts.filter((verdict) => verdict === 'unknown').length).toBeGreaterThanOrEqual(3);
    expect(site.requests).toHaveLength(2);
  });

  it('takes the statuses that its user accepts for good', async () => {
    const [first] = await check([`${honest.origin}/forbidden`], makeCache(), {
      isAccepted: (status) => status === 403,
    });
    expect(first?.[1]).toBe('ok');
  });

  it('asks no private address for a public site, whatever content names', async () => {
    const before = honest.requests.length;
    const urls = [`${honest.origin}/ok`, 'http://169.254.169.254/latest/', 'http://[::1]:80/', 'http://localhost:80/'];
    const verdicts = await check(urls, makeCache(), { mayAskPrivate: false });
    expect(verdicts.map(([, verdict]) => verdict)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(honest.requests.length).toBe(before);
  });

  it('begins anew where what was kept is damaged', async () => {
    const cache = makeCache();
    writeFileSync(join(cache, 'links.json'), '{"version":1,"looks":{"a":');
    expect((await check([`${honest.origin}/gone`], cache))[0]?.[1]).toBe('broken');
  });
});
