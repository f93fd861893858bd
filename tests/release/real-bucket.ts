// A bucket of a real storage behind a server of this process, which lets requests meet the same faults as those to the double.

import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { type Asked, type FaultServer, type HeldObject, serveWithFaults } from './s3-double.ts';

/** Of the user that has all buckets. */
export const CREDENTIALS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret-never-shown' } as const;
/** Other keys of this user, with the same secret. */
export const OTHER_USERS: readonly string[] = ['stalled', 'next', 'stopped'];
const CONCURRENCY = 16;

/** Creates an empty bucket that visitors may read, and starts the server in front of it. */
export async function openRealBucket(endpoint: string): Promise<FaultServer & { readonly close: () => void }> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: CREDENTIALS });
  const bucket = `site-${crypto.randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  // Who may not list gets 403 where there is no object.
  const rights = { 's3:GetObject': `arn:aws:s3:::${bucket}/*`, 's3:ListBucket': `arn:aws:s3:::${bucket}` };
  const statements = Object.entries(rights).map(([Action, Resource]) => {
    return { Effect: 'Allow', Principal: '*', Action, Resource };
  });
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: statements });
  await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: policy }));
  const state: Omit<FaultServer, 'url'> = {
    bucket,
    requests: [],
    fault: () => null,
    onChange: () => {},
    ...accessObjects(client, bucket),
  };
  const agent = new Agent({ keepAlive: true });
  const { url, close } = await serveWithFaults(state, (asked) => forward(asked, { endpoint, agent, state }));
  const closeAll = () => {
    close();
    agent.destroy();
    client.destroy();
  };
  return Object.assign(state, { url, close: closeAll });
}

/** Sends a request on as it was signed, and its answer back. */
async function forward(
  { request, response, key, body }: Asked,
  {
    endpoint,
    agent,
    state,
  }: { readonly endpoint: string; readonly agent: Agent; readonly state: Pick<FaultServer, 'onChange'> },
): Promise<void> {
  const { connection: _, expect: __, 'transfer-encoding': ___, ...headers } = request.headers;
  const { method = 'GET', url: path } = request;
  const { hostname: host, port } = new URL(endpoint);
  const length = body.length === 0 && method !== 'PUT' ? {} : { 'content-length': body.length };
  const sent = send({ host, port, method, path, headers: { ...headers, ...length }, agent }).end(body);
  try {
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    if (answer === undefined) return;
    const received = Buffer.concat(await answer.toArray());
    const { statusCode: status = 500, headers: answered } = answer;
    if (status < 300 && method !== 'GET' && method !== 'HEAD') await state.onChange(key);
    const { connection: ____, 'transfer-encoding': _____, ...kept } = answered;
    const size = method === 'HEAD' || status === 204 ? {} : { 'content-length': received.length };
    response.writeHead(status, { ...kept, ...size }).end(method === 'HEAD' ? undefined : received);
  } catch {
    response.destroy();
  }
}

/** All objects by one listing, with the bytes and headers of those that are new to it. */
function accessObjects(client: S3Client, bucket: string): Pick<FaultServer, 'load' | 'store'> {
  const limit = pLimit(CONCURRENCY);
  const known = new Map<string, HeldObject>();
  const load = async () => {
    const listed: (readonly [key: string, version: string])[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
      for (const { Key = '', ETag, LastModified } of Contents)
        listed.push([Key, `${Key} ${ETag} ${LastModified?.getTime()}`]);
    const rows = await limit.map(listed, async ([key, version]) => {
      const object = known.get(version) ?? (await loadObject(client, bucket, key));
      if (object !== null) known.set(version, object);
      return object === null ? [] : [[key, object] as const];
    });
    return new Map(rows.flat());
  };
  const store = async (wanted: ReadonlyMap<string, HeldObject>) => {
    const found = await load();
    const changed = [...wanted].filter(([key, object]) => found.get(key) !== object);
    await limit.map(changed, async ([Key, { body, headers }]) => {
      const { 'content-type': ContentType = '', 'cache-control': CacheControl = '' } = headers;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: body, ContentType, CacheControl }));
    });
    const unwanted = [...found.keys()].filter((key) => !wanted.has(key));
    await limit.map(unwanted, (Key) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key })));
  };
  return { load, store };
}

/** Null if it is gone meanwhile. */
async function loadObject(client: S3Client, bucket: string, key: string): Promise<HeldObject | null> {
  try {
    const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const body = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
    const headers = { 'content-type': found.ContentType ?? '', 'cache-control': found.CacheControl ?? '' };
    return { body, etag: found.ETag?.replaceAll('"', '') ?? '', headers };
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'NoSuchKey') return null;
    throw cause;
  }
}
