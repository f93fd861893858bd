// Crawls a live site: follows its links and sitemaps from one page, up to a number of pages, as politely as robots.txt asks. Each
// address is requested once. Redirects are requests of their own, and none leads to another site.

import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { SiteError, usageError } from '../../errors.ts';
import { follow } from '../external/check-link.ts';
import {
  createSender,
  isPrivate,
  type LinkResponse,
  type Sender,
  type SenderOptions,
} from '../external/send-request.ts';
import { wordsOf } from '../external/soft-404.ts';
import { type LivePage, readLivePage } from './read-page.ts';
import { readSitemaps, type SitemapPage } from './read-sitemaps.ts';
import { isBlocked, parseRobotsTxt, type RobotsTxt } from './robots-txt.ts';
import { SiteAddresses } from './site-addresses.ts';

export interface CrawlOptions extends Omit<SenderOptions, 'limits' | 'allowPrivate'> {
  /** The first page; everything on its origin, in the folder of the site, is crawled. */
  readonly url: URL;
  /** Public address of the site. Links to it are followed on the origin of `url`, so that a copy can be checked before it is public. */
  readonly origin: string;
  /** Whether sitemaps are read, and how the site answers for a path that does not exist. */
  readonly isAudit: boolean;
  readonly obeysRobots: boolean;
  /** Stops a crawl of a site with an endless number of addresses. */
  readonly maxPages: number;
  /** Requests per second; null for no limit. */
  readonly rate: number | null;
  readonly concurrency: number;
  readonly isExcluded: (url: string) => boolean;
  readonly onProgress: (done: number, total: number) => void;
}

export type Answer =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'file'; readonly contentType: string; readonly bytes: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'failed'; readonly why: string };

/** The name by which robots.txt may address the crawler. */
const AGENT = 'sitegen';
/** A page is read up to here: search engines read less. */
const MAX_BYTES = 4_000_000;
const SITEMAP_BYTES = 52_428_800;
/** Where a sitemap is if robots.txt names none. It may be missing. */
const USUAL_SITEMAP = '/sitemap.xml';
/** Files per page of the limit, and addresses that are remembered. */
const FILES_PER_PAGE = 20;
const MAX_KNOWN = 500_000;
/** A longer Crawl-delay or Retry-After would never end. */
const MAX_DELAY_MS = 60_000;

/**
 * Crawls a site. The caller closes the sender.
 * @throws SiteError CHECK_UNREACHABLE (exit 3) if the first page cannot be loaded, CHECK_ROBOTS (exit 2) if robots.txt closes it.
 */
export async function crawlSite(options: CrawlOptions): Promise<CrawledSite> {
  const allowPrivate = await isPrivateHost(options.url.hostname);
  const createPaced = (delayMs: number) => {
    const pauseMs = Math.min(MAX_DELAY_MS, Math.max(delayMs, options.rate === null ? 0 : 1000 / options.rate));
    const concurrency = pauseMs > 0 ? 1 : options.concurrency;
    const limits = { concurrency, pauseMs, longestWaitMs: MAX_DELAY_MS };
    return createSender({ ...options, limits, allowPrivate });
  };
  await using first = createPaced(0);
  const start = await open(options.url, first, true);
  const { status, contentType } = start.response;
  if (status !== 200) throw unreachable(options.url, `returned status ${status}`);
  if (!isHtml(contentType)) throw unreachable(options.url, `is served as "${contentType}", not as text/html`);
  const robots = options.obeysRobots ? await readRobots(new URL('/robots.txt', start.url), first) : null;
  const crawlDelay = robots?.getCrawlDelay(AGENT) ?? 0;
  const crawl = new CrawledSite(start.url, robots, createPaced(crawlDelay * 1000), options);
  const { href, origin, pathname, search } = start.url;
  if (!crawl.isAllowed(`${pathname}${search}`))
    throw usageError(
      'CHECK_ROBOTS',
      `${origin}/robots.txt asks crawlers not to read ${href}: nothing was checked. Add --ignore-robots if the site is yours.`,
    );
  await crawl.run(start.response);
  return crawl;
}

async function isPrivateHost(hostname: string): Promise<boolean> {
  if (isPrivate(hostname)) return true;
  // A name that does not resolve is reported with the first request.
  const addresses = await lookup(hostname, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isPrivate(address));
}

/** The response after redirects. Only those of the first page may lead to another host, and from a public one to no private address. */
async function open(first: URL, sender: Sender, mayLeave = false) {
  const mayFollow = ({ host }: URL) => mayLeave || host === first.host;
  const trail = await follow(first, { method: 'GET', maxBytes: MAX_BYTES }, sender, mayFollow);
  if (!('outcome' in trail)) return trail;
  const isHidden = trail.outcome === 'not-checked';
  throw unreachable(
    first,
    isHidden ? `redirects to ${trail.url.href}, a private address` : describeFailure(trail.outcome),
  );
}

/** Null if there is none. @throws SiteError CHECK_UNREACHABLE, because a crawler must not guess what a broken site allows (RFC 9309). */
async function readRobots(url: URL, sender: Sender): Promise<RobotsTxt | null> {
  const { status, body } = (await open(url, sender)).response;
  if (status >= 500) throw unreachable(url, `returned status ${status}`);
  return status < 300 ? parseRobotsTxt(body.toString('utf8')) : null;
}

function unreachable({ href }: URL, reason: string): SiteError {
  return new SiteError({
    code: 'CHECK_UNREACHABLE',
    exitCode: 3,
    message: `${href} ${reason}: nothing was checked. Correct the URL, or try again when the site is up.`,
  });
}

const FAILURES: Readonly<Record<string, string>> = {
  'time-out': 'did not answer in time',
  dns: 'has a host name that does not resolve',
  limited: 'limits the number of requests',
  loop: 'redirects in a loop',
  tls: 'is not served over https, or without a valid certificate',
};

const describeFailure = (outcome: string): string => FAILURES[outcome] ?? 'did not answer';

const isHtml = (contentType: string): boolean => /^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);

/** Whether a path is a file other than a page. */
function isFilePath(pathname: string): boolean {
  return /\.(?!html?$|php$|aspx?$|jsp$)[a-z0-9]{2,5}$/i.test(pathname);
}

/** A crawl, and then its result. */
export class CrawledSite {
  readonly addresses: SiteAddresses;
  readonly pages: LivePage[] = [];
  /** By path and query. Addresses that were not requested are missing. */
  readonly answers = new Map<string, Answer>();
  /** With absolute URLs; null if there is no sitemap. */
  sitemap: readonly SitemapPage[] | null = null;
  /** Sitemaps that robots.txt or a sitemap index names and that cannot be read. */
  missingSitemaps: readonly string[] = [];
  /** Null if there is none. */
  readonly robots: RobotsTxt | null;
  /** Number of pages above the limit, at least, and the first of them. */
  refused = 0;
  firstRefused = '';
  /** Number of addresses that the site was too busy for, and of files above the limit. */
  limited = 0;
  /** Words of the page for a path that does not exist; null if it gets an error. */
  notFound: ReadonlySet<string> | null = null;
  /** For other requests to the site. */
  readonly sender: Sender;
  readonly #start: URL;
  readonly #options: CrawlOptions;
  readonly #known = new Set<string>();
  readonly #queue: { readonly pages: string[]; readonly files: string[] } = { pages: [], files: [] };
  /** How many more of each may be queued. */
  readonly #left: { pages: number; files: number };

  constructor(start: URL, robots: RobotsTxt | null, sender: Sender, options: CrawlOptions) {
    this.addresses = new SiteAddresses(start, options.origin);
    this.robots = robots;
    this.sender = sender;
    this.#start = start;
    this.#options = options;
    this.#left = { pages: options.maxPages - 1, files: options.maxPages * FILES_PER_PAGE };
  }

  /** Whether robots.txt allows to read a path with its query. */
  isAllowed(path: string): boolean {
    return this.robots === null || !isBlocked(this.robots, path, AGENT);
  }

  async run(response: LinkResponse): Promise<void> {
    const { isAudit, onProgress, concurrency } = this.#options;
    const key = `${this.#start.pathname}${this.#start.search}`;
    this.#known.add(key);
    if (isAudit) await this.#probeUnknownPath();
    this.#add(key, response, false);
    if (isAudit) await this.#readSitemaps();
    const { pages, files } = this.#queue;
    for (;;) {
      const isFile = pages.length === 0;
      const batch = (isFile ? files : pages).splice(0, concurrency);
      if (batch.length === 0) return;
      const found = await Promise.all(batch.map((each) => this.#request(each, isFile)));
      for (const [index, each] of batch.entries()) this.#add(each, found[index] ?? null, isFile);
      onProgress(this.answers.size, this.answers.size + pages.length + files.length);
    }
  }

  async #probeUnknownPath(): Promise<void> {
    const url = new URL(`/${randomUUID()}/`, this.#start);
    if (!this.isAllowed(url.pathname)) return;
    const response = await this.sender.send(url, { method: 'GET', maxBytes: MAX_BYTES });
    if (!('outcome' in response) && response.status === 200)
      this.notFound = wordsOf(response.body.toString('utf8'), url.href);
  }

  async #readSitemaps(): Promise<void> {
    const named = this.robots?.getSitemaps() ?? [];
    const get = async (href: string): Promise<Buffer | null> => {
      const key = this.addresses.keyOf(href);
      if (key === null || !this.isAllowed(key)) return null;
      const url = this.addresses.urlOf(key);
      const mayFollow = ({ host }: URL) => host === url.host;
      const trail = await follow(url, { method: 'GET', maxBytes: SITEMAP_BYTES }, this.sender, mayFollow);
      return 'response' in trail && trail.response.status === 200 ? trail.response.body : null;
    };
    const { pages, missing } = await readSitemaps(named.length > 0 ? named : [USUAL_SITEMAP], get);
    const full = (href: string) => this.addresses.expand(href, this.#start);
    const sitemap = pages.map(({ url, file, alternates }) => ({
      url: full(url),
      file: new URL(full(file)).pathname.slice(1),
      alternates: alternates.map(({ hreflang, href }) => ({ hreflang, href: full(href) })),
    }));
    for (const { url, alternates } of sitemap)
      for (const href of [url, ...alternates.map((each) => each.href)]) this.#enqueue(href);
    this.sitemap = pages.length === 0 ? null : sitemap;
    // Sitemaps on other hosts are not read.
    this.missingSitemaps = missing.filter((url) => url !== USUAL_SITEMAP && this.addresses.keyOf(url) !== null);
  }

  async #request(key: string, isFile: boolean): Promise<LinkResponse | string> {
    const url = this.addresses.urlOf(key);
    const head = isFile ? await this.sender.send(url, { method: 'HEAD', maxBytes: 0 }) : null;
    // Many servers do not support HEAD properly.
    const isFinal = head !== null && !('outcome' in head) && head.status < 400;
    const response = isFinal
      ? head
      : await this.sender.send(url, { method: 'GET', maxBytes: head === null ? MAX_BYTES : 0 });
    return 'outcome' in response ? response.outcome : response;
  }

  /** `response` is the reason if there is none. */
  #add(key: string, response: LinkResponse | string | null, isFile: boolean): void {
    if (response === null || response === 'not-checked') this.limited += 1;
    else if (typeof response === 'string') this.answers.set(key, { kind: 'failed', why: describeFailure(response) });
    else if (response.status === 429) this.limited += 1;
    else this.answers.set(key, this.#read(this.addresses.urlOf(key), response, isFile));
  }

  #read(url: URL, response: LinkResponse, isFile: boolean): Answer {
    const { status, redirect, contentType, headers } = response;
    if (redirect !== null) {
      this.#enqueue(redirect.href);
      return { kind: 'redirect', to: this.addresses.expand(redirect.href, url) };
    }
    if (status >= 300) return { kind: 'failed', why: `returned status ${status}` };
    if (isFile || !isHtml(contentType))
      return { kind: 'file', contentType, bytes: Number(headers['content-length'] ?? 0) };
    const read = () => readLivePage(url, response, this.addresses, this.notFound);
    let page = read();
    if (this.pages.length === 0 && this.#options.isAudit && page.facts.canonical !== null) {
      this.addresses.addPublicAddress(page.facts.canonical);
      page = read();
    }
    if (this.pages.length > 0 && page.refresh !== null && page.refresh !== page.url) {
      this.#enqueue(page.refresh);
      return { kind: 'redirect', to: page.refresh };
    }
    this.pages.push(page);
    this.#follow(page.facts);
    return { kind: 'page', page: this.pages.length - 1 };
  }

  #follow({ links, alternates, canonical, assets, openGraph, structuredData }: LivePage['facts']): void {
    const pages = [canonical ?? [], links, alternates.map(({ href }) => href), openGraph.url ?? []].flat();
    for (const href of [...pages, ...structuredData.flatMap(({ urls }) => urls)]) this.#enqueue(href);
    for (const href of [...assets, openGraph.image ?? ''])
      if (href !== '') this.#enqueue(href, isFilePath(href.replace(/[?#].*/s, '')) || href.includes('?'));
  }

  #enqueue(href: string, isLoaded = false): void {
    const key = this.addresses.keyOf(href);
    if (key === null || this.#known.has(key)) return;
    const url = this.addresses.urlOf(key);
    const kind = isLoaded || isFilePath(url.pathname) ? 'files' : 'pages';
    if (this.#options.isExcluded(url.href) || !this.isAllowed(key)) return;
    const isTrap = this.#known.size >= MAX_KNOWN || this.addresses.isTrap(key);
    if (isTrap || this.#left[kind] <= 0) {
      if (this.#known.size < MAX_KNOWN) this.#known.add(key);
      if (kind === 'files') this.limited += 1;
      else if (this.refused++ === 0) this.firstRefused = key;
      return;
    }
    this.#known.add(key);
    this.#left[kind] -= 1;
    this.#queue[kind].push(key);
  }
}
