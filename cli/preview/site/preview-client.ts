// The clients of a preview: the client of the build with shorter waits and fewer log lines, once for requests that an editor waits for
// and once for background requests, which wait while there are urgent ones and leave one connection free.

import pLimit from 'p-limit';
import type { SiteConfig } from '../../../config/define-site.ts';
import { type ContentClient, createContentClient } from '../../content/client/content-client.ts';
import { contentServiceOf, type ServiceOptions } from '../../content/receive-content.ts';
import type { ReportEvent } from '../../report/report-event.ts';

/** Whose content is read. */
export interface ClientOptions extends Pick<ServiceOptions, 'service' | 'report'> {
  readonly site: SiteConfig;
  readonly signal: AbortSignal;
}

/** Both send their requests with the same client. */
export interface PreviewClients {
  readonly urgent: ContentClient;
  readonly background: ContentClient;
}

interface ClientEvents {
  /** Events that are only logged with --verbose. */
  readonly isKnown: (event: ReportEvent & { readonly kind: 'log' }) => boolean;
  /** Called for each background request. */
  readonly onRequest: () => void;
}

/** Creates the clients. Closing one closes both. */
export function createPreviewClients(
  { site, service, report, signal }: ClientOptions,
  { isKnown, onRequest }: ClientEvents,
): PreviewClients {
  const client = createContentClient(
    { ...contentServiceOf(site, service), policy: previewPolicy(site.content) },
    (event) => report(event.kind === 'log' && isKnown(event) ? { ...event, level: 'verbose' } : event),
    signal,
  );
  const limit = pLimit(Math.max(1, site.content.concurrency - 1));
  const pending = new Set<Promise<unknown>>();
  return {
    urgent: {
      ...client,
      getJson: (...request) => {
        const answer = client.getJson(...request);
        const done = answer.catch(() => undefined).finally(() => pending.delete(done));
        pending.add(done);
        return answer;
      },
    },
    background: {
      ...client,
      getJson: (...request) =>
        limit(async () => {
          while (pending.size > 0) await Promise.all(pending);
          onRequest();
          return client.getJson(...request);
        }),
    },
  };
}

/** An editor is waiting, and the preview polls anyway. */
const MAX_WAIT_MS = 2000;
const MAX_RETRIES = 6;

function previewPolicy(policy: SiteConfig['content']): SiteConfig['content'] {
  return {
    ...policy,
    retries: Math.min(policy.retries, MAX_RETRIES),
    retryCapMs: Math.min(policy.retryCapMs, MAX_WAIT_MS),
    connectTimeoutMs: Math.min(policy.connectTimeoutMs, MAX_WAIT_MS),
  };
}
