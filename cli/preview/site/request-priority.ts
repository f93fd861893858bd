// Splits a content client in two: one for requests that an editor waits for, and one for background requests, which wait while there
// are urgent ones and leave one connection free.

import pLimit from 'p-limit';
import type { ContentClient } from '../../content/client/content-client.ts';

/** Both send their requests with the same client. */
export interface PreviewClients {
  readonly urgent: ContentClient;
  readonly background: ContentClient;
}

/** Splits a client. `concurrency` is its number of connections; `onRequest` is called for each background request. */
export function prioritizeRequests(
  client: ContentClient,
  { concurrency, onRequest }: { readonly concurrency: number; readonly onRequest: () => void },
): PreviewClients {
  const limit = pLimit(Math.max(1, concurrency - 1));
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
