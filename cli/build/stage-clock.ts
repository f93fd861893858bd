// Times the stages of a build and tells of each when it is done.

import type { Report } from '../report-event.ts';
import type { StageTime } from './build-report.ts';

const TEXT_BY_STAGE: Readonly<Record<string, string>> = {
  content: 'Content fetched and checked',
  plan: 'Routes and redirects planned',
  bundle: 'Templates, client and styles bundled',
  render: 'Pages rendered to staging',
  outputs: 'Sitemap, feeds, lists and redirect maps made',
  check: 'Links, alternates and metadata checked',
  publish: 'Published',
};

/** Runs stages and keeps their times. */
export interface StageClock {
  readonly run: <T>(stage: string, work: () => T | Promise<T>) => Promise<T>;
  readonly times: () => readonly StageTime[];
}

/** Starts the clock of one build. An abort ends it between stages. */
export function createStageClock({
  report,
  signal,
}: {
  readonly report: Report;
  readonly signal: AbortSignal;
}): StageClock {
  const times: StageTime[] = [];
  return {
    times: () => times,
    run: async (stage, work) => {
      signal.throwIfAborted();
      const start = performance.now();
      const result = await work();
      const milliseconds = performance.now() - start;
      times.push({ stage, milliseconds });
      report({ kind: 'stage', stage, text: TEXT_BY_STAGE[stage] ?? stage, milliseconds });
      return result;
    },
  };
}
