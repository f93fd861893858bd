// The site thread: config, words, content and routes in one place, asked by the server for one page after the other.
// Relied on afterwards: a page's input is what the build would make of the same content.

import type { SiteConfig } from '../../../config/define-site.ts';
import { LOCALES } from '../../../config/locales.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import type { ReadTarget } from '../../content/client/content-reads.ts';
import { imageCacheDirOf, openImageCache } from '../../images/image-cache.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { Report } from '../../report/report-event.ts';
import { loadSite } from '../../settings/load-site.ts';
import { assertGoodWords } from '../../words/check-words.ts';
import { type ContentStore, nameService, openContentStore } from './content-store.ts';
import { type Answers, createAnswers, type Outage } from './create-answers.ts';
import { inspectPage } from './inspect-page.ts';
import { createRedirectCache } from './redirect-cache.ts';
import { createShownSites, type ShownService, type ShownSites } from './shown-sites.ts';
import type { ListName, PageInspection, SiteCalls, SiteOptions } from './site-calls.ts';

/** Loads the site, reads its content once, and answers from then on. @throws SiteError of bad words or a bad configuration. */
export async function createSiteCalls(options: SiteOptions, report: Report): Promise<SiteCalls> {
  const loaded = await loadSite(options.flags, options.environment);
  // After the tables, which name words.
  assertGoodWords();
  const site = options.withIntegrations ? loaded.site : withoutIntegrations(loaded.site);
  const service = findService(site, options, loaded.contentToken);
  // Another service has other content, whatever it is called there.
  const earlier = options.earlier?.serviceUrl === nameService(service) ? options.earlier : null;
  const store = await openContentStore({ ...options, site, service, report }, earlier);
  if (earlier === null) await store.read();
  const imageCache = openImageCache(imageCacheDirOf(site, options.cacheDir));
  const orders = new Map(earlier?.orders);
  const sites = await createShownSites({ options, site, service, store, imageCache, orders });
  const reads = createReads({ site, store, sites, report });
  // Rules that were taken over were good when they were received.
  if (store.failure() === null || earlier !== null) reads.keepRedirects();
  const serviceOrigin = () => new URL(service.url).origin;
  const outage = () => describeOutage(store, service);
  const { shownFor, findFile } = sites;
  const answers = createAnswers({ site, shownFor, findFile, redirects: reads.redirects, serviceOrigin, outage });
  return {
    answer: answers.answer,
    inspect: (page) => inspectShown(sites, answers, page),
    read: reads.readLists,
    useSample: (url) => {
      if (service.isSample) service.url = url;
      return null;
    },
    renew: async () => {
      await sites.renew();
      return null;
    },
    status: (files) => {
      const { content, view } = sites.current();
      // After the answer: open pages are told of the change, and ask, meanwhile. What fails then fails again, and is told.
      if (files !== null)
        setImmediate(() =>
          sites
            .current()
            .view.kitFor(files)
            .catch(() => undefined),
        );
      return {
        problems: [...content.problems, ...[...content.problemsByPath.values()].flat(), ...view.plan.problems],
        outage: outage()?.problem ?? null,
        isSample: service.isSample,
        demoEndpoint: site.integrations.demoEndpoint.startsWith('/') ? site.integrations.demoEndpoint : null,
        pages: view.plan.routes.length,
        locales: site.locales,
      };
    },
    handOver: async () => {
      await sites.keepOrders();
      return { ...store.handOver(), orders };
    },
  };
}

function findService(
  { content }: SiteConfig,
  { sampleUrl }: SiteOptions,
  token: string | null,
): ShownService & { readonly token: string | null } {
  if (content.url === null) return { url: sampleUrl ?? '', isSample: true, token: null };
  return { url: content.url, isSample: false, token };
}

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
      // The polling knows already that nobody answers.
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
  const readLists = async (lists: readonly ListName[] | null): Promise<boolean> => {
    const hadFailure = store.failure() !== null;
    const isChanged = (await store.read(lists === null ? undefined : lists.flatMap(targetsOf))) || sites.isDue();
    if (isChanged) await sites.renew();
    if (store.failure() === null && (isChanged || lists === null)) keepRedirects();
    if (hadFailure && store.failure() === null)
      report({ kind: 'log', level: 'info', text: 'The content service answers again.' });
    return isChanged || hadFailure !== (store.failure() !== null);
  };
  return { redirects, keepRedirects, readLists };
}

async function inspectShown(
  sites: ShownSites,
  { findShown }: Answers,
  { html, ...request }: Parameters<SiteCalls['inspect']>[0],
): Promise<PageInspection> {
  const own = sites.lastFor(request);
  const { route, status } = findShown(own, pathOfHref(request.pathname) ?? '/');
  const kit = await own.view.kitFor(request.files);
  return inspectPage({ view: own.view, kit }, { route, status, html });
}

/** An editor who looks at the site is no visitor to count, and sends nothing to other services. */
function withoutIntegrations(site: SiteConfig): SiteConfig {
  const off = { gtmId: null, chatAppId: null, formsPortal: null, geoUrl: null, copyrightBadgeId: null };
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

function targetsOf({ collection, site }: ListName): readonly ReadTarget[] {
  if (!LOCALES.some((row) => row.site === site)) return [];
  const handle = COLLECTION_HANDLES.find((known) => known === collection);
  if (handle !== undefined) return [{ kind: 'collection', collection: handle, site }];
  if (collection !== 'globals') return [];
  return GLOBAL_NAMES.map((name) => ({ kind: 'global', name, site }));
}
