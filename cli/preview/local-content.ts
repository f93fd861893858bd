// The sample content of a preview without a content service. A local service serves its files.

import type { SampleService } from '../content/sample-service.ts';
import { describeError, type ShownProblem } from './describe-failure.ts';
import type { SiteOptions } from './site/site.ts';
import type { ListName } from './site/stored-content.ts';

export const SAMPLE_FOLDER = 'content/sample/';

export type LocalContent = ReturnType<typeof openLocalContent>;

export function openLocalContent({ flags, environment, report }: LocalOptions) {
  let service: Promise<SampleService> | null = null;
  let problems: readonly ShownProblem[] = [];
  /** False if the preview has a content service. */
  const isUsed = flags.sample === true || (flags.contentUrl ?? environment.SITEGEN_CONTENT_URL ?? '') === '';
  return {
    isUsed,
    /** Of files that were invalid when they were last read. */
    problems: () => problems,
    /** Starts the local service and returns its origin; null if it is not used. */
    url: async () => {
      if (!isUsed) return null;
      service ??= import('../content/sample-service.ts').then(({ startSampleService }) => startSampleService());
      try {
        return (await service).url;
      } catch (cause) {
        // The files may be fixed at the next try.
        service = null;
        throw cause;
      }
    },
    /** Reads files again, by their paths in the project; all of them for null. Reports the problems of invalid files. */
    reload: async (changed: readonly string[] | null) => {
      const wasBroken = problems.length > 0;
      try {
        const paths = changed?.map((path) => path.slice(SAMPLE_FOLDER.length));
        (await service)?.reload(paths === undefined ? null : new Set(paths));
        problems = [];
        if (wasBroken) report({ kind: 'log', level: 'info', text: 'The errors are fixed.' });
      } catch (cause) {
        problems = describeError(cause);
        report({ kind: 'problems', problems: problems.map(({ problem }) => problem) });
      }
    },
    stop: async () => (await service?.catch(() => null))?.stop(),
  };
}

type LocalOptions = Pick<SiteOptions, 'flags' | 'environment' | 'report'>;

/** The lists of files, by their paths: `{collection}/{site}/…`, `{collection}/{site}.yaml` or `globals/{name}/{site}.yaml`. */
export function findSampleLists(files: readonly string[]): readonly ListName[] {
  return files.flatMap((file) => {
    const [collection = '', place = '', name = ''] = file.slice(SAMPLE_FOLDER.length).split('/');
    const site = (collection === 'globals' ? name : place).replace(/\.yaml$/, '');
    return collection === 'assets' || collection === 'taxonomies' ? [] : [{ collection, site }];
  });
}
