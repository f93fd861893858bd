// Two views of one client: requests that an editor waits for, and background reads, which start none while one of those is
// under way and never use all connections.

import pLimit from 'p-limit';
import type { ContentClient } from '../../content/client/content-client.ts';

/** A client for each purpose; both are the same underneath. */
export interface PreviewClients {
  readonly urgent: ContentClient;
  readonly background: ContentClient;
}

/** Divides a client. `concurrency` is how many requests it sends at once. */
export function putUrgentFirst(client: ContentClient, concurrency: number): PreviewClients {
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
          return client.getJson(...request);
        }),
    },
  };
}
