// Netlify's own matcher and Cloudflare's own asset server, taken as packages from the npm registry without their
// dependencies or install scripts, into a folder that is kept for the next run.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { RealAnswer } from './real-servers.ts';

/** Exact versions: what was proved is proved of these. */
const PACKAGES = { netlify: 'netlify-redirector@0.5.0', cloudflare: '@cloudflare/pages-shared@0.13.189' } as const;

/** Answers a raw path, with its query after it. */
export type AskPackage = (map: string) => Promise<(rawPath: string) => Promise<RealAnswer>>;

/** Downloads a package once. Returns its folder. */
function takePackage(name: keyof typeof PACKAGES, folder: string): string {
  const target = join(folder, PACKAGES[name].replace(/[^a-z0-9.]/gi, '-'));
  if (!existsSync(join(target, 'package'))) {
    mkdirSync(target, { recursive: true });
    execFileSync('npm', ['pack', PACKAGES[name], '--pack-destination', target, '--silent'], { stdio: 'pipe' });
    const archive = readdirSync(target).find((file) => file.endsWith('.tgz'));
    if (archive === undefined) throw new Error(`npm gave no archive of ${PACKAGES[name]}.`);
    execFileSync('tar', ['xzf', join(target, archive), '-C', target]);
  }
  return join(target, 'package');
}

const netlifyMatch = z.object({ to: z.string(), status: z.number() }).nullish();

/** Netlify's matcher over `_redirects`. */
export async function loadNetlify(folder: string): Promise<AskPackage> {
  const redirector: {
    parsePlain: (rules: string, options: object) => Promise<{ match: (request: object) => unknown }>;
  } = createRequire(import.meta.url)(takePackage('netlify', folder));
  return async (map) => {
    const matcher = await redirector.parsePlain(map, {});
    return async (rawPath) => {
      const url = new URL(rawPath, 'https://www.example.com');
      const found: unknown = matcher.match({
        scheme: 'https',
        host: url.hostname,
        path: url.pathname,
        query: url.search.slice(1),
        getHeader: () => '',
        getCookie: () => '',
      });
      const match = netlifyMatch.parse(found);
      if (match === null || match === undefined || match.status === 404) return { status: 404, location: null };
      return { status: match.status, location: match.status === 410 ? null : match.to };
    };
  };
}

/** Cloudflare's asset server over `_redirects`, of a site that has a 404 page and no other. */
export async function loadCloudflare(folder: string): Promise<AskPackage> {
  const root = takePackage('cloudflare', folder);
  // Its files are modules, and its own package file does not say so.
  writeFileSync(join(root, 'dist/package.json'), '{"type":"module"}');
  const { createMetadataObject } = await import(
    pathToFileURL(join(root, 'dist/metadata-generator/createMetadataObject.js')).href
  );
  const { generateHandler } = await import(pathToFileURL(join(root, 'dist/asset-server/handler.js')).href);
  const silent = { log: () => {}, warn: () => {}, info: () => {}, debug: () => {}, error: () => {} };
  return async (map) => {
    const rules = map
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line, index) => {
        const [from = '', to = '', status = '302'] = line.split(' ');
        return { from, to, status: Number(status), lineNumber: index + 1 };
      });
    const metadata = createMetadataObject({ redirects: { rules, invalid: [] }, logger: silent });
    return async (rawPath) => {
      const response: Response = await generateHandler({
        request: new Request(new URL(rawPath, 'https://www.example.com'), { redirect: 'manual' }),
        metadata,
        xServerEnvHeader: 'test',
        logError: (error: Error) => {
          throw error;
        },
        findAssetEntryForPath: async (path: string) => (path === '/404.html' ? path : null),
        getAssetKey: (entry: string) => entry,
        negotiateContent: () => ({ encoding: null }),
        fetchAsset: async () => ({ body: '404', contentType: 'text/html' }),
      });
      return { status: response.status, location: response.headers.get('location') };
    };
  };
}
