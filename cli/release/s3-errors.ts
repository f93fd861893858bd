// Explains errors of S3 requests. Messages contain nothing of a request, because requests carry credentials.

import { errorMessage, SiteError, systemErrorCode } from '../errors.ts';
import { pathOfSystemError } from '../files/explain-system-error.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';
import { printableText } from '../text/printable-text.ts';
import { ConditionFailed, ConditionUnsupported } from './object-store.ts';

interface S3Request {
  /** The permission that it needs. */
  readonly action: string;
  readonly bucket: string;
}

const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'RequestExpired']);
const WRONG_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'TemporaryRedirect',
]);
const WRONG_KEY = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'UnrecognizedClientException',
]);
const NO_CREDENTIALS = new Set(['CredentialsProviderError', 'TokenProviderError']);
const FULL = /^(?:QuotaExceeded|InsufficientStorage|InsufficientCapacity|XMinioStorageFull)$/;
/** The connection failed before a request was sent. */
const NO_CONNECTION =
  /^(?:ENOTFOUND|ECONNREFUSED|EAI_AGAIN|E(?:HOST|NET)UNREACH|EPROTO|ERR_SSL_.*|.*CERT.*|.*LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER.*)$/;

/** Null if there was no response. */
export function statusOf(cause: unknown): number | null {
  const { $metadata } = fieldsOf(cause);
  const { httpStatusCode } = fieldsOf($metadata);
  return typeof httpStatusCode === 'number' ? httpStatusCode : null;
}

/** The error code of S3 if there is one, else the name of the error. */
export function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : '';
}

/** Whether an object does not exist. A missing bucket is an error. */
export function isMissing(cause: unknown): boolean {
  return statusOf(cause) === 404 && nameOf(cause) !== 'NoSuchBucket';
}

/** PUBLISH_REFUSED (exit 2) or PUBLISH_UNREACHABLE (exit 3) for a failed request; returns anything else unchanged. */
export function explainS3Error(cause: unknown, request: S3Request): unknown {
  if (cause instanceof SiteError || cause instanceof ConditionFailed || cause instanceof ConditionUnsupported)
    return cause;
  const refusal = describeRefusal(cause, request);
  if (refusal !== null) return requestError('PUBLISH_REFUSED', 2, refusal, cause);
  const status = statusOf(cause);
  const code = systemErrorCode(cause);
  if (status === null && code === null && nameOf(cause) !== 'TimeoutError') return cause;
  if (status === null && code !== null && NO_CONNECTION.test(code))
    return requestError(
      'PUBLISH_UNREACHABLE',
      3,
      `The storage cannot be reached: ${describeNoAnswer(cause)}. Check AWS_ENDPOINT_URL and the network.`,
      cause,
    );
  const what =
    status === null
      ? `did not respond after several attempts: ${describeNoAnswer(cause)}`
      : `answered ${status} ${safeName(cause)}`;
  return requestError(
    'PUBLISH_UNREACHABLE',
    3,
    `The storage of ${request.bucket} ${what}. Run the command again to finish.`,
    cause,
  );
}

/** What is wrong with the credentials; null if nothing is. */
export function describeCredentials(cause: unknown): string | null {
  const name = nameOf(cause);
  const isSignedOut = NO_CREDENTIALS.has(name) && /SSO session|expired/i.test(errorMessage(cause));
  if (EXPIRED.has(name) || isSignedOut) return 'The AWS credentials have expired: sign in again, or renew them.';
  if (NO_CREDENTIALS.has(name))
    return 'There are no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a valid AWS_PROFILE, or the role of the machine.';
  if (cause instanceof Error && cause.constructor.name === 'STSServiceException')
    return `The role AWS_ROLE_ARN cannot be assumed (${safeName(cause)}): its trust policy must allow this repository, branch and audience.`;
  const file = systemErrorCode(cause) === 'ENOENT' ? pathOfSystemError(cause) : null;
  if (file !== null)
    return `The AWS credentials cannot be read, because ${printableText(file)} is missing: correct AWS_WEB_IDENTITY_TOKEN_FILE or the profile.`;
  if (WRONG_KEY.has(name))
    return `The storage does not know the AWS credentials (${name}): check the keys and AWS_ENDPOINT_URL.`;
  if (name === 'RequestTimeTooSkewed')
    return 'The clock of this machine is wrong, so the storage refuses its requests: set it.';
  return null;
}

function describeRefusal(cause: unknown, { action, bucket }: S3Request): string | null {
  const credentials = describeCredentials(cause);
  if (credentials !== null) return credentials;
  const name = nameOf(cause);
  const status = statusOf(cause);
  if (name === 'EndpointError' || systemErrorCode(cause) === 'ERR_INVALID_URL')
    return 'The address of the storage is not a URL. Set AWS_ENDPOINT_URL to one like https://storage.example.com.';
  if (name === 'NoSuchBucket' || status === 404)
    return `There is no bucket ${bucket}: create it, or correct the target, AWS_REGION and AWS_ENDPOINT_URL.`;
  if (FULL.test(name))
    return `The storage of ${bucket} is full (${name}): free some space, and publish again to finish.`;
  if (WRONG_REGION.has(name) || status === 301) return describeRegion(cause, bucket);
  if (status === 401 || status === 403)
    return `The credentials lack a permission for ${bucket} (${safeName(cause)}): grant ${action}. Publishing needs s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject.`;
  return null;
}

function describeRegion(cause: unknown, bucket: string): string {
  const { Region, Endpoint, $response } = fieldsOf(cause);
  const { headers } = fieldsOf($response);
  const region = fieldsOf(headers)['x-amz-bucket-region'] ?? Region;
  if (typeof region === 'string')
    return `The bucket ${bucket} is in another region: set AWS_REGION=${printableText(region, 40)}.`;
  const where = typeof Endpoint === 'string' ? ` (${printableText(Endpoint, 80)})` : '';
  return `The bucket ${bucket} is in another region${where}: set AWS_REGION to it.`;
}

/** Its cause has only the name and status of the error, because requests carry credentials. */
export function requestError(code: string, exitCode: 2 | 3, message: string, cause: unknown): SiteError {
  return new SiteError(
    { code, exitCode, message },
    { cause: new Error(`${safeName(cause)} ${statusOf(cause) ?? ''}`.trim()) },
  );
}

function safeName(cause: unknown): string {
  return printableText(nameOf(cause), 60);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
