// The sample content of a preview without a content service. A local service serves its files.

import type { SampleService } from '../content/sample-service.ts';
import type { Report } from '../report/report-event.ts';
import type { SiteFlags } from '../settings/load-site.ts';
import { describeError, type ShownProblem } from './describe-failure.ts';
import type { ListName } from './site/site-reads.ts';

/** Folder of the sample content in the project. */
export const SAMPLE_FOLDER = 'content/sample/';

interface LocalOptions {
  readonly site: SiteFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
}

/** The local content. */
export interface LocalContent {
  /** False if the preview has a content service. */
  readonly isUsed: boolean;
  /** Starts the local service and returns its origin; null if it is not used. */
  readonly url: () => Promise<string | null>;
  /** Reads files again, by their paths in the project; all of them for null. Reports and stores the problems of invalid files. */
  readonly reload: (changed: readonly string[] | null) => Promise<void>;
  readonly problems: () => readonly ShownProblem[];
  readonly stop: () => Promise<void>;
}

/** Creates the local content without starting its service. */
export function createLocalContent({ site, environment, report }: LocalOptions): LocalContent {
  const isUsed = site.useSample || (site.contentUrl ?? environment.SITEGEN_CONTENT_URL ?? '') === '';
  let service: Promise<SampleService> | null = null;
  let problems: readonly ShownProblem[] = [];
  const start = () => {
    const starting = startService();
    // After a failed start, tries again: the files may be fixed.
    starting.catch(() => {
      service = null;
    });
    return starting;
  };
  return {
    isUsed,
    url: async () => {
      if (!isUsed) return null;
      service ??= start();
      return (await service).url;
    },
    reload: async (changed) => {
      if (service === null) return;
      try {
        (await service).reload(changed && new Set(changed.map((path) => path.slice(SAMPLE_FOLDER.length))));
        problems = [];
      } catch (cause) {
        problems = describeError(cause);
        report({ kind: 'problems', problems: problems.map(({ problem }) => problem) });
      }
    },
    problems: () => problems,
    stop: async () => {
      await (await service?.catch(() => null))?.stop();
    },
  };
}

async function startService(): Promise<SampleService> {
  const { startSampleService } = await import('../content/sample-service.ts');
  return startSampleService();
}

/** The lists of files, by their paths: `{collection}/{site}/…`, `{collection}/{site}.yaml` or `globals/{name}/{site}.yaml`. */
export function findSampleLists(files: readonly string[]): readonly ListName[] {
  return files.flatMap((file) => {
    const [collection = '', place = '', name = ''] = file.slice(SAMPLE_FOLDER.length).split('/');
    const site = (collection === 'globals' ? name : place).replace(/\.yaml$/, '');
    return collection === 'assets' || collection === 'taxonomies' ? [] : [{ collection, site }];
  });
}
