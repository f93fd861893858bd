// Explains errors of S3 requests. Messages contain nothing of a request, because requests carry credentials.

import { SiteError, systemErrorCode } from '../errors.ts';
import { pathOfSystemError } from '../files/explain-system-error.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';
import { printableText } from '../text/printable-text.ts';

interface S3Request {
  /** The permission that it needs. */
  readonly action: string;
  readonly bucket: string;
}

/** Null if there was no response. */
export function statusOf(cause: unknown): number | null {
  const { httpStatusCode } = Object(Object(cause).$metadata);
  return typeof httpStatusCode === 'number' ? httpStatusCode : null;
}

/** The error code of S3 if there is one, else the name of the error. */
export function nameOf(cause: unknown): string {
  return cause instanceof Error ? printableText(cause.name, 60) : '';
}

/** Whether an object does not exist. A missing bucket is an error. */
export function isMissing(cause: unknown): boolean {
  return statusOf(cause) === 404 && nameOf(cause) !== 'NoSuchBucket';
}

/** PUBLISH_REFUSED (exit 2) or PUBLISH_UNREACHABLE (exit 3) for a failed request; returns anything else unchanged. */
export function explainS3Error(cause: unknown, request: S3Request): unknown {
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
