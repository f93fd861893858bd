// `sitegen sample-service`: serves the sample content until it is interrupted.

import { once } from 'node:events';
import type { StatamicVersion } from '../content/sample/create-document.ts';
import { startSampleService } from '../content/sample-service.ts';
import type { Report } from '../report/report-event.ts';

const VERSIONS = { 4: 4, 5: 5, 6: 6 } as const;

/**
 * Starts the sample service, reports its URL with three examples, and stops it when the signal aborts.
 * @throws SiteError SAMPLE_PORT (exit 2) if the port is in use, SAMPLE_INVALID (exit 1) if sample files are invalid.
 */
export async function runSampleService(
  {
    port,
    version = '5',
    cacheMinutes,
  }: { readonly port: number; readonly version?: `${StatamicVersion}`; readonly cacheMinutes: number },
  { report, signal }: { readonly report: Report; readonly signal: AbortSignal },
): Promise<void> {
  report({ kind: 'start', command: 'sample-service', text: 'Loading the sample content.' });
  if (signal.aborted) return;
  const service = await startSampleService({ port, version: VERSIONS[version], cacheMinutes });
  report({
    kind: 'log',
    level: 'outcome',
    text: `The sample content is served at ${service.url}/ (Ctrl+C stops it).`,
  });
  for (const text of createExamples(service.url)) report({ kind: 'log', level: 'info', text });
  if (!signal.aborted) await once(signal, 'abort');
  await service.stop();
  report({ kind: 'log', level: 'info', text: 'The sample content service has stopped.' });
}

/** Requests for a list, a filter and a global; quoted, because of the brackets. */
function createExamples(url: string): readonly string[] {
  const articles = `${url}/api/collections/blog_articles/entries`;
  return [
    `curl -g '${articles}?filter[site]=en&sort=-date,id&limit=3&fields=id,title,slug,date'`,
    `curl -g '${articles}?filter[site]=ua&filter[taxonomy:category]=crisis&fields=title,url'`,
    `curl '${url}/api/globals/top_banner?site=en'`,
  ];
}
