// The content of a preview without another content service: the sample service over the local files, started when it is
// asked for, and what the last preview received of the same files, so that the first page need not wait for it.

import { join, relative, sep } from 'node:path';
import type { SampleService } from '../content/sample-service.ts';
import { PROJECT } from './code/project.ts';
import { describeError, type ShownProblem } from './describe-failure.ts';
import { keyOfSample, loadKeptContent, storeKeptContent } from './kept-content.ts';
import type { PreviewOptions } from './preview-options.ts';
import { SAMPLE_FOLDER } from './sample-lists.ts';
import type { StoredContent } from './site/content-store.ts';

/** The local content. */
export interface LocalContent {
  /** Whether the preview shows it. */
  readonly isUsed: boolean;
  /** Origin of its service, which runs from then on; null where another service is used. */
  readonly url: () => Promise<string | null>;
  /** Origin of its service where that runs already. */
  readonly runningUrl: () => Promise<string | null>;
  /** What the last preview received of these files; null where it is to be asked for. */
  readonly loadKept: (schemaKey: string) => StoredContent | null;
  /** Keeps what was received, for the next preview, where it is all of what was read. */
  readonly keep: (schemaKey: string, content: StoredContent) => void;
  /** Reads files again, by their paths in the project; null reads all. Those that cannot be served are reported and shown. */
  readonly reload: (changed: readonly string[] | null) => Promise<void>;
  /** Its files as far as they were read, relative to the project, '/' between parts. */
  readonly files: () => readonly string[];
  /** Of its files as they were last read. */
  readonly version: () => string | null;
  /** All of a version was received. */
  readonly tellReceived: (version: string | null) => void;
  readonly problems: () => readonly ShownProblem[];
  readonly stop: () => Promise<void>;
}

/** Makes it; nothing runs yet. `dir` is the folder of this preview's own files. */
export function createLocalContent(options: PreviewOptions, dir: string): LocalContent {
  const { site, environment, report } = options;
  const isUsed = site.useSample || (site.contentUrl ?? environment.SITEGEN_CONTENT_URL ?? '') === '';
  const files = createSampleFiles([process.version, JSON.stringify(site), String(options.withDrafts)]);
  const kept = createKept(options.cacheDir, dir);
  const running = createRunningService();
  let problems: readonly ShownProblem[] = [];
  /** Keys of the files when they were last read; and when all of what was made of them was received, too. */
  let readAs: string | null = null;
  let receivedAs: string | null = null;
  const start = () => {
    receivedAs ??= files.key();
    readAs = receivedAs;
    return running.start();
  };
  return {
    isUsed,
    url: async () => (isUsed ? (await (running.service() ?? start())).url : null),
    runningUrl: async () => (await running.service())?.url ?? null,
    loadKept: (schemaKey) => {
      if (!isUsed) return null;
      receivedAs = files.key();
      return kept.load(schemaKey, receivedAs);
    },
    keep: (schemaKey, content) => {
      if (receivedAs !== null && receivedAs === readAs && problems.length === 0)
        kept.store(schemaKey, receivedAs, content);
    },
    reload: async (changed) => {
      files.forget(changed);
      const service = running.service();
      if (service === null) return;
      // Who reads meanwhile receives some of both.
      readAs = null;
      const key = files.key();
      try {
        (await service).reload(changed && new Set(changed.map((path) => path.slice(SAMPLE_FOLDER.length))));
        readAs = key;
        problems = [];
      } catch (cause) {
        problems = describeError(cause);
        for (const { problem } of problems) report({ kind: 'problem', problem });
      }
    },
    files: files.list,
    version: () => readAs,
    tellReceived: (version) => {
      receivedAs = version;
    },
    problems: () => problems,
    stop: running.stop,
  };
}

/** The local files, hashed as far as they changed. */
function createSampleFiles(settings: readonly string[]) {
  /** SHA-256 by absolute path. */
  const hashes = new Map<string, string>();
  return {
    key: () => keyOfSample(settings, hashes),
    forget: (changed: readonly string[] | null) => {
      for (const file of changed?.map((path) => join(PROJECT, path)) ?? [...hashes.keys()]) hashes.delete(file);
    },
    list: () =>
      [...hashes.keys()]
        .map((file) => relative(PROJECT, file).split(sep).join('/'))
        .filter((file) => file.startsWith(SAMPLE_FOLDER)),
  };
}

/** What one preview leaves to the next. */
function createKept(cacheDir: string, dir: string) {
  const placeOf = (schemaKey: string, key: string) => ({ cacheDir, dir, key: `${key}${schemaKey.slice(0, 20)}` });
  let keptAs: string | null = null;
  return {
    load: (schemaKey: string, key: string) => {
      const place = placeOf(schemaKey, key);
      const content = loadKeptContent(place);
      if (content !== null) keptAs = place.key;
      return content;
    },
    store: (schemaKey: string, key: string, content: StoredContent) => {
      const place = placeOf(schemaKey, key);
      if (place.key !== keptAs) storeKeptContent(place, content);
      keptAs = place.key;
    },
  };
}

/** The sample service, once it is asked for. */
function createRunningService() {
  let service: Promise<SampleService> | null = null;
  return {
    service: () => service,
    start: () => {
      const starting = startService();
      service = starting;
      // Files that cannot be served now may be mended.
      starting.catch(() => {
        service = null;
      });
      return starting;
    },
    stop: async () => {
      await (await service?.catch(() => null))?.stop();
    },
  };
}

async function startService(): Promise<SampleService> {
  const { startSampleService } = await import('../content/sample-service.ts');
  return startSampleService();
}
