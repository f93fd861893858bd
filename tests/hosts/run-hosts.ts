// `npm run test:hosts [-- RULE_SETS]`: random rule sets on the real servers and matchers. Every answer, with and without
// query, encoded and over-encoded, must be that of the one model of the rules. The same seed makes the same run. Releases go to Ceph,
// at every request with faults; with TEST_LONG=0, at a sample of them.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { toOutPath, toSitePath } from '../../cli/files/brands.ts';
import { sha256 } from '../../cli/files/content-hash.ts';
import { renderCloudflare } from '../../cli/outputs/hosts/cloudflare.ts';
import { createSecurityHeaders } from '../../cli/outputs/hosts/host-map.ts';
import { renderNetlify } from '../../cli/outputs/hosts/netlify.ts';
import { hrefOf } from '../../cli/paths/site-path.ts';
import { appendQuery, findRedirect } from '../../cli/plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../cli/plan/redirects/redirect-rules.ts';
import type { Target } from '../../cli/release/object-store.ts';
import { openTarget } from '../../cli/release/open-target.ts';
import { loadState } from '../../cli/release/release-store.ts';
import { loadPromisedRelease } from '../../cli/verify/promised-site.ts';
import { verifySite } from '../../cli/verify/verify-site.ts';
import { contentOf, inputWith } from '../outputs/hosts/host-makers.ts';
import { randomRules, siteWith } from '../pipeline/redirect-makers.ts';
import { buildHosted, RULES } from '../release/hosted-site.ts';
import {
  AWS_ENVIRONMENT,
  buildVersion,
  loadSite,
  publish,
  site as releasedSite,
  restore,
} from '../release/release-site.ts';
import { loadCloudflare, loadNetlify } from './real-packages.ts';
import { assertInstalled, type RealAnswer, SERVERS, startServer } from './real-servers.ts';
import { type RunningStorage, startStorage } from './real-storage.ts';

const SEED = 20_261_120;
const setCount = Number(process.argv[2] ?? '60');
const sets = fc.sample(randomRules, { seed: SEED, numRuns: setCount });
const QUERIES = ['', 'q=1&r=%20'];

/** What a host is held against: null leaves an answer open. */
type Expect = (rules: RedirectRules, path: string, query: string) => RealAnswer | null;

const HOMES = /^\/(?:(?:es|kz)\/?)?$/;
const NO_REDIRECT: RealAnswer = { status: 404, location: null };

/** The model's answer; characters that a configuration cannot say stand in percent-encoding. */
function answerOf(rules: RedirectRules, path: string, query: string, encoded: RegExp): RealAnswer {
  const found = findRedirect(rules, toSitePath(path));
  if (found === null) return NO_REDIRECT;
  if (found.status === 410) return { status: 410, location: null };
  const to = found.to.replace(encoded, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return { status: found.status, location: appendQuery(to, query) };
}

/** The path as a browser sends it, and as somebody may spell it too. */
function spellingsOf(path: string): readonly string[] {
  const href = hrefOf(toSitePath(path));
  const over = href.replace(/[a-z](?=[^/%]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return over === href ? [href] : [href, over];
}

interface Tally {
  asked: number;
  redirected: number;
  readonly wrong: string[];
}

/** Asks for every path of a set. */
async function askAll(
  { rules, paths }: (typeof sets)[number],
  ask: (rawPath: string) => Promise<RealAnswer>,
  { expected, origin, isRawPath, tally }: { expected: Expect; origin: string; isRawPath: boolean; tally: Tally },
): Promise<void> {
  for (const path of new Set(paths)) {
    for (const query of QUERIES) {
      for (const spelling of isRawPath ? [hrefOf(toSitePath(path))] : spellingsOf(path)) {
        const wanted = expected(rules, path, query);
        if (wanted === null) continue;
        const answer = await ask(query === '' ? spelling : `${spelling}?${query}`);
        tally.asked += 1;
        if (wanted.location !== null) tally.redirected += 1;
        const isSame = answer.status === wanted.status && sameUrl(answer.location, wanted.location, origin);
        if (!isSame)
          tally.wrong.push(`${spelling}?${query}: ${JSON.stringify(answer)}, expected ${JSON.stringify(wanted)}`);
      }
    }
  }
}

/** Servers may make Location absolute. */
function sameUrl(a: string | null, b: string | null, origin: string): boolean {
  if (a === null || b === null) return a === b;
  return new URL(a, origin).href === new URL(b, origin).href;
}

async function runServers(folder: string): Promise<number> {
  let failures = 0;
  for (const server of SERVERS) {
    assertInstalled(server);
    const tally: Tally = { asked: 0, redirected: 0, wrong: [] };
    const start = performance.now();
    for (const [index, set] of sets.entries()) {
      const running = await startServer(server, set.rules, join(folder, `${server.name}-${index}`));
      const expected: Expect = (rules, path, query) =>
        // The homes are there, and answer as pages where they are no sources.
        HOMES.test(path) && findRedirect(rules, toSitePath(path)) === null
          ? null
          : answerOf(rules, path, query, server.encoded);
      await askAll(set, running.ask, { expected, origin: running.origin, isRawPath: false, tally });
      await running.stop();
    }
    failures += tell(server.name, tally, performance.now() - start);
  }
  return failures;
}

async function runPackages(folder: string): Promise<number> {
  const hosts = [
    {
      name: 'netlify',
      load: loadNetlify,
      render: (rules: RedirectRules) => contentOf(renderNetlify(inputWith(rules)), '_redirects'),
      // Its matcher leaves the query to the server around it.
      expected: ((rules, path) => answerOf(rules, path, '', /(?!)/g)) satisfies Expect,
      // It compares the address as it was sent.
      isRawPath: true,
    },
    {
      name: 'cloudflare',
      load: loadCloudflare,
      render: (rules: RedirectRules) => contentOf(renderCloudflare(inputWith(rules)), '_redirects'),
      expected: expectCloudflare,
      isRawPath: true,
    },
  ];
  let failures = 0;
  for (const { name, load, render, expected, isRawPath } of hosts) {
    const tally: Tally = { asked: 0, redirected: 0, wrong: [] };
    const start = performance.now();
    const createAsk = await load(folder);
    for (const set of sets) {
      const ask = await createAsk(render(set.rules));
      await askAll(set, ask, { expected, origin: 'https://www.example.com', isRawPath, tally });
    }
    failures += tell(name, tally, performance.now() - start);
  }
  return failures;
}

/** What it loses is told in its REPORT.md: 410, fragments of other hosts, the query where the target has one. */
function expectCloudflare(rules: RedirectRules, path: string, query: string): RealAnswer | null {
  const found = findRedirect(rules, toSitePath(path));
  if (found === null) return HOMES.test(path) ? null : NO_REDIRECT;
  if (found.status === 410) return NO_REDIRECT;
  const to = found.to.startsWith('/') ? found.to : found.to.replace(/#.*/s, '');
  return { status: found.status, location: to.includes('?') ? to : appendQuery(to, query) };
}

const WRONG_SHOWN = 10;

function tell(name: string, { asked, redirected, wrong }: Tally, milliseconds: number): number {
  process.stdout.write(
    `${name}: ${setCount} rule sets, ${asked} answers, ${redirected} of them redirects, ${wrong.length} wrong, ${(milliseconds / 1000).toFixed(1)} s\n`,
  );
  for (const line of wrong.slice(0, WRONG_SHOWN)) process.stdout.write(`  ${line}\n`);
  return wrong.length;
}

/** A published site on each server is what `sitegen verify` expects, and nothing else is. */
async function verifyServers(folder: string): Promise<number> {
  const site = siteWith();
  let failures = 0;
  for (const server of SERVERS) {
    const dir = join(folder, `${server.name}-verified`);
    mkdirSync(dir);
    const www = join(dir, 'www');
    const target = await openTarget(www, site, {});
    for (const version of [1, 2]) {
      await buildHosted(dir, version, createSecurityHeaders(inputWith(RULES)));
      await publish(dir, await openTarget(www, site, {}), { host: server.name });
    }
    symlinkSync(join(www, 'current'), join(dir, 'site'));
    const running = await startServer(server, RULES, dir);
    const promised = await loadPromisedRelease(target, { ...site, origin: 'https://site.test' });
    if (promised === null) throw new Error('Nothing was published.');
    const { asked, causes } = await verifySite(promised, {
      url: new URL(running.origin),
      ...{ isAll: true, waitMs: 0, report: () => {}, signal: new AbortController().signal },
    });
    await running.stop();
    process.stdout.write(`${server.name}: verified at ${asked} addresses, ${causes.length} findings\n`);
    for (const { code, what, evidence } of causes)
      process.stdout.write(`  ${code} ${what} ${JSON.stringify(evidence[0])}\n`);
    failures += causes.length;
  }
  return failures;
}

/** Publishes to Ceph: an edit, two publishers at once, and the first release again, each with the bytes and headers of the build. */
async function publishToStorage(folder: string, { url }: RunningStorage): Promise<number> {
  const dirs = [1, 2, 3].map((version) => join(folder, `release-${version}`));
  for (const [index, dir] of dirs.entries()) {
    mkdirSync(dir);
    await buildVersion(dir, index + 1, 40);
  }
  const [first = '', second = '', third = ''] = dirs;
  Object.assign(process.env, AWS_ENVIRONMENT({ url }));
  const open = () => openTarget('s3://site', releasedSite, process.env);
  using target = await open();
  await new S3Client({ forcePathStyle: true }).send(new CreateBucketCommand({ Bucket: 'site' }));
  const faults: string[] = [];
  await publish(first, target);
  faults.push(...(await compareBucket(first, target)));
  await publish(second, target);
  faults.push(...(await compareBucket(second, target)));
  if ((await publish(second, target, { isAudited: true })).status !== 'unchanged')
    faults.push('An audit found something.');
  const both = await Promise.allSettled([publish(first, await open()), publish(third, await open())]);
  const won = both.filter(({ status }) => status === 'fulfilled').length;
  const { head } = await loadState(target.records);
  if (head?.hasConditions === true && won !== 1) faults.push(`${won} of two publishers won.`);
  await restore(target, '000001');
  faults.push(...(await compareBucket(first, target)));
  process.stdout.write(
    `ceph: published, edited, audited and rolled back, ${head?.hasConditions ? 'with' : 'without'} conditional writes, ${faults.length} findings\n`,
  );
  for (const fault of faults.slice(0, WRONG_SHOWN)) process.stdout.write(`  ${fault}\n`);
  return faults.length;
}

/** The tests of faults, at every request of a release, against the storage. */
function failAtStorage({ url }: RunningStorage): number {
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', FAULT_TESTS, '-t', 'bucket|network', `--testTimeout=${HOUR_MS}`],
    {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { TEST_LONG: '1', ...process.env, TEST_S3: url },
      stdio: 'inherit',
    },
  );
  return status === 0 ? 0 : 1;
}

const FAULT_TESTS = 'tests/release/faults.test.ts';
const HOUR_MS = 3_600_000;

async function runStorage(folder: string): Promise<number> {
  const storage = await startStorage(join(folder, 'ceph'));
  try {
    return (await publishToStorage(folder, storage)) + failAtStorage(storage);
  } finally {
    await storage.stop();
  }
}

/** What is not as in the build of a folder. */
async function compareBucket(dir: string, target: Target): Promise<readonly string[]> {
  const objects = [...loadSite(dir, target).rows()];
  const faults: string[] = [];
  for (const { key, sha256: hash, contentType, cacheControl } of objects) {
    const [found, headers] = [await target.site.get(key), await target.site.head(key)];
    if (found === null || sha256(found.body) !== hash) faults.push(`${key} has other bytes.`);
    if (headers?.contentType !== contentType || headers.cacheControl !== cacheControl)
      faults.push(`${key} has other headers: ${JSON.stringify(headers)}.`);
  }
  const wanted = new Set(objects.map(({ key }) => key));
  for await (const key of target.site.list())
    if (!wanted.has(toOutPath(key)) && !key.startsWith('assets/')) faults.push(`${key} should be gone.`);
  return faults;
}

const scratch = mkdtempSync(join(tmpdir(), 'sitegen-hosts-'));
const packages = join(tmpdir(), 'sitegen-host-packages');
mkdirSync(packages, { recursive: true });
// Servers started by root read as somebody else.
chmodSync(scratch, 0o755);
try {
  const failures =
    (await runServers(scratch)) +
    (await verifyServers(scratch)) +
    (await runPackages(packages)) +
    (await runStorage(scratch));
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
