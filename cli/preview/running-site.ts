// The site as it runs, and what is wrong with it: every change goes through here, pages are asked for here, and whoever
// looks is told. The last good part stays where the next one cannot be made.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PageCode } from '../code/code-bundles.ts';
import { errorMessage } from '../errors.ts';
import { answerPage, askParts, type PageRequest, type RenderedAnswer } from './answer-page.ts';
import type { ChangedFiles } from './code/open-build.ts';
import { describeError } from './describe-failure.ts';
import { createPartFaults } from './part-faults.ts';
import { createShownState, type RunningState } from './shown-state.ts';
import type { ListName, PageInspection, SiteRequest } from './site/site-calls.ts';
import { createSiteChanges } from './site-changes.ts';
import { createSiteParts, linkedFiles, type PartsOptions, type SiteParts } from './site-parts.ts';

/**
 * What is waited for before an answer: a page in place of another one needs no more than itself; who opens a page gets
 * the browser's code of the very same sources.
 */
export type Wanted = 'soon' | 'whole';

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

/** Who starts a preview asks for a page within this time, if a browser does. */
const FIRST_PAGE_MS = 300;

/** Starts the site; requests wait until it runs. */
export function startRunningSite(options: RunningOptions): RunningSite {
  const { report, local } = options;
  const parts = createSiteParts(options);
  const faults = createPartFaults(report);
  const shown = createShownState(parts, faults, options.onChange);
  const changes = createSiteChanges({ parts, faults, publish: shown.publish });
  const isReady = changes.change(null);
  const { promise: isFirstShown, resolve: tellFirstShown } = Promise.withResolvers<void>();
  const isShown = isReady.then(() => Promise.race([isFirstShown, sleep(FIRST_PAGE_MS)]));
  const isSettled = isShown.then(() => parts.warm()).catch(faults.report);
  const isKept = isSettled.then(changes.keep).catch(faults.report);
  const answer = async (request: PageRequest, wanted: Wanted): Promise<RenderedAnswer> => {
    await isReady;
    if (wanted === 'whole') await changes.settle();
    // A token is shown to the service, whose address is known by then.
    if (request.token !== null) await isSettled;
    try {
      return await askParts(parts, (running) => answerPage({ parts, faults, report }, request, running));
    } catch (cause) {
      report({ kind: 'log', level: 'warning', text: `${request.pathname} cannot be shown: ${errorMessage(cause)}` });
      return { kind: 'failed', status: 500, problems: describeError(cause) };
    } finally {
      tellFirstShown();
    }
  };
  return {
    isReady,
    isShown,
    isSettled,
    answer,
    state: shown.state,
    findAsset: shown.findAsset,
    sources: () => listSources(parts),
    inspect: (page) => inspectPage(parts, page),
    change: changes.change,
    read: (lists) => changes.renewContent((thread) => thread.call('read', lists)),
    renew: async () => {
      await changes.renewContent(async (thread) => (await thread.call('renew', null)) === null);
    },
    interrupt: async () => {
      if (local.isUsed) return;
      faults.mute();
      await parts.stopStarting();
    },
    close: async () => {
      faults.mute();
      await isKept;
      await changes.finish(local.isUsed);
      await parts.close();
    },
  };
}

function listSources(parts: SiteParts): readonly string[] {
  const { site, pages } = parts.running();
  return [...(site?.bundle.sources ?? []), ...(pages?.bundles.sources ?? [])];
}

function inspectPage(
  parts: SiteParts,
  page: Pick<SiteRequest, 'pathname' | 'token'> & { readonly html: string },
): Promise<PageInspection | null> {
  return askParts(parts, async ({ site, pages }) => {
    if (site === null || pages === null) return null;
    return site.thread.call('inspect', { ...page, files: linkedFiles(pages.bundles) });
  });
}
