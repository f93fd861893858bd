// The story of a preview: listen, start the site, watch sources and content, tell open pages, and end without a trace.

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage, SiteError } from '../errors.ts';
import { bundleScript } from './code/bundle-script.ts';
import { PROJECT } from './code/project.ts';
import { describeError } from './describe-failure.ts';
import { createLocalContent, type LocalContent } from './local-content.ts';
import type { PreviewOptions } from './preview-options.ts';
import { type RunningSite, startRunningSite } from './running-site.ts';
import { findSampleLists, SAMPLE_FOLDER } from './sample-lists.ts';
import { answerRequest } from './server/answer-request.ts';
import { createAnswersAhead } from './server/answers-ahead.ts';
import { createEventStream } from './server/event-stream.ts';
import { createOwnAddresses } from './server/own-addresses.ts';
import { type Answer, startServer } from './server/start-server.ts';
import type { SiteOptions } from './site/site-calls.ts';
import { type SourceChange, watchSources } from './watch-sources.ts';

/** Open pages that were told of a change have asked for it after this time. */
const REST_MS = 150;

/** A running preview. */
export interface Preview {
  /** Without a trailing slash. */
  readonly url: string;
  /** Addresses for other machines; null where no other machine can reach it. */
  readonly networkUrls: readonly string[] | null;
  /** Resolves when the first page can be shown, or the reason why not. */
  readonly isReady: Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a preview. Pages wait for the site; what is wrong with it is shown, not thrown.
 * @throws SiteError PREVIEW_HOST, PREVIEW_PORT, CACHE_UNWRITABLE (exit 2).
 */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const { report } = options;
  const since = Date.now();
  // Asked by nobody before `answer` is there: the address is known, and refused, before anything else runs.
  const { promise: answer, resolve: setAnswer } = Promise.withResolvers<Answer>();
  const server = await startServer(options, async (request, response) => (await answer)(request, response));
  const dir = await makeOwnFolder(options.cacheDir).catch(async (cause: unknown) => {
    // Whoever listens does not end.
    await server.stop();
    throw cacheUnwritable(options.cacheDir, cause);
  });
  const local = createLocalContent(options, dir);
  const events = createEventStream(() => ({ event: 'state', data: describeState(site, local) }));
  const tell = () => {
    events.send('state', describeState(site, local));
    ahead.begin();
  };
  const { cacheDir } = options;
  const site = startRunningSite({ dir, cacheDir, report, local, onChange: tell, site: createSiteOptions(options) });
  const ahead = createAnswersAhead(site, () => events.count() > 0);
  const refresh = async () => {
    await site.isSettled;
    await local.reload(null);
    return site.read(null);
  };
  const script = createScript();
  const own = createOwnAddresses({ site, events, script, lastBuild: { outDir: options.outDir }, refresh });
  setAnswer((request, response) => answerRequest({ site, ahead, own }, request, response));
  const watch = site.isShown.then(() =>
    watchSources({
      project: PROJECT,
      since,
      known: () => [...site.sources(), ...local.files()],
      onChange: (change) => workOff(change, { site, local, options, tell }),
      report,
    }),
  );
  const polling = poll(site, options, local);
  return {
    url: server.url,
    networkUrls: server.networkUrls,
    isReady: watch.then(({ isReady }) => isReady),
    stop: async () => {
      events.close();
      await Promise.all([server.stop(), site.interrupt()]);
      await (await watch).close();
      await site.close();
      await polling;
      await local.stop();
      await rm(dir, { recursive: true, force: true });
      report({ kind: 'log', level: 'info', text: 'The preview has stopped.' });
    },
  };
}

/** What the site thread is started with, but for its content. */
function createSiteOptions(options: PreviewOptions): Omit<SiteOptions, 'earlier' | 'dir' | 'sampleUrl'> {
  const { site: flags, environment, cacheDir, clock, withDrafts, withFuture, withIntegrations } = options;
  const sampleAssetsDir = join(PROJECT, SAMPLE_FOLDER, 'assets/');
  return { flags, environment, sampleAssetsDir, cacheDir, clock, withDrafts, withFuture, withIntegrations };
}

/** A change of files: local content first, so that one reading sees it all. */
async function workOff(
  { files, isStructural }: SourceChange,
  { site, local, options, tell }: { site: RunningSite; local: LocalContent; options: PreviewOptions; tell: () => void },
): Promise<void> {
  const { report } = options;
  report({ kind: 'log', level: 'verbose', text: `Changed: ${[...files].join(', ')}` });
  const content = [...files].filter((file) => file.startsWith(SAMPLE_FOLDER));
  const sources = [...files].filter((file) => !file.startsWith(SAMPLE_FOLDER));
  try {
    // A site that could not start may start with other content.
    if (sources.length > 0 || site.state().site === null) await site.change(isStructural ? null : new Set(sources));
    if (content.length > 0 && local.isUsed) {
      // In the first moments nobody serves the files.
      await site.isSettled;
      const wasBroken = local.problems().length > 0;
      await local.reload(content);
      if (local.problems().length > 0 || wasBroken) tell();
      await site.read(findSampleLists(content));
      if (content.some((file) => file.startsWith(`${SAMPLE_FOLDER}assets/`))) await site.renew();
      void readRest(site, local);
    }
  } catch (cause) {
    for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
  }
}

/** What an entry says of another one changes with that one: its list is found by reading all, when pages were shown. */
async function readRest(site: RunningSite, local: LocalContent): Promise<void> {
  await sleep(REST_MS);
  const version = local.version();
  await site.read(null).then(
    () => local.tellReceived(version),
    () => undefined,
  );
}

/** Asks the content service again and again; local content is watched instead. */
async function poll(site: RunningSite, { pollMs, signal, report }: PreviewOptions, local: LocalContent): Promise<void> {
  await site.isReady;
  if (pollMs === 0) return;
  while (!signal.aborted) {
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    // The site's own configuration may name a service, and another one tomorrow.
    if (!signal.aborted && (!local.isUsed || site.state().site?.isSample === false))
      await site.read(null).catch((cause: unknown) => {
        for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
      });
  }
}

/** What open pages are told. */
function describeState(site: RunningSite, local: LocalContent) {
  const { version, broken, site: status } = site.state();
  return { version, broken: [...broken, ...local.problems()], outage: status?.outage ?? null };
}

/** The preview's own script, bundled when the first page asks for it. */
function createScript(): () => Promise<string> {
  let script: Promise<string> | null = null;
  return () => {
    script ??= bundleScript();
    return script;
  };
}

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

function cacheUnwritable(cacheDir: string, cause: unknown): SiteError {
  const message = `The folder ${cacheDir} cannot be made or written: ${errorMessage(cause)}. Check its permissions, or name another one with --cache-dir.`;
  return new SiteError({ code: 'CACHE_UNWRITABLE', exitCode: 2, message }, { cause });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
