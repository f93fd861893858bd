// Sites for the tests of releases: real builds of a small site, with the report that a build leaves, and targets that hold them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltSite, loadBuiltSite } from '../../cli/release/built-site.ts';
import type { Target } from '../../cli/release/object-store.ts';
import { openTarget } from '../../cli/release/open-target.ts';
import { type PublishOptions, publishSite, rollBack, unpublishSite } from '../../cli/release/publish-site.ts';
import { defineSite, type HostName } from '../../config/define-site.ts';
import { build, siteOfVersion } from '../publish/small-site.ts';
import type { FaultServer, HeldObject } from './s3-double.ts';

export const site = defineSite({ brand: { name: 'A', legalName: 'A' }, locales: ['en', 'ua'] });
const ORIGIN = 'https://site.test';

/** What the report of a build says. */
export function writeReport(dir: string, changes: object = {}): void {
  const content = { isSample: false, snapshot: { digest: '' } };
  const report = { status: 'written', origin: ORIGIN, locales: site.locales, problems: [], ...content };
  writeFileSync(join(dir, '.sitegen/report.json'), JSON.stringify({ ...report, ...changes }));
}

/** Builds a version of the small site into `{dir}/out`. */
export async function buildVersion(dir: string, version: number, pages = 40): Promise<void> {
  await build(dir, siteOfVersion(version, pages), { assetReleasesKept: 1 });
  writeReport(dir);
}

/** The build of a folder as a release takes it. */
export function loadSite(dir: string, target: Target, host: HostName | null = null): BuiltSite {
  return loadBuiltSite({
    outDir: join(dir, 'out'),
    cacheDir: join(dir, '.sitegen'),
    site: { ...site, build: { ...site.build, host } },
    hasRedirects: !target.isStaged,
    allowShrink: false,
  });
}

const OPTIONS: PublishOptions = {
  releasesKept: 10,
  maxDeletes: 1000,
  isDryRun: false,
  isAdopted: false,
  isAudited: false,
  report: () => {},
  signal: new AbortController().signal,
  environment: {},
  watchMs: 20,
};

/** Publishes the build of a folder. */
export function publish(
  dir: string,
  target: Target,
  { host = null, ...options }: Partial<PublishOptions> & { readonly host?: HostName | null } = {},
) {
  return publishSite(target, loadSite(dir, target, host), { ...OPTIONS, ...options });
}

export function restore(target: Target, id: string | null, options: Partial<PublishOptions> = {}) {
  return rollBack(target, id, { ...OPTIONS, ...options });
}

export function unpublish(target: Target) {
  return unpublishSite(target, { ...OPTIONS, origin: ORIGIN });
}

/** What the client of a bucket reads from the environment. */
export const AWS_ENVIRONMENT = ({ url }: Pick<FaultServer, 'url'>) => ({
  AWS_ENDPOINT_URL: url,
  AWS_ACCESS_KEY_ID: 'test-key',
  AWS_SECRET_ACCESS_KEY: 'test-secret-never-shown',
  AWS_REGION: 'us-east-1',
});

/** The bucket of a server as a target of another user. */
export async function openBucketAs(user: string, server: FaultServer): Promise<Target> {
  const target = await openBucket(server);
  process.env.AWS_ACCESS_KEY_ID = user;
  await target.records.head('current.json');
  return target;
}

/** The bucket of a server as a target. */
export function openBucket(server: FaultServer, named = `s3://${server.bucket}`): Promise<Target> {
  Object.assign(process.env, AWS_ENVIRONMENT(server));
  return openTarget(named, site, process.env);
}

interface Held {
  readonly objects: ReadonlyMap<string, HeldObject>;
}

/** What visitors of a bucket get: bytes and headers by key, without the records. */
export function visibleObjects({ objects }: Held): Readonly<Record<string, unknown>> {
  const rows = [...objects].filter(([key]) => !key.startsWith('.sitegen/'));
  return Object.fromEntries(
    rows.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, { etag, headers }]) => [key, { etag, headers }]),
  );
}

/** Pages that name an asset which is not there, or end early. */
export function findBroken({ objects }: Held): readonly string[] {
  return [...objects].flatMap(([key, { body }]) => {
    if (!key.endsWith('index.html')) return [];
    const missing = assetsOf(body).filter((asset) => !objects.has(asset));
    return missing.map((asset) => `${key} misses ${asset}`);
  });
}

const assetsByBody = new WeakMap<Buffer, readonly string[]>();

/** Every change is looked at, so each page is parsed once. A page that is cut off misses its end. */
export function assetsOf(body: Buffer): readonly string[] {
  const text = () => body.toString();
  const found = () => [
    ...new Set([...text().matchAll(/href="\/([^"]+)"/g)].map(([, asset = '']) => asset)),
    ...(text().endsWith('</html>') ? [] : ['its end']),
  ];
  const assets = assetsByBody.get(body) ?? found();
  assetsByBody.set(body, assets);
  return assets;
}
