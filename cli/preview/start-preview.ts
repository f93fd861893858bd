// The story of a preview: listen, watch the sources, start the site, follow changes, and end without a trace.
//
// A request: server/ → running-site.ts → site/ finds what is at the address → templates render it → server/ adds a script.
// A change of a file: watch-sources.ts → running-site.ts → code/ bundles and runs what reads the file → an event to open
// pages → browser/ fetches its page again and patches what differs.

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage, SiteError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import type { Report } from '../report/report-event.ts';
import type { SiteFlags } from '../settings/load-site.ts';
import { createLocalContent, findSampleLists, type LocalContent, SAMPLE_FOLDER } from './local-content.ts';
import { type RunningSite, reportError, startRunningSite } from './running-site.ts';
import { answerRequest } from './server/answer-request.ts';
import { createEventStream, type ServerState } from './server/event-stream.ts';
import { createOwnAddresses } from './server/own-addresses.ts';
import { type Answer, startServer } from './server/start-server.ts';
import type { ListName } from './site/open-site.ts';
import { type SourceChange, watchSources } from './watch-sources.ts';

/** The options of one preview, checked. Folders are absolute. */
export interface PreviewOptions {
  /** Address to listen on; loopback by default. */
  readonly host: string;
  /** Names under which a proxy asks it. */
  readonly allowedHosts: readonly string[];
  /** Port to listen on; 0 lets the system choose. */
  readonly port: number;
  /** A port in use is an error, not a reason to take the next one. */
  readonly isPortStrict: boolean;
  readonly site: SiteFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cacheDir: string;
  /** Folder of the last build, to compare pages with. */
  readonly outDir: string;
  /** ISO 8601; null is now. */
  readonly clock: string | null;
  readonly withDrafts: boolean;
  readonly withFuture: boolean;
  /** Loads the tag manager, the chat and the like. */
  readonly withIntegrations: boolean;
  /** Milliseconds between two looks at the content service; 0 turns polling off, null leaves it to the number of requests. */
  readonly pollMs: number | null;
  readonly report: Report;
  /** Aborts before the preview is stopped: what is being read ends. */
  readonly signal: AbortSignal;
}

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

/** Least time between two looks. */
const MIN_POLL_MS = 5000;
/** Time for each request of a look: 40 of them a minute leave room for live previews where a service allows 60. */
const POLLED_REQUEST_MS = 1500;
/** Open pages have fetched and shown a change after this time. */
const REST_MS = 150;

/**
 * Starts a preview. Pages wait for the site; what is wrong with it is shown, not thrown.
 * @throws SiteError PREVIEW_HOST, PREVIEW_PORT, CACHE_UNWRITABLE (exit 2).
 */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  // It listens first: an address that cannot be had is refused before anything else runs.
  const { promise: answer, resolve: setAnswer } = Promise.withResolvers<Answer>();
  const server = await startServer(options, async (request, response) => (await answer)(request, response));
  const dir = await makeOwnFolder(options.cacheDir).catch(async (cause: unknown) => {
    await server.stop();
    throw cacheUnwritable(options.cacheDir, cause);
  });
  const starting = startSite(options, dir);
  starting.then(
    ({ answer }) => setAnswer(answer),
    () => undefined,
  );
  return {
    url: server.url,
    networkUrls: server.networkUrls,
    isReady: starting.then(({ isReady }) => isReady),
    stop: async () => {
      const { close } = await starting;
      await close();
      await server.stop();
      await rm(dir, { recursive: true, force: true });
      options.report({ kind: 'log', level: 'info', text: 'The preview has stopped.' });
    },
  };
}

/** Watches the sources and starts the site. `dir` is the folder of this preview's own files. */
async function startSite(options: PreviewOptions, dir: string) {
  const { report } = options;
  // React reads it when it is loaded; the build's bundles have it inlined.
  process.env.NODE_ENV = 'production';
  process.setSourceMapsEnabled(true);
  const local = createLocalContent(options);
  // Before anything is read, so that no change is missed.
  const watch = await watchSources({
    project: PROJECT,
    onChange: (change) => followChange(change, { site, local, report, notify }),
    report,
  });
  const site = startRunningSite({
    site: { ...options, flags: options.site, dir, sampleAssetsDir: join(PROJECT, SAMPLE_FOLDER, 'assets/') },
    sampleUrl: local.url,
    onChange: () => notify(),
  });
  const events = createEventStream(() => describeState(site, local));
  const notify = () => events.send('state', describeState(site, local));
  const refresh = async (lists: readonly ListName[] | null) => {
    await local.reload(null);
    return site.read(lists);
  };
  const own = createOwnAddresses({ site, events, outDir: options.outDir, refresh });
  const answer: Answer = (request, response) => answerRequest({ site, own }, request, response);
  const polling = poll(site, options, local);
  return {
    answer,
    isReady: site.isReady,
    close: async () => {
      events.close();
      await watch.close();
      await site.close();
      await polling;
      await local.stop();
    },
  };
}

interface Following {
  readonly site: RunningSite;
  readonly local: LocalContent;
  readonly report: Report;
  /** Tells open pages the state. */
  readonly notify: () => void;
}

/** A change of files: sources first, then content. */
async function followChange(
  { files, isStructural }: SourceChange,
  { site, local, report, notify }: Following,
): Promise<void> {
  report({ kind: 'log', level: 'verbose', text: `Changed: ${[...files].join(', ')}` });
  const content = [...files].filter((file) => file.startsWith(SAMPLE_FOLDER));
  const sources = [...files].filter((file) => !file.startsWith(SAMPLE_FOLDER));
  try {
    await site.isReady;
    // A site that could not start may start with other content.
    if (sources.length > 0 || site.state().site === null) await site.change(isStructural ? null : new Set(sources));
    if (content.length === 0 || !local.isUsed) return;
    const wasBroken = local.problems().length > 0;
    await local.reload(content);
    if (local.problems().length > 0 || wasBroken) notify();
    await site.read(findSampleLists(content));
    if (content.some((file) => file.startsWith(`${SAMPLE_FOLDER}assets/`))) await site.renew();
    // Other entries may show a changed one: all lists are read again once open pages show the change.
    void sleep(REST_MS)
      .then(() => site.read(null))
      .catch(() => undefined);
  } catch (cause) {
    reportError(report, cause);
  }
}

/** Polls the content service; local content is watched instead. */
async function poll(site: RunningSite, { pollMs, signal, report }: PreviewOptions, local: LocalContent): Promise<void> {
  await site.isReady;
  let wait = waitAfterPoll(pollMs, 0);
  while (pollMs !== 0 && !signal.aborted) {
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    // A change of site.config.ts may name a service.
    if (signal.aborted || (local.isUsed && site.state().site?.isSample !== false)) continue;
    const requests = await site.poll().catch((cause: unknown) => {
      reportError(report, cause);
      return 0;
    });
    wait = waitAfterPoll(pollMs, requests);
  }
}

/** Milliseconds until the next look at the service, after one that took so many requests. */
export function waitAfterPoll(pollMs: number | null, requests: number): number {
  return pollMs ?? Math.max(MIN_POLL_MS, requests * POLLED_REQUEST_MS);
}

function describeState(site: RunningSite, local: LocalContent): ServerState {
  const { version, broken, site: status } = site.state();
  return { version, broken: [...broken, ...local.problems()], outage: status?.outage ?? null };
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
