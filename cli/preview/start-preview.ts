// The story of a preview: listen, start the site, watch sources and content, tell open pages, and end without a trace.

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SampleService } from '../content/sample-service.ts';
import { describeError, type ShownProblem } from './describe-failure.ts';
import { createPreviewBundler, PROJECT } from './preview-bundles.ts';
import type { PreviewOptions } from './preview-options.ts';
import { type RunningSite, startRunningSite } from './running-site.ts';
import { findSampleLists, SAMPLE_FOLDER } from './sample-lists.ts';
import { answerRequest } from './server/answer-request.ts';
import { createEventStream } from './server/event-stream.ts';
import { createOwnAddresses } from './server/own-addresses.ts';
import { type Answer, startServer } from './server/start-server.ts';
import type { SiteOptions } from './site/site-calls.ts';
import { type SourceChange, watchSources } from './watch-sources.ts';

/** A running preview. */
export interface Preview {
  /** Without a trailing slash. */
  readonly url: string;
  /** Resolves when the first page can be shown, or the reason why not. */
  readonly isReady: Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a preview. Pages wait for the site; what is wrong with it is shown, not thrown.
 * @throws SiteError PREVIEW_HOST (exit 2).
 */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const { report } = options;
  // Asked by nobody before `answer` is there: the address is known, and refused, before anything else runs.
  const { promise: answer, resolve: setAnswer } = Promise.withResolvers<Answer>();
  const server = await startServer(options, async (request, response) => (await answer)(request, response));
  const dir = await makeOwnFolder(options.cacheDir);
  const sample = createSample();
  const events = createEventStream(() => ({ event: 'state', data: describeState(site, sample) }));
  const tell = () => events.send('state', describeState(site, sample));
  const site = startRunningSite({ dir, report, onChange: tell, site: createSiteOptions(options, sample) });
  const refresh = async () => {
    await sample.reload(report);
    return site.read(null);
  };
  const script = createScript(dir);
  const own = createOwnAddresses({ site, events, script, lastBuild: { outDir: options.outDir }, refresh });
  setAnswer((request, response) => answerRequest({ site, own }, request, response));
  const watch = watchSources(PROJECT, (change) => workOff(change, { site, sample, options, tell }), report);
  const polling = poll(site, options, sample);
  return {
    url: server.url,
    isReady: Promise.all([site.isReady, watch.isReady]).then(() => undefined),
    stop: async () => {
      events.close();
      await server.stop();
      await watch.close();
      await site.close();
      await polling.catch(() => undefined);
      await sample.stop();
      await rm(dir, { recursive: true, force: true });
      report({ kind: 'log', level: 'info', text: 'The preview has stopped.' });
    },
  };
}

/** What the site thread is started with, once the sample service runs where it is needed. */
async function createSiteOptions(
  options: PreviewOptions,
  sample: Sample,
): Promise<Omit<SiteOptions, 'earlier' | 'dir'>> {
  const { site: flags, environment, cacheDir, clock, withDrafts, withFuture } = options;
  const sampleUrl = await sample.start(options);
  const sampleAssetsDir = join(PROJECT, SAMPLE_FOLDER, 'assets/');
  return { flags, environment, sampleUrl, sampleAssetsDir, cacheDir, clock, withDrafts, withFuture };
}

/** A change of files: local content first, so that one reading sees it all. */
async function workOff(
  { files, isStructural }: SourceChange,
  { site, sample, options, tell }: { site: RunningSite; sample: Sample; options: PreviewOptions; tell: () => void },
): Promise<void> {
  const { report } = options;
  report({ kind: 'log', level: 'verbose', text: `Changed: ${[...files].join(', ')}` });
  const content = [...files].filter((file) => file.startsWith(SAMPLE_FOLDER));
  const sources = [...files].filter((file) => !file.startsWith(SAMPLE_FOLDER));
  try {
    if (sources.length > 0) await site.change(isStructural ? null : new Set(sources));
    if (content.length > 0 && sample.isRunning()) {
      const wasBroken = sample.problems().length > 0;
      await sample.reload(report);
      if (sample.problems().length > 0 || wasBroken) tell();
      await site.read(findSampleLists(content));
      if (content.some((file) => file.startsWith(`${SAMPLE_FOLDER}assets/`))) await site.renew();
      // What an entry says of another one changes with that one: its list is found by reading all.
      void site.read(null).catch(() => undefined);
    }
  } catch (cause) {
    for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
  }
}

/** Asks the content service again and again; local content is watched instead. */
async function poll(site: RunningSite, { pollMs, signal, report }: PreviewOptions, sample: Sample): Promise<void> {
  await site.isReady;
  if (pollMs === 0 || sample.isRunning()) return;
  while (!signal.aborted) {
    await sleep(pollMs, undefined, { signal });
    await site.read(null).catch((cause: unknown) => {
      for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
    });
  }
}

/** The sample service of a preview without another content service. */
interface Sample {
  /** Resolves with its URL; null where it is not needed. */
  readonly start: (options: PreviewOptions) => Promise<string | null>;
  readonly isRunning: () => boolean;
  /** Reads its files again; files that cannot be served are reported and shown. */
  readonly reload: (report: PreviewOptions['report']) => Promise<void>;
  readonly problems: () => readonly ShownProblem[];
  readonly stop: () => Promise<void>;
}

function createSample(): Sample {
  let service: SampleService | null = null;
  let problems: readonly ShownProblem[] = [];
  return {
    start: async ({ site, environment, cacheDir }) => {
      const isSet = (site.contentUrl ?? environment.SITEGEN_CONTENT_URL ?? '') !== '';
      if (isSet && !site.useSample) return null;
      const { startSampleService } = await import('../content/sample-service.ts');
      service = await startSampleService({ memoryFile: join(cacheDir, SAMPLE_MEMORY) });
      return service.url;
    },
    isRunning: () => service !== null,
    reload: async (report) => {
      try {
        await service?.reload();
        problems = [];
      } catch (cause) {
        problems = describeError(cause);
        for (const { problem } of problems) report({ kind: 'problem', problem });
      }
    },
    problems: () => problems,
    stop: async () => {
      await service?.stop();
    },
  };
}

/** What open pages are told. */
function describeState(site: RunningSite, sample: Sample) {
  const { version, broken, site: status } = site.state();
  return { version, broken: [...broken, ...sample.problems()], outage: status?.outage ?? null };
}

/** The preview's own script, bundled when the first page asks for it. */
function createScript(dir: string): () => Promise<string> {
  let script: Promise<string> | null = null;
  return () => {
    script ??= createPreviewBundler(dir).bundleScript();
    return script;
  };
}

/** What the sample's files were parsed into, for the next preview. */
const SAMPLE_MEMORY = 'preview-sample.v8';

const FOLDER = /^preview-(\d+)-/;

/** A folder of this process's own; those of previews that were killed are deleted. */
async function makeOwnFolder(cacheDir: string): Promise<string> {
  await mkdir(cacheDir, { recursive: true });
  for (const name of await readdir(cacheDir)) {
    const pid = FOLDER.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(cacheDir, name), { recursive: true, force: true });
  }
  return mkdtemp(join(cacheDir, `preview-${process.pid}-`));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
