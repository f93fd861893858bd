// The running site. It has two parts: the site (config, messages, content, routes) and the pages (templates, styles, browser code).
// After a change, the parts that import the file are bundled and loaded again. If that fails, the last working version stays.

import { join } from 'node:path';
import { asSiteError } from '../code/bundle-errors.ts';
import type { PageCode } from '../code/code-bundles.ts';
import type { Report } from '../report/report-event.ts';
import { bundlePages, loadTemplates, type PageBundle, removeTemplates, type Templates } from './code/bundle-pages.ts';
import { bundleProgram, bundleSources, type ProgramBundle, type SiteBundle } from './code/bundle-site.ts';
import { type ChangedFiles, createOpenBuilds, type OpenBuilds } from './code/open-builds.ts';
import { describeError, type ShownProblem } from './describe-failure.ts';
import { createQueue, type Queue } from './queue.ts';
import { type PageRequest, type RenderedAnswer, renderAnswer } from './render-answer.ts';
import type { PageInspection } from './site/inspect-page.ts';
import type { SentPage, Site, SiteOptions, SiteStatus } from './site/open-site.ts';
import type { ListName } from './site/site-reads.ts';

/** The state of a running site. */
interface RunningState {
  /** Increases with every change. Starts with a number that no earlier preview had. */
  readonly version: number;
  /** Errors of sources. Their last working versions are used. */
  readonly broken: readonly ShownProblem[];
  readonly site: SiteStatus | null;
}

/** A running site. Requests wait until it has started. */
export interface RunningSite {
  readonly answer: (request: PageRequest) => Promise<RenderedAnswer>;
  readonly inspect: (page: Omit<SentPage, 'files'>) => Promise<PageInspection | null>;
  /** A bundled file by the path of a request. */
  readonly findAsset: (path: string) => PageCode['assets'][number] | null;
  readonly state: () => RunningState;
  /** Bundles and loads the parts that import changed files. */
  readonly change: (changed: ChangedFiles) => Promise<void>;
  /** Reads lists of the content service; all of them for null. Resolves to whether anything has changed. */
  readonly read: (lists: readonly ListName[] | null) => Promise<boolean>;
  /** Reads what has changed. Resolves to the number of requests. */
  readonly poll: () => Promise<number>;
  /** Updates the site after local pictures have changed. */
  readonly update: () => Promise<boolean>;
  /** Resolves when the first start has succeeded or failed. */
  readonly isReady: Promise<void>;
  readonly close: () => Promise<void>;
}

/** The options of a running site. */
export interface RunningOptions {
  readonly site: Omit<SiteOptions, 'sampleUrl' | 'schemaKey'>;
  /** Origin of the sample service; null if another service is used. */
  readonly sampleUrl: () => Promise<string | null>;
  /** Called after every change of {@link RunningState}. */
  readonly onChange: () => void;
}

interface Running {
  readonly options: RunningOptions;
  /** Two queues, so that a slow content service does not delay changed templates. */
  readonly changes: Queue;
  readonly reads: Queue;
  readonly builds: OpenBuilds;
  program: ProgramBundle | null;
  site: { readonly bundle: SiteBundle; readonly site: Site } | null;
  pages: { readonly bundle: PageBundle; readonly templates: Templates } | null;
  /** Errors of the parts that could not be loaded. */
  readonly faults: Map<'site' | 'pages', unknown>;
  version: number;
  status: SiteStatus | null;
  /** Newest first. Pages that were loaded before a change may still load their scripts. */
  assets: readonly PageCode['assets'][];
}

/** Number of versions whose bundled files are served. */
const MAX_GENERATIONS = 3;
/** How long a replaced site stays open for running requests. */
const GRACE_MS = 10_000;

/** Starts the site. */
export function startRunningSite(options: RunningOptions): RunningSite {
  const running = createRunning(options);
  const { changes, reads } = running;
  const isReady = changes.add(() => applyChange(running, null));
  void isReady.then(() => {
    inBackground(running, () => loadFiles(running));
    if (running.site?.site.isStale === true) inBackground(running, () => readLists(running, null));
  });
  return {
    isReady,
    answer: async (request) => {
      await isReady;
      const { site, pages } = running;
      if (site === null || pages === null) return { kind: 'failed', status: 500, problems: listFaults(running) };
      const { bundle, templates } = pages;
      return renderAnswer({ site: site.site, files: bundle.files, templates, report: options.site.report }, request);
    },
    inspect: async (page) => {
      const { site, pages } = running;
      return site === null || pages === null ? null : site.site.inspect({ ...page, files: pages.bundle.files });
    },
    findAsset: (path) => {
      const folder = running.status?.base ?? '';
      return running.assets.flat().find((asset) => `${folder}/${asset.path}` === path) ?? null;
    },
    state: () => ({ version: running.version, broken: listFaults(running), site: running.status }),
    change: (changed) => changes.add(() => applyChange(running, changed)),
    read: (lists) => readLists(running, lists),
    poll: () => poll(running),
    update: () => updateSite(running, (site) => site.update()),
    close: async () => {
      await Promise.all([changes.drain(), reads.drain()]);
      await running.site?.site.close();
      await running.builds.close();
    },
  };
}

/** Runs an action on the site and publishes the result if it has changed. */
function updateSite(running: Running, action: (site: Site) => Promise<boolean>): Promise<boolean> {
  return running.reads.add(async () => {
    const isChanged = await runOnSite(running, action);
    if (isChanged) publish(running);
    return isChanged;
  });
}

/** If the site is replaced meanwhile, runs the action on the new one, too, because that one has reused the previous content. */
async function runOnSite(running: Running, action: (site: Site) => Promise<boolean>): Promise<boolean> {
  const { site } = running;
  if (site === null) return false;
  const isChanged = await action(site.site);
  await running.changes.drain();
  const isReplaced = running.site?.site !== site.site;
  return (isReplaced && (await runOnSite(running, action))) || isChanged;
}

async function readLists(running: Running, lists: readonly ListName[] | null): Promise<boolean> {
  const isChanged = await updateSite(running, (site) => site.read(lists));
  if (isChanged) inBackground(running, () => loadFiles(running));
  return isChanged;
}

async function poll(running: Running): Promise<number> {
  let sent = 0;
  await updateSite(running, async (site) => {
    const { isChanged, requests } = await site.poll();
    sent += requests;
    return isChanged;
  });
  return sent;
}

/** Downloads missing files. Not queued, so that downloads do not delay edits. */
async function loadFiles(running: Running): Promise<void> {
  const hasNew = await running.site?.site.loadFiles();
  if (hasNew === true) await updateSite(running, (site) => site.update());
}

function inBackground({ options }: Running, work: () => Promise<unknown>): void {
  work().catch((cause: unknown) => reportError(options.site.report, cause));
}

function createRunning(options: RunningOptions): Running {
  return {
    options,
    changes: createQueue(),
    reads: createQueue(),
    builds: createOpenBuilds(),
    program: null,
    site: null,
    pages: null,
    faults: new Map(),
    version: Date.now(),
    status: null,
    assets: [],
  };
}

/** Loads the changed parts, and publishes them together. */
async function applyChange(running: Running, changed: ChangedFiles): Promise<void> {
  const { builds, site, pages } = running;
  builds.touch(changed);
  const mustLoad = (part: 'site' | 'pages', sources: ReadonlySet<string> | undefined) =>
    changed === null ||
    sources === undefined ||
    running.faults.has(part) ||
    changed.values().some((file) => sources.has(file));
  const mustLoadSite = mustLoad('site', site?.bundle.sources);
  const mustLoadPages = mustLoad('pages', pages?.bundle.sources);
  if (!mustLoadSite && !mustLoadPages) return;
  [running.site, running.pages] = await Promise.all([
    mustLoadSite ? attempt(running, 'site', () => loadSite(running), site) : site,
    mustLoadPages ? attempt(running, 'pages', () => loadPages(running), pages) : pages,
  ]);
  if (site !== null && site.site !== running.site?.site) setTimeout(() => void site.site.close(), GRACE_MS).unref();
  publish(running);
}

/** Loads a part. If that fails, returns the previous one and reports the error. */
async function attempt<T>(running: Running, part: 'site' | 'pages', load: () => Promise<T>, previous: T): Promise<T> {
  const { report, signal } = running.options.site;
  try {
    const loaded = await load();
    if (running.faults.delete(part)) report({ kind: 'log', level: 'info', text: 'The errors are fixed.' });
    return loaded;
  } catch (cause) {
    running.faults.set(part, cause);
    // An interrupt is not an error.
    if (!signal.aborted) reportError(report, cause);
    return previous;
  }
}

/** Opens the site again, unless its code is the same. */
async function loadSite(running: Running): Promise<Running['site']> {
  const { options, site: last } = running;
  const [bundle, sampleUrl] = await Promise.all([bundleSite(running), options.sampleUrl()]);
  if (last !== null && last.bundle.hash === bundle.hash) return { ...last, bundle };
  const isSameSchema = last?.bundle.schemaKey === bundle.schemaKey;
  const { openSite } = bundle.load();
  const site = { ...options.site, sampleUrl, schemaKey: bundle.schemaKey };
  return { bundle, site: await openSite(site, last && { ...last.site.reusable(), isSameSchema }) };
}

async function bundleSite(running: Running): Promise<SiteBundle> {
  try {
    running.program ??= await bundleProgram();
    return await bundleSources(running.builds, running.program);
  } catch (cause) {
    throw asSiteError(cause);
  }
}

async function loadPages({ options, builds, pages: last }: Running): Promise<Running['pages']> {
  const bundle = await bundlePages(builds, join(options.site.dir, 'code'));
  if (last !== null && last.bundle.templatesFile === bundle.templatesFile) return { ...last, bundle };
  const templates = loadTemplates(bundle);
  if (last !== null) removeTemplates(last.bundle);
  return { bundle, templates };
}

/** Increases the version and notifies open pages. */
function publish(running: Running): void {
  const { site, pages, assets } = running;
  if (pages !== null && pages.bundle.assets !== assets[0])
    running.assets = [pages.bundle.assets, ...assets].slice(0, MAX_GENERATIONS);
  running.status = site?.site.status() ?? null;
  running.version += 1;
  running.options.onChange();
}

function listFaults({ faults }: Running): readonly ShownProblem[] {
  return [...faults.values()].flatMap(describeError);
}

/** Reports each problem of an error. */
export function reportError(report: Report, cause: unknown): void {
  report({ kind: 'problems', problems: describeError(cause).map(({ problem }) => problem) });
}
