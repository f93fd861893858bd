// Releases into folders and buckets, over HTTP, with real builds of a small site.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashFile } from '../../cli/files/content-hash.ts';
import { loadObjects } from '../../cli/release/kept-bytes.ts';
import { openTarget } from '../../cli/release/open-target.ts';
import { loadList, loadState } from '../../cli/release/release-store.ts';
import { IS_LONG } from '../long-run.ts';
import { assetFile, build, currentTreeOf, pageFile, treeOf } from '../publish/small-site.ts';
import { makeFolder, readTree } from '../site/run-sitegen.ts';
import {
  buildVersion,
  findBroken,
  loadSite,
  openBucket,
  publish,
  restore,
  site,
  visibleObjects,
  writeReport,
} from './release-site.ts';
import { startS3Server } from './s3-server.ts';

const REDIRECT = 'x-amz-website-redirect-location';
const LARGE_BYTES = 3 * 1024 * 1024;
const openFolder = (folder: string) => openTarget(folder, site, {});

describe('a folder as target', () => {
  it('shows each release at once, keeps the earlier ones beside it and brings them back byte for byte', async () => {
    const dir = makeFolder();
    const www = join(dir, 'www');
    const shown: unknown[] = [];
    for (const version of [1, 2, 3]) {
      await buildVersion(dir, version);
      const target = await openFolder(www);
      await publish(dir, target);
      shown.push(currentTreeOf(dir));
      expect(treeOf(join(www, 'current'))).toMatchObject(currentTreeOf(dir));
    }
    expect(readlinkSync(join(www, 'current'))).toBe('releases/000003');
    const first = readTree(join(www, 'releases/000001'));
    await restore(await openFolder(www), '000001');
    expect(readlinkSync(join(www, 'current'))).toBe('releases/000004');
    expect(readTree(realpathSync(join(www, 'current')))).toMatchObject(first);
    await restore(await openFolder(www), null);
    expect(treeOf(join(www, 'current'))).toMatchObject(shown[2] as object);
  });

  it('writes what changed, and takes no room for the rest', async () => {
    const dir = makeFolder();
    const www = join(dir, 'www');
    await buildVersion(dir, 1);
    await publish(dir, await openFolder(www));
    await buildVersion(dir, 2);
    const { written, unchanged } = await publish(dir, await openFolder(www));
    expect(written.length).toBeGreaterThan(10);
    expect(unchanged).toBeGreaterThan(5);
    const linked = Object.keys(treeOf(join(www, 'current'))).filter(
      (path) =>
        !path.endsWith('/') &&
        statSync(join(www, 'current', path)).isFile() &&
        statSync(join(www, 'current', path)).nlink > 1,
    );
    expect(linked.length).toBe(unchanged);
    expect(await publish(dir, await openFolder(www))).toMatchObject({ status: 'unchanged', id: '000002' });
  });

  it('forgets releases that can no longer come back, with their folders, lists and bytes', async () => {
    const dir = makeFolder();
    const www = join(dir, 'www');
    let third = {};
    for (const version of [1, 2, 3, 4, 5]) {
      await buildVersion(dir, version);
      if (version === 3) third = currentTreeOf(dir);
      await publish(dir, await openFolder(www), { releasesKept: 2 });
    }
    const { head } = await loadState((await openFolder(www)).records);
    expect(head?.releases.map(({ id }) => id)).toEqual(['000005', '000004', '000003']);
    for (const id of ['000001', '000002']) {
      expect(existsSync(join(www, 'releases', id))).toBe(false);
      expect(existsSync(join(www, `.sitegen/releases/${id}.json`))).toBe(false);
    }
    await restore(await openFolder(www), '000003');
    expect(treeOf(join(www, 'current'))).toMatchObject(third);
  });

  it('keeps what visitors get where its records were deleted, until the next release is whole', async () => {
    const dir = makeFolder();
    const www = join(dir, 'www');
    await buildVersion(dir, 1);
    await publish(dir, await openFolder(www));
    const first = treeOf(join(www, 'current'));
    rmSync(join(www, '.sitegen'), { recursive: true });
    await buildVersion(dir, 2);
    const stopped = publish(dir, await openFolder(www), { isAdopted: true, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'PUBLISH_INTERRUPTED' });
    expect(treeOf(join(www, 'current'))).toEqual(first);
    await publish(dir, await openFolder(www), { isAdopted: true });
    expect(treeOf(join(www, 'current'))).toEqual(treeOf(join(dir, 'out')));
    expect(readlinkSync(join(www, 'current'))).toMatch(/^releases\/\d{6}$/);
    // An older copy of the records names the release before.
    cpSync(join(www, '.sitegen'), join(dir, 'backup'), { recursive: true });
    await buildVersion(dir, 3);
    await publish(dir, await openFolder(www));
    rmSync(join(www, '.sitegen'), { recursive: true });
    cpSync(join(dir, 'backup'), join(www, '.sitegen'), { recursive: true });
    await buildVersion(dir, 4);
    await publish(dir, await openFolder(www));
    expect(treeOf(join(www, 'current'))).toMatchObject(currentTreeOf(dir));
    expect(readdirSync(join(www, 'releases'))).toEqual(['000002', '000003']);
  });

  it('is refused where it holds other files, or another site', async () => {
    const dir = makeFolder();
    const www = join(dir, 'www');
    await buildVersion(dir, 1);
    await publish(dir, await openFolder(www));
    writeReport(dir, { origin: 'https://other.test' });
    await expect(publish(dir, await openFolder(www))).rejects.toMatchObject({ code: 'PUBLISH_NOT_OURS', exitCode: 2 });
    writeReport(dir, { isSample: true });
    for (const folder of [www, dir])
      await expect(publish(dir, await openFolder(folder), { isAdopted: true })).rejects.toMatchObject({
        code: 'SAMPLE_OVER_SITE',
      });
    writeReport(dir);
    await expect(publish(dir, await openFolder(join(dir, 'out')))).rejects.toMatchObject({ code: 'PUBLISH_NOT_OURS' });
  });
});

describe('a build', () => {
  it('is refused where it is partial, shrunk or changed, before anything is written', async () => {
    const dir = makeFolder();
    const www = join(dir, 'www');
    const target = await openFolder(www);
    await expect(async () => loadSite(dir, target)).rejects.toMatchObject({ code: 'PUBLISH_NO_BUILD' });
    await buildVersion(dir, 1);
    writeReport(dir, { locales: ['en'] });
    await expect(async () => publish(dir, target)).rejects.toMatchObject({ code: 'PUBLISH_PARTIAL' });
    writeReport(dir, { problems: [{ code: 'CONTENT_SHRUNK', severity: 'notice' }] });
    await expect(async () => publish(dir, target)).rejects.toMatchObject({ code: 'PUBLISH_SHRUNK', exitCode: 3 });
    writeReport(dir);
    writeFileSync(join(dir, 'out/sitemap.xml'), 'edited');
    await expect(publish(dir, target)).rejects.toMatchObject({ code: 'PUBLISH_CHANGED' });
    expect(existsSync(join(www, 'current'))).toBe(false);
  });
});

describe('a bucket as target', () => {
  it('gets bytes, types, cache headers and redirects, and gets them back', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    const dir = makeFolder();
    await buildVersion(dir, 1);
    await publish(dir, target);
    const first = visibleObjects(server);
    expect(Object.keys(first).length).toBeGreaterThan(40);
    expect(first['sitemap.xml']).toMatchObject({
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': 'public, max-age=0, must-revalidate',
      },
    });
    await buildVersion(dir, 2);
    server.onChange = () => expect(findBroken(server)).toEqual([]);
    await publish(dir, target);
    const second = visibleObjects(server);
    await restore(target, null);
    expect(visibleObjects(server)).toMatchObject(first);
    const pages = (objects: object) => Object.keys(objects).filter((key) => !key.startsWith('assets/'));
    expect(pages(visibleObjects(server))).toEqual(pages(first));
    await restore(target, '000002');
    expect(pages(visibleObjects(server))).toEqual(pages(second));
    expect(visibleObjects(server)).toMatchObject(second);
  });

  it('gets the redirects of a site that is built for it, and gets them back', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    const dir = makeFolder();
    const writeRedirects = (to: string) => {
      const rows = ['old', 'old/index.html'].map((Key) => ({ Key, WebsiteRedirectLocation: to }));
      mkdirSync(join(dir, '.sitegen/hosts/s3'), { recursive: true });
      writeFileSync(join(dir, '.sitegen/hosts/s3/object-redirects.json'), JSON.stringify(rows));
    };
    const shown = () => ['old', 'old/index.html'].map((key) => server.objects.get(key)?.headers[REDIRECT]);
    await buildVersion(dir, 1);
    writeRedirects('/first/');
    await publish(dir, target, { host: 's3' });
    expect(shown()).toEqual(['/first/', '/first/']);
    expect((await target.site.head('old'))?.redirect).toBe('/first/');
    writeRedirects('/second/');
    expect(await publish(dir, target, { host: 's3' })).toMatchObject({ written: ['old', 'old/index.html'] });
    expect(shown()).toEqual(['/second/', '/second/']);
    await restore(target, null);
    expect(shown()).toEqual(['/first/', '/first/']);
  });

  it('is asked no more than for the changed objects, five records and the changed part of the list', async () => {
    const server = await startS3Server();
    const target = await openBucket(server, 's3://site/a/b');
    const dir = makeFolder();
    await buildVersion(dir, 1);
    await publish(dir, target);
    expect([...server.objects.keys()].every((key) => key.startsWith('a/b/'))).toBe(true);
    const publishVersion = async (version: number) => {
      await buildVersion(dir, version);
      server.requests.length = 0;
      const { written } = await publish(dir, target, { releasesKept: 1 });
      const records = server.requests.filter((request) => /\.sitegen|\?list/.test(request));
      const deletions = server.requests.filter((request) => /^POST|^DELETE (?!.*\.sitegen)/.test(request));
      // Pages, and assets that no release needs.
      expect(deletions.length).toBeLessThan(3);
      expect(server.requests.length).toBe(written.length + deletions.length + records.length);
      return records.map((request) => request.replace(/a\/b\/\.sitegen\/|[0-9a-f-]{36}/g, ''));
    };
    const records = (id: number) => [
      'GET current.json',
      `GET releases/00000${id - 1}.json`,
      'GET packs/',
      'PUT packs/',
      `PUT releases/00000${id}.json`,
      'PUT current.json',
    ];
    expect(await publishVersion(2)).toEqual(records(2));
    // Only where a release can no longer come back.
    const swept = [...records(3), 'GET ?list', 'DELETE releases/000001.json'];
    expect((await publishVersion(3)).toSorted()).toEqual(swept.toSorted());
    server.requests.length = 0;
    expect(await publish(dir, target)).toMatchObject({ status: 'unchanged' });
    expect(server.requests.length).toBe(3);
    expect(await publish(dir, target, { isDryRun: true })).toMatchObject({ status: 'dry-run', written: [] });
  });

  it('gets large objects, whatever breaks off', async () => {
    const server = await startS3Server();
    const dir = makeFolder();
    const large = assetFile('media/film-0123456789.mp4', 'x'.repeat(LARGE_BYTES));
    await build(dir, [large, pageFile('index.html', '<p></html>')]);
    writeReport(dir);
    const refused = ['cut', { status: 503, code: 'SlowDown' }] as const;
    const asked: string[] = [];
    server.fault = (_, request) => {
      if (request !== `PUT ${large.path}`) return null;
      asked.push(request);
      return refused[asked.length - 1] ?? null;
    };
    const target = await openBucket(server);
    await publish(dir, target);
    expect(asked.length).toBe(3);
    expect(server.objects.get(large.path)?.headers['content-type']).toBe('video/mp4');
    const sha256 = hashFile(join(dir, 'out', large.path));
    expect(server.sha256Of(large.path)).toBe(sha256);
    expect(await publish(dir, target, { isAudited: true })).toMatchObject({ status: 'unchanged' });
    const www = join(dir, 'www');
    await publish(dir, await openFolder(www));
    expect(hashFile(join(www, 'current', large.path))).toBe(sha256);
    writeFileSync(join(dir, 'out', large.path), 'y'.repeat(LARGE_BYTES));
    const other = await openFolder(join(dir, 'other'));
    await expect(publish(dir, other)).rejects.toMatchObject({ code: 'PUBLISH_CHANGED' });
  });

  it('is written again where an audit finds it changed', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    const dir = makeFolder();
    await buildVersion(dir, 1);
    await publish(dir, target);
    const before = visibleObjects(server);
    server.objects.delete('sitemap.xml');
    const [page = '', other = ''] = Object.keys(before).filter((key) => key.endsWith('.html'));
    server.objects.set(page, { body: Buffer.from('x'), etag: '9dd4e461268c8034f5c8564e155c67a6', headers: {} });
    const found = server.objects.get(other);
    if (found !== undefined) server.objects.set(other, { ...found, headers: { 'content-type': 'text/html' } });
    const told: string[] = [];
    const report = (event: object) => void ('text' in event && told.push(String(event.text)));
    expect((await publish(dir, target, { isAudited: true, report })).written.toSorted()).toEqual(
      [page, other, 'sitemap.xml'].sort(),
    );
    expect(told.join()).toContain('3 objects of s3://site are missing or changed');
    expect(visibleObjects(server)).toEqual(before);
  });

  it('keeps no record that no release needs, whatever ended before', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    const dirs = [makeFolder(), makeFolder(), makeFolder()];
    for (const [index, dir] of dirs.entries()) await buildVersion(dir, index + 1, 10);
    const [first = '', second = '', third = ''] = dirs;
    await publish(first, target, { releasesKept: 1 });
    await publish(second, target, { releasesKept: 1 });
    const before = new Map(server.objects);
    server.requests.length = 0;
    await publish(third, target, { releasesKept: 1 });
    const total = server.requests.length;
    const records = () => [...server.objects.keys()].filter((key) => key.startsWith('.sitegen/')).sort();
    const ends = [3, 4, 5, ...Array.from({ length: 8 }, (_, index) => total - index)];
    for (const k of ends.filter((_, index) => IS_LONG || index % 2 === 1)) {
      server.objects.clear();
      for (const [key, object] of before) server.objects.set(key, object);
      server.requests.length = 0;
      server.fault = (number) => (number >= k ? { status: 403, code: 'AccessDenied' } : null);
      await publish(third, target, { releasesKept: 1 }).catch(() => {});
      server.fault = () => null;
      await publish(second, target, { releasesKept: 1 });
      await publish(third, target, { releasesKept: 1 });
      const { head, base } = await loadState(target.records);
      const ids = [...(head?.releases ?? []), ...(head?.unfinished ?? [])].map(({ id }) => id);
      const packs = base?.packs.map(({ name }) => `.sitegen/packs/${name}`) ?? [];
      const lists = ids.map((id) => `.sitegen/releases/${id}.json`);
      expect(records(), `request ${k}`).toEqual(['.sitegen/current.json', ...packs, ...lists].sort());
      await restore(target, null);
      for (const { key, sha256 } of loadSite(second, target).rows()) expect(server.sha256Of(key), key).toBe(sha256);
    }
  });

  it('keeps the bytes of a release while another publisher sweeps', async () => {
    const server = await startS3Server();
    const dirs = [makeFolder(), makeFolder(), makeFolder(), makeFolder()];
    for (const [index, dir] of dirs.entries()) await buildVersion(dir, index + 1, 10);
    for (const dir of dirs.slice(0, 2)) await publish(dir, await openBucket(server), { releasesKept: 1 });
    await Promise.allSettled(
      dirs.slice(2).map(async (dir) => publish(dir, await openBucket(server), { releasesKept: 1, watchMs: 2000 })),
    );
    const target = await openBucket(server);
    const { head } = await loadState(target.records);
    expect(head?.releases.length).toBe(2);
    for (const { id } of head?.releases ?? []) {
      const list = await loadList(target.records, id);
      for (const object of list === null ? [] : await loadObjects(target.records, list))
        if (object.kept !== null) expect(server.objects.has(`.sitegen/packs/${object.kept.pack}`)).toBe(true);
    }
  });

  it('keeps its pages where more of them would vanish than is usual', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    const dir = makeFolder();
    await buildVersion(dir, 1, 40);
    await publish(dir, target);
    await buildVersion(dir, 1, 20);
    await expect(publish(dir, target, { maxDeletes: null })).rejects.toMatchObject({
      code: 'PUBLISH_DELETES',
      exitCode: 3,
    });
    await publish(dir, target, { maxDeletes: 16 });
  });

  it('goes to one of two publishers', async () => {
    const server = await startS3Server();
    const dirs = [makeFolder(), makeFolder()];
    const first = makeFolder();
    await buildVersion(first, 1);
    await publish(first, await openBucket(server));
    for (const [index, dir] of dirs.entries()) await buildVersion(dir, index + 2);
    const results = await Promise.allSettled(
      dirs.map(async (dir) => publish(dir, await openBucket(server), { watchMs: 3000 })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const won = results.findIndex(({ status }) => status === 'fulfilled');
    expect(results[1 - won]).toMatchObject({ reason: { code: 'PUBLISH_BEATEN', exitCode: 3 } });
    const hashes = [...loadSite(dirs[won] ?? '', await openBucket(server)).rows()].map(({ key }) => key);
    expect(hashes.filter((key) => !server.objects.has(key))).toEqual([]);
    expect(findBroken(server)).toEqual([]);
  });

  it('needs no conditional writes, and says that they are missing', async () => {
    const server = await startS3Server();
    server.hasConditions = false;
    const target = await openBucket(server);
    const dir = makeFolder();
    const told: unknown[] = [];
    for (const version of [1, 2]) {
      await buildVersion(dir, version);
      await publish(dir, target, { report: (event) => void (event.kind === 'log' && told.push(event.text)) });
    }
    expect(told).toEqual(Array(2).fill(expect.stringContaining('no conditional writes')));
    expect((await loadState(target.records)).head).toMatchObject({ hasConditions: false });
  });

  it('has conditional writes, even if an answer about them is lost', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    const dir = makeFolder();
    await buildVersion(dir, 1, 4);
    let lost = 0;
    server.fault = (_, request) => {
      if (!request.startsWith('PUT .sitegen/beats/') || lost > 0) return null;
      lost += 1;
      return 'lost';
    };
    await publish(dir, target);
    expect(lost).toBe(1);
    expect((await loadState(target.records)).head).toMatchObject({ hasConditions: true });
  });

  it('keeps no secret in its records', async () => {
    const server = await startS3Server();
    const dir = makeFolder();
    await buildVersion(dir, 1);
    await publish(dir, await openBucket(server));
    const records = [...server.objects].filter(([key]) => key.startsWith('.sitegen/') && key.endsWith('.json'));
    expect(records.length).toBeGreaterThan(1);
    for (const [, { body }] of records) expect(body.toString()).not.toMatch(/test-(key|secret)/);
  });
});

describe('sitegen publish', () => {
  it('loads the client of a bucket only where there is one', () => {
    for (const file of ['main.ts', 'program.ts'])
      expect(readFileSync(join(import.meta.dirname, '../../cli', file), 'utf8')).not.toContain('aws-sdk');
  });
});
