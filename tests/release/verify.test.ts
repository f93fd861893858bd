// Whether `sitegen verify` finds what visitors get wrong, over HTTP, and nothing else.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listFiles } from '../../cli/files/list-files.ts';
import type { Target } from '../../cli/release/object-store.ts';
import { openTarget } from '../../cli/release/open-target.ts';
import type { ReleaseObject } from '../../cli/release/release-record.ts';
import { loadPromisedRelease, type PromisedSite, planQuestions, promiseBuild } from '../../cli/verify/promised-site.ts';
import { renderVerification, type Verification, type VerifyOptions, verifySite } from '../../cli/verify/verify-site.ts';
import { filesOfBucket, filesOfFolder, hostOf } from '../service/folder-host.ts';
import { type SiteServer, startServer } from '../service/site-server.ts';
import { makeFolder } from '../site/run-sitegen.ts';
import { buildHosted, HEADERS, RULES } from './hosted-site.ts';
import { loadSite, openBucket, publish, restore, site } from './release-site.ts';
import { startS3Server } from './s3-server.ts';

const dir = mkdtempSync(join(tmpdir(), 'sitegen-verify-'));
const www = join(dir, 'www');
const currentFiles = () => filesOfFolder(join(www, 'current'));
const olderFiles = () => filesOfFolder(join(www, 'releases/000001'));

/** Two releases, which tests only read. */
beforeAll(async () => {
  for (const version of [1, 2]) {
    await buildHosted(dir, version);
    await publish(dir, await openTarget(www, site, {}), { host: 'nginx' });
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The second release as nginx with the site's maps serves it. */
async function startServed(isCompressed = true): Promise<{ target: Target; host: SiteServer }> {
  const files = currentFiles();
  const host = await startServer(hostOf(files, RULES), {
    headers: Object.fromEntries(HEADERS),
    isCompressed,
  });
  onTestFinished(host.close);
  return { target: await openTarget(www, site, {}), host };
}

const settings = { ...site, origin: 'https://site.test' };
const OPTIONS: Omit<VerifyOptions, 'url'> = {
  isAll: true,
  waitMs: 0,
  retryMs: 1,
  report: () => {},
  signal: new AbortController().signal,
};

async function verify(
  target: Target,
  { origin: url }: SiteServer,
  options: Partial<VerifyOptions> = {},
): Promise<Verification> {
  const promised = await loadPromisedRelease(target, settings);
  if (promised === null) throw new Error('Nothing was published.');
  return verifySite(promised, { ...OPTIONS, ...options, url: new URL(url) });
}

/** `CODE path` of everything that was found; the random part of missing paths is left out. */
function found({ causes }: Verification): readonly string[] {
  return causes.flatMap(({ code, evidence }) =>
    evidence.map(({ path }) => `${code} ${decodeURI(path).replace(/verify-[\da-f]{8}/, 'verify-x')}`),
  );
}

describe('a host that is right', () => {
  it('has no finding', async () => {
    const { target, host } = await startServed();
    const result = await verify(target, host);
    expect(result).toMatchObject({ causes: [], of: 'release 2', url: `${host.origin}/` });
    expect(result.checked).toMatch(/^(\d\d) of \1 changed files and (\d+) of \2 others$/);
    expect(host.requests).toContain('/old/?utm_source=sitegen-verify');
    expect(host.requests).toContain('/long?utm_source=sitegen-verify');
    // The second version deleted it.
    expect(host.requests).toContain(encodeURI('/ua/blog/огляд-3/'));
  });

  it('has no finding as a website endpoint of object storage, before and after a rollback', async () => {
    const server = await startS3Server();
    const target = await openBucket(server);
    const dir = makeFolder();
    for (const version of [1, 2]) {
      await buildHosted(dir, version);
      await publish(dir, target, { host: 's3' });
    }
    const host = await startServer(hostOf(filesOfBucket(server)));
    onTestFinished(host.close);
    // Without its website configuration, it has no temporary redirects.
    expect([...found(await verify(target, host))].sort()).toEqual([
      'VERIFY_REDIRECT /soon/?utm_source=sitegen-verify',
      'VERIFY_REDIRECT /стара/?utm_source=sitegen-verify',
    ]);
    host.change = routeBy(readFileSync(join(dir, '.sitegen/hosts/s3/website.json'), 'utf8'));
    expect((await verify(target, host)).causes).toEqual([]);
    expect(host.requests).toContain('/old/?utm_source=sitegen-verify');
    await restore(target, null);
    expect(await verify(target, host)).toMatchObject({ causes: [], of: 'release 3' });
    server.objects.set('sitemap.xml', {
      body: Buffer.from('<urlset>2</urlset>'),
      etag: '',
      headers: server.objects.get('sitemap.xml')?.headers ?? {},
    });
    expect(found(await verify(target, host))).toEqual(['VERIFY_STALE /sitemap.xml']);
  });

  it('may spell redirects otherwise, as Apache does: in full, and with percent-encoding in lower case', async () => {
    const { target, host } = await startServed();
    host.change = (_, answer) => {
      const { location = '' } = answer.headers;
      if (!location.startsWith('/')) return answer;
      const lower = location.replace(/%../g, (code) => code.toLowerCase());
      return { ...answer, headers: { ...answer.headers, location: `${host.origin}${lower}` } };
    };
    expect((await verify(target, host)).causes).toEqual([]);
  });

  it('may keep other crawlers away', async () => {
    const { target, host } = await startServed();
    const headers = { 'x-robots-tag': 'otherbot: noindex' };
    host.change = (_, answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });
    expect((await verify(target, host)).causes).toEqual([]);
  });

  it('is asked again where it was too busy at first', async () => {
    const { target, host } = await startServed();
    host.change = (path, answer, count) => (path === '/' && count <= 2 ? { ...answer, status: 429 } : answer);
    expect((await verify(target, host)).causes).toEqual([]);
    expect(host.requests.filter((path) => path === '/').length).toBeGreaterThan(2);
  });

  it('is held against the last build where nothing was published', async () => {
    const { host, target } = await startServed();
    const built = await promiseBuild(loadSite(dir, target, 'nginx'), settings);
    expect((await verifySite(built, { ...OPTIONS, url: new URL(host.origin) })).causes).toEqual([]);
  });
});

/** What a website of S3 does where nothing is found: the query is lost. */
function routeBy(website: string): SiteServer['change'] {
  const { RoutingRules } = JSON.parse(website) as { RoutingRules: readonly RoutingRule[] };
  return (path, answer) => {
    const rule = RoutingRules.find(({ Condition }) => path.slice(1).startsWith(Condition.KeyPrefixEquals));
    if (rule === undefined || answer.status !== 404) return answer;
    const { Protocol, HostName, ReplaceKeyWith, HttpRedirectCode } = rule.Redirect;
    return {
      ...answer,
      status: Number(HttpRedirectCode),
      headers: { location: `${Protocol}://${HostName}/${ReplaceKeyWith}` },
    };
  };
}

interface RoutingRule {
  readonly Condition: { readonly KeyPrefixEquals: string };
  readonly Redirect: Readonly<Record<'Protocol' | 'HostName' | 'ReplaceKeyWith' | 'HttpRedirectCode', string>>;
}

describe('the sample', () => {
  const pathsOf = (promised: PromisedSite) => {
    const { questions, checked } = planQuestions({ ...promised, older: [], rules: NO_RULES }, false);
    const paths = questions.flatMap(({ kind, path }) => (kind === 'file' ? [path.slice(1)] : []));
    return { checked, paths, unique: new Set(paths).size };
  };
  const NO_RULES = { exact: [], segments: [] };
  const withFiles = async (count: number) => {
    const promised = await loadPromisedRelease(await openTarget(www, site, {}), settings);
    if (promised === null) throw new Error('Nothing was published.');
    const [first] = promised.objects;
    const files = Array.from({ length: count }, (_, at) => ({ ...first, key: `x/${at}.json` }) as ReleaseObject);
    return { promised, files };
  };

  it('has all that changed or is important, and others each time', async () => {
    const { promised, files } = await withFiles(4500);
    const home = { ...files[0], key: 'index.html' } as ReleaseObject;
    const objects = [home, ...files];
    const runs = [1, 2, 3].map(() => pathsOf({ ...promised, objects, changed: new Set(files.slice(7, 8)) }));
    for (const { paths, unique, checked } of runs) {
      expect(paths).toEqual(expect.arrayContaining(['', 'x/7.json']));
      expect(unique).toBeGreaterThan(200);
      expect(unique).toBeLessThan(204);
      expect(checked).toMatch(/^a sample of 1 of 1 changed files and 20\d of 4500 others \(--all: every one\)$/);
    }
    expect(new Set(runs.flatMap(({ paths }) => paths)).size).toBeGreaterThan(250);
  });

  it('is taken of very many changed files too, and said', async () => {
    const { promised, files } = await withFiles(12_000);
    const { checked, unique } = pathsOf({ ...promised, objects: files, changed: new Set(files) });
    expect(unique).toBe(10_000);
    expect(checked).toBe('a sample of 10000 of 12000 changed files and 0 of 0 others (--all: every one)');
    const { host, target } = await startServed();
    expect(renderVerification({ ...(await verify(target, host)), checked })).toContain(
      `Checked: ${checked}, redirects`,
    );
  });
});

describe('a host that is wrong', () => {
  const PAGE = '/blog/огляд-2/';
  const body = (text: string) => Buffer.from(text);
  const CASES: Readonly<Record<string, readonly [SiteServer['change'], readonly string[]]>> = {
    'a wrong type': [
      (path, answer) =>
        path === '/sitemap.xml' ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } } : answer,
      ['VERIFY_HEADERS /sitemap.xml'],
    ],
    'no charset': [
      (path, answer) =>
        path === PAGE ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } } : answer,
      [`VERIFY_HEADERS ${PAGE}`],
    ],
    'a wrong cache header': [
      (path, answer) =>
        path === PAGE ? { ...answer, headers: { ...answer.headers, 'cache-control': 'max-age=600' } } : answer,
      [`VERIFY_HEADERS ${PAGE}`],
    ],
    'another policy': [
      (path, answer) =>
        path === PAGE
          ? { ...answer, headers: { ...answer.headers, 'content-security-policy': "default-src 'self'" } }
          : answer,
      [`VERIFY_HEADERS ${PAGE}`],
    ],
    'another page': [
      (path, answer) => (path === PAGE ? { ...answer, body: body('<p>injected</p></html>') } : answer),
      [`VERIFY_BYTES ${PAGE}`],
    ],
    'a page with a part missing': [
      (path, answer) => (path === PAGE ? { ...answer, body: Buffer.from(answer.body).subarray(0, 50) } : answer),
      [`VERIFY_BYTES ${PAGE}`],
    ],
    'an empty page': [
      (path, answer) => (path === PAGE ? { ...answer, body: body('') } : answer),
      [`VERIFY_BYTES ${PAGE}`],
    ],
    'a redirect with another status': [
      (path, answer) => (path === '/old/' ? { ...answer, status: 302 } : answer),
      ['VERIFY_REDIRECT /old/?utm_source=sitegen-verify'],
    ],
    'a page that is cut off': [
      (path, answer) => (path === PAGE ? { ...answer, isCut: true } : answer),
      [`VERIFY_BYTES ${PAGE}`],
    ],
    'a page that fails': [
      (path, answer) => (path === PAGE ? { ...answer, status: 503 } : answer),
      [`VERIFY_STATUS ${PAGE}`],
    ],
    'a 404 page with 200': [
      (_, answer) => (answer.status === 404 ? { ...answer, status: 200 } : answer),
      ['VERIFY_NOT_FOUND …'],
    ],
    'the 404 page of another language': [
      (path, answer) =>
        answer.status === 404 && path.startsWith('/ua/sitegen')
          ? { ...answer, body: body('<p>not found: en</p></html>') }
          : answer,
      ['VERIFY_NOT_FOUND /ua/sitegen-verify-x/'],
    ],
    'a redirect without the query': [
      (path, answer) => (path === '/old/' ? { ...answer, headers: { location: encodeURI('/blog/огляд-2/') } } : answer),
      ['VERIFY_REDIRECT /old/?utm_source=sitegen-verify'],
    ],
    'a redirect to elsewhere': [
      (path, answer) => (path === '/old/' ? { ...answer, headers: { location: '/' } } : answer),
      ['VERIFY_REDIRECT /old/?utm_source=sitegen-verify'],
    ],
    'a header against search engines': [
      (path, answer) =>
        path === PAGE ? { ...answer, headers: { ...answer.headers, 'x-robots-tag': 'noindex' } } : answer,
      [`VERIFY_HEADERS ${PAGE}`],
    ],
    'no redirect to the slash': [
      (path, answer) => (path === '/long' ? { ...answer, status: 404, headers: {} } : answer),
      ['VERIFY_REDIRECT /long?utm_source=sitegen-verify'],
    ],
    'a redirect to the slash that loses the query': [
      (path, answer) => (path === '/long' ? { ...answer, headers: { location: '/long/' } } : answer),
      ['VERIFY_REDIRECT /long?utm_source=sitegen-verify'],
    ],
    'no policy on a 404 page': [
      (path, answer) =>
        path.startsWith('/ua/sitegen-verify')
          ? { ...answer, headers: { ...answer.headers, 'content-security-policy': '' } }
          : answer,
      ['VERIFY_HEADERS /ua/sitegen-verify-x/'],
    ],
    'no redirects': [
      (path, answer) => (['/old/', '/gone/'].includes(path) ? { ...answer, status: 404 } : answer),
      ['VERIFY_REDIRECT /gone/?utm_source=sitegen-verify', 'VERIFY_REDIRECT /old/?utm_source=sitegen-verify'],
    ],
  };

  it.each(Object.keys(CASES))('is found: %s', async (name) => {
    const { target, host } = await startServed();
    const right = host.change;
    const [change, expected] = CASES[name] ?? [];
    host.change = (path, answer, count) => change?.(path, right(path, answer, count), count) ?? answer;
    const result = await verify(target, host);
    expect(result.causes.length).toBe(1);
    if (expected?.[0]?.endsWith('…') === true) expect(result.causes[0]?.code).toBe(expected[0].split(' ')[0]);
    else expect([...found(result)].sort()).toEqual(expected);
    for (const { evidence, fix } of result.causes) {
      expect(fix).not.toBe('');
      for (const { expected: wanted, got } of evidence) expect(got).not.toBe(wanted);
    }
  });

  it('is found, and shown apart from wrong headers of all pages: one page hidden from search engines', async () => {
    const { target, host } = await startServed();
    const right = host.change;
    host.change = (path, answer, count) => {
      const { headers, ...others } = right(path, answer, count);
      const hidden = path === '/long/' ? { 'x-robots-tag': 'noindex' } : {};
      return { ...others, headers: { ...headers, 'cache-control': 'no-cache', ...hidden } };
    };
    const text = renderVerification(await verify(target, host));
    expect(text).toMatch(/^VERIFY_HEADERS {2}.* at one address \/long\/: X-Robots-Tag: noindex\.$/m);
  });

  it('is found: no compression', async () => {
    const { target, host } = await startServed(false);
    expect(found(await verify(target, host))).toEqual(['VERIFY_HEADERS /long/']);
  });

  it.each([
    ['stale', {}],
    ['compressed', { 'content-encoding': 'gzip' }],
  ])('is found: a page that is %s for clients that cannot decompress', async (_, headers) => {
    const { target, host } = await startServed();
    const [right, old] = [currentFiles, olderFiles].map((files) => files()('index.html'));
    host.answer('/', (request, response) => {
      const isPlain = request.headers['accept-encoding'] === undefined;
      const body = 'content-encoding' in headers ? gzipSync(right?.body ?? '') : (isPlain ? old : right)?.body;
      response.writeHead(200, { ...Object.fromEntries(HEADERS), ...right?.headers, ...headers }).end(body);
    });
    const { causes } = await verify(target, host);
    expect(causes).toMatchObject([
      { evidence: [{ path: '/', got: expect.stringContaining('for a client without Accept-Encoding') }] },
    ]);
  });

  it('is found: an asset without content', async () => {
    const { target, host } = await startServed();
    const asset = listFiles(join(www, 'current')).find((key) => key.startsWith('assets/')) ?? '';
    host.change = (path, answer) => (path === `/${asset}` ? { ...answer, body: body('') } : answer);
    expect(found(await verify(target, host))).toEqual([`VERIFY_BYTES /${asset}`]);
  });

  it('is found: pages of an older release, assets that are missing and pages that were deleted', async () => {
    const { target, host } = await startServed();
    const before = olderFiles();
    const page = listFiles(join(www, 'releases/000001')).find((key) => key.endsWith('огляд-2/index.html')) ?? '';
    const deleted = listFiles(join(www, 'releases/000001')).find((key) => key === 'ua/blog/огляд-3/index.html') ?? '';
    const asset = /assets\/[\w.-]+/.exec(currentFiles()('blog/огляд-4/index.html')?.body.toString() ?? '')?.[0];
    const right = host.change;
    host.change = (path, answer, count) => {
      const old = [page, deleted].find((key) => `/${key}` === `${path}index.html`);
      if (old !== undefined) return { ...answer, status: 200, body: before(old)?.body ?? Buffer.alloc(0) };
      return path === `/${asset}` ? { ...answer, status: 404 } : right(path, answer, count);
    };
    const result = await verify(target, host, { isAll: false });
    expect([...found(result)].sort()).toEqual(
      ['VERIFY_STALE /ua/blog/огляд-3/', `VERIFY_STALE /blog/огляд-2/`, `VERIFY_STATUS /${asset}`].sort(),
    );
    const stale = result.causes.find(({ code }) => code === 'VERIFY_STALE');
    expect(stale?.evidence[0]).toMatchObject({
      expected: expect.stringContaining('in release 2'),
      got: '200 with the version of release 1',
    });
  });

  it('is one cause where folders do not show their index.html, and where all leads elsewhere', async () => {
    const { target, host } = await startServed();
    const right = host.change;
    host.change = (path, answer, count) =>
      path.length > 1 && path.endsWith('/') && answer.status === 200
        ? { ...answer, status: 403, body: Buffer.from('denied') }
        : right(path, answer, count);
    const index = await verify(target, host);
    expect(index.causes).toMatchObject([{ code: 'VERIFY_STATUS', fix: expect.stringContaining('index document') }]);
    expect(index.causes[0]?.evidence.length).toBeGreaterThan(15);
    host.change = (path, answer, count) => {
      const isLed = right(path, answer, count).status === 200;
      return isLed
        ? { ...answer, status: 301, headers: { location: `https://www.site.test${encodeURI(path)}` } }
        : right(path, answer, count);
    };
    const fix = expect.stringContaining('verify the one that the host redirects to');
    expect(await verify(target, host)).toMatchObject({ causes: [{ code: 'VERIFY_STATUS', fix }] });
  });

  it('is named by a few causes if nothing is as published', async () => {
    const { target, host } = await startServed();
    host.change = () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: body('<p>Welcome') });
    const { causes } = await verify(target, host);
    expect(causes.map(({ code }) => code).sort()).toEqual(['VERIFY_BYTES', 'VERIFY_NOT_FOUND', 'VERIFY_REDIRECT']);
    expect(causes[0]).toMatchObject({
      code: 'VERIFY_BYTES',
      what: expect.stringMatching(/^Other bytes than published at \d+ addresses, such as \/.*: 200 with the 10 bytes/),
      fix: expect.stringContaining('correct the address'),
    });
  });

  it('is asked again while caches are behind, and named where they stay so', async () => {
    const { target, host } = await startServed();
    const old = olderFiles()('index.html')?.body ?? Buffer.alloc(0);
    const right = host.change;
    let isBehind = true;
    host.change = (path, answer, count) =>
      path === '/' && (count < 4 || isBehind) ? { ...answer, body: old } : right(path, answer, count);
    const stays = await verify(target, host);
    expect(stays.causes).toMatchObject([
      { code: 'VERIFY_STALE', what: 'An older release at one address /: 200 with the version of release 1.' },
    ]);
    isBehind = false;
    host.requests.length = 0;
    expect((await verify(target, host, { waitMs: 2000 })).causes).toEqual([]);
  });

  it('ends with exit code 3 where nothing answers', async () => {
    const { target, host } = await startServed();
    const nothing = { ...host, origin: 'http://127.0.0.1:9' };
    await expect(verify(target, nothing)).rejects.toMatchObject({ code: 'VERIFY_UNREACHABLE', exitCode: 3 });
  });

  it.each([401, 403, 429, 500, 502, 503])(
    'ends with exit code 3 after few requests where all is %i',
    async (status) => {
      const { target, host } = await startServed();
      host.change = () => ({ status, headers: {}, body: '' });
      const result = verify(target, host, { waitMs: 60_000 });
      await expect(result).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining(`${status}`) });
      expect(host.requests.length).toBeLessThan(80);
    },
  );

  it('ends with exit code 3 where the host goes down in between', async () => {
    const { target, host } = await startServed();
    const right = host.change;
    host.change = (path, answer, count) =>
      host.requests.length > 40 ? { status: 503, headers: {}, body: '' } : right(path, answer, count);
    await expect(verify(target, host)).rejects.toMatchObject({ code: 'VERIFY_UNREACHABLE', exitCode: 3 });
    expect(host.requests.length).toBeLessThan(160);
  });
});
