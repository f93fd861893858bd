// Independent readings of an S3 website with redirect metadata and routing rules, and of a CloudFront Function.

import { runInNewContext } from 'node:vm';
import * as z from 'zod';
import type { HostAnswer } from './interpreters.ts';

const objectsSchema = z.array(z.strictObject({ Key: z.string(), WebsiteRedirectLocation: z.string() }));
const websiteSchema = z.strictObject({
  IndexDocument: z.strictObject({ Suffix: z.literal('index.html') }),
  ErrorDocument: z.strictObject({ Key: z.string() }),
  RoutingRules: z
    .array(
      z.strictObject({
        Condition: z.strictObject({
          HttpErrorCodeReturnedEquals: z.literal('404'),
          KeyPrefixEquals: z.string().min(1),
        }),
        Redirect: z.strictObject({
          Protocol: z.enum(['http', 'https']),
          HostName: z.string(),
          ReplaceKeyWith: z.string(),
          HttpRedirectCode: z.enum(['301', '302', '303', '304', '305', '307', '308']),
        }),
      }),
    )
    .max(50),
});

/** What the website endpoint answers to a decoded path; the query is dropped. `pages` are keys with a body. */
export function askS3(
  files: ReadonlyMap<string, string>,
  path: string,
  pages: ReadonlySet<string> = new Set(),
): HostAnswer | null {
  const objects = objectsSchema.parse(JSON.parse(files.get('object-redirects.json') ?? ''));
  const { RoutingRules } = websiteSchema.parse(JSON.parse(files.get('website.json') ?? ''));
  if (new Set(objects.map(({ Key }) => Key)).size !== objects.length) throw new Error('A key stands twice.');
  const asked = path.slice(1);
  const key = asked === '' || asked.endsWith('/') ? `${asked}index.html` : asked;
  const location = objects.find(({ Key }) => Key === key)?.WebsiteRedirectLocation;
  if (location !== undefined) {
    if (!/^(\/|https?:\/\/)[\x21-\x7e]*$/.test(location) || location.length > 2048) throw new Error('Refused.');
    return { status: 301, to: location };
  }
  if (pages.has(key)) return null;
  const folder = `${key}/index.html`;
  if (!key.endsWith('/') && (pages.has(folder) || objects.some(({ Key }) => Key === folder)))
    return { status: 302, to: `/${key}/` };
  const rule = RoutingRules.find(({ Condition }) => key.startsWith(Condition.KeyPrefixEquals));
  if (rule === undefined) return null;
  const { Protocol, HostName, ReplaceKeyWith, HttpRedirectCode } = rule.Redirect;
  return { status: Number(HttpRedirectCode), to: `${Protocol}://${HostName}/${ReplaceKeyWith}` };
}

const storeSchema = z.strictObject({
  data: z.array(z.strictObject({ key: z.string().max(512), value: z.string().max(1024) })),
});

interface CloudfrontRequest {
  readonly method: string;
  readonly uri: string;
  readonly querystring: Record<string, { value: string; multiValue?: readonly { value: string }[] }>;
}
const resultSchema = z.union([
  z.object({ statusCode: z.number(), headers: z.record(z.string(), z.object({ value: z.string() })) }),
  z.object({ uri: z.string() }),
]);

/** Runs the function with its store: an answer, or the address that goes on to the bucket. */
export async function askCloudfront(
  files: ReadonlyMap<string, string>,
  request: Partial<CloudfrontRequest> & { readonly uri: string },
): Promise<HostAnswer | string> {
  const { data } = storeSchema.parse(JSON.parse(files.get('redirects.json') ?? ''));
  const values = new Map(data.map(({ key, value }) => [key, value]));
  if (values.size !== data.length) throw new Error('A key stands twice.');
  const get = (key: string) => {
    const value = values.get(key);
    return value === undefined ? Promise.reject(new Error('Key not found')) : Promise.resolve(value);
  };
  const code = (files.get('function.js') ?? '').replace("import cf from 'cloudfront';", '');
  const event = { version: '1.0', request: { method: 'GET', querystring: {}, headers: {}, cookies: {}, ...request } };
  const running: unknown = runInNewContext(`${code}\nhandler(event)`, { cf: { kvs: () => ({ get }) }, event });
  const result = resultSchema.parse(await running);
  if ('uri' in result) return result.uri;
  return { status: result.statusCode, to: result.headers.location?.value ?? '' };
}
