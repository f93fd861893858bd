// Two views of one client: requests that an editor waits for, and background reads, which start none while one of those is
// under way and never use all connections.

import pLimit from 'p-limit';
import type { ContentClient } from '../../content/client/content-client.ts';

/** A client for each purpose; both are the same underneath. */
export interface PreviewClients {
  readonly urgent: ContentClient;
  readonly background: ContentClient;
}

/** How a client is divided. */
interface Division {
  /** Requests that the client sends at once. */
  readonly concurrency: number;
  /** Called for each background request. */
  readonly onRequest: () => void;
}

/** Divides a client. */
export function putUrgentFirst(client: ContentClient, { concurrency, onRequest }: Division): PreviewClients {
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
