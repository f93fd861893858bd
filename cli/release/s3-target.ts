// A bucket of any storage that speaks S3. Credentials, region and endpoint come from the default provider chain of AWS, and the
// client retries failed requests.

import { createReadStream } from 'node:fs';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import pRetry from 'p-retry';
import { systemErrorCode } from '../errors.ts';
import {
  ConditionFailed,
  ConditionUnsupported,
  type FileBody,
  type ListedObject,
  type ObjectHeaders,
  type ObjectStore,
  type PutCondition,
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
    isEmpty: async () => {
      for await (const _ of site.list()) return false;
      return true;
    },
    start: async () => {},
    activate: async () => {},
    forget: async () => {},
    close: () => client.destroy(),
  };
}

/** The client would log retries. */
const SILENT = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function createClient(environment: Environment): Promise<S3Client> {
  const options = {
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    // The default checksums are new, and not all servers support them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    forcePathStyle: (environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL) !== undefined,
    requestHandler: {
      connectionTimeout: 10_000,
      socketTimeout: 60_000,
      httpAgent: { maxSockets: 32, keepAlive: true },
      httpsAgent: { maxSockets: 32, keepAlive: true },
    },
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
  /** Prefix of keys to leave out of listings. */
  readonly hidden: string | null;
}

function createStore(client: S3Client, { bucket, root, hidden }: StoreOptions): ObjectStore {
  const keyOf = (key: string) => ({ Bucket: bucket, Key: `${root}${key}` });
  const explainErrors = async <T>(action: string, send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (cause) {
      throw explainS3Error(cause, { action, bucket });
    }
  };
  return {
    put: (key, body, headers, condition) =>
      explainErrors('s3:PutObject', async () => {
        const input = { ...keyOf(key), Body: body, ...toInput(headers) };
        if (condition === undefined) return toEtag((await client.send(new PutObjectCommand(input))).ETag);
        return putOnCondition(client, input, condition);
      }),
    putFile: (key, body, headers) =>
      explainErrors('s3:PutObject', () => putFile(client, { ...keyOf(key), ...toInput(headers) }, body)),
    get: (key) => explainErrors('s3:GetObject', () => readObject(client, keyOf(key))),
    head: (key) => explainErrors('s3:GetObject', () => readHeaders(client, keyOf(key), key)),
    delete: (key) =>
      explainErrors('s3:DeleteObject', async () => {
        // Google's storage answers 404 if there is none.
        await client.send(new DeleteObjectCommand(keyOf(key))).catch(nullWhereMissing);
      }),
    list: async function* () {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const input = { Bucket: bucket, Prefix: root, ContinuationToken: token };
        const page = await explainErrors('s3:ListBucket', () => client.send(new ListObjectsV2Command(input)));
        for (const { Key = '', Size = 0, ETag } of page.Contents ?? [])
          if (hidden === null || !Key.startsWith(hidden))
            yield { key: Key.slice(root.length), bytes: Size, etag: toEtag(ETag) } satisfies ListedObject;
        token = page.NextContinuationToken;
      }
    },
  };
}

/** The client cannot retry a stream, so we do. The signature includes the hash, so that the storage refuses other bytes. */
function putFile(client: S3Client, input: PutObjectCommandInput, { file, bytes, sha256 }: FileBody): Promise<void> {
  return pRetry(
    async () => {
      const command = new PutObjectCommand({ ...input, Body: createReadStream(file), ContentLength: bytes });
      command.middlewareStack.add(
        (next) => (call) => {
          const { headers } = call.request as { readonly headers: Record<string, string> };
          headers['x-amz-content-sha256'] = sha256;
          return next(call);
        },
        { step: 'build' },
      );
      await client.send(command);
    },
    { retries: ATTEMPTS - 1, minTimeout: 100, shouldRetry: ({ error }) => isTemporary(error) },
  );
}

function isTemporary(cause: unknown): boolean {
  const status = statusOf(cause);
  return status === null ? systemErrorCode(cause) !== null : status >= 500 || status === 429;
}

/** Ceph compares ETags without quotes. If a condition fails although the ETag is the same, retry that way. */
async function putOnCondition(
  client: S3Client,
  input: PutObjectCommandInput,
  condition: PutCondition,
): Promise<string> {
  const key = input.Key ?? '';
  const put = async (conditions: object) =>
    toEtag((await client.send(new PutObjectCommand({ ...input, ...conditions }))).ETag);
  try {
    return await put(conditionOf(condition));
  } catch (cause) {
    const failure = conditionError(cause, key);
    if (condition === 'absent' || !(failure instanceof ConditionFailed)) throw failure;
    const object = { Bucket: input.Bucket ?? '', Key: key };
    if ((await readHeaders(client, object, key))?.etag !== condition.etag) throw failure;
    return put({ IfMatch: condition.etag }).catch((again: unknown) => {
      throw conditionError(again, key);
    });
  }
}

interface ObjectKey {
  readonly Bucket: string;
  readonly Key: string;
}

/** Retries if the body breaks off. */
function readObject(client: S3Client, key: ObjectKey): ReturnType<ObjectStore['get']> {
  return pRetry(
    async () => {
      const answer = await client.send(new GetObjectCommand(key)).catch(nullWhereMissing);
      if (answer === null) return null;
      return { body: Buffer.from((await answer.Body?.transformToByteArray()) ?? []), etag: toEtag(answer.ETag) };
    },
    { retries: 3, minTimeout: 100, shouldRetry: ({ error }) => statusOf(error) === null },
  );
}

async function readHeaders(client: S3Client, object: ObjectKey, key: string): ReturnType<ObjectStore['head']> {
  const found = await client.send(new HeadObjectCommand(object)).catch(nullWhereMissing);
  if (found === null) return null;
  return {
    key,
    bytes: found.ContentLength ?? 0,
    etag: toEtag(found.ETag),
    contentType: found.ContentType ?? '',
    cacheControl: found.CacheControl ?? '',
    redirect: found.WebsiteRedirectLocation ?? null,
  };
}

function nullWhereMissing(cause: unknown): null {
  if (isMissing(cause)) return null;
  throw cause;
}

function toInput({ contentType, cacheControl, redirect }: ObjectHeaders) {
  return {
    ContentType: contentType,
    CacheControl: cacheControl,
    ...(redirect === null ? {} : { WebsiteRedirectLocation: redirect }),
  };
}

/** Without the quotes of the header. */
function toEtag(header: string | undefined): string {
  return (header ?? '').replace(/^"|"$/g, '');
}

function conditionOf(condition: PutCondition) {
  return condition === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: `"${condition.etag}"` };
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
