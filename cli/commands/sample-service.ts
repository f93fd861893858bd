// `sitegen sample-service`: serves the sample content until interrupted.

import { once } from 'node:events';
import { startSampleService } from '../content/sample-service.ts';
import type { ExitCode } from '../errors.ts';
import type { CommandContext } from './build.ts';

export interface SampleServiceFlags {
  readonly port: number;
}

/**
 * Starts the sample service, reports its URL with three examples, and stops it when the signal aborts. Exit 0.
 * @throws SiteError SAMPLE_PORT (exit 2) if the port is in use, SAMPLE_INVALID (exit 1) if sample files are invalid.
 */
export async function runSampleService(
  { port }: SampleServiceFlags,
  { reporter: { report }, signal }: CommandContext,
): Promise<ExitCode> {
  report({ kind: 'start', command: 'sample-service', text: 'Loading the sample content.' });
  if (signal.aborted) return 0;
  const service = await startSampleService({ port });
  const served = `The sample content is served at ${service.url}/ (Ctrl+C stops it).`;
  report({ kind: 'log', level: 'outcome', text: served });
  for (const text of createExamples(service.url)) report({ kind: 'log', level: 'info', text });
  if (!signal.aborted) await once(signal, 'abort');
  await service.stop();
  report({ kind: 'log', level: 'info', text: 'The sample service has stopped.' });
  return 0;
}

/** Requests for a list, a filter and a global. Quoted, because brackets mean something to shells. */
function createExamples(url: string): readonly string[] {
  const articles = `${url}/api/collections/blog_articles/entries`;
  return [
    `curl -g '${articles}?filter[site]=en&sort=-date,id&limit=3&fields=id,title,slug,date'`,
    `curl -g '${articles}?filter[site]=ua&filter[status]=any&fields=title,url,status'`,
    `curl '${url}/api/globals/top_banner?site=en'`,
  ];
}
