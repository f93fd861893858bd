// Finds the API if the configured address has none: people copy the address of a page or of the control panel.

import type { Report } from '../../report/report-event.ts';
import { type ContentService, createContentClient } from './content-client.ts';
import { readListPage } from './walk-collection.ts';

const DEFAULT_ROUTE = 'api';

/** Tries the parent paths of the configured URL. Returns the one whose default API route answers with a list; null if none does. */
export async function findApi(service: ContentService, report: Report, signal?: AbortSignal): Promise<string | null> {
  const { origin, pathname } = new URL(service.url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const parents = parts.map((_, index) => [origin, ...parts.slice(0, index)].join('/'));
  const candidates = service.policy.route === DEFAULT_ROUTE ? parents : [...parents, service.url];
  for (const url of candidates) if (await isApi({ ...service, url }, report, signal)) return url;
  return null;
}

async function isApi(service: ContentService, report: Report, signal?: AbortSignal): Promise<boolean> {
  const policy = { ...service.policy, route: DEFAULT_ROUTE, retries: 0 };
  const client = createContentClient(
    { ...service, policy },
    (event) => {
      report(event.kind === 'log' ? { ...event, level: 'verbose' } : event);
    },
    signal,
  );
  try {
    const answer = await client.getJson(`${client.api}/collections/pages/entries?limit=1`).catch(() => null);
    return answer?.kind === 'json' && !('fault' in readListPage(answer.value));
  } finally {
    await client.close();
  }
}
