// An open site: answers requests, describes pages for the toolbar, and reads its content again: lists by name, changes on each poll, and
// the redirect rules once an hour.

import type { SiteConfig } from '../../../config/define-site.ts';
import { basePathOf, withoutBase } from '../../../config/site-address.ts';
import type { ReadTarget } from '../../content/client/content-reads.ts';
import { errorMessage, type Problem } from '../../errors.ts';
import type { SitePath } from '../../files/brands.ts';
import type { ImageOrders } from '../../images/image-order.ts';
import { readPublicFile } from '../../outputs/public-files.ts';
import { pathOfHref, ROOT_PATH } from '../../paths/site-path.ts';
import type { Report } from '../../report/report-event.ts';
import { printableText } from '../../text/printable-text.ts';
import { describeError } from '../describe-failure.ts';
import {
  type AnswerInput,
  answerRequest,
  failWith,
  findShown,
  type Outage,
  type SiteAnswer,
  type SiteRequest,
} from './answer-request.ts';
import type { ContentStore, ReusableContent } from './content-store.ts';
import { inspectPage, type PageInspection } from './inspect-page.ts';
import type { KnownFiles, PreviewFiles } from './preview-files.ts';
import { RedirectCache } from './redirect-cache.ts';
import type { ShownSites } from './shown-sites.ts';
import { keyOf } from './stored-content.ts';

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

/** What the server needs to know of a site. */
export interface SiteStatus {
  /** If the content service is down: what is shown meanwhile, and what to do. */
  readonly outage: Problem | null;
  readonly isSample: boolean;
  /** Path that forms post to; null if they post to another host. */
  readonly demoEndpoint: string | null;
  /** Folder of the site: '/site', or ''. */
  readonly base: string;
}

/** State that the next site can reuse. */
export interface ReusableState extends ReusableContent {
  /** Identifies the service and the code that parses entries. Others have other content. */
  readonly key: string;
  readonly orders: ImageOrders[];
  readonly files: KnownFiles;
}

/** The parts of a site. */
export interface SiteInput {
  readonly site: SiteConfig;
  readonly service: { readonly url: string; readonly isSample: boolean };
  /** See {@link ReusableState}. */
  readonly key: string;
  readonly publicDir: string;
  readonly store: ContentStore;
  readonly sites: ShownSites;
  readonly files: PreviewFiles;
  readonly orders: ImageOrders[];
  /** Whether it shows the content of the last preview or build and must still read the service. */
  readonly isStale: boolean;
  /** Whether the redirect rules were received from the service. Those of reused content were. */
  readonly hasRules: boolean;
  readonly report: Report;
}

/** Globals are read in every third poll, because banners change rarely and each is a request. */
const POLLS_PER_GLOBALS = 3;

/** An open site. */
export class Site {
  readonly #input: SiteInput;
  readonly #answers: AnswerInput;
  readonly #redirects: RedirectCache;
  #polls = 0;

  constructor(input: SiteInput) {
    const { site, service, sites, store, report, publicDir } = input;
    this.#input = input;
    this.#redirects = new RedirectCache({ now: () => performance.now(), report, read: () => this.#readRedirects() });
    if (input.hasRules) this.#redirects.renew();
    this.#answers = {
      site,
      sites,
      findFile: (path) => readPublicFile(publicDir, path),
      findRules: async () => ((await this.#redirects.hasRules()) ? sites.current.view.plan.redirects : null),
      controlPanelOrigin: site.preview.controlPanelOrigin ?? new URL(service.url).origin,
      outage: () => describeOutage(store, service),
      report,
    };
  }

  get isStale(): boolean {
    return this.#input.isStale;
  }

  /** Answers a request. Never rejects. */
  async answer(request: SiteRequest): Promise<SiteAnswer> {
    try {
      return await answerRequest(this.#answers, request);
    } catch (cause) {
      const text = `${printableText(request.pathname)} cannot be shown: ${errorMessage(cause)}`;
      this.#input.report({ kind: 'log', level: 'warning', text });
      return failWith(500, describeError(cause));
    }
  }

  /** Describes a page that was just sent; null if it is none. */
  async inspect(
    request: SiteRequest,
  ): Promise<{ readonly answer: SiteAnswer; readonly inspection: PageInspection | null }> {
    const { site, sites, publicDir } = this.#input;
    const answer = await this.answer({ ...request, isRepeated: true });
    if (answer.kind !== 'page') return { answer, inspection: null };
    const pathname = withoutBase(request.pathname, site.origin) ?? '/';
    const own = sites.lastSiteFor({ token: request.token, pathname });
    const shown = {
      view: own.view,
      pages: await own.view.pagesWith(request.files),
      hasPublicFile: (path: SitePath) => readPublicFile(publicDir, path) !== null,
    };
    const page = { ...findShown(own, pathOfHref(pathname) ?? ROOT_PATH), html: answer.html, shows: answer.shows };
    return { answer, inspection: await inspectPage(shown, page) };
  }

  status(): SiteStatus {
    const { site, service } = this.#input;
    const { demoEndpoint } = site.integrations;
    return {
      outage: this.#answers.outage()?.problem ?? null,
      isSample: service.isSample,
      demoEndpoint: demoEndpoint.startsWith('/') ? demoEndpoint : null,
      base: basePathOf(site.origin),
    };
  }

  /** Reads lists; all of them for null. Resolves to whether pages may have changed. */
  read(lists: readonly ListName[] | null): Promise<boolean> {
    const { store } = this.#input;
    if (lists === null) return this.#updateAfter(() => store.read(), { isWhole: true });
    const targets = lists.flatMap((list) => findTargets(store, list));
    return this.#updateAfter(() => store.readChanged(targets, targets), { isWhole: false });
  }

  /** Reads what has changed. */
  async poll(): Promise<{ readonly isChanged: boolean; readonly requests: number }> {
    const { store } = this.#input;
    const before = store.sent;
    const withGlobals = this.#polls % POLLS_PER_GLOBALS === 0;
    this.#polls += 1;
    const targets = store.targets.filter(({ kind }) => withGlobals || kind === 'collection');
    const isChanged = await this.#updateAfter(() => store.readChanged(targets, store.targets), { isWhole: true });
    return { isChanged, requests: store.sent - before };
  }

  /** Updates the shown site after a read. Resolves to whether pages may have changed. */
  async #updateAfter(read: () => Promise<boolean>, { isWhole }: { readonly isWhole: boolean }): Promise<boolean> {
    const { store, sites, report } = this.#input;
    const hadFailure = store.failure !== null;
    const isChanged = (await read()) || sites.isDue();
    if (isChanged) sites.update();
    const hasFailure = store.failure !== null;
    if (!hasFailure && (isChanged || isWhole)) this.#redirects.renew();
    if (hadFailure && !hasFailure)
      report({ kind: 'log', level: 'info', text: 'The content service is available again.' });
    return isChanged || hadFailure !== hasFailure;
  }

  async #readRedirects() {
    const { store } = this.#input;
    // If polling has found that the service is down, it is not asked again.
    if (store.failure === null) await this.read([{ collection: 'redirects' }]);
    return store.failure;
  }

  /** Updates the site after local pictures have changed. Resolves to true, because any page may show them. */
  async update(): Promise<true> {
    this.#input.sites.update();
    return true;
  }

  /** Downloads missing images and files of the service. Resolves to whether there are new ones, so that the site must be updated. */
  loadFiles(): Promise<boolean> {
    return this.#input.sites.loadFiles();
  }

  reusable(): ReusableState {
    const { store, orders, files, key } = this.#input;
    return { ...store.reusable(), key, orders, files: files.known };
  }

  /** Closes its connections after the current reads. */
  close(): Promise<void> {
    return this.#input.store.close();
  }
}

function findTargets(store: ContentStore, { collection, site, id }: ListName): readonly ReadTarget[] {
  const named = store.targets.filter((target) => {
    const own = target.kind === 'collection' ? target.collection : 'globals';
    return (collection ?? own) === own && (site ?? target.site) === target.site;
  });
  const own = named.filter((target) => {
    const known = store.content.get(keyOf(target));
    return known?.kind === 'collection' && known.rows.some((row) => row.id === id);
  });
  return own.length > 0 ? own : named;
}

function describeOutage(
  { failure, content }: ContentStore,
  { url, isSample }: { readonly url: string; readonly isSample: boolean },
): Outage | null {
  if (failure === null) return null;
  const reads = [...content.values()];
  const hasSource = (source: string) => reads.some((read) => read.kind === 'collection' && read.source === source);
  const hasGaps = hasSource('empty');
  const shown = hasGaps
    ? 'There is no earlier content to show.'
    : hasSource('stale')
      ? 'The preview shows the content of the last build.'
      : 'The preview shows the last content that it received.';
  const place = isSample ? '' : ` at ${new URL(url).origin}`;
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
