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
import { createAnswers, type Outage, type ShownSite } from './create-answers.ts';
import { inspectPage } from './inspect-page.ts';
import { readLiveContent } from './live-preview.ts';
import { createPreviewContent } from './preview-snapshot.ts';
import { pruneRanges } from './prune-ranges.ts';
import { createRedirectCache } from './redirect-cache.ts';
import type { ListName, SiteCalls, SiteOptions, SiteRequest } from './site-calls.ts';
import { createSiteView } from './site-view.ts';

/** Views of live previews that are kept for their images and the toolbar. */
const MAX_LIVE_VIEWS = 4;

/** Loads the site, reads its content once, and answers from then on. @throws SiteError of bad words or a bad configuration. */
export async function createSiteCalls(options: SiteOptions, report: Report): Promise<SiteCalls> {
  const loaded = await loadSite(options.flags, options.environment);
  // After the tables, which name words.
  assertGoodWords();
  const { contentToken } = loaded;
  const site = options.withIntegrations ? loaded.site : withoutIntegrations(loaded.site);
  const service =
    site.content.url === null
      ? { url: options.sampleUrl ?? '', isSample: true, token: null }
      : { url: site.content.url, isSample: false, token: contentToken };
  // Another service has other content, whatever it is called there.
  const earlier = options.earlier?.serviceUrl === nameService(service) ? options.earlier : null;
  const store = await openContentStore({ ...options, site, service, report }, earlier);
  const imageCache = openImageCache(imageCacheDirOf(site, options.cacheDir));
  const orders = new Map(earlier?.orders);
  const liveViews = new Map<string, ShownSite>();
  const snapshotOptions = (clock: string) => ({
    rangesDir: store.rangesDir,
    clock,
    service: { url: service.url, isSample: service.isSample },
    drafts: options.withDrafts,
    future: options.withFuture,
  });
  const create = async (content: ReturnType<ContentStore['content']>): Promise<ShownSite> => {
    const clock = options.clock ?? new Date().toISOString();
    const shown = await createPreviewContent(content, snapshotOptions(clock));
    const { snapshot } = shown;
    const { sampleAssetsDir } = options;
    return { content: shown, view: await createSiteView({ site, snapshot, sampleAssetsDir, imageCache, orders }) };
  };
  if (earlier === null) await store.read();
  let shown = await create(store.content());

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
      return shown.view.plan.redirects;
    },
  });
  const keepRedirects = () => {
    for (const locale of site.locales) redirects.put(locale, shown.view.plan.redirects);
  };
  // Rules that were taken over were good when they were received.
  if (store.failure() === null || earlier !== null) keepRedirects();

  const readLists = async (lists: readonly ListName[] | null): Promise<boolean> => {
    const hadFailure = store.failure() !== null;
    const isChanged = (await store.read(lists === null ? undefined : lists.flatMap(targetsOf))) || isDue();
    const before = shown;
    await before.view.keepOrders();
    if (isChanged) shown = await create(store.content());
    if (store.failure() === null && (isChanged || lists === null)) keepRedirects();
    if (hadFailure && store.failure() === null)
      report({ kind: 'log', level: 'info', text: 'The content service answers again.' });
    // Pages that are being made may still read what was shown before.
    if (isChanged)
      await pruneRanges(
        store.rangesDir,
        [shown, before, ...liveViews.values()].map(({ content }) => content.snapshot),
      );
    return isChanged || hadFailure !== (store.failure() !== null);
  };

  /** Whether the clock has passed the date of a scheduled entry since the view was made. */
  const isDue = () => {
    if (options.clock !== null) return false;
    const { snapshot } = shown.content;
    const now = new Date().toISOString();
    return snapshot.collections.some(({ rows }) =>
      rows.some(({ date }) => date !== null && date > snapshot.clock && date <= now),
    );
  };

  /** The site as a request sees it: with unsaved values where it carries a token that the service knows. */
  const shownFor = async ({ pathname, token }: Pick<SiteRequest, 'pathname' | 'token'>) => {
    const path = pathOfHref(pathname);
    if (token === null || path === null) return { ...shown, isLive: false };
    const place = {
      client: store.client(),
      serviceUrl: service.url,
      rangesDir: store.rangesDir,
      content: store.content(),
    };
    const live = await readLiveContent(place, path, token);
    if (!live.isConfirmed) return { ...shown, isLive: false };
    const own = await create(live.content);
    const key = `${token} ${path}`;
    liveViews.delete(key);
    liveViews.set(key, own);
    for (const oldest of [...liveViews.keys()].slice(0, -MAX_LIVE_VIEWS)) liveViews.delete(oldest);
    return { ...own, isLive: true };
  };

  const findFile = async (path: string, files: SiteRequest['files']) => {
    for (const { view } of [shown, ...liveViews.values()]) {
      const file = await (await view.kitFor(files)).findFile(path);
      if (file !== null) return file;
    }
    return null;
  };

  const serviceOrigin = () => new URL(service.url).origin;
  const outage = () => describeOutage(store, service);
  const { answer, findShown } = createAnswers({ site, shownFor, findFile, redirects, serviceOrigin, outage });

  const calls: SiteCalls = {
    answer,
    inspect: async ({ pathname, token, files, html }) => {
      const path = pathOfHref(pathname) ?? '/';
      const own = (token === null ? undefined : liveViews.get(`${token} ${path}`)) ?? shown;
      const { route, status } = findShown(own, path);
      const kit = await own.view.kitFor(files);
      return inspectPage({ view: own.view, kit }, { route, status, html });
    },
    read: readLists,
    useSample: (url) => {
      if (service.isSample) service.url = url;
      return null;
    },
    renew: async () => {
      await shown.view.keepOrders();
      shown = await create(store.content());
      return null;
    },
    status: (files) => {
      // After the answer: open pages are told of the change, and ask, meanwhile. What fails then fails again, and is told.
      if (files !== null) setImmediate(() => shown.view.kitFor(files).catch(() => undefined));
      return {
        problems: [
          ...shown.content.problems,
          ...[...shown.content.problemsByPath.values()].flat(),
          ...shown.view.plan.problems,
        ],
        outage: outage()?.problem ?? null,
        isSample: service.isSample,
        demoEndpoint: site.integrations.demoEndpoint.startsWith('/') ? site.integrations.demoEndpoint : null,
        pages: shown.view.plan.routes.length,
        locales: site.locales,
      };
    },
    handOver: async () => {
      await shown.view.keepOrders();
      return { ...store.handOver(), orders };
    },
  };
  return calls;
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
