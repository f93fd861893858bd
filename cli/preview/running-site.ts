// The site as it runs, and what is wrong with it: every change goes through here, pages are asked for here, and whoever
// looks is told. The last good part stays where the next one cannot be made.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PageCode } from '../code/code-bundles.ts';
import { errorMessage } from '../errors.ts';
import type { ChangedFiles } from './code/open-build.ts';
import { describeError, describeProblem, describeTemplateFailure, type ShownProblem } from './describe-failure.ts';
import { createLateWork } from './late-work.ts';
import type { ListName, PageInspection, SiteAnswer, SiteRequest, SiteStatus } from './site/site-calls.ts';
import { createSiteParts, linkedFiles, type PartsOptions, type RunningParts } from './site-parts.ts';
import { ThreadEnded } from './threads/thread-calls.ts';

/** A request for a page or file. */
export type PageRequest = Pick<SiteRequest, 'pathname' | 'search' | 'token'>;

/** A page as the build writes it, or another answer of a host, or why there is none. */
export type RenderedAnswer =
  | Exclude<SiteAnswer, { kind: 'page' | 'unavailable' }>
  | (Omit<SiteAnswer & { kind: 'page' }, 'job'> & { readonly html: string })
  | { readonly kind: 'failed'; readonly status: 500 | 503; readonly problems: readonly ShownProblem[] };

/**
 * What is waited for before an answer: a page in place of another one needs no more than itself; who opens a page gets
 * the browser's code of the very same sources.
 */
export type Wanted = 'soon' | 'whole';

/** What everybody who looks should know. */
interface RunningState {
  /** Counts changes of anything that pages show, from a number that no earlier preview had. */
  readonly version: number;
  /** Sources that cannot be used: the last good ones are. */
  readonly broken: readonly ShownProblem[];
  readonly site: SiteStatus | null;
}

/** A running site. */
export interface RunningSite {
  readonly answer: (request: PageRequest, wanted: Wanted) => Promise<RenderedAnswer>;
  readonly inspect: (
    page: Pick<SiteRequest, 'pathname' | 'token'> & { readonly html: string },
  ) => Promise<PageInspection | null>;
  /** A bundled file by its site path. */
  readonly findAsset: (path: string) => PageCode['assets'][number] | null;
  readonly state: () => RunningState;
  /** Files that its code was made of, relative to the project. */
  readonly sources: () => readonly string[];
  /** Makes anew what files reach. */
  readonly change: (changed: ChangedFiles) => Promise<void>;
  /** Reads lists of the content service again; null reads all. */
  readonly read: (lists: readonly ListName[] | null) => Promise<boolean>;
  /** Looks at local pictures again. */
  readonly renew: () => Promise<void>;
  /** Resolves when the first start has succeeded or failed. */
  readonly isReady: Promise<void>;
  /** Resolves when the first page was shown, or nobody asked for one. */
  readonly isShown: Promise<void>;
  /** Resolves when everything is made ready that a change needs. */
  readonly isSettled: Promise<void>;
  /** Waits no longer for a content service, which may be slow: what is being started is ended. Local content is fast. */
  readonly interrupt: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a site runs with. */
export interface RunningOptions extends PartsOptions {
  /** Called after every change of {@link RunningState}. */
  readonly onChange: () => void;
}

/** What can be wrong by itself: config and words, templates and styles, the browser's code. */
type Part = 'site' | 'pages' | 'browser';
type SiteThread = NonNullable<RunningParts['site']>['thread'];

/** Starts the site; requests wait until it runs. */
export function startRunningSite(options: RunningOptions): RunningSite {
  const { report, local } = options;
  const parts = createSiteParts(options);
  /** Newest first: a page that was loaded before a change may ask for a script of its own time. */
  let generations: readonly PageCode['assets'][] = [];
  const broken: Record<Part, unknown> = { site: null, pages: null, browser: null };
  let version = Date.now();
  let status: SiteStatus | null = null;
  /** Resolves when parts that are made anew have taken their place. */
  let replacing: Promise<void> = Promise.resolve();
  let isClosing = false;

  /** Makes one part; what fails is kept to be shown, and the last good part stays. Gives what puts it in its place. */
  const attempt = async (part: Part, make: () => Promise<() => void>): Promise<() => void> => {
    try {
      const place = await make();
      if (broken[part] !== null) report({ kind: 'log', level: 'info', text: 'The sources are good again.' });
      broken[part] = null;
      return place;
    } catch (cause) {
      broken[part] = cause;
      // What ends because the preview ends is nobody's mistake.
      if (isClosing) return () => {};
      for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
      return () => {};
    }
  };

  const publish = async () => {
    const { site, pages } = parts.running();
    const assets = pages?.bundles.code.assets;
    if (assets !== undefined && assets !== generations[0])
      generations = [assets, ...generations].slice(0, MAX_GENERATIONS);
    const files = pages === null ? null : linkedFiles(pages.bundles);
    const current = await site?.thread.call('status', files).catch(() => null);
    // A thread that was replaced meanwhile answers what is no more.
    if (parts.running().site === site) status = current ?? status;
    version += 1;
    options.onChange();
  };

  const isTouched = (part: 'site' | 'pages', changed: ChangedFiles) => {
    const { site, pages } = parts.running();
    const sources = part === 'site' ? site?.bundle.sources : pages?.bundles.sources;
    return (
      changed === null ||
      broken[part] !== null ||
      (part === 'pages' && broken.browser !== null) ||
      sources === undefined ||
      changed.values().some((file) => sources.has(file))
    );
  };

  const reportFailure = (cause: unknown) => {
    for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
  };

  const renewBrowserCode = async () => {
    const wasBroken = broken.browser !== null;
    const before = scriptsOf(parts.running().pages?.bundles.code);
    (await attempt('browser', () => parts.makePages('new')))();
    if (wasBroken || broken.browser !== null || scriptsOf(parts.running().pages?.bundles.code) !== before)
      await publish();
  };

  /**
   * Has the site thread renew its content, and the thread that takes its place meanwhile: that one took over what was
   * known before. Resolves with whether anything changed.
   */
  const renewContent = async (renew: (thread: SiteThread) => Promise<boolean>): Promise<boolean> => {
    const { site } = parts.running();
    if (site === null) return false;
    const isChanged = await renew(site.thread).catch(ignoreEnd);
    await replacing;
    const isReplaced = parts.running().site !== site;
    return (isReplaced && (await renewContent(renew))) || isChanged;
  };

  const changes = createQueue();
  const reads = createQueue();
  /** The browser's code takes longest: what it does not reach is seen before it is there. */
  const browserCode = createLateWork(
    () => changes(async () => (broken.pages === null ? renewBrowserCode() : undefined)).catch(reportFailure),
    REST_MS,
  );
  const change = (changed: ChangedFiles) =>
    changes(async () => {
      parts.touch(changed);
      const isPages = isTouched('pages', changed);
      const isSite = isTouched('site', changed);
      if (!isPages && !isSite) return;
      const replace = async () => {
        const places = await Promise.all([
          isSite ? attempt('site', parts.makeSite) : null,
          isPages ? attempt('pages', () => parts.makePages('last')) : null,
        ]);
        if (isPages) browserCode.order();
        for (const place of places) place?.();
      };
      replacing = replace();
      await replacing;
      await publish();
    });
  const isReady = change(null);
  const { promise: isFirstShown, resolve: tellFirstShown } = Promise.withResolvers<void>();
  const isShown = isReady.then(() => Promise.race([isFirstShown, sleep(FIRST_PAGE_MS)]));
  const isSettled = isShown.then(() => parts.warm()).catch(reportFailure);
  /** Code that is not of the sources as they are now is no code for the next preview. */
  const keep = async () => {
    if (browserCode.isDone() && Object.values(broken).every((cause) => cause === null)) await parts.keep();
  };
  const isKept = isSettled.then(keep).catch(reportFailure);

  /** Asks the parts that run, and once more those that took their place meanwhile. */
  const askParts = async <T>(ask: (running: RunningParts) => Promise<T>): Promise<T> => {
    const running = parts.running();
    try {
      return await ask(running);
    } catch (cause) {
      if (cause instanceof ThreadEnded && parts.running() !== running) return askParts(ask);
      throw cause;
    }
  };

  const answerOnce = async (request: PageRequest, { site, pages }: RunningParts): Promise<RenderedAnswer> => {
    if (site === null || pages === null) return { kind: 'failed', status: 500, problems: listBroken(broken) };
    const asked: SiteRequest = { ...request, files: linkedFiles(pages.bundles) };
    const answer = await site.thread.call('answer', asked);
    if (answer.kind === 'unavailable')
      return { kind: 'failed', status: 503, problems: [describeProblem(answer.problem)] };
    if (answer.kind !== 'page') return answer;
    const { job, ...page } = answer;
    if (request.token === null) parts.keepExample({ request: asked, job });
    try {
      return { ...page, html: await pages.thread.call('render', job) };
    } catch (cause) {
      if (cause instanceof ThreadEnded) throw cause;
      const trace = await pages.thread.call('trace', job).catch(() => null);
      const problem = describeTemplateFailure(cause, { ...page, trace });
      report({ kind: 'problem', problem: problem.problem });
      return { kind: 'failed', status: 500, problems: [problem] };
    }
  };

  return {
    isReady,
    change,
    state: () => ({ version, broken: listBroken(broken), site: status }),
    sources: () => {
      const { site, pages } = parts.running();
      return [...(site?.bundle.sources ?? []), ...(pages?.bundles.sources ?? [])];
    },
    findAsset: (path) => generations.flat().find((asset) => `/${asset.path}` === path) ?? null,
    answer: async (request, wanted) => {
      await isReady;
      if (wanted === 'whole') await browserCode.settle();
      // A token is shown to the service, whose address is known by then.
      if (request.token !== null) await isSettled;
      try {
        return await askParts((running) => answerOnce(request, running));
      } catch (cause) {
        report({ kind: 'log', level: 'warning', text: `${request.pathname} cannot be shown: ${errorMessage(cause)}` });
        return { kind: 'failed', status: 500, problems: describeError(cause) };
      } finally {
        tellFirstShown();
      }
    },
    inspect: (page) =>
      askParts(async ({ site, pages }) => {
        if (site === null || pages === null) return null;
        return site.thread.call('inspect', { ...page, files: linkedFiles(pages.bundles) });
      }),
    read: (lists) =>
      reads(async () => {
        const isChanged = await renewContent((thread) => thread.call('read', lists));
        if (isChanged) await publish();
        return isChanged;
      }),
    renew: () =>
      reads(async () => {
        await renewContent(async (thread) => {
          await thread.call('renew', null);
          return true;
        });
        await publish();
      }),
    isShown,
    isSettled,
    interrupt: async () => {
      if (local.isUsed) return;
      isClosing = true;
      await parts.stopStarting();
    },
    close: async () => {
      isClosing = true;
      await isKept;
      if (local.isUsed) await reads(async () => undefined);
      await browserCode.settle();
      await changes(keep).catch(reportFailure);
      await parts.close();
    },
  };
}

/** The names of what the browser runs. */
function scriptsOf(code: PageCode | undefined): string {
  return code === undefined ? '' : code.assets.map(({ path }) => path).join();
}

/** Who starts a preview asks for a page within this time, if a browser does. */
const FIRST_PAGE_MS = 300;
/** Open pages that were told of a change have asked for it, and shown it, after this time. */
const REST_MS = 150;
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

/** A thread that was replaced while it read: the next one reads. */
function ignoreEnd(cause: unknown): false {
  if (cause instanceof ThreadEnded) return false;
  throw cause;
}

function listBroken(broken: Readonly<Record<string, unknown>>): readonly ShownProblem[] {
  return Object.values(broken).flatMap((cause) => (cause === null ? [] : describeError(cause)));
}
