// The site: config, words, content and routes. This file is bundled with all that it imports and runs again after each change
// of config or words (code/bundle-site.ts). A page's input is what the build would make of the same content.

import type { SiteConfig } from '../../../config/define-site.ts';
import { LOCALES } from '../../../config/locales.ts';
import { basePathOf, withoutBase } from '../../../config/site-address.ts';
import type { ReadTarget } from '../../content/client/content-reads.ts';
import type { Problem } from '../../errors.ts';
import { imageCacheDirOf, openImageCache } from '../../images/image-cache.ts';
import type { ImageOrders } from '../../images/image-order.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { Report } from '../../report/report-event.ts';
import { loadSite, type SiteFlags } from '../../settings/load-site.ts';
import { assertGoodWords } from '../../words/check-words.ts';
import { answerRequest, findShown, type Outage, type SiteAnswer, type SiteRequest } from './answer-request.ts';
import { type ContentStore, type HandedContent, nameService, openContentStore } from './content-store.ts';
import { inspectPage, type PageInspection } from './inspect-page.ts';
import { createPreviewFiles, type KnownFiles } from './preview-files.ts';
import { createRedirectCache } from './redirect-cache.ts';
import { createShownSites, type ShownOptions, type ShownSites } from './shown-sites.ts';

/** What a site is opened with. */
export interface SiteOptions extends ShownOptions {
  readonly flags: SiteFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Origin of the running sample service, used where no other service is set. */
  readonly sampleUrl: string | null;
  /** Equal keys: the same content becomes the same rows. */
  readonly schemaKey: string;
  readonly dir: string;
  readonly cacheDir: string;
  /** Loads the tag manager, the chat and the like as the build does. */
  readonly withIntegrations: boolean;
  readonly report: Report;
  /** Ends what is being read. */
  readonly signal: AbortSignal;
}

/** What a site leaves to the next one. */
interface HandedOver extends HandedContent {
  readonly orders: ImageOrders[];
  readonly files: KnownFiles;
}

/** What is wrong with the whole site, and what the server must know of its configuration. */
export interface SiteStatus {
  readonly problems: readonly Problem[];
  /** The content service is down: what is shown meanwhile, and what to do. */
  readonly outage: Problem | null;
  /** Whether the sample content is shown. */
  readonly isSample: boolean;
  /** Path that forms post to; null where that is another host. */
  readonly demoEndpoint: string | null;
  /** Folder of the site: '/site', or ''. */
  readonly base: string;
  readonly pages: number;
  readonly locales: readonly string[];
}

/**
 * Lists of the content service; the globals of a site are one list. Without a collection or a site it is all of them, and without
 * a site those with the id, if one has it. Names that the site does not have mean nothing.
 */
export interface ListName {
  readonly collection?: string | undefined;
  readonly site?: string | undefined;
  /** Of an entry. */
  readonly id?: string | undefined;
}

/** A page that was shown, and its HTML. */
export type SentPage = Pick<SiteRequest, 'pathname' | 'token' | 'files'> & { readonly html: string };

/** A site. */
export interface Site {
  readonly answer: (request: SiteRequest) => Promise<SiteAnswer>;
  readonly inspect: (page: SentPage) => Promise<PageInspection>;
  /** It was opened with the content of the last preview or build: what changed since has to be read. */
  readonly isOld: boolean;
  /** Reads lists again, all of them for null. Resolves with whether pages may have changed. */
  readonly read: (lists: readonly ListName[] | null) => Promise<boolean>;
  /** Reads what changed. */
  readonly poll: () => Promise<PollOutcome>;
  /** Looks at local pictures again. Resolves with true: any page may show one. */
  readonly renew: () => Promise<true>;
  /** Downloads images and files of the service that the site lacks. Resolves with whether there are new ones: renew it then. */
  readonly loadFiles: () => Promise<boolean>;
  readonly status: () => SiteStatus;
  readonly handOver: () => HandedOver;
  /** Ends its connections when what is being read has been read. */
  readonly close: () => Promise<void>;
}

/** What asking the service once has brought. */
export interface PollOutcome {
  readonly isChanged: boolean;
  readonly requests: number;
}

/** Loads the site and reads its content, or takes over that of the site before. @throws SiteError of bad words or a bad configuration. */
export type OpenSite = (
  options: SiteOptions,
  before: (HandedOver & { readonly isSameSchema: boolean }) | null,
) => Promise<Site>;

/** See {@link OpenSite}. */
export const openSite: OpenSite = async (options, before) => {
  const { report } = options;
  const loaded = await loadSite(options.flags, options.environment);
  // After the tables, which name words.
  assertGoodWords();
  const site = options.withIntegrations ? loaded.site : withoutIntegrations(loaded.site);
  const service = findService(site, options, loaded.contentToken);
  // Another service has other content.
  const earlier = before?.serviceUrl === nameService(service) ? before : null;
  const store = await openContentStore({ ...options, site, service }, earlier);
  const isOld = earlier === null && (await store.loadLast());
  if (isOld) report({ kind: 'log', level: 'info', text: 'The last content is shown while the service is read.' });
  else if (earlier === null) await store.read();
  const imageCache = openImageCache(imageCacheDirOf(site, options.cacheDir));
  const orders = before?.orders ?? [];
  const files = createPreviewFiles({ ...options, site, service, openClient: store.client }, earlier?.files);
  const sites = await createShownSites({ options, site, service, store, imageCache, orders, files });
  const reads = createReads({ site, store, sites, report });
  // Rules that were taken over were good when they were received.
  if (store.failure() === null || earlier !== null) reads.keepRedirects();
  const outage = () => describeOutage(store, service);
  const { shownFor, findFile } = sites;
  const controlPanelOrigin = site.preview.controlPanelOrigin ?? new URL(service.url).origin;
  const answering = { site, shownFor, findFile, redirects: reads.redirects, controlPanelOrigin, outage };
  return {
    answer: (request) => answerRequest(answering, request),
    inspect: (page) => inspectShown(site, sites, page),
    isOld,
    read: reads.readLists,
    poll: reads.poll,
    renew: async () => {
      await sites.renew();
      return true;
    },
    loadFiles: sites.loadFiles,
    status: () => describeStatus(site, sites, { isSample: service.isSample, outage: outage()?.problem ?? null }),
    handOver: () => ({ ...store.handOver(), orders, files: files.known }),
    close: store.close,
  };
};

function describeStatus(
  site: SiteConfig,
  sites: ShownSites,
  service: Pick<SiteStatus, 'isSample' | 'outage'>,
): SiteStatus {
  const { content, view } = sites.current();
  const { demoEndpoint } = site.integrations;
  return {
    ...service,
    problems: [...content.problems, ...[...content.problemsByPath.values()].flat(), ...view.plan.problems],
    demoEndpoint: demoEndpoint.startsWith('/') ? demoEndpoint : null,
    base: basePathOf(site.origin),
    pages: view.plan.routes.length,
    locales: site.locales,
  };
}

function findService({ content }: SiteConfig, { sampleUrl }: SiteOptions, token: string | null) {
  return content.url === null
    ? { url: sampleUrl ?? '', isSample: true, token: null }
    : { url: content.url, isSample: false, token };
}

/** Globals are asked for in each of so many rounds of polling. */
const ROUNDS_PER_GLOBALS = 3;

/** What reads lists again. */
interface ReadsInput {
  readonly site: SiteConfig;
  readonly store: ContentStore;
  readonly sites: ShownSites;
  readonly report: Report;
}

function createReads({ site, store, sites, report }: ReadsInput) {
  const redirects = createRedirectCache({
    now: () => performance.now(),
    report,
    load: async (locale) => {
      // Polling has found already that the service does not answer.
      const known = store.failure();
      if (known !== null) throw known;
      const row = LOCALES.find((candidate) => candidate.locale === locale);
      await readLists([{ collection: 'redirects', site: row?.site ?? locale }]);
      const failure = store.failure();
      if (failure !== null) throw failure;
      return sites.current().view.plan.redirects;
    },
  });
  const keepRedirects = () => {
    for (const locale of site.locales) redirects.put(locale, sites.current().view.plan.redirects);
  };
  const findTargets = (lists: readonly ListName[]) =>
    lists.flatMap((list) => {
      const named = store.targets.filter((target) => isNamed(target, list));
      const own = named.filter((target) => list.id !== undefined && store.has(target, list.id));
      return own.length > 0 ? own : named;
    });
  const settle = async (wasChanged: boolean, { hadFailure, isWhole }: { hadFailure: boolean; isWhole: boolean }) => {
    const isChanged = wasChanged || sites.isDue();
    if (isChanged) await sites.renew();
    if (store.failure() === null && (isChanged || isWhole)) keepRedirects();
    if (hadFailure && store.failure() === null)
      report({ kind: 'log', level: 'info', text: 'The content service answers again.' });
    return isChanged || hadFailure !== (store.failure() !== null);
  };
  const readLists = async (lists: readonly ListName[] | null): Promise<boolean> => {
    const hadFailure = store.failure() !== null;
    const targets = lists === null ? store.targets : findTargets(lists);
    const wasChanged = await (lists === null ? store.read() : store.readChanged(targets, targets));
    return settle(wasChanged, { hadFailure, isWhole: lists === null });
  };
  let rounds = 0;
  const poll = async (): Promise<PollOutcome> => {
    const hadFailure = store.failure() !== null;
    const before = store.sent();
    // Banners change rarely, and each is a request.
    const withGlobals = rounds % ROUNDS_PER_GLOBALS === 0;
    rounds += 1;
    const targets = store.targets.filter(({ kind }) => withGlobals || kind === 'collection');
    const wasChanged = await store.readChanged(targets, store.targets);
    const isChanged = await settle(wasChanged, { hadFailure, isWhole: true });
    return { isChanged, requests: store.sent() - before };
  };
  return { redirects, keepRedirects, readLists, poll };
}

async function inspectShown(
  { origin }: SiteConfig,
  sites: ShownSites,
  { html, ...request }: SentPage,
): Promise<PageInspection> {
  const pathname = withoutBase(request.pathname, origin) ?? '/';
  const own = sites.lastFor({ ...request, pathname });
  const kit = await own.view.kitFor(request.files);
  return inspectPage({ view: own.view, kit }, { ...findShown(own, pathOfHref(pathname) ?? '/'), html });
}

/** An editor who looks at the site is no visitor to count, and sends nothing to other services. */
function withoutIntegrations(site: SiteConfig): SiteConfig {
  const off = {
    gtmId: null,
    chatAppId: null,
    formsPortal: null,
    geoUrl: null,
    copyrightBadgeId: null,
    consent: 'none',
  } as const;
  return { ...site, integrations: { ...site.integrations, ...off } };
}

function describeOutage(
  store: ContentStore,
  service: { readonly url: string; readonly isSample: boolean },
): Outage | null {
  const failure = store.failure();
  if (failure === null) return null;
  const sources = new Set(
    store
      .content()
      .values()
      .flatMap((read) => (read.kind === 'collection' ? [read.source] : [])),
  );
  const hasGaps = sources.has('empty');
  const shown = hasGaps
    ? 'There is no earlier content to show.'
    : sources.has('stale')
      ? 'The content of the last build is shown.'
      : 'The last content that was received is shown.';
  const place = service.isSample ? '' : ` at ${new URL(service.url).origin}`;
  return {
    hasGaps,
    problem: {
      code: 'CONTENT_UNAVAILABLE',
      severity: 'error',
      where: {},
      what: `${failure.problems[0]?.what ?? failure.message} ${shown}`,
      fix: `Start the content service${place}, or check SITEGEN_CONTENT_URL and SITEGEN_CONTENT_TOKEN: pages come up to date by themselves. "sitegen preview --sample" shows the sample instead.`,
    },
  };
}

function isNamed(target: ReadTarget, { collection, site }: ListName): boolean {
  const own = target.kind === 'collection' ? target.collection : 'globals';
  return (collection ?? own) === own && (site ?? target.site) === target.site;
}
