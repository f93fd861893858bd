// Opens the site: config, messages, content and routes. This file is the entry of a bundle, which runs again after each change of
// config or messages (code/bundle-site.ts). The input of a page is the same as in a build.

import type { SiteConfig } from '../../../config/define-site.ts';
import { basePathOf, withoutBase } from '../../../config/site-address.ts';
import type { Problem } from '../../errors.ts';
import { imageCacheDirOf, openImageCache } from '../../images/image-cache.ts';
import type { ImageOrders } from '../../images/image-order.ts';
import { publicDirOf, readPublicFile } from '../../outputs/public-files.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { Report } from '../../report/report-event.ts';
import { loadSite, type SiteFlags } from '../../settings/load-site.ts';
import { assertGoodWords } from '../../words/check-words.ts';
import {
  type AnswerInput,
  answerRequest,
  findShown,
  type Outage,
  type SiteAnswer,
  type SiteRequest,
} from './answer-request.ts';
import { type ContentStore, nameService, openContentStore, type ReusableContent } from './content-store.ts';
import { inspectPage, type PageInspection } from './inspect-page.ts';
import { createPreviewFiles, type KnownFiles } from './preview-files.ts';
import { createShownSites, type ShownOptions, type ShownSites } from './shown-sites.ts';
import { createSiteReads, type ListName, type PollOutcome } from './site-reads.ts';

/** The options of a site. */
export interface SiteOptions extends ShownOptions {
  readonly flags: SiteFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Origin of the sample service, which is used if no other service is configured. */
  readonly sampleUrl: string | null;
  /** With equal keys, the same content gives the same rows. */
  readonly schemaKey: string;
  readonly dir: string;
  /** Folder of the project. */
  readonly project: string;
  readonly cacheDir: string;
  /** Whether to load the tag manager, the chat and similar services. */
  readonly withIntegrations: boolean;
  readonly report: Report;
  /** Stops all reads. */
  readonly signal: AbortSignal;
}

/** State that the next site can reuse. */
interface ReusableState extends ReusableContent {
  readonly orders: ImageOrders[];
  readonly files: KnownFiles;
}

/** Problems of the whole site, and settings for the server. */
export interface SiteStatus {
  readonly problems: readonly Problem[];
  /** If the content service is down: what is shown meanwhile, and what to do. */
  readonly outage: Problem | null;
  readonly isSample: boolean;
  /** Path that forms post to; null if they post to another host. */
  readonly demoEndpoint: string | null;
  /** Folder of the site: '/site', or ''. */
  readonly base: string;
  readonly pages: number;
  readonly locales: readonly string[];
}

/** A page that was sent, with its HTML. */
export type SentPage = Pick<SiteRequest, 'pathname' | 'token' | 'files'> & { readonly html: string };

/** An open site. */
export interface Site {
  readonly answer: (request: SiteRequest) => Promise<SiteAnswer>;
  readonly inspect: (page: SentPage) => Promise<PageInspection>;
  /** Whether it shows the content of the last preview or build and must still read the service. */
  readonly isStale: boolean;
  /** Reads lists; all of them for null. Resolves to whether pages may have changed. */
  readonly read: (lists: readonly ListName[] | null) => Promise<boolean>;
  /** Reads what has changed. */
  readonly poll: () => Promise<PollOutcome>;
  /** Updates the site after local pictures have changed. Resolves to true, because any page may show them. */
  readonly update: () => Promise<true>;
  /** Downloads missing images and files of the service. Resolves to whether there are new ones, so that the site must be updated. */
  readonly loadFiles: () => Promise<boolean>;
  readonly status: () => SiteStatus;
  readonly reusable: () => ReusableState;
  /** Closes its connections after the current reads. */
  readonly close: () => Promise<void>;
}

/** Opens a site. Reuses the content of the previous one, or reads it. @throws SiteError for invalid messages or settings. */
export type OpenSite = (
  options: SiteOptions,
  previous: (ReusableState & { readonly isSameSchema: boolean }) | null,
) => Promise<Site>;

/** See {@link OpenSite}. */
export const openSite: OpenSite = async (options, previous) => {
  const { report } = options;
  const loaded = await loadSite(options.flags, options.environment);
  // After the tables, which have keys of messages.
  assertGoodWords();
  const site = options.withIntegrations ? loaded.site : withoutIntegrations(loaded.site);
  const service = findService(site, options, loaded.contentToken);
  // Another service has other content.
  const reused = previous?.serviceUrl === nameService(service) ? previous : null;
  const store = await openContentStore({ ...options, site, service }, reused);
  const isStale = reused === null && (await store.loadLast());
  if (isStale)
    report({
      kind: 'log',
      level: 'info',
      text: 'Showing the content of the last run until the service has been read.',
    });
  else if (reused === null) await store.read();
  const imageCache = openImageCache(imageCacheDirOf(site, options.cacheDir));
  const orders = previous?.orders ?? [];
  const files = createPreviewFiles({ ...options, site, service, openClient: store.client }, reused?.files);
  const sites = await createShownSites({ options, site, service, store, imageCache, orders, files });
  const reads = createSiteReads({ site, store, sites, report });
  // Reused rules were valid when they were received.
  if (store.failure() === null || reused !== null) reads.keepRedirects();
  const outage = () => describeOutage(store, service);
  const { siteFor } = sites;
  const publicDir = publicDirOf(site, options.project);
  const hasPublicFile = (path: string) => readPublicFile(publicDir, path) !== null;
  const findFile: AnswerInput['findFile'] = async (path, request) =>
    (await sites.findFile(path, request)) ?? readPublicFile(publicDir, `/${path}`);
  const controlPanelOrigin = site.preview.controlPanelOrigin ?? new URL(service.url).origin;
  const answering = { site, siteFor, findFile, redirects: reads.redirects, controlPanelOrigin, outage };
  return {
    answer: (request) => answerRequest(answering, request),
    inspect: (page) => inspectShown(site, sites, page, hasPublicFile),
    isStale,
    read: reads.readLists,
    poll: reads.poll,
    update: async () => {
      await sites.update();
      return true;
    },
    loadFiles: sites.loadFiles,
    status: () => describeStatus(site, sites, { isSample: service.isSample, outage: outage()?.problem ?? null }),
    reusable: () => ({ ...store.reusable(), orders, files: files.known }),
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

async function inspectShown(
  { origin }: SiteConfig,
  sites: ShownSites,
  { html, ...request }: SentPage,
  hasPublicFile: (path: string) => boolean,
): Promise<PageInspection> {
  const pathname = withoutBase(request.pathname, origin) ?? '/';
  const own = sites.lastSiteFor({ ...request, pathname });
  const kit = await own.view.kitFor(request.files);
  return inspectPage({ view: own.view, kit, hasPublicFile }, { ...findShown(own, pathOfHref(pathname) ?? '/'), html });
}

/** Editors are not counted as visitors, and send nothing to third parties. */
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
      ? 'The preview shows the content of the last build.'
      : 'The preview shows the last content that it received.';
  const place = service.isSample ? '' : ` at ${new URL(service.url).origin}`;
  return {
    hasGaps,
    problem: {
      code: 'CONTENT_UNAVAILABLE',
      severity: 'error',
      where: {},
      what: `${failure.problems[0]?.what ?? failure.message} ${shown}`,
      fix: `Start the content service${place}, or check SITEGEN_CONTENT_URL and SITEGEN_CONTENT_TOKEN. Pages then update by themselves. "sitegen preview --sample" shows the sample content instead.`,
    },
  };
}
