// The content client of a preview: the client of the build with shorter waits and fewer log lines.

import type { SiteConfig } from '../../../config/define-site.ts';
import { type ContentClient, createContentClient } from '../../content/client/content-client.ts';
import type { Report, ReportEvent } from '../../report/report-event.ts';

/** Whose content is read. */
export interface ClientOptions {
  readonly site: SiteConfig;
  /** The token is secret: it is never part of content, logs or files. */
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** The host that the build reads the sample from. The port of the sample service changes with every start, its content must not. */
const SAMPLE_HOST = 'sample.invalid';

/** A log event of the client. */
export type LogEvent = ReportEvent & { readonly kind: 'log' };

/** Creates the client. Events that `isKnown` are only logged with --verbose. */
export function createPreviewClient(
  { site, service, report, signal }: ClientOptions,
  isKnown: (event: LogEvent) => boolean,
): ContentClient {
  return createContentClient(
    {
      ...service,
      ...(service.isSample ? { host: SAMPLE_HOST } : {}),
      clientId: site.content.clientId,
      policy: previewPolicy(site.content),
    },
    (event) => report(event.kind === 'log' && isKnown(event) ? { ...event, level: 'verbose' } : event),
    signal,
  );
}

/** Maximum of one wait and of all waits of a request: an editor is waiting, and the preview polls anyway. */
const WAIT_CAP_MS = 2000;
const WAITS_CAP_MS = 15_000;

/** The policy of the build with shorter waits. */
function previewPolicy(policy: SiteConfig['content']): SiteConfig['content'] {
  const retryCapMs = Math.min(policy.retryCapMs, WAIT_CAP_MS);
  const connectTimeoutMs = Math.min(policy.connectTimeoutMs, WAIT_CAP_MS);
  let retries = 0;
  let waits = connectTimeoutMs;
  const nextWait = () => Math.min(retryCapMs, policy.retryBaseMs * 2 ** retries);
  while (retries < policy.retries && waits + nextWait() <= WAITS_CAP_MS) {
    waits += nextWait();
    retries += 1;
  }
  return { ...policy, retries, retryCapMs, connectTimeoutMs };
}
