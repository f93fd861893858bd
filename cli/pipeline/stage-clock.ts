// Measures the stages of a build and reports each when it is done.

import type { Report } from '../report/report-event.ts';

/** How long a stage took. */
export interface StageTime {
  readonly stage: string;
  readonly milliseconds: number;
}

const TEXT_BY_STAGE: Readonly<Record<string, string>> = {
  content: 'Content fetched and checked',
  plan: 'Routes and redirects planned',
  bundle: 'Templates, client and styles bundled',
  render: 'Pages rendered to staging',
  merge: 'Pages of all parts merged',
  images: 'Images ready',
  outputs: 'Sitemap, feeds, lists and redirect maps created',
  check: 'Links, alternates and metadata checked',
  write: 'Site written',
};

/** Runs stages and keeps their times. After `signal` is aborted, no stage starts. */
export class StageClock {
  readonly times: StageTime[] = [];
  readonly #options: { readonly report: Report; readonly signal: AbortSignal; readonly isDryRun: boolean };

  constructor(options: { readonly report: Report; readonly signal: AbortSignal; readonly isDryRun: boolean }) {
    this.#options = options;
  }

  async run<T>(stage: string, work: () => T | Promise<T>): Promise<T> {
    const { report, signal, isDryRun } = this.#options;
    signal.throwIfAborted();
    const start = performance.now();
    const result = await work();
    const milliseconds = performance.now() - start;
    this.times.push({ stage, milliseconds });
    const isCompared = isDryRun && stage === 'write';
    const text = isCompared ? 'Compared with the out folder' : (TEXT_BY_STAGE[stage] ?? stage);
    report({ kind: 'stage', stage, text, milliseconds });
    return result;
  }
}
