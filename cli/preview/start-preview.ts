// Starts a preview: listens, watches the sources, starts the site and follows changes.
//
// A request: server/ → running-site.ts → site/ finds and renders the page → server/ adds a script.
// A changed file: watch-sources.ts → running-site.ts → code/ bundles and loads the parts that import it → an event to open
// pages → browser/ fetches the page again and patches the differences.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertWritable } from '../database/open-database.ts';
import type { Report } from '../report/report-event.ts';
import { DECISIONS } from '../translations/decisions.ts';
import { findSampleLists, type LocalContent, openLocalContent, SAMPLE_FOLDER } from './local-content.ts';
import { RunningSite, reportError } from './running-site.ts';
import { answerRequest } from './server/answer-request.ts';
import { createDemoRequests } from './server/demo-requests.ts';
import { networkHosts, type WebhookSecret } from './server/guard-request.ts';
import { createApi, openEvents } from './server/preview-api.ts';
import { type Answer, type PreviewServer, type ServerPlace, startServer } from './server/start-server.ts';
import type { SiteOptions } from './site/site.ts';
import { type SourceChange, watchSources } from './watch-sources.ts';

/** The validated options of a preview. Folders are absolute. */
export interface PreviewOptions extends ServerPlace, Omit<SiteOptions, 'sampleUrl' | 'schemaKey'> {
  /** Milliseconds between polls of the content service. 0: no polling; null: depends on the number of requests. */
  readonly pollMs: number | null;
}

export interface Preview extends PreviewServer {
  /** Resolves when it can show pages or errors. */
  readonly isReady: Promise<void>;
}

const MIN_POLL_MS = 5000;
/** Average time per request of a poll: 40 requests per minute, so that some of the usual 60 are left for live previews. */
const POLLED_REQUEST_MS = 1500;
/** Time in which open pages fetch and show a change. */
const REST_MS = 150;

/**
 * Starts a preview. Requests wait for the site. Errors of the site are shown in pages, not thrown.
 * @throws SiteError PREVIEW_HOST, PREVIEW_PORT, CACHE_UNWRITABLE (exit 2).
 */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  assertWritable(options.cacheDir);
  const { promise: answer, resolve: setAnswer } = Promise.withResolvers<Answer>();
  const server = await startServer(options, async (...exchange) => (await answer)(...exchange));
  const dir = await mkdtemp(join(tmpdir(), 'sitegen-preview-'));
  const starting = startSite(options, dir);
  starting.then(
    ({ answer }) => setAnswer(answer),
    () => undefined,
  );
  return {
    ...server,
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

/** Watches the sources and starts the site. `dir` is the folder for files of this preview. */
async function startSite(options: PreviewOptions, dir: string) {
  const { report } = options;
  // React reads it when it is loaded. The bundles of a build have it inlined.
  process.env.NODE_ENV = 'production';
  process.setSourceMapsEnabled(true);
  const local = openLocalContent(options);
  // Before sources are read, so that no change is missed.
  const watch = await watchSources({
    onChange: (change) => followChange(change, { site, local, report, notify }),
    report,
  });
  const site = new RunningSite({
    site: options,
    dir,
    sampleUrl: local.url,
    onChange: () => notify(),
  });
  const forms = createDemoRequests(report);
  const events = openEvents(() => ({
    version: site.version,
    broken: [...site.faults(), ...local.problems()],
    outage: site.current?.outage()?.problem ?? null,
  }));
  const notify = () => events.sendState();
  const api = createApi({
    site,
    events,
    forms,
    refresh: async (lists) => {
      await local.reload(null);
      return site.update((open) => open.read(lists));
    },
    secret: findSecret(options),
  });
  const answer: Answer = (request, response, target) => answerRequest({ site, api, forms }, request, response, target);
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

/** A preview that only this machine reaches needs no secret for webhooks. */
function findSecret({ environment, allowedHosts, host, report }: PreviewOptions): WebhookSecret {
  const secret = environment.SITEGEN_PREVIEW_TOKEN ?? '';
  const isNeeded = secret !== '' || allowedHosts.length > 0 || networkHosts(host) !== null;
  const text =
    'Webhooks are refused, because SITEGEN_PREVIEW_TOKEN is not set. Without them, the preview polls the content service.';
  if (isNeeded && secret === '') report({ kind: 'log', level: 'info', text });
  return { isNeeded, secret };
}

interface PreviewParts {
  readonly site: RunningSite;
  readonly local: LocalContent;
  readonly report: Report;
  /** Sends the state to open pages. */
  readonly notify: () => void;
}

const PUBLIC_FOLDER = 'public/';

/** Handles changed files: sources first, then content. */
async function followChange(
  { files, isStructural }: SourceChange,
  { site, local, report, notify }: PreviewParts,
): Promise<void> {
  report({ kind: 'log', level: 'verbose', text: `Changed: ${[...files].join(', ')}` });
  const content = [...files].filter((file) => file.startsWith(SAMPLE_FOLDER));
  const own = [...files].filter((file) => file.startsWith(PUBLIC_FOLDER) || file === DECISIONS);
  const sources = [...files].filter((file) => !content.includes(file) && !own.includes(file));
  try {
    await site.isReady;
    // A site that failed to start may work with the changed content.
    if (sources.length > 0 || site.current === null) await site.change(isStructural ? null : new Set(sources));
    if (own.length > 0) await site.update((open) => open.update());
    if (content.length === 0 || !local.isUsed) return;
    const wasBroken = local.problems().length > 0;
    await local.reload(content);
    if (local.problems().length > 0 || wasBroken) notify();
    await site.update((open) => open.read(findSampleLists(content)));
    if (content.some((file) => file.startsWith(`${SAMPLE_FOLDER}assets/`))) await site.update((open) => open.update());
    // Entries of other lists may show a changed entry, so read all lists after open pages have shown the change.
    void sleep(REST_MS)
      .then(() => site.update((open) => open.read(null)))
      .catch(() => undefined);
  } catch (cause) {
    reportError(report, cause);
  }
}

/** Polls the content service. Local content is watched instead. */
async function poll(site: RunningSite, { pollMs, signal, report }: PreviewOptions, local: LocalContent): Promise<void> {
  await site.isReady;
  let wait = waitAfterPoll(pollMs, 0);
  while (pollMs !== 0 && !signal.aborted) {
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    // site.config.ts may be changed to use a service.
    if (signal.aborted || (local.isUsed && site.current?.input.service.isSample !== false)) continue;
    let sent = 0;
    const polling = site.update(async (open) => {
      const { isChanged, requests } = await open.poll();
      sent += requests;
      return isChanged;
    });
    await polling.catch((cause: unknown) => reportError(report, cause));
    wait = waitAfterPoll(pollMs, sent);
  }
}

/** Milliseconds until the next poll. `requests` is the number of requests of the last one. */
export function waitAfterPoll(pollMs: number | null, requests: number): number {
  return pollMs ?? Math.max(MIN_POLL_MS, requests * POLLED_REQUEST_MS);
}
