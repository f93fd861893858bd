// Changes of a running site, one after the other: parts are made anew of changed sources, content is read again.

import type { PageCode } from '../code/code-bundles.ts';
import type { ChangedFiles } from './code/open-build.ts';
import { createLateWork, type LateWork } from './late-work.ts';
import type { PartFaults } from './part-faults.ts';
import type { RunningParts, SiteParts } from './site-parts.ts';
import { ThreadEnded } from './threads/thread-calls.ts';

/** What changes. */
interface ChangesContext {
  readonly parts: SiteParts;
  readonly faults: PartFaults;
  /** Tells what runs after a change. */
  readonly publish: () => Promise<void>;
}

type SiteThread = NonNullable<RunningParts['site']>['thread'];

/** What can be changed. */
export interface SiteChanges {
  /** Makes anew what files reach. */
  readonly change: (changed: ChangedFiles) => Promise<void>;
  /**
   * Has the site thread renew its content, and the thread that takes its place meanwhile: that one took over what was
   * known before. Resolves with whether anything changed.
   */
  readonly renewContent: (renew: (thread: SiteThread) => Promise<boolean>) => Promise<boolean>;
  /** Waits for the browser's code of the sources as they are. */
  readonly settle: () => Promise<void>;
  /** Keeps the code for the next preview, but none that is not of the sources as they are now. */
  readonly keep: () => Promise<void>;
  /** Does what was begun, reading only where that is fast, and keeps the code. */
  readonly finish: (withReads: boolean) => Promise<void>;
}

/** Open pages that were told of a change have asked for it, and shown it, after this time. */
const REST_MS = 150;

/** Starts without changes. */
export function createSiteChanges(context: ChangesContext): SiteChanges {
  const { parts, faults, publish } = context;
  const changes = createQueue();
  const reads = createQueue();
  /** Resolves when parts that are made anew have taken their place. */
  let replacing: Promise<void> = Promise.resolve();
  /** The browser's code takes longest: what it does not reach is seen before it is there. */
  const browserCode = createLateWork(
    () => changes(async () => renewBrowserCode(context)).catch(faults.report),
    REST_MS,
  );
  const keep = async () => {
    if (browserCode.isDone() && faults.list().length === 0) await parts.keep();
  };
  return {
    change: (changed) =>
      changes(async () => {
        parts.touch(changed);
        const touched = { site: isTouched(context, 'site', changed), pages: isTouched(context, 'pages', changed) };
        if (!touched.pages && !touched.site) return;
        replacing = replaceParts(context, touched, browserCode);
        await replacing;
        await publish();
      }),
    renewContent: (renew) =>
      reads(async () => {
        const isChanged = await renewAll(parts, renew, () => replacing);
        if (isChanged) await publish();
        return isChanged;
      }),
    settle: browserCode.settle,
    keep,
    finish: async (withReads) => {
      if (withReads) await reads(async () => undefined);
      await browserCode.settle();
      await changes(keep).catch(faults.report);
    },
  };
}

function isTouched({ parts, faults }: ChangesContext, part: 'site' | 'pages', changed: ChangedFiles): boolean {
  const { site, pages } = parts.running();
  const sources = part === 'site' ? site?.bundle.sources : pages?.bundles.sources;
  return (
    changed === null ||
    faults.isBroken(part) ||
    (part === 'pages' && faults.isBroken('browser')) ||
    sources === undefined ||
    changed.values().some((file) => sources.has(file))
  );
}

async function replaceParts(
  { parts, faults }: ChangesContext,
  touched: { readonly site: boolean; readonly pages: boolean },
  browserCode: LateWork,
): Promise<void> {
  const places = await Promise.all([
    touched.site ? faults.attempt('site', parts.makeSite) : null,
    touched.pages ? faults.attempt('pages', () => parts.makePages('last')) : null,
  ]);
  if (touched.pages) browserCode.order();
  for (const place of places) place?.();
}

async function renewBrowserCode({ parts, faults, publish }: ChangesContext): Promise<void> {
  if (faults.isBroken('pages')) return;
  const wasBroken = faults.isBroken('browser');
  const before = scriptsOf(parts.running().pages?.bundles.code);
  (await faults.attempt('browser', () => parts.makePages('new')))();
  if (wasBroken || faults.isBroken('browser') || scriptsOf(parts.running().pages?.bundles.code) !== before)
    await publish();
}

/** The names of what the browser runs. */
function scriptsOf(code: PageCode | undefined): string {
  return code === undefined ? '' : code.assets.map(({ path }) => path).join();
}

async function renewAll(
  parts: SiteParts,
  renew: (thread: SiteThread) => Promise<boolean>,
  replacing: () => Promise<void>,
): Promise<boolean> {
  const { site } = parts.running();
  if (site === null) return false;
  const isChanged = await renew(site.thread).catch(ignoreEnd);
  await replacing();
  const isReplaced = parts.running().site !== site;
  return (isReplaced && (await renewAll(parts, renew, replacing))) || isChanged;
}

/** A thread that was replaced while it read: the next one reads. */
function ignoreEnd(cause: unknown): false {
  if (cause instanceof ThreadEnded) return false;
  throw cause;
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
