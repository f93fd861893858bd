// The sample content of a preview without a content service. A local service serves its files.

import type { SampleService } from '../content/sample-service.ts';
import type { Report } from '../report/report-event.ts';
import { describeError, type ShownProblem } from './describe-failure.ts';
import type { SiteOptions } from './site/site.ts';
import type { ListName } from './site/stored-content.ts';

export const SAMPLE_FOLDER = 'content/sample/';

export class LocalContent {
  /** False if the preview has a content service. */
  readonly isUsed: boolean;
  /** Of files that were invalid when they were last read. */
  problems: readonly ShownProblem[] = [];
  readonly #report: Report;
  #service: Promise<SampleService> | null = null;

  constructor({ flags, environment, report }: Pick<SiteOptions, 'flags' | 'environment' | 'report'>) {
    this.isUsed = flags.sample === true || (flags.contentUrl ?? environment.SITEGEN_CONTENT_URL ?? '') === '';
    this.#report = report;
  }

  /** Starts the local service and returns its origin; null if it is not used. */
  async url(): Promise<string | null> {
    if (!this.isUsed) return null;
    this.#service ??= import('../content/sample-service.ts').then(({ startSampleService }) => startSampleService());
    try {
      return (await this.#service).url;
    } catch (cause) {
      // The files may be fixed at the next try.
      this.#service = null;
      throw cause;
    }
  }

  /** Reads files again, by their paths in the project; all of them for null. Reports the problems of invalid files. */
  async reload(changed: readonly string[] | null): Promise<void> {
    const wasBroken = this.problems.length > 0;
    try {
      const paths = changed?.map((path) => path.slice(SAMPLE_FOLDER.length));
      (await this.#service)?.reload(paths === undefined ? null : new Set(paths));
      this.problems = [];
      if (wasBroken) this.#report({ kind: 'log', level: 'info', text: 'The errors are fixed.' });
    } catch (cause) {
      this.problems = describeError(cause);
      this.#report({ kind: 'problems', problems: this.problems.map(({ problem }) => problem) });
    }
  }

  async stop(): Promise<void> {
    await (await this.#service?.catch(() => null))?.stop();
  }
}

/** The lists of files, by their paths: `{collection}/{site}/…`, `{collection}/{site}.yaml` or `globals/{name}/{site}.yaml`. */
export function findSampleLists(files: readonly string[]): readonly ListName[] {
  return files.flatMap((file) => {
    const [collection = '', place = '', name = ''] = file.slice(SAMPLE_FOLDER.length).split('/');
    const site = (collection === 'globals' ? name : place).replace(/\.yaml$/, '');
    return collection === 'assets' || collection === 'taxonomies' ? [] : [{ collection, site }];
  });
}
