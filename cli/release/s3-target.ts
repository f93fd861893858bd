// A bucket of any storage that speaks S3. Credentials, region and endpoint come from the default provider chain of AWS, and the
// client retries failed requests.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { SiteError, systemErrorCode } from '../errors.ts';
import {
  type ByteRange,
  CONCURRENCY,
  ConditionFailed,
  ConditionUnsupported,
  type FileBody,
  MAX_READ_BYTES,
  type ObjectHeaders,
  type ObjectStore,
  type PutCondition,
  recordDamaged,
  type Target,
} from './object-store.ts';
import { explainS3Error, isMissing, nameOf, statusOf } from './s3-errors.ts';

/** Prefixes have no slashes around them. */
interface S3Options {
  readonly bucket: string;
  readonly prefix: string;
  readonly privatePrefix: string;
  readonly privateBucket: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const ATTEMPTS = 6;

/** Sends no request before the first read. */
export async function openS3Target(options: S3Options, environment: Environment): Promise<Target> {
  const client = await createClient(environment);
  const { bucket, prefix, privatePrefix, privateBucket } = options;
  const root = prefix === '' ? '' : `${prefix}/`;
  const privateRoot = `${root}${privatePrefix}/`;
  const isSeparate = privateBucket !== null && privateBucket !== bucket;
  const site = createStore(client, { bucket, root, hidden: isSeparate ? null : privateRoot });
  return {
    name: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    isStaged: false,
    hasRedirects: true,
    site,
    records: createStore(client, { bucket: privateBucket ?? bucket, root: privateRoot, hidden: null }),
    hasOthers: async (keys) => {
      for await (const key of site.list()) if (!keys.has(key)) return true;
      return false;
    },
    start: async () => {},
    activate: async () => {},
    forget: async () => {},
    close: () => client.destroy(),
  };
}

/** The client would log retries. */
const SILENT = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const AGENT = { maxSockets: 32, keepAlive: true };

async function createClient(environment: Environment): Promise<S3Client> {
  const options = {
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    // The default checksums are new, and not all servers support them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    forcePathStyle: (environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL) !== undefined,
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 60_000, httpAgent: AGENT, httpsAgent: AGENT },
  } as const;
  const client = new S3Client(options);
  try {
    await client.config.region();
    return client;
  } catch {
    // Storage with a custom endpoint may have no regions, but signatures need one.
    return new S3Client({ ...options, region: 'us-east-1' });
  }
}

interface StoreOptions {
  readonly bucket: string;
  /** Prefix of all keys. */
  readonly root: string;
  /** Prefix of keys that belong to another store. */
  readonly hidden: string | null;
}

/** A client with the options of its requests. */
interface Connection {
  readonly client: S3Client;
  readonly sent: { readonly abortSignal?: AbortSignal };
}

function createStore(client: S3Client, options: StoreOptions, signal?: AbortSignal): ObjectStore {
  const { bucket, root, hidden } = options;
  const connection: Connection = { client, sent: signal === undefined ? {} : { abortSignal: signal } };
  const isHidden = (key: string) => hidden !== null && key.startsWith(hidden);
  const keyOf = (key: string) => {
    const object = { Bucket: bucket, Key: `${root}${key}` };
    if (isHidden(object.Key)) throw recordDamaged(key, 'it is an object of the site.');
    return object;
  };
  const explainErrors = async <T>(action: string, send: () => Promise<T>): Promise<T> => {
    try {
      signal?.throwIfAborted();
      return await send();
    } catch (cause) {
      throw signal?.aborted === true ? signal.reason : explainS3Error(cause, { action, bucket });
    }
  };
  return {
    put: (key, body, headers, condition) =>
      explainErrors('s3:PutObject', async () => {
        const input = { ...keyOf(key), ...toInput(headers) };
        if ('file' in body) await putFile(connection, input, body);
        else if (condition !== undefined) await putOnCondition(connection, { ...input, Body: body }, condition);
        else await client.send(new PutObjectCommand({ ...input, Body: body }), connection.sent);
      }),
    get: (key, range) => explainErrors('s3:GetObject', () => readObject(connection, keyOf(key), range)),
    head: (key) => explainErrors('s3:GetObject', () => readHeaders(connection, keyOf(key))),
    delete: (keys) =>
      explainErrors('s3:DeleteObject', async () => {
        const objects = keys.map(keyOf);
        for (let start = 0; start < objects.length; start += MAX_BATCH)
          await deleteBatch(connection, objects.slice(start, start + MAX_BATCH));
      }),
    list: async function* () {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: root, ContinuationToken: token });
        const page = await explainErrors('s3:ListBucket', () => client.send(command, connection.sent));
        for (const { Key = '' } of page.Contents ?? []) if (!isHidden(Key)) yield Key.slice(root.length);
        token = page.NextContinuationToken;
      }
    },
    until: (end) => createStore(client, options, end),
  };
}

interface ObjectKey {
  readonly Bucket: string;
  readonly Key: string;
}

/** The most that one request may delete. */
const MAX_BATCH = 1000;

/** Not all servers delete in batches, so keys that are left are deleted one by one. */
async function deleteBatch({ client, sent }: Connection, objects: readonly ObjectKey[]): Promise<void> {
  const [{ Bucket = '' } = {}] = objects;
  const Delete = { Objects: objects.map(({ Key }) => ({ Key })), Quiet: true };
  const command = new DeleteObjectsCommand({ Bucket, Delete });
  const md5Of = (body: unknown) => createHash('md5').update(String(body)).digest('base64');
  command.middlewareStack.add(setHeader('content-md5', md5Of), { step: 'build' });
  const send = () =>
    client.send(command, sent).catch((cause: unknown) => {
      if (statusOf(cause) === null) throw cause;
      return { Errors: objects };
    });
  const { Errors: left = [] } = objects.length === 1 ? { Errors: objects } : await send();
  await pLimit(CONCURRENCY).map(left, async ({ Key }) => {
    // Google's storage answers 404 if there is none.
    await client.send(new DeleteObjectCommand({ Bucket, Key }), sent).catch(nullWhereMissing);
  });
}

/** Sets a header of a request before it is signed. */
function setHeader(name: string, create: (body: unknown) => string) {
  return <Call extends { readonly request: unknown }, Answer>(next: (call: Call) => Promise<Answer>) =>
    (call: Call): Promise<Answer> => {
      const { headers, body } = call.request as { readonly headers: Record<string, string>; readonly body: unknown };
      headers[name] = create(body);
      return next(call);
    };
}

/** The client cannot retry a stream, so we do. The signature includes the hash, so that the storage refuses other bytes. */
async function putFile(
  { client, sent }: Connection,
  input: PutObjectCommandInput,
  { file, bytes, sha256 }: FileBody,
): Promise<void> {
  const put = () => {
    const command = new PutObjectCommand({ ...input, Body: createReadStream(file), ContentLength: bytes });
    const header = setHeader('x-amz-content-sha256', () => sha256);
    command.middlewareStack.add(header, { step: 'build' });
    return client.send(command, sent);
  };
  await pRetry(put, {
    retries: ATTEMPTS - 1,
    minTimeout: 100,
    shouldRetry: ({ error }) => isTemporary(error),
    ...(sent.abortSignal && { signal: sent.abortSignal }),
  });
}

function isTemporary(cause: unknown): boolean {
  const status = statusOf(cause);
  return status === null ? systemErrorCode(cause) !== null : status >= 500 || status === 429;
}

/** Ceph compares ETags without quotes. If a condition fails although the ETag is the same, retry that way. */
async function putOnCondition(
  connection: Connection,
  input: PutObjectCommandInput & ObjectKey,
  condition: PutCondition,
): Promise<void> {
  const { Bucket, Key } = input;
  const put = (conditions: object) =>
    connection.client.send(new PutObjectCommand({ ...input, ...conditions }), connection.sent).catch((cause) => {
      throw conditionError(cause, Key);
    });
  if (condition === 'absent') return void (await put({ IfNoneMatch: '*' }));
  try {
    await put({ IfMatch: `"${condition.etag}"` });
  } catch (cause) {
    if (!(cause instanceof ConditionFailed)) throw cause;
    if ((await readHeaders(connection, { Bucket, Key }))?.etag !== condition.etag) throw cause;
    await put({ IfMatch: condition.etag });
  }
}

/** 412: the object is different. 409: it is being written. Servers without conditional writes refuse the header. */
function conditionError(cause: unknown, key: string): unknown {
  const status = statusOf(cause);
  if (status === 412 || (status === 409 && nameOf(cause) !== 'OperationAborted')) return new ConditionFailed(key);
  if (status === 501 || (status === 400 && /NotImplemented|InvalidArgument|InvalidRequest/.test(nameOf(cause))))
    return new ConditionUnsupported(key);
  // The object to replace was deleted.
  return isMissing(cause) && nameOf(cause) === 'NoSuchKey' ? new ConditionFailed(key) : cause;
}

/** Retries if the body breaks off. */
function readObject(
  { client, sent }: Connection,
  object: ObjectKey,
  range: ByteRange | undefined,
): ReturnType<ObjectStore['get']> {
  const part = range === undefined ? {} : { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
  const read = async () => {
    const answer = await client.send(new GetObjectCommand({ ...object, ...part }), sent).catch(nullWhereMissing);
    if (answer === null) return null;
    if ((answer.ContentLength ?? 0) > (range?.length ?? MAX_READ_BYTES)) {
      (answer.Body as Readable | undefined)?.destroy();
      throw recordDamaged(object.Key, 'it is too large.');
    }
    const bytes = (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
    // Not a copy.
    return { body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), etag: toEtag(answer.ETag) };
  };
  return pRetry(read, {
    retries: 3,
    minTimeout: 100,
    shouldRetry: ({ error }) =>
      statusOf(error) === null && !(error instanceof SiteError) && sent.abortSignal?.aborted !== true,
  });
}

async function readHeaders({ client, sent }: Connection, object: ObjectKey): ReturnType<ObjectStore['head']> {
  const found = await client.send(new HeadObjectCommand(object), sent).catch(nullWhereMissing);
  return (
    found && {
      bytes: found.ContentLength ?? 0,
      etag: toEtag(found.ETag),
      contentType: found.ContentType ?? '',
      cacheControl: found.CacheControl ?? '',
      redirect: found.WebsiteRedirectLocation ?? null,
    }
  );
}

function nullWhereMissing(cause: unknown): null {
  // 416: the object is shorter than the range.
  if (isMissing(cause) || statusOf(cause) === 416) return null;
  throw cause;
}

function toInput({ contentType, cacheControl, redirect }: ObjectHeaders) {
  const headers = { ContentType: contentType, CacheControl: cacheControl };
  return redirect === null ? headers : { ...headers, WebsiteRedirectLocation: redirect };
}

/** Without the quotes of the header. */
function toEtag(header: string | undefined): string {
  return (header ?? '').replace(/^"|"$/g, '');
}
