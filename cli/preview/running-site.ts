// The site as it runs, in two parts: the site (config, words, content, routes) and the pages (templates, styles, browser
// code). A change bundles and runs the part that reads the file; where that fails the last good one stays.

import { join } from 'node:path';
import { asSiteError } from '../code/bundle-code.ts';
import type { PageCode } from '../code/code-bundles.ts';
import { errorMessage } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { annotatePage } from './annotate-page.ts';
import { bundlePages, loadTemplates, type PageBundle, removeTemplates, type Templates } from './code/bundle-pages.ts';
import { bundleProgram, bundleSources, type ProgramBundle, type SiteBundle } from './code/bundle-site.ts';
import { type ChangedFiles, createOpenBuilds, type OpenBuilds } from './code/open-builds.ts';
import { describeError, describeProblem, describeTemplateFailure, type ShownProblem } from './describe-failure.ts';
import type { SiteAnswer, SiteRequest } from './site/answer-request.ts';
import type { PageInspection } from './site/inspect-page.ts';
import type { ListName, SentPage, Site, SiteOptions, SiteStatus } from './site/open-site.ts';

/** A request for a page or file. */
export type PageRequest = Omit<SiteRequest, 'files'>;

/** A page as the build writes it, or another answer of a host, or why there is none. */
export type RenderedAnswer =
  | Exclude<SiteAnswer, { kind: 'page' | 'invalid' | 'unavailable' }>
  | (Omit<SiteAnswer & { kind: 'page' }, 'job' | 'marked'> & { readonly html: string })
  | {
      readonly kind: 'failed';
      readonly status: 422 | 500 | 503;
      readonly problems: readonly ShownProblem[];
      /** Origin that may frame the reasons, as it may the page. */
      readonly framedBy?: string;
    };

/** The state of a running site. */
interface RunningState {
  /** Counts changes of anything that pages show, from a number that no earlier preview had. */
  readonly version: number;
  /** Sources that cannot be used: the last good ones are. */
  readonly broken: readonly ShownProblem[];
  readonly site: SiteStatus | null;
}

/** A running site. Requests wait until it was started. */
export interface RunningSite {
  readonly answer: (request: PageRequest) => Promise<RenderedAnswer>;
  readonly inspect: (page: Omit<SentPage, 'files'>) => Promise<PageInspection | null>;
  /** A bundled file by the path of a request. */
  readonly findAsset: (path: string) => PageCode['assets'][number] | null;
  readonly state: () => RunningState;
  /** Makes the parts again that read changed files. */
  readonly change: (changed: ChangedFiles) => Promise<void>;
  /** Reads lists of the content service again; null reads all. Resolves with whether anything changed. */
  readonly read: (lists: readonly ListName[] | null) => Promise<boolean>;
  /** Reads what changed. Resolves with the number of requests that this took. */
  readonly poll: () => Promise<number>;
  /** Looks at local pictures again. */
  readonly renew: () => Promise<boolean>;
  /** Resolves when the first start has succeeded or failed. */
  readonly isReady: Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a site runs with. */
export interface RunningOptions {
  readonly site: Omit<SiteOptions, 'sampleUrl' | 'schemaKey'>;
  /** Origin of the sample service; null where another service is used. */
  readonly sampleUrl: () => Promise<string | null>;
  /** Called after every change of {@link RunningState}. */
  readonly onChange: () => void;
}

interface Running {
  readonly options: RunningOptions;
  readonly builds: OpenBuilds;
  program: ProgramBundle | null;
  site: { readonly bundle: SiteBundle; readonly site: Site } | null;
  pages: { readonly bundle: PageBundle; readonly templates: Templates } | null;
  /** Why a part could not be made again: config and words; templates, styles and browser code. */
  readonly faults: Map<'site' | 'pages', unknown>;
  version: number;
  status: SiteStatus | null;
  /** Newest first: a page that was loaded before a change may load its scripts late. */
  assets: readonly PageCode['assets'][];
}

/** Bundled files of this many changes are served. */
const MAX_GENERATIONS = 3;
/** Requests of a site that was replaced have this long. */
const GRACE_MS = 10_000;

/** Starts the site. */
export function startRunningSite(options: RunningOptions): RunningSite {
  const running = createRunning(options);
  // Two queues: a slow content service must not hold up a changed template.
  const changes = createQueue();
  const reads = createQueue();
  const renew = (work: (site: Site) => Promise<boolean>) =>
    reads(async () => {
      const isChanged = await renewContent(running, work, () => changes(async () => undefined));
      if (isChanged) publish(running);
      return isChanged;
    });
  // Outside of the queue: downloads must not hold up edits.
  const loadFiles = async () => {
    const hasNew = await running.site?.site.loadFiles();
    if (hasNew === true) await renew((site) => site.renew());
  };
  const loadFilesLater = () => {
    loadFiles().catch((cause: unknown) => reportError(options.site.report, cause));
  };
  const read = async (lists: readonly ListName[] | null) => {
    const isChanged = await renew((site) => site.read(lists));
    if (isChanged) loadFilesLater();
    return isChanged;
  };
  const isReady = changes(() => applyChange(running, null));
  void isReady.then(() => {
    loadFilesLater();
    if (running.site?.site.isOld === true)
      read(null).catch((cause: unknown) => reportError(options.site.report, cause));
  });
  return {
    isReady,
    answer: async (request) => {
      await isReady;
      return answerPage(running, request);
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
    change: (changed) => changes(() => applyChange(running, changed)),
    read,
    poll: () => pollOnce(renew),
    renew: () => renew((site) => site.renew()),
    close: async () => {
      await Promise.all([changes(async () => undefined), reads(async () => undefined)]);
      await running.site?.site.close();
      await running.builds.close();
    },
  };
}

async function pollOnce(renew: (work: (site: Site) => Promise<boolean>) => Promise<boolean>): Promise<number> {
  let sent = 0;
  await renew(async (site) => {
    const { isChanged, requests } = await site.poll();
    sent += requests;
    return isChanged;
  });
  return sent;
}

function createRunning(options: RunningOptions): Running {
  return {
    options,
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

/** Makes again what was touched, all of it before any of it is shown. */
async function applyChange(running: Running, changed: ChangedFiles): Promise<void> {
  const { builds, site, pages } = running;
  builds.touch(changed);
  const isTouched = (part: 'site' | 'pages', sources: ReadonlySet<string> | undefined) =>
    changed === null ||
    sources === undefined ||
    running.faults.has(part) ||
    changed.values().some((file) => sources.has(file));
  const touched = { site: isTouched('site', site?.bundle.sources), pages: isTouched('pages', pages?.bundle.sources) };
  if (!touched.site && !touched.pages) return;
  const made = await Promise.all([
    touched.site ? attempt(running, 'site', () => makeSite(running), site) : site,
    touched.pages ? attempt(running, 'pages', () => makePages(running), pages) : pages,
  ]);
  [running.site, running.pages] = made;
  if (site !== null && site.site !== running.site?.site) setTimeout(() => void site.site.close(), GRACE_MS).unref();
  publish(running);
}

/** Makes a part; where that fails the last one stays, and the reason is shown. */
async function attempt<T>(running: Running, part: 'site' | 'pages', make: () => Promise<T>, last: T): Promise<T> {
  const { report, signal } = running.options.site;
  try {
    const made = await make();
    if (running.faults.delete(part)) report({ kind: 'log', level: 'info', text: 'The sources are good again.' });
    return made;
  } catch (cause) {
    running.faults.set(part, cause);
    // What is interrupted is no fault.
    if (!signal.aborted) reportError(report, cause);
    return last;
  }
}

/** Opens the site again, unless its code is the same. */
async function makeSite(running: Running): Promise<Running['site']> {
  const { options, site: last } = running;
  const [bundle, sampleUrl] = await Promise.all([bundleSite(running), options.sampleUrl()]);
  if (last !== null && last.bundle.hash === bundle.hash) return { ...last, bundle };
  const isSameSchema = last?.bundle.schemaKey === bundle.schemaKey;
  const { openSite } = bundle.load();
  const site = { ...options.site, sampleUrl, schemaKey: bundle.schemaKey };
  return { bundle, site: await openSite(site, last && { ...last.site.handOver(), isSameSchema }) };
}

async function bundleSite(running: Running): Promise<SiteBundle> {
  try {
    running.program ??= await bundleProgram();
    return await bundleSources(running.builds, running.program);
  } catch (cause) {
    throw asSiteError(cause);
  }
}

async function makePages({ options, builds, pages: last }: Running): Promise<Running['pages']> {
  const bundle = await bundlePages(builds, join(options.site.dir, 'code'));
  if (last !== null && last.bundle.templatesFile === bundle.templatesFile) return { ...last, bundle };
  const templates = loadTemplates(bundle);
  if (last !== null) removeTemplates(last.bundle);
  return { bundle, templates };
}

/** Takes over what runs now, and notifies open pages. */
function publish(running: Running): void {
  const { site, pages, assets } = running;
  if (pages !== null && pages.bundle.assets !== assets[0])
    running.assets = [pages.bundle.assets, ...assets].slice(0, MAX_GENERATIONS);
  running.status = site?.site.status() ?? null;
  running.version += 1;
  running.options.onChange();
}

/** Renews the content of the site, and of the site that replaces it meanwhile: that one started with the earlier content. */
async function renewContent(
  running: Running,
  work: (site: Site) => Promise<boolean>,
  settleChanges: () => Promise<void>,
): Promise<boolean> {
  const { site } = running;
  if (site === null) return false;
  const isChanged = await work(site.site);
  await settleChanges();
  const isReplaced = running.site?.site !== site.site;
  return (isReplaced && (await renewContent(running, work, settleChanges))) || isChanged;
}

async function answerPage(running: Running, request: PageRequest): Promise<RenderedAnswer> {
  const { site, pages, options } = running;
  const { report } = options.site;
  if (site === null || pages === null) return { kind: 'failed', status: 500, problems: listFaults(running) };
  try {
    const answer = await site.site.answer({ ...request, files: pages.bundle.files });
    if (answer.kind === 'unavailable')
      return { kind: 'failed', status: 503, problems: [describeProblem(answer.problem)] };
    if (answer.kind === 'invalid')
      return { kind: 'failed', status: 422, problems: answer.problems.map(describeProblem), framedBy: answer.framedBy };
    return answer.kind === 'page' ? await renderPage(pages.templates, answer, report) : answer;
  } catch (cause) {
    report({ kind: 'log', level: 'warning', text: `${request.pathname} cannot be shown: ${errorMessage(cause)}` });
    return { kind: 'failed', status: 500, problems: describeError(cause) };
  }
}

async function renderPage(
  templates: Templates,
  { job, marked, ...page }: SiteAnswer & { readonly kind: 'page' },
  report: Report,
): Promise<RenderedAnswer> {
  try {
    const html = templates.render(job);
    if (marked === null) return { ...page, html };
    return { ...page, html: annotatePage(html, templates.render(marked.job), marked.origins) };
  } catch (cause) {
    const trace = await templates.trace(job).catch(() => null);
    const problem = describeTemplateFailure(cause, { ...page, trace });
    report({ kind: 'problem', problem: problem.problem });
    return { kind: 'failed', status: 500, problems: [problem] };
  }
}

function listFaults({ faults }: Running): readonly ShownProblem[] {
  return [...faults.values()].flatMap(describeError);
}

/** Reports each problem of an error. */
export function reportError(report: Report, cause: unknown): void {
  for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
}

/** Runs one work after the other. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
