// Reads content again: lists by name, changes on each poll, and the redirect rules once an hour.

import type { SiteConfig } from '../../../config/define-site.ts';
import { type Locale, localeRow } from '../../../config/locales.ts';
import type { ReadTarget } from '../../content/client/content-reads.ts';
import type { RedirectRules } from '../../plan/redirects/redirect-rules.ts';
import type { Report } from '../../report/report-event.ts';
import type { ContentStore } from './content-store.ts';
import { createRedirectCache, type RedirectCache } from './redirect-cache.ts';
import type { ShownSites } from './shown-sites.ts';

/**
 * Lists of the content service. The globals of a site are one list, `globals`. Without a collection or a site, all of them are meant;
 * without a site but with an id, those that have the entry. Unknown names are ignored.
 */
export interface ListName {
  readonly collection?: string | undefined;
  readonly site?: string | undefined;
  /** Of an entry. */
  readonly id?: string | undefined;
}

/** The result of one poll. */
export interface PollOutcome {
  readonly isChanged: boolean;
  readonly requests: number;
}

interface ReadsInput {
  readonly site: SiteConfig;
  readonly store: ContentStore;
  readonly sites: ShownSites;
  readonly report: Report;
}

interface Reads extends ReadsInput {
  readonly redirects: RedirectCache;
  /** Number of polls. */
  polls: number;
}

/** Globals are read in every third poll, because banners change rarely and each is a request. */
const POLLS_PER_GLOBALS = 3;

/** Reads content of a site again. */
export interface SiteReads {
  readonly redirects: RedirectCache;
  /** Caches the current redirect rules of all locales. */
  readonly keepRedirects: () => void;
  /** Reads lists; all of them for null. Resolves to whether pages may have changed. */
  readonly readLists: (lists: readonly ListName[] | null) => Promise<boolean>;
  readonly poll: () => Promise<PollOutcome>;
}

/** Creates the reads of a site. */
export function createSiteReads(input: ReadsInput): SiteReads {
  const redirects = createRedirectCache({
    now: () => performance.now(),
    report: input.report,
    load: (locale) => loadRedirects(reads, locale),
  });
  const reads: Reads = { ...input, redirects, polls: 0 };
  return {
    redirects,
    keepRedirects: () => keepRedirects(reads),
    readLists: (lists) => readLists(reads, lists),
    poll: () => poll(reads),
  };
}

async function loadRedirects(reads: Reads, locale: Locale): Promise<RedirectRules> {
  const { store, sites } = reads;
  // If polling has found that the service is down, do not ask again.
  const known = store.failure();
  if (known !== null) throw known;
  await readLists(reads, [{ collection: 'redirects', site: localeRow(locale).site }]);
  const failure = store.failure();
  if (failure !== null) throw failure;
  return sites.current().view.plan.redirects;
}

function keepRedirects({ site, sites, redirects }: Reads): void {
  for (const locale of site.locales) redirects.put(locale, sites.current().view.plan.redirects);
}

async function readLists(reads: Reads, lists: readonly ListName[] | null): Promise<boolean> {
  const { store } = reads;
  const hadFailure = store.failure() !== null;
  const targets = lists === null ? store.targets : findTargets(store, lists);
  const wasChanged = await (lists === null ? store.read() : store.readChanged(targets, targets));
  return updateSite(reads, wasChanged, { hadFailure, isWhole: lists === null });
}

async function poll(reads: Reads): Promise<PollOutcome> {
  const { store } = reads;
  const hadFailure = store.failure() !== null;
  const before = store.sent();
  const withGlobals = reads.polls % POLLS_PER_GLOBALS === 0;
  reads.polls += 1;
  const targets = store.targets.filter(({ kind }) => withGlobals || kind === 'collection');
  const wasChanged = await store.readChanged(targets, store.targets);
  const isChanged = await updateSite(reads, wasChanged, { hadFailure, isWhole: true });
  return { isChanged, requests: store.sent() - before };
}

/** Updates the shown site after a read. Resolves to whether pages may have changed. */
async function updateSite(
  reads: Reads,
  wasChanged: boolean,
  { hadFailure, isWhole }: { readonly hadFailure: boolean; readonly isWhole: boolean },
): Promise<boolean> {
  const { store, sites, report } = reads;
  const isChanged = wasChanged || sites.isDue();
  if (isChanged) await sites.update();
  const hasFailure = store.failure() !== null;
  if (!hasFailure && (isChanged || isWhole)) keepRedirects(reads);
  if (hadFailure && !hasFailure)
    report({ kind: 'log', level: 'info', text: 'The content service is available again.' });
  return isChanged || hadFailure !== hasFailure;
}

function findTargets(store: ContentStore, lists: readonly ListName[]): readonly ReadTarget[] {
  return lists.flatMap((list) => {
    const named = store.targets.filter((target) => isNamed(target, list));
    const own = named.filter((target) => list.id !== undefined && store.has(target, list.id));
    return own.length > 0 ? own : named;
  });
}

function isNamed(target: ReadTarget, { collection, site }: ListName): boolean {
  const own = target.kind === 'collection' ? target.collection : 'globals';
  return (collection ?? own) === own && (site ?? target.site) === target.site;
}
