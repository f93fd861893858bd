// A bucket of any storage that speaks S3. Credentials, region and endpoint come from the default provider chain of AWS, and the
// client retries failed requests.

import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { SiteError, systemErrorCode } from '../errors.ts';
import { pathOfSystemError } from '../files/explain-system-error.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';
import { printableText } from '../text/printable-text.ts';
import {
  type ByteRange,
  CONCURRENCY,
  MAX_READ_BYTES,
  type ObjectStore,
  type PutCondition,
  recordDamaged,
  type Target,
} from './object-store.ts';

/** Prefixes have no slashes around them. */
type S3Options = Readonly<Record<'bucket' | 'prefix' | 'privatePrefix', string> & { privateBucket: string | null }>;

const ATTEMPTS = 6;

/** Sends no request before the first read. */
export async function openS3Target(options: S3Options, environment: NodeJS.ProcessEnv): Promise<Target> {
  const client = await createClient(environment);
  const { bucket, prefix, privatePrefix, privateBucket } = options;
  const root = prefix === '' ? '' : `${prefix}/`;
  const privateRoot = `${root}${privatePrefix}/`;
  const isSeparate = privateBucket !== null && privateBucket !== bucket;
  const ended = new AbortController();
  const { signal } = ended;
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, sent) => handle(request, { ...sent, abortSignal: signal });
  return {
    name: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    isStaged: false,
    site: createStore(client, signal, { bucket, root, hidden: isSeparate ? null : privateRoot }),
    records: createStore(client, signal, { bucket: privateBucket ?? bucket, root: privateRoot, hidden: null }),
    start: async () => {},
    activate: async () => {},
    forget: async () => {},
    stop: (reason) => ended.abort(reason),
    [Symbol.dispose]: () => client.destroy(),
  };
}

/** The client would log retries. */
const SILENT = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const AGENT = { maxSockets: 32, keepAlive: true };

async function createClient(environment: NodeJS.ProcessEnv): Promise<S3Client> {
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
  const hasRegion = await client.config.region().then(Boolean, () => false);
  // Storage with a custom endpoint may have no regions, but signatures need one.
  return hasRegion ? client : new S3Client({ ...options, region: 'us-east-1' });
}

/** The objects below `root`, but not those below `hidden`, which belong to another store. */
function createStore(
  client: S3Client,
  signal: AbortSignal,
  { bucket, root, hidden }: { bucket: string; root: string; hidden: string | null },
): ObjectStore {
  const isHidden = (key: string) => hidden !== null && key.startsWith(hidden);
  const keyOf = (key: string): ObjectKey => {
    const object = { Bucket: bucket, Key: `${root}${key}` };
    if (isHidden(object.Key)) throw recordDamaged(key, 'it is an object of the site.');
    return object;
  };
  const explain = (action: string) => (cause: unknown) => {
    throw signal.aborted ? signal.reason : explainS3Error(cause, { action, bucket });
  };
  return {
    put: (key, body, { contentType, cacheControl, redirect }, condition) => {
      const headers = { ContentType: contentType, CacheControl: cacheControl };
      const input = { ...keyOf(key), ...headers, ...(redirect && { WebsiteRedirectLocation: redirect }) };
      return putOnCondition(client, { ...input, Body: body }, condition).catch(explain('s3:PutObject'));
    },
    get: (key, range) => readObject(client, keyOf(key), range).catch(explain('s3:GetObject')),
    head: (key) => readHeaders(client, keyOf(key)).catch(explain('s3:GetObject')),
    delete: async (keys) => {
      for (let start = 0; start < keys.length; start += MAX_BATCH)
        await deleteBatch(client, keys.slice(start, start + MAX_BATCH).map(keyOf)).catch(explain('s3:DeleteObject'));
    },
    list: async function* () {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: root }))
          for (const { Key = '' } of Contents) if (!isHidden(Key)) yield Key.slice(root.length);
      } catch (cause) {
        explain('s3:ListBucket')(cause);
      }
    },
  };
}

type ObjectKey = Readonly<Record<'Bucket' | 'Key', string>>;

/** The most that one request may delete. */
const MAX_BATCH = 1000;

/** Not all servers delete in batches, so keys that are left are deleted one by one. */
async function deleteBatch(client: S3Client, objects: readonly ObjectKey[]): Promise<void> {
  const [{ Bucket = '' } = {}] = objects;
  const Delete = { Objects: objects.map(({ Key }) => ({ Key })), Quiet: true };
  const command = new DeleteObjectsCommand({ Bucket, Delete });
  // Ceph and older servers want this checksum, which the client does not send by itself.
  command.middlewareStack.add(
    (next) => (call) => {
      const { headers, body } = call.request as { headers: Record<string, string>; body: unknown };
      headers['content-md5'] = hash('md5', String(body), 'base64');
      return next(call);
    },
    { step: 'build' },
  );
  const send = () =>
    client.send(command).catch((cause: unknown) => {
      if (statusOf(cause) === null) throw cause;
      return { Errors: objects };
    });
  const { Errors: left = [] } = objects.length === 1 ? { Errors: objects } : await send();
  await pLimit(CONCURRENCY).map(left, async ({ Key }) => {
    // Google's storage answers 404 if there is none.
    await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(nullWhereMissing);
  });
}

/** Ceph compares ETags without quotes. If a condition fails although the ETag is the same, retry that way. */
async function putOnCondition(
  client: S3Client,
  input: PutObjectCommandInput & ObjectKey,
  condition: PutCondition | undefined,
): Promise<boolean> {
  const send = (conditions: object) => client.send(new PutObjectCommand({ ...input, ...conditions })).then(() => true);
  const put = (conditions: object) => send(conditions).catch(falseWhereRefused);
  if (condition === undefined) return send({});
  if (condition === 'absent') return put({ IfNoneMatch: '*' });
  if (await put({ IfMatch: `"${condition.etag}"` })) return true;
  const { Bucket, Key } = input;
  const isSame = (await readHeaders(client, { Bucket, Key }))?.etag === condition.etag;
  return isSame && put({ IfMatch: condition.etag });
}

/** False if a condition failed, or is not supported; throws any other error. */
function falseWhereRefused(cause: unknown): false {
  const [status, name] = [statusOf(cause), nameOf(cause)];
  // 412: the object is different. 409: it is being written. NoSuchKey: the object to replace was deleted.
  const isFailed = status === 412 || (status === 409 && name !== 'OperationAborted') || name === 'NoSuchKey';
  const isUnsupported =
    status === 501 || (status === 400 && /NotImplemented|InvalidArgument|InvalidRequest/.test(name));
  if (isFailed || isUnsupported) return false;
  throw cause;
}

/** Retries if the body breaks off. */
function readObject(client: S3Client, object: ObjectKey, range: ByteRange | undefined): ReturnType<ObjectStore['get']> {
  const part = range === undefined ? {} : { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
  const read = async () => {
    const answer = await client.send(new GetObjectCommand({ ...object, ...part })).catch(nullWhereMissing);
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
      statusOf(error) === null && !(error instanceof SiteError) && nameOf(error) !== 'AbortError',
  });
}

async function readHeaders(client: S3Client, object: ObjectKey): ReturnType<ObjectStore['head']> {
  const found = await client.send(new HeadObjectCommand(object)).catch(nullWhereMissing);
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

/** A missing bucket is an error. */
function nullWhereMissing(cause: unknown): null {
  const status = statusOf(cause);
  // 416: the object is shorter than the range.
  if (status === 416 || (status === 404 && nameOf(cause) !== 'NoSuchBucket')) return null;
  throw cause;
}

/** Without the quotes of the header. */
function toEtag(header: string | undefined): string {
  return (header ?? '').replace(/^"|"$/g, '');
}

/** `action` is the permission that it needs. */
type S3Request = Readonly<Record<'action' | 'bucket', string>>;

/** Null if there was no response. */
function statusOf(cause: unknown): number | null {
  const { httpStatusCode } = Object(Object(cause).$metadata);
  return typeof httpStatusCode === 'number' ? httpStatusCode : null;
}

/** The error code of S3 if there is one, else the name of the error. */
function nameOf(cause: unknown): string {
  return cause instanceof Error ? printableText(cause.name, 60) : '';
}

/** PUBLISH_REFUSED (exit 2) or PUBLISH_UNREACHABLE (exit 3) for a failed request; returns anything else unchanged. */
function explainS3Error(cause: unknown, request: S3Request): unknown {
  if (cause instanceof SiteError) return cause;
  const status = statusOf(cause);
  // Requests carry credentials.
  const told = { cause: new Error(`${nameOf(cause)} ${status ?? ''}`.trim()) };
  const refusal = describeRefusal(cause, request);
  if (refusal !== null) return new SiteError({ code: 'PUBLISH_REFUSED', exitCode: 2, message: refusal }, told);
  if (status === null && systemErrorCode(cause) === null && nameOf(cause) !== 'TimeoutError') return cause;
  const what =
    status === null
      ? `did not respond: ${describeNoAnswer(cause)}. Check AWS_ENDPOINT_URL and the network, and run`
      : `answered ${status} ${nameOf(cause)}. Run`;
  const message = `The storage of ${request.bucket} ${what} the command again to finish.`;
  return new SiteError({ code: 'PUBLISH_UNREACHABLE', exitCode: 3, message }, told);
}

/** What the storage refuses, and how to fix it; null for other errors. */
function describeRefusal(cause: unknown, { action, bucket }: S3Request): string | null {
  const [name, status, code] = [nameOf(cause), statusOf(cause), systemErrorCode(cause)];
  if (/^(?:ExpiredToken(?:Exception)?|TokenRefreshRequired|RequestExpired)$/.test(name))
    return 'The AWS credentials have expired: sign in again, or renew them.';
  if (/^(?:Credentials|Token)ProviderError$/.test(name))
    return 'There are no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a valid AWS_PROFILE (sign in again if it has expired), or the role of the machine.';
  if (cause instanceof Error && cause.constructor.name === 'STSServiceException')
    return `The role AWS_ROLE_ARN cannot be assumed (${name}): its trust policy must allow this repository, branch and audience.`;
  if (code === 'ENOENT')
    return `The AWS credentials cannot be read, because ${printableText(pathOfSystemError(cause) ?? 'a file')} is missing: correct AWS_WEB_IDENTITY_TOKEN_FILE or the profile.`;
  if (/^(?:InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|UnrecognizedClientException)$/.test(name))
    return `The storage does not know the AWS credentials (${name}): check the keys and AWS_ENDPOINT_URL.`;
  if (name === 'RequestTimeTooSkewed')
    return 'The clock of this machine is wrong, so the storage refuses its requests: set it.';
  if (name === 'EndpointError' || code === 'ERR_INVALID_URL')
    return 'The address of the storage is not a URL. Set AWS_ENDPOINT_URL to one like https://storage.example.com.';
  if (name === 'NoSuchBucket' || status === 404)
    return `There is no bucket ${bucket}: create it, or correct the target, AWS_REGION and AWS_ENDPOINT_URL.`;
  if (/^(?:QuotaExceeded|InsufficientStorage|InsufficientCapacity|XMinioStorageFull)$/.test(name))
    return `The storage of ${bucket} is full (${name}): free some space, and publish again to finish.`;
  if (status === 301 || /Redirect$|^AuthorizationHeaderMalformed$|^IllegalLocationConstraintException$/.test(name)) {
    const { Region, Endpoint = name, $response } = Object(cause);
    const region = Object(Object($response).headers)['x-amz-bucket-region'] ?? Region;
    const fix = region === undefined ? ` (${Endpoint}): set AWS_REGION to it.` : `: set AWS_REGION=${region}.`;
    return printableText(`The bucket ${bucket} is in another region${fix}`);
  }
  if (status === 401 || status === 403)
    return `The credentials lack a permission for ${bucket} (${name}): grant ${action}. Publishing needs s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject.`;
  return null;
}
