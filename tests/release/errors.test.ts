// What goes wrong with a target: each time one sentence that says where, what and how to fix it, and the target is as it was.

import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadObjects, openPack, storeRows } from '../../cli/release/kept-bytes.ts';
import type { ObjectStore } from '../../cli/release/object-store.ts';
import { assertApart, openTarget } from '../../cli/release/open-target.ts';
import { RECORD_HEADERS, type ReleaseObject } from '../../cli/release/release-record.ts';
import { loadList, loadState } from '../../cli/release/release-store.ts';
import { LOCALES } from '../../config/locales.ts';
import { currentTreeOf, treeOf } from '../publish/small-site.ts';
import { makeFolder, readTree, runSitegen } from '../site/run-sitegen.ts';
import {
  AWS_ENVIRONMENT,
  buildVersion,
  openBucket,
  publish,
  restore,
  site,
  unpublish,
  writeReport,
} from './release-site.ts';
import { type S3Server, startS3Server } from './s3-server.ts';

const isRoot = process.getuid?.() === 0;
let dir = '';

/** One build, which tests only read. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-errors-'));
  await buildVersion(dir, 1, 10);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Failure {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
}

async function failureOf(run: () => Promise<unknown>): Promise<Failure> {
  const failure = await run().then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(failure).toMatchObject({ name: 'SiteError' });
  expect(JSON.stringify(failure) + String(failure)).not.toContain('test-secret');
  return failure as Failure;
}

const ENVIRONMENT = { ...process.env };
const AWS = Object.keys(AWS_ENVIRONMENT({ url: '' } as S3Server));

/** Sets variables until the test ends. */
function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const name of [...AWS, 'AWS_PROFILE']) delete process.env[name];
  Object.assign(process.env, { AWS_EC2_METADATA_DISABLED: 'true', HOME: '/nowhere', ...variables });
  onTestFinished(() => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, ENVIRONMENT);
  });
}

describe('a target that is none', () => {
  it.each<readonly [string | undefined, RegExp]>([
    [undefined, /No target is set\. Pass one/],
    ['s3://', /not have the form s3:\/\/bucket/],
    ['s3:bucket', /not have the form/],
    ['s3://Key:secret@bucket/x', /^((?!secret).)*$/],
    ['s3://bucket/../x', /must not contain "\." or "\.\."/],
    ['s3://bucket/a/./x', /must not contain "\." or "\.\."/],
    ['ftp://host/x', /Targets like "ftp:…" are not supported/],
    ['file:///x', /Targets like "file:…" are not supported/],
  ])('is refused: %s', async (named, message) => {
    const failure = await failureOf(() => openTarget(named, site, {}));
    expect(failure).toMatchObject({ code: 'PUBLISH_TARGET', exitCode: 2 });
    expect(failure.message).toMatch(message);
    expect(failure.message).toMatch(/Nothing was changed\.$/);
  });

  it.each(['a', 'a/www'])('is refused where a file is in the way: %s', async (name) => {
    const place = makeFolder();
    writeFileSync(join(place, 'a'), '');
    const target = await openTarget(join(place, name), site, {});
    const failure = await failureOf(() => publish(dir, target));
    expect(failure).toMatchObject({ code: 'PUBLISH_REFUSED', exitCode: 2 });
    expect(failure.message).toMatch(/\/a.* is a file where a folder should be \(E\w+\)\. .* Move it away\.$/);
    expect(readTree(place)).toEqual({ a: expect.anything() });
  });

  it('is refused in the folders of the build, and around them', async () => {
    const place = makeFolder();
    mkdirSync(join(place, 'out/blog'), { recursive: true });
    symlinkSync(join(place, 'out'), join(place, 'link'));
    const folders = [join(place, 'out'), join(place, '.sitegen')];
    const check = async (name: string) => assertApart(await openTarget(join(place, name), site, {}), folders);
    for (const name of ['out', 'out/www', 'link/www', '.', '.sitegen'])
      expect(await failureOf(() => check(name)), name).toMatchObject({ code: 'PUBLISH_TARGET', exitCode: 2 });
    for (const name of ['www', 'out-www']) await check(name);
  });
});

describe('a bucket', () => {
  it.each([
    [403, 'AccessDenied', '', /lack a permission for site \(AccessDenied\): grant s3:/],
    [400, 'ExpiredToken', '', /credentials have expired: sign in again/],
    [403, 'InvalidAccessKeyId', '', /does not know the AWS credentials \(InvalidAccessKeyId\): check the keys/],
    [403, 'RequestTimeTooSkewed', '', /clock of this machine is wrong/],
    [404, 'NoSuchBucket', '', /no bucket site: create it, or correct the target/],
    [507, 'XMinioStorageFull', '', /The storage of site is full \(XMinioStorageFull\): free some space/],
    [
      301,
      'PermanentRedirect',
      '<Endpoint>site.s3.eu-west-1.amazonaws.com</Endpoint>',
      /another region \(site\.s3\.eu-/,
    ],
    [400, 'AuthorizationHeaderMalformed', '<Region>eu-west-1</Region>', /set AWS_REGION=eu-west-1/],
  ])('says in a sentence what %i %s means, and is as it was', async (status, code, extra, message) => {
    const server = await startS3Server();
    const target = await openBucket(server);
    server.fault = () => ({ status, code, extra });
    const failure = await failureOf(() => publish(dir, target));
    expect(failure).toMatchObject({ code: 'PUBLISH_REFUSED', exitCode: 2 });
    expect(failure.message).toMatch(message);
    expect(server.objects.size).toBe(0);
  });

  it('names the right that is missing where several are', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    server.fault = (_, request) => (/^(?:PUT|DELETE)/.test(request) ? { status: 403, code: 'AccessDenied' } : null);
    expect((await failureOf(() => publish(dir, target))).message).toContain('grant s3:PutObject.');
  });

  it.each<readonly [string, Readonly<Record<string, string>>, string, RegExp]>([
    ['no credentials', { AWS_ACCESS_KEY_ID: '' }, 'PUBLISH_REFUSED', /no AWS credentials: set AWS_ACCESS_KEY_ID/],
    [
      'no address',
      { AWS_ENDPOINT_URL: 'storage.test:9000' },
      'PUBLISH_REFUSED',
      /storage is not a URL\. Set AWS_ENDPOINT_URL/,
    ],
    [
      'no token',
      { AWS_ACCESS_KEY_ID: '', AWS_ROLE_ARN: 'arn:aws:iam::1:role/x', AWS_WEB_IDENTITY_TOKEN_FILE: '/nowhere/token' },
      'PUBLISH_REFUSED',
      /because \/nowhere\/token is missing: correct AWS_WEB_IDENTITY_TOKEN_FILE/,
    ],
    ['TLS', { AWS_ENDPOINT_URL: 'https:' }, 'PUBLISH_UNREACHABLE', /does not use TLS: write http:/],
  ])('cannot be asked: %s', async (_, { AWS_ENDPOINT_URL: address, ...variables }, code, message) => {
    const server = await startS3Server();
    const url = address === 'https:' ? server.url.replace('http:', 'https:') : (address ?? server.url);
    setEnvironment({ ...AWS_ENVIRONMENT(server), AWS_ENDPOINT_URL: url, ...variables });
    const target = await openTarget('s3://site', site, process.env);
    const failure = await failureOf(() => loadState(target.records));
    expect(failure).toMatchObject({ code, exitCode: code === 'PUBLISH_REFUSED' ? 2 : 3 });
    expect(failure.message).toMatch(message);
  });

  it('is another server: a website, or one that gives no role', async () => {
    const answers = { status: 200, body: '<!doctype html><p>Welcome' };
    const server = createServer((_, response) => response.writeHead(answers.status).end(answers.body));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    setEnvironment(AWS_ENVIRONMENT({ url } as S3Server));
    const target = await openTarget('s3://site', site, process.env);
    expect(await failureOf(() => publish(dir, target))).toMatchObject({
      code: 'RELEASE_RECORD_DAMAGED',
      message: expect.stringContaining('it is HTML or XML. Is AWS_ENDPOINT_URL the address of the storage?'),
    });
    Object.assign(answers, { status: 404 });
    expect(await failureOf(() => publish(dir, target))).toMatchObject({ code: 'PUBLISH_REFUSED' });
    Object.assign(answers, {
      status: 403,
      body: '<ErrorResponse><Error><Code>AccessDenied</Code><Message>No</Message></Error></ErrorResponse>',
    });
    writeFileSync(join(dir, 'token'), 'a token');
    const role = { AWS_ROLE_ARN: 'arn:aws:iam::1:role/x', AWS_WEB_IDENTITY_TOKEN_FILE: join(dir, 'token') };
    Object.assign(process.env, { ...role, AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' });
    const withRole = await openTarget('s3://site', site, process.env);
    expect(await failureOf(() => loadState(withRole.records))).toMatchObject({
      code: 'PUBLISH_REFUSED',
      message: expect.stringMatching(/^The role AWS_ROLE_ARN cannot be assumed \(AccessDenied\): its trust policy/),
    });
  });
});

/** Writes the list of a release with other objects, as JSON, in a pack of their own. */
async function forgeObjects(records: ObjectStore, id: string, forge: (objects: string) => string): Promise<void> {
  const list = await loadList(records, id);
  if (list === null) throw new Error(`There is no list ${id}.`);
  const objects = JSON.stringify(await loadObjects(records, list));
  expect(forge(objects)).not.toBe(objects);
  const pack = openPack(records);
  const piece = await storeRows(pack, JSON.parse(forge(objects)));
  await pack.close();
  const part = { ...piece, shown: 'forged', objects: 1, pages: 1, others: 1, packs: [] };
  await damage(records, `releases/${id}.json`, JSON.stringify({ ...list, parts: [part], unused: [] }));
}

/** Writes a record over another one. */
async function damage({ put }: ObjectStore, key: string, body: string): Promise<void> {
  await put(key, Buffer.from(body), RECORD_HEADERS);
}

describe('the records of releases', () => {
  it('are told where they are damaged, and what to do', async () => {
    const target = await openTarget(join(makeFolder(), 'www'), site, {});
    await publish(dir, target);
    for (const [body, what] of [
      ['{"version":1,', /record current\.json cannot be read: it is not JSON\. Nothing was changed\. Restore it/],
      ['{"version":1,"hasConditions":true,"unfinished":[]}', /another version of sitegen, or changed \(version: /],
    ] as const) {
      await damage(target.records, 'current.json', body);
      const failure = await failureOf(() => publish(dir, target));
      expect(failure).toMatchObject({ code: 'RELEASE_RECORD_DAMAGED', exitCode: 2 });
      expect(failure.message).toMatch(what);
    }
  });

  it.each<readonly [string, string, (text: string) => string]>([
    ['a key outside the target', 'objects', (text) => text.replace('"key":"', '"key":"../')],
    ['a key below a file', 'objects', (text) => text.replace('"key":"', '"key":"/etc/')],
    ['no hash', 'objects', (text) => text.replace(/"sha256":"\w+"/, '"sha256":"x"')],
    ['a negative size', 'objects', (text) => text.replace(/"bytes":\d+/, '"bytes":-1')],
    ['a pack elsewhere', 'objects', (text) => text.replace('"pack":"', '"pack":"../../../')],
    ['a negative offset', 'objects', (text) => text.replace('"offset":0', '"offset":-5')],
    ['a header of two lines', 'objects', (text) => text.replace('"text/css', '"text/css\\r\\nx: y')],
    ['another version', 'releases/000001.json', (text) => text.replace('"version":3', '"version":2')],
    ['a pack of a part elsewhere', 'releases/000001.json', (text) => text.replace('"pack":"', '"pack":"../../../')],
    ['another id', 'releases/000001.json', (text) => text.replace('"id":"000001"', '"id":"000002"')],
    ['an id that is a path', 'current.json', (text) => text.replaceAll('"000001"', '"../000001"')],
    ['text for a terminal', 'current.json', (text) => text.replace('"origin": "', '"origin": "\\u001b[2J')],
  ])('are refused with %s, and nothing is changed', async (_, key, forge) => {
    const place = makeFolder();
    const target = await openTarget(join(place, 'www'), site, {});
    await publish(dir, target);
    if (key === 'objects') await forgeObjects(target.records, '000001', forge);
    else {
      const text = String((await target.records.get(key))?.body);
      expect(forge(text)).not.toBe(text);
      await damage(target.records, key, forge(text));
    }
    const before = readTree(place);
    expect(await failureOf(() => publish(dir, target))).toMatchObject({ code: 'RELEASE_RECORD_DAMAGED', exitCode: 2 });
    expect(readTree(place)).toEqual(before);
  });

  it('fill no memory, and bring nothing back, where a pack is forged', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    await publish(dir, target);
    const second = makeFolder();
    await buildVersion(second, 2, 10);
    await publish(second, target);
    const shown = () => [...server.objects].filter(([key]) => !key.startsWith('.sitegen/'));
    const before = shown();
    const bomb = zstdCompressSync(Buffer.alloc(256 * 1024 * 1024));
    const list = String((await target.records.get('releases/000001.json'))?.body);
    const pack = randomUUID();
    server.objects.set(`.sitegen/packs/${pack}`, { body: bomb, etag: '', headers: {} });
    const place = { pack, offset: 0, length: bomb.length };
    for (const row of [
      { kept: place },
      { kept: place, bytes: 2 ** 40 },
      { kept: { ...place, offset: 1, length: 9 } },
    ]) {
      await damage(target.records, 'releases/000001.json', list);
      await forgeObjects(target.records, '000001', (text) => {
        const objects: readonly ReleaseObject[] = JSON.parse(text);
        return JSON.stringify(objects.map((each) => (each.stage === 'page' ? { ...each, ...row } : each)));
      });
      const memory = process.memoryUsage().rss;
      expect(await failureOf(() => restore(target, '000001'))).toMatchObject({
        code: 'RELEASE_BYTES_LOST',
        exitCode: 3,
      });
      expect(process.memoryUsage().rss - memory).toBeLessThan(128 * 1024 * 1024);
      expect(shown()).toEqual(before);
    }
  });

  it.each([
    ['its lists', '.sitegen/releases'],
    ['its packs', '.sitegen/packs'],
    ['its releases', 'releases'],
    ['a record', '.sitegen/current.json'],
  ])('are not read, written or deleted through a link: %s', async (_, path) => {
    const place = makeFolder();
    const www = join(place, 'www');
    await publish(dir, await openTarget(www, site, {}));
    renameSync(join(www, path), join(place, 'elsewhere'));
    symlinkSync(join(place, 'elsewhere'), join(www, path));
    const second = makeFolder();
    await buildVersion(second, 2, 10);
    const before = readTree(place);
    expect(await failureOf(async () => publish(second, await openTarget(www, site, {})))).toMatchObject({
      code: 'PUBLISH_REFUSED',
      message: expect.stringMatching(/ is a link or a device \(ELOOP\)\..* Delete it/),
    });
    const ours = ([name]: readonly [string, unknown]) => !name.includes('www/.sitegen/');
    expect(Object.entries(readTree(place)).filter(ours)).toEqual(Object.entries(before).filter(ours));
  });

  it('delete nothing where the link to the live release leads elsewhere', async () => {
    const place = makeFolder();
    const www = join(place, 'www');
    await publish(dir, await openTarget(www, site, {}));
    renameSync(join(www, 'releases/000001'), join(place, 'elsewhere'));
    rmSync(join(www, 'current'));
    symlinkSync(join(place, 'elsewhere'), join(www, 'current'));
    const before = readTree(place);
    expect(await failureOf(async () => unpublish(await openTarget(www, site, {})))).toMatchObject({
      code: 'PUBLISH_REFUSED',
      message: expect.stringContaining('www/current is a link'),
    });
    expect(readTree(place)).toEqual(before);
  });

  it('delete no release that can be restored, whatever the head says of it', async () => {
    const www = join(makeFolder(), 'www');
    const target = await openTarget(www, site, {});
    const second = makeFolder();
    await buildVersion(second, 2, 10);
    await publish(dir, target);
    const text = String((await target.records.get('current.json'))?.body);
    const late = ['000001', '000002'].map((id) => ({ id, until: new Date(0).toISOString() }));
    const forged = text.replace('"unfinished": []', `"unfinished": ${JSON.stringify(late)}`);
    expect(forged).not.toBe(text);
    await damage(target.records, 'current.json', forged);
    await publish(second, target);
    expect(treeOf(join(www, 'current'))).toMatchObject(currentTreeOf(second));
    await restore(target, '000001');
    expect(treeOf(join(www, 'current'))).toMatchObject(currentTreeOf(dir));
  });

  it('fill no memory where a list names a large part', async () => {
    const www = join(makeFolder(), 'www');
    const target = await openTarget(www, site, {});
    await publish(dir, target);
    const [pack = ''] = readdirSync(join(www, '.sitegen/packs'));
    truncateSync(join(www, '.sitegen/packs', pack), 2 ** 30);
    const text = String((await target.records.get('releases/000001.json'))?.body);
    await damage(target.records, 'releases/000001.json', text.replace(/"length":\d+/, `"length":${2 ** 30 - 1}`));
    const memory = process.memoryUsage().rss;
    expect(await failureOf(() => unpublish(target))).toMatchObject({ code: 'RELEASE_RECORD_DAMAGED' });
    expect(process.memoryUsage().rss - memory).toBeLessThan(128 * 1024 * 1024);
  });

  it('bring no release back whose bytes are gone, and nothing is begun', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    await publish(dir, target);
    const second = makeFolder();
    await buildVersion(second, 2, 10);
    await publish(second, target);
    expect(await failureOf(() => restore(target, '000077'))).toMatchObject({
      code: 'RELEASE_UNKNOWN',
      message: 'There is no release 000077 in s3://site. It has 000002, 000001. Nothing was changed.',
    });
    // Its list is kept, in a pack of its own.
    await forgeObjects(target.records, '000001', (text) => text.replace('[{', '[{"forged":true,'));
    const lists = await Promise.all(['000001', '000002'].map((id) => loadList(target.records, id)));
    const kept = new Set(lists.flatMap((list) => list?.parts ?? []).map(({ kept: { pack } }) => pack));
    for (const key of server.objects.keys())
      if (key.includes('/packs/') && !kept.has(key.slice('.sitegen/packs/'.length))) server.objects.delete(key);
    const before = new Map(server.objects);
    expect(await failureOf(() => restore(target, '000001'))).toMatchObject({ code: 'RELEASE_BYTES_LOST', exitCode: 3 });
    expect(server.objects).toEqual(before);
  });
});

describe('a folder', () => {
  it('that may not be written, or lacks a file of the live release, is told and stays as it is', async () => {
    const www = join(makeFolder(), 'www');
    const target = await openTarget(www, site, {});
    await publish(dir, target);
    const [asset = ''] = readdirSync(join(www, 'current/assets'));
    rmSync(join(www, 'current/assets', asset));
    const second = makeFolder();
    await buildVersion(second, 2, 10);
    expect(await failureOf(() => publish(second, target))).toMatchObject({
      code: 'PUBLISH_REFUSED',
      message: expect.stringMatching(
        /\.css is missing \(ENOENT\)\. What visitors get is unchanged\. Publish with --audit/,
      ),
    });
    expect(readdirSync(join(www, 'releases'))).toEqual(['000001']);
    await publish(second, target, { isAudited: true });
    chmodSync(join(www, '.sitegen'), 0o000);
    if (isRoot) process.seteuid?.(65_534);
    const refused = await failureOf(() => loadState(target.records)).finally(() => isRoot && process.seteuid?.(0));
    chmodSync(join(www, '.sitegen'), 0o755);
    expect(refused.message).toMatch(/\.sitegen may not be read or written by this user \(EACCES\)\. .* Give this user/);
  });

  it('on a disk that fills up keeps its release, and what was begun takes no room', async () => {
    const place = makeFolder();
    await buildVersion(place, 1, 40);
    writeReport(place, { locales: LOCALES.map(({ locale }) => locale) });
    // Folders and files are inodes there: those of the records and a part of the release.
    const script = 'mount -t tmpfs -o nr_inodes=40 tmpfs "$1" && shift && "$@"; code=$?; ls www/releases; exit $code';
    mkdirSync(join(place, 'www'));
    const wrapper = ['unshare', isRoot ? '-m' : '-rm', 'sh', '-c', script, 'sh', join(place, 'www')];
    const { code, stdout, stderr } = await runSitegen(['publish', 'www'], { cwd: place, wrapper });
    expect(stderr).toMatch(
      /^PUBLISH_DISK_FULL {2}The disk of \S+\/www is full \(ENOSPC\)\. What visitors get is unchanged\./,
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
