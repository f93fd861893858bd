// What follows a release: paths for caches, verification and rollback. Over HTTP, with the real command where a user
// would use it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandContext } from '../../cli/commands/build.ts';
import { createFollow } from '../../cli/commands/follow.ts';
import { runVerify } from '../../cli/commands/verify.ts';
import type { Target } from '../../cli/release/object-store.ts';
import { openTarget } from '../../cli/release/open-target.ts';
import { loadState } from '../../cli/release/release-store.ts';
import type { ReleaseResult } from '../../cli/release/run-release.ts';
import { followRelease } from '../../cli/verify/verify-site.ts';
import { LOCALES } from '../../config/locales.ts';
import { build, pageFile, siteOfVersion } from '../publish/small-site.ts';
import { filesOfBucket, hostOf } from '../service/folder-host.ts';
import { startServer } from '../service/site-server.ts';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';
import { AWS_ENVIRONMENT, buildVersion, openBucket, publish, restore, site, writeReport } from './release-site.ts';
import { startS3Server } from './s3-server.ts';

describe('the changed paths of a release', () => {
  it('are the forms under which caches hold pages; hashed assets only where they are written again', async () => {
    const dir = makeFolder();
    const www = join(dir, 'www');
    const release = async (pages: Readonly<Record<string, string>>, options = {}) => {
      await build(dir, [...Object.entries(pages).map(([path, text]) => pageFile(path, text)), ...siteOfVersion(1, 1)]);
      writeReport(dir);
      return (await publish(dir, await openTarget(www, site, {}), options)).changedPaths;
    };
    const first = await release({ 'index.html': '1', 'a/index.html': '1', 'ua/огляд/index.html': '1', 'b.html': '1' });
    expect(first).toEqual(
      expect.arrayContaining(['/', '/index.html', '/a', '/a/', '/a/index.html', '/b.html', '/sitemap.xml']),
    );
    expect(first.filter((path) => path.startsWith('/assets/'))).toEqual([]);
    const changed = { 'index.html': '2', 'a/index.html': '2', 'new/index.html': '2' };
    expect(await release(changed, { isDryRun: true })).toEqual(await release(changed));
    const { base } = await loadState((await openTarget(www, site, {})).records);
    expect(base?.id).toBe('000002');
    expect(await restore(await openTarget(www, site, {}), null)).toMatchObject({
      changedPaths: [
        ...['/', '/a/', '/a/index.html', '/b.html', '/index.html', '/new', '/new/', '/new/index.html'],
        ...['', '/', '/index.html'].map((end) => `/ua/${encodeURI('огляд')}${end}`),
      ].sort(),
    });
  });
});

describe('a release that is followed', () => {
  const LOCALE_CODES = { locales: LOCALES.map(({ locale }) => locale) };

  /** A bucket, a host that serves it, and the environment that names it. */
  async function startPlaces() {
    const server = await startS3Server();
    const environment = {
      ...AWS_ENVIRONMENT(server),
      SITEGEN_PUBLISH_TARGET: 's3://site',
      SITEGEN_ORIGIN: 'https://site.test',
    };
    const target = await openBucket(server);
    const host = await startServer(hostOf(filesOfBucket(server)));
    onTestFinished(host.close);
    const dir = makeFolder();
    const run = (...args: readonly string[]) => runSitegen(args, { cwd: dir, environment });
    return { server, target, host, dir, run, environment };
  }

  function followWith(
    result: ReleaseResult,
    target: Target,
    url: string,
    rollBack: (() => Promise<ReleaseResult>) | null = null,
  ) {
    const { signal } = new AbortController();
    const report = () => {};
    const verify = { ...VERIFY, report, signal };
    return followRelease(target, result, {
      site: { ...site, origin: 'https://site.test' },
      verify: { ...verify, url: new URL(url) },
      rollBack,
      onPaths: () => {},
    });
  }
  const VERIFY = { isAll: true, waitMs: 0, retryMs: 1 };

  it('is rolled back if visitors do not get it, and the records say so', async () => {
    const { server, target, host, dir, run } = await startPlaces();
    await buildVersion(dir, 1, 12);
    const first = await publish(dir, target);
    expect(await followWith(first, target, host.origin)).toMatchObject({
      verification: { causes: [], of: 'release 1' },
    });
    await buildVersion(dir, 2, 12);
    writeReport(dir, LOCALE_CODES);
    host.change = (_, answer) =>
      answer.body.includes(', 2</p>') ? { ...answer, body: Buffer.from('<p>injected</p></html>') } : answer;
    const flags = [
      '--verify',
      '--rollback-on-failure',
      '--url',
      host.origin,
      '--wait',
      '0',
      '--changed-paths',
      'paths.txt',
    ];
    const failed = await run('publish', ...flags);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('VERIFY_BYTES');
    expect(failed.stdout).toMatch(/expected 200 with the \d+ bytes .* in release 2\n +got +200 with the 22 bytes/);
    expect(failed.stdout.trimEnd()).toMatch(
      /Release 2 failed verification and was rolled back: release 3 is live, with the content of the one before, and visitors get it\.$/,
    );
    expect(readFileSync(join(dir, 'paths.txt'), 'utf8').split('\n')).toContain('/sitemap.xml');
    const { head } = await loadState((await openBucket(server)).records);
    expect(head?.releases.map(({ id, isVerified }) => ({ id, isVerified }))).toEqual([
      { id: '000003', isVerified: true },
      { id: '000002', isVerified: false },
      { id: '000001', isVerified: true },
    ]);
    expect((await run('releases')).stdout).toMatch(/live, verified, restores 000001/);
    expect(await run('verify', host.origin, '--all')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('matches release 3'),
    });
  });

  it('is not rolled back where the host only says that it is busy', async () => {
    const { server, target, host, dir } = await startPlaces();
    for (const version of [1, 2]) await buildVersion(dir, version, 4);
    const release = await publish(dir, target);
    host.change = () => ({ status: 503, headers: { 'retry-after': '1' }, body: '' });
    const rollBack = () => Promise.reject(new Error('It was rolled back.'));
    const count = server.objects.size;
    await expect(followWith(release, target, host.origin, rollBack)).rejects.toMatchObject({ exitCode: 3 });
    expect(server.objects.size).toBe(count);
  });

  it('stays where it is the first one, and where visitors had it once', async () => {
    const { server, target, host, dir, environment } = await startPlaces();
    const verify = () => {
      const reporter = { report: () => {}, printResult: () => {}, annotate: () => {} };
      const context = { reporter, signal: new AbortController().signal, environment };
      const flags = { outDir: 'out', cacheDir: '.sitegen', wait: 0 };
      return runVerify(host.origin, flags, context as unknown as CommandContext);
    };
    const isVerified = async () => (await loadState(target.records)).head?.releases[0]?.isVerified;
    const rollBack = () => Promise.reject(new Error('It was rolled back.'));
    const right = host.change;
    const breakHome: typeof right = (path, answer) => (path === '/sitemap.xml' ? { ...answer, status: 404 } : answer);
    await expect(verify()).rejects.toMatchObject({ code: 'VERIFY_NO_RELEASE', exitCode: 2 });
    await buildVersion(dir, 1, 4);
    host.change = breakHome;
    const first = await publish(dir, target);
    expect(await followWith(first, target, host.origin, rollBack)).toMatchObject({
      keptBecause: 'first',
      rollback: null,
    });
    await buildVersion(dir, 2, 4);
    host.change = right;
    await publish(dir, target);
    server.fault = (_, request) => (request.startsWith('PUT') ? { status: 403, code: 'AccessDenied' } : null);
    expect([await verify(), await isVerified()]).toEqual([0, false]);
    server.fault = () => null;
    expect([await verify(), await isVerified()]).toEqual([0, true]);
    host.change = breakHome;
    const again = await publish(dir, target);
    expect(await followWith(again, target, host.origin, rollBack)).toMatchObject({
      keptBecause: 'verified',
      rollback: null,
    });
  });
});

describe('the flags of what follows', () => {
  it('print the paths for caches', async () => {
    const dir = makeFolder();
    await buildVersion(dir, 1, 4);
    writeReport(dir, { locales: LOCALES.map(({ locale }) => locale) });
    const { code, stdout } = await runSitegen(['publish', 'www', '--changed-paths', '-'], { cwd: dir });
    expect({ code, lines: stdout.split('\n') }).toMatchObject({
      code: 0,
      lines: expect.arrayContaining(['/sitemap.xml', '']),
    });
  });

  it.each([
    [{ rollbackOnFailure: true }, 'needs --verify'],
    [{ url: 'https://site.test' }, '--url needs --verify'],
    [{ verify: true, dryRun: true }, 'dry run'],
    [{ verify: true }, 'The public address is unknown'],
    [{ verify: true, url: 'https://user:word@site.test' }, 'without query, user or password'],
  ])('are refused before anything is published: %o', (flags, message) => {
    const context = { reporter: {}, signal: new AbortController().signal, environment: {} };
    const create = () => createFollow({ wait: 0, ...flags }, site, context as CommandContext);
    expect(create).toThrow(message);
  });
});
