// A release that fails at request k, or whose process is killed there. After each change of the bucket every page has its assets;
// the next release ends in the site of the build, and a rollback in the one before, byte for byte with its headers.

import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../cli/files/content-hash.ts';
import type { ObjectStore, Target } from '../../cli/release/object-store.ts';
import { openTarget } from '../../cli/release/open-target.ts';
import type { Report } from '../../cli/report/report-event.ts';
import { LOCALES } from '../../config/locales.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { currentTreeOf, findBrokenPages, treeOf } from '../publish/small-site.ts';
import { makeFolder, type RunOptions, runSitegen } from '../site/run-sitegen.ts';
import {
  AWS_ENVIRONMENT,
  assetsOf,
  buildVersion,
  findBroken,
  loadSite,
  openBucket,
  openBucketAs,
  publish,
  restore,
  site,
  unpublish,
  visibleObjects,
  writeReport,
} from './release-site.ts';
import { type FaultServer, startFaultServer } from './s3-server.ts';

/** Every request, or some at the beginning, at the end, where the records are written, and between. */
function sample(total: number): readonly number[] {
  const all = Array.from({ length: total }, (_, index) => index + 1);
  return IS_LONG ? all : all.filter((k) => [2, 30, total - 2, total].includes(k));
}

/** A bucket with the first version, builds of both, and how many requests the second one takes. */
async function startPublished() {
  const server = await startFaultServer();
  const target = await openBucket(server);
  const [first, second] = [makeFolder(), makeFolder()];
  await buildVersion(first, 1, 40);
  await buildVersion(second, 2, 40);
  await publish(first, target);
  const before = await server.load();
  server.requests.length = 0;
  await publish(second, target);
  const total = server.requests.length;
  expect(total).toBeGreaterThan(45);
  const broken: string[] = [];
  server.onChange = async () => broken.push(...findBroken({ objects: await server.load() }));
  const pages = [...before.keys(), ...(await server.load()).keys()].filter((key) => key.endsWith('index.html'));
  const pause = startVisitor(server, new Set(pages), broken);
  const reset = async () => {
    await pause(() => server.store(before));
    server.requests.length = 0;
  };
  return { server, target, first, second, total, broken, reset };
}

/** Loads pages with their assets all the time, until the test ends. Returns what makes it wait for something else. */
function startVisitor({ url, bucket }: FaultServer, pages: ReadonlySet<string>, broken: string[]) {
  const get = async (key: string) => {
    const response = await fetch(`${url}/${bucket}/${encodeURI(key)}`);
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
  const visit = async (key: string) => {
    const { status, body } = await get(key);
    if (![200, 404].includes(status)) broken.push(`${key} answered ${status}`);
    if (status !== 200) return;
    for (const asset of assetsOf(body))
      if ((await get(asset)).status !== 200) broken.push(`a visitor of ${key} misses ${asset}`);
  };
  let turn: Promise<unknown> = Promise.resolve();
  const alone = <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    const next = turn.then(act);
    turn = next.catch(() => {});
    return next;
  };
  let isOver = false;
  const visitAll = async () => {
    while (!isOver)
      for (const key of pages) {
        await setTimeout(VISIT_PAUSE_MS);
        if (!isOver) await alone(() => visit(key));
      }
  };
  const visits = visitAll().catch((cause: unknown) => broken.push(`A visit failed: ${cause}`));
  onTestFinished(async () => {
    isOver = true;
    await visits;
  });
  return alone;
}

/** Lets the publisher work, too. */
const VISIT_PAUSE_MS = IS_LONG ? 5 : 25;

/** Whether the bucket shows the build of a folder, and no page or data of another. */
async function expectSite(server: FaultServer, dir: string, target: Target): Promise<void> {
  const objects = [...loadSite(dir, target).rows()];
  const held = await server.load();
  const shown = visibleObjects({ objects: held });
  const other = Object.keys(shown).filter((key) => !key.startsWith('assets/'));
  expect(other).toEqual(objects.flatMap(({ key, stage }) => (stage === 'asset' ? [] : [key])).sort());
  for (const { key, contentType, cacheControl } of objects)
    expect(shown[key], key).toMatchObject({ headers: { 'content-type': contentType, 'cache-control': cacheControl } });
  for (const { key, sha256: hash } of objects) expect(sha256(held.get(key)?.body ?? ''), key).toBe(hash);
}

describe('a release into a bucket', () => {
  it('is finished by the next one, whatever the request at which it ended', async () => {
    const { server, target, first, second, total, broken, reset } = await startPublished();
    for (const k of sample(total)) {
      await reset();
      // Refused without another attempt: to the bucket this is a process that is gone.
      server.fault = (number) => (number >= k ? { status: 403, code: 'AccessDenied' } : null);
      await expect(publish(second, target), `request ${k}`).rejects.toMatchObject({ code: 'PUBLISH_REFUSED' });
      server.fault = () => null;
      const next = k % 3 === 0 ? first : second;
      const warnings: unknown[] = [];
      const report: Report = (event) => event.kind === 'log' && event.level === 'warning' && warnings.push(event);
      await publish(next, target, { report });
      await expectSite(server, next, target);
      await restore(target, '000001', { report });
      await expectSite(server, first, target);
      expect([...broken, ...warnings], `request ${k}`).toEqual([]);
    }
  });

  it('goes on where a request is late or cut off, its answer is lost, or the server is busy', async () => {
    const { server, target, second, total, broken, reset } = await startPublished();
    for (const [index, fault] of (['late', 'cut', 'lost', { status: 503, code: 'SlowDown' }] as const).entries())
      for (const k of sample(total).filter((each) => IS_LONG || each % 4 === index || each === total)) {
        await reset();
        server.fault = (number) => (number === k ? fault : null);
        await publish(second, target);
        await expectSite(server, second, target);
        expect(broken, `request ${k}`).toEqual([]);
      }
  });

  it('is finished by the next process where its own was killed', async () => {
    const { server, target, second, total, broken, reset } = await startPublished();
    writeReport(second, { locales: LOCALES.map(({ locale }) => locale) });
    const run = (onStart?: RunOptions['onStart']) =>
      runSitegen(['publish', `s3://${server.bucket}`], {
        cwd: second,
        environment: AWS_ENVIRONMENT(server),
        ...(onStart === undefined ? {} : { onStart }),
      });
    for (const k of IS_LONG ? sample(total) : [40]) {
      await reset();
      const killed = await run((child) => {
        server.fault = (number) => {
          if (number === k) child.kill('SIGKILL');
          return number >= k ? 'cut' : null;
        };
      });
      expect(killed.code).toBeNull();
      server.fault = () => null;
      expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('Published release') });
      await expectSite(server, second, target);
      expect(broken, `request ${k}`).toEqual([]);
    }
  });
});

describe('a first release into a bucket', () => {
  it.each(
    sampleOf([
      ['real', false],
      ['sample', true],
    ] as const),
  )('is finished by the same command, and can be removed: %s content', async (_, isSample) => {
    const server = await startFaultServer();
    const target = await openBucket(server);
    const dir = makeFolder();
    await buildVersion(dir, 1, 10);
    writeReport(dir, { isSample });
    await publish(dir, target);
    const total = server.requests.length;
    const interrupt = async (k: number) => {
      await server.store(new Map());
      server.requests.length = 0;
      server.fault = (number) => (number >= k ? { status: 403, code: 'AccessDenied' } : null);
      await expect(publish(dir, target), `request ${k}`).rejects.toMatchObject({ code: 'PUBLISH_REFUSED' });
      server.fault = () => null;
    };
    for (const k of sample(total)) {
      await interrupt(k);
      await publish(dir, target);
      await expectSite(server, dir, target);
      await interrupt(k);
      await unpublish(target);
      expect([...(await server.load()).keys()], `request ${k}`).toEqual([]);
    }
  });

  it('is removed by the same command, whatever the request at which the removal ended', async () => {
    const server = await startFaultServer();
    const target = await openBucket(server);
    const dir = makeFolder();
    for (const version of [1, 2]) {
      await buildVersion(dir, version, 10);
      await publish(dir, target);
    }
    const before = await server.load();
    server.requests.length = 0;
    await unpublish(target);
    for (const k of sample(server.requests.length).toReversed()) {
      await server.store(before);
      server.requests.length = 0;
      server.fault = (number) => (number >= k ? { status: 403, code: 'AccessDenied' } : null);
      await expect(unpublish(target), `request ${k}`).rejects.toMatchObject({ code: 'PUBLISH_REFUSED' });
      server.fault = () => null;
      await unpublish(target);
      expect([...(await server.load()).keys()], `request ${k}`).toEqual([]);
    }
  });

  it('is refused beside objects that no list claims, and to other sites', async () => {
    const server = await startFaultServer();
    const target = await openBucket(server);
    const dir = makeFolder();
    await buildVersion(dir, 1, 10);
    server.fault = (number) => (number >= 20 ? { status: 403, code: 'AccessDenied' } : null);
    await publish(dir, target).catch(() => {});
    server.fault = () => null;
    writeReport(dir, { origin: 'https://other.test' });
    await expect(publish(dir, target)).rejects.toMatchObject({ code: 'PUBLISH_NOT_OURS' });
    writeReport(dir, { isSample: true });
    await expect(publish(dir, target)).rejects.toMatchObject({ code: 'SAMPLE_OVER_SITE' });
    writeReport(dir);
    await server.store(
      new Map([...(await server.load()), ['theirs.html', { body: Buffer.from('x'), etag: '', headers: {} }]]),
    );
    await expect(publish(dir, target)).rejects.toMatchObject({ code: 'PUBLISH_NOT_OURS' });
    await unpublish(target);
    expect([...(await server.load()).keys()]).toEqual(['theirs.html']);
  });
});

describe('a publisher whose network stalls', () => {
  /** A busy machine needs most of it to get to the place where it stalls. */
  const LEASE_MS = 1500;
  /** Twelve requests of a release, or one of them, from the first one after it has claimed its id. */
  const places = (total: number, one = 0) => {
    const all = Array.from({ length: 12 }, (_, index) => Math.round(6 + (index * (total - 12)) / 11));
    return IS_LONG ? all : all.slice(one, one + 1);
  };

  it.each([
    ['while the next one publishes', false],
    ['after it', true],
  ])('never overwrites the next one for good: its requests arrive %s', async (_, isAfter) => {
    const { server, first, second, total, reset } = await startPublished();
    const third = makeFolder();
    await buildVersion(third, 3, 40);
    server.onChange = () => {};
    for (const k of places(total, isAfter ? 10 : 3)) {
      await reset();
      const healed = Promise.withResolvers<void>();
      const stalled = await openBucketAs('stalled', server);
      let asked = 0;
      let written = 0;
      server.fault = (_number, request, user) => {
        if (user === 'stalled') asked += 1;
        else if (/^PUT (?!\.sitegen)/.test(request)) written += 1;
        if (written === 5 && !isAfter) healed.resolve();
        return user === 'stalled' && asked > k ? healed.promise : null;
      };
      const startedAt = performance.now();
      const late = publish(third, stalled, { leaseMs: LEASE_MS }).catch((cause: unknown) => cause);
      await expect.poll(() => asked, { interval: 5, timeout: 10_000 }).toBeGreaterThan(k);
      const target = await openBucketAs('next', server);
      const next = publish(second, target, { watchMs: LEASE_MS });
      expect(await late, `request ${k}`).toMatchObject({ code: 'PUBLISH_BEATEN', exitCode: 3 });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      await next;
      healed.resolve();
      await setTimeout(20);
      await publish(second, target);
      await expectSite(server, second, target);
      expect(await publish(second, target)).toMatchObject({ status: 'unchanged' });
      await restore(target, '000001');
      await expectSite(server, first, target);
    }
  });

  it.runIf(IS_LONG).each([40, 90])('of a process that is stopped for %i s', { timeout: 900_000 }, async (seconds) => {
    const { total } = await startPublished();
    const buckets = [];
    for (const k of places(total)) buckets.push({ k, ...(await startPublished()) });
    // Most of the time they wait.
    await Promise.all(buckets.map((bucket) => stopAt(bucket, seconds)));
  });

  async function stopAt(
    { k, server, second, reset }: Awaited<ReturnType<typeof startPublished>> & { readonly k: number },
    seconds: number,
  ): Promise<void> {
    const third = makeFolder();
    await buildVersion(third, 3, 40);
    for (const dir of [second, third]) writeReport(dir, { locales: LOCALES.map(({ locale }) => locale) });
    server.onChange = () => {};
    await reset();
    const run = (cwd: string, user: string, onStart?: RunOptions['onStart']) =>
      runSitegen(['publish', `s3://${server.bucket}`], {
        cwd,
        environment: { ...AWS_ENVIRONMENT(server), AWS_ACCESS_KEY_ID: user },
        ...(onStart === undefined ? {} : { onStart }),
      });
    const stopped = Promise.withResolvers<void>();
    const late = run(third, 'stopped', (child) => {
      server.fault = (number, _, user) => {
        if (number === k && user === 'stopped') {
          child.kill('SIGSTOP');
          void setTimeout(seconds * 1000).then(() => child.kill('SIGCONT'));
          stopped.resolve();
        }
        return null;
      };
    });
    await stopped.promise;
    expect(await run(second, 'next'), `request ${k}`).toMatchObject({ code: 0 });
    expect((await late).code, `request ${k}`).toBe(3);
    expect(await run(second, 'next'), `request ${k}`).toMatchObject({ code: 0 });
    await expectSite(server, second, await openBucket(server));
  }
});

describe('a release into a folder', () => {
  /** The target whose k-th write, deletion or switch fails, and every one after it. */
  const failFrom = (target: Target, k: number, onChange = () => {}): Target => {
    let count = 0;
    const live = <Args extends unknown[], Answer>(act: (...args: Args) => Promise<Answer>) => {
      return async (...args: Args) => {
        count += 1;
        if (count >= k) throw new Error('killed');
        const answer = await act(...args);
        onChange();
        return answer;
      };
    };
    const fail = (store: ObjectStore): ObjectStore => ({
      ...store,
      put: live(store.put),
      delete: live(store.delete),
    });
    const { activate, forget, site: pages, records } = target;
    return { ...target, site: fail(pages), records: fail(records), activate: live(activate), forget: live(forget) };
  };
  it('shows the last one until it is whole', async () => {
    const dirs = { first: makeFolder(), second: makeFolder() };
    await buildVersion(dirs.first, 1);
    await buildVersion(dirs.second, 2);
    for (const k of IS_LONG ? sample(100) : [3, 20, 57, 58, 59]) {
      const www = join(makeFolder(), 'www');
      await publish(dirs.first, await openTarget(www, site, {}));
      const broken: string[] = [];
      const visit = () => broken.push(...findBrokenPages(join(www, 'current')));
      await publish(dirs.second, failFrom(await openTarget(www, site, {}), k, visit)).catch(() => {});
      const live = readlinkSync(join(www, 'current')) === 'releases/000001' ? dirs.first : dirs.second;
      expect(treeOf(join(www, 'current'))).toMatchObject(currentTreeOf(live));
      await publish(dirs.second, await openTarget(www, site, {}));
      expect(treeOf(join(www, 'current'))).toMatchObject(currentTreeOf(dirs.second));
      visit();
      expect(broken, `step ${k}`).toEqual([]);
    }
  });

  it('is finished by the same command if it was the first one, and can be removed', async () => {
    const dir = makeFolder();
    await buildVersion(dir, 1, 4);
    const open = (www: string) => openTarget(www, site, {});
    let isDone = false;
    for (let k = IS_LONG ? 1 : 15; !isDone; k += 1) {
      const [repeated, removed] = [join(makeFolder(), 'www'), join(makeFolder(), 'www')];
      const interrupt = async (www: string) => publish(dir, failFrom(await open(www), k)).catch(() => null);
      isDone = (await interrupt(repeated)) !== null;
      await publish(dir, await open(repeated));
      expect(treeOf(join(repeated, 'current')), `step ${k}`).toMatchObject(currentTreeOf(dir));
      await interrupt(removed);
      await unpublish(await open(removed));
      await publish(dir, await open(removed));
      expect(treeOf(join(removed, 'current')), `step ${k}`).toMatchObject(currentTreeOf(dir));
    }
  });
});
