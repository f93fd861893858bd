// The site as it runs: bundles, the two threads that they run in, and what is wrong with either. What a change touches is
// made anew beside what runs; it takes its place when it is whole, and the last good one stays where it is not.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeBundles } from '../build/code-bundles.ts';
import { errorMessage } from '../errors.ts';
import type { Report } from '../report-event.ts';
import { describeError, describeTemplateFailure, type ShownProblem } from './describe-failure.ts';
import {
  type ChangedFiles,
  createPreviewBundler,
  type PageBundles,
  type PreviewBundler,
  type SiteBundle,
} from './preview-bundles.ts';
import type {
  ListName,
  PageInspection,
  SiteAnswer,
  SiteCalls,
  SiteOptions,
  SiteRequest,
  SiteStatus,
} from './site/site-calls.ts';
import { createThreadStarter, type PreviewThread } from './threads/preview-thread.ts';
import type { TemplateCalls } from './threads/template-thread.ts';
import { ThreadEnded } from './threads/thread-calls.ts';

/** A request for a page or file. */
export type PageRequest = Pick<SiteRequest, 'pathname' | 'search' | 'token'>;

/** A page as the build writes it, or another answer of a host, or why there is none. */
export type RenderedAnswer =
  | Exclude<SiteAnswer, { kind: 'page' }>
  | (Omit<SiteAnswer & { kind: 'page' }, 'job'> & { readonly html: string })
  | { readonly kind: 'failed'; readonly problems: readonly ShownProblem[] };

/** What everybody who looks should know. */
interface RunningState {
  /** Counts changes of anything that pages show. */
  readonly version: number;
  /** Sources that cannot be used: the last good ones are. */
  readonly broken: readonly ShownProblem[];
  readonly site: SiteStatus | null;
}

/** A running site. */
export interface RunningSite {
  readonly answer: (request: PageRequest) => Promise<RenderedAnswer>;
  readonly inspect: (
    page: Pick<SiteRequest, 'pathname' | 'token'> & { readonly html: string },
  ) => Promise<PageInspection | null>;
  /** A bundled file by its site path. */
  readonly findAsset: (path: string) => CodeBundles['assets'][number] | null;
  readonly state: () => RunningState;
  /** Makes anew what files reach. */
  readonly change: (changed: ChangedFiles) => Promise<void>;
  /** Reads lists of the content service again; null reads all. */
  readonly read: (lists: readonly ListName[] | null) => Promise<boolean>;
  /** Looks at local pictures again. */
  readonly renew: () => Promise<void>;
  /** Resolves when the first start has succeeded or failed. */
  readonly isReady: Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a site runs with. */
export interface RunningOptions {
  /** Folder of this preview's own files. */
  readonly dir: string;
  /** Everything of the site thread's options but what the thread before hands over. */
  readonly site: Promise<Omit<SiteOptions, 'earlier' | 'dir'>>;
  readonly report: Report;
  /** Called after every change of {@link RunningState}. */
  readonly onChange: () => void;
}

interface Threads {
  site: { readonly bundle: SiteBundle; readonly thread: PreviewThread<SiteCalls> } | null;
  pages: { readonly bundles: PageBundles; readonly thread: PreviewThread<TemplateCalls> } | null;
}

/** Starts the site; requests wait until it runs. */
export function startRunningSite(options: RunningOptions): RunningSite {
  const { report } = options;
  const bundler = createPreviewBundler(join(options.dir, 'code'));
  const starters = createStarters(bundler, report);
  const running: Threads = { site: null, pages: null };
  /** Newest first: a page that was loaded before a change may ask for a script of its own time. */
  let generations: readonly CodeBundles['assets'][] = [];
  const broken: Record<'site' | 'pages', unknown> = { site: null, pages: null };
  const ending = new Set<Promise<void>>();
  let version = 0;
  let status: SiteStatus | null = null;

  const end = (thread: PreviewThread<never> | undefined) => {
    if (thread === undefined) return;
    const ended = thread.end().finally(() => ending.delete(ended));
    ending.add(ended);
  };

  const changePages = async (changed: ChangedFiles) => {
    const bundles = await bundler.bundlePages(changed);
    generations = [bundles.code.assets, ...generations].slice(0, MAX_GENERATIONS);
    const file = bundles.code.templatesFile;
    const last = running.pages;
    if (last !== null && last.bundles.code.templatesFile === file) {
      running.pages = { ...last, bundles };
      return;
    }
    const thread = await starters.pages.start({ bundle: pathToFileURL(file).href, options: null });
    running.pages = { bundles, thread };
    end(last?.thread);
  };

  const changeSite = async (changed: ChangedFiles) => {
    const bundle = await bundler.bundleSite(changed);
    const last = running.site;
    if (last !== null && last.bundle.file === bundle.file) {
      running.site = { ...last, bundle };
      return;
    }
    const earlier =
      last === null
        ? null
        : {
            ...(await last.thread.call('handOver', null)),
            isSameSchema: last.bundle.schemaKey === bundle.schemaKey,
          };
    const site: SiteOptions = { ...(await options.site), dir: options.dir, earlier };
    running.site = { bundle, thread: await starters.site.start({ bundle: bundle.file, options: site }) };
    end(last?.thread);
  };

  /** Runs one part of a change; what fails is kept to be shown, and the last good part stays. */
  const attempt = async (part: 'site' | 'pages', work: () => Promise<void>) => {
    try {
      await work();
      if (broken[part] !== null) report({ kind: 'log', level: 'info', text: 'The sources are good again.' });
      broken[part] = null;
    } catch (cause) {
      broken[part] = cause;
      for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
    }
  };

  const publish = async () => {
    status = (await running.site?.thread.call('status', null).catch(() => null)) ?? status;
    version += 1;
    options.onChange();
  };

  const isTouched = (part: 'site' | 'pages', changed: ChangedFiles) => {
    const sources = part === 'site' ? running.site?.bundle.sources : running.pages?.bundles.sources;
    return (
      changed === null ||
      broken[part] !== null ||
      sources === undefined ||
      changed.values().some((file) => sources.has(file))
    );
  };

  const changes = createQueue();
  const reads = createQueue();
  const change = (changed: ChangedFiles) =>
    changes(async () => {
      const parts = [
        ...(isTouched('pages', changed) ? [attempt('pages', () => changePages(changed))] : []),
        ...(isTouched('site', changed) ? [attempt('site', () => changeSite(changed))] : []),
      ];
      if (parts.length === 0) return;
      await Promise.all(parts);
      await publish();
    });
  const isReady = change(null);

  const answerOnce = async (request: PageRequest): Promise<RenderedAnswer> => {
    const { site, pages } = running;
    if (site === null || pages === null) return { kind: 'failed', problems: listBroken(broken) };
    const answer = await site.thread.call('answer', { ...request, files: linkedFiles(pages.bundles) });
    if (answer.kind !== 'page') return answer;
    const { job, ...page } = answer;
    try {
      return { ...page, html: await pages.thread.call('render', job) };
    } catch (cause) {
      if (cause instanceof ThreadEnded) throw cause;
      const trace = await pages.thread.call('trace', job).catch(() => null);
      const problem = describeTemplateFailure(cause, { template: page.template, path: page.path, trace });
      report({ kind: 'problem', problem: problem.problem });
      return { kind: 'failed', problems: [problem] };
    }
  };

  return {
    isReady,
    change,
    state: () => ({ version, broken: listBroken(broken), site: status }),
    findAsset: (path) => generations.flat().find((asset) => `/${asset.path}` === path) ?? null,
    answer: async (request) => {
      await isReady;
      try {
        return await answerOnce(request);
      } catch (cause) {
        // The thread was replaced while it was asked.
        if (cause instanceof ThreadEnded) return answerOnce(request);
        report({ kind: 'log', level: 'warning', text: `${request.pathname} cannot be shown: ${errorMessage(cause)}` });
        return { kind: 'failed', problems: describeError(cause) };
      }
    },
    inspect: async (page) => {
      const { site, pages } = running;
      if (site === null || pages === null) return null;
      return site.thread.call('inspect', { ...page, files: linkedFiles(pages.bundles) });
    },
    read: (lists) =>
      reads(async () => {
        const isChanged = (await running.site?.thread.call('read', lists).catch(ignoreEnd)) ?? false;
        if (isChanged) await publish();
        return isChanged;
      }),
    renew: () =>
      reads(async () => {
        await running.site?.thread.call('renew', null).catch(ignoreEnd);
        await publish();
      }),
    close: async () => {
      const threads = [running.site?.thread, running.pages?.thread];
      await Promise.all([
        ...threads.map((thread) => thread?.kill()),
        ...ending,
        starters.site.close(),
        starters.pages.close(),
      ]);
      await bundler.close();
    },
  };
}

/** What pages link; the bytes and the code of the templates are no business of the site thread. */
function linkedFiles({
  code: { assets: _assets, templates: _templates, ...files },
}: PageBundles): SiteRequest['files'] {
  return files;
}

/** Bundled files of this many changes are kept. */
const MAX_GENERATIONS = 3;

/** Runs one work after the other. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** A thread that was replaced while it read: the next one reads again. */
function ignoreEnd(cause: unknown): false {
  if (cause instanceof ThreadEnded) return false;
  throw cause;
}

function createStarters({ packages }: PreviewBundler, report: Report) {
  return {
    site: createThreadStarter<SiteCalls>({
      entry: new URL('./threads/site-thread.ts', import.meta.url),
      packages: () => [...packages.site],
      report,
    }),
    pages: createThreadStarter<TemplateCalls>({
      entry: new URL('./threads/template-thread.ts', import.meta.url),
      packages: () => [...packages.pages],
      report,
    }),
  };
}

function listBroken(broken: Readonly<Record<string, unknown>>): readonly ShownProblem[] {
  return Object.values(broken).flatMap((cause) => (cause === null ? [] : describeError(cause)));
}
