// An open site: answers requests, describes pages for the toolbar, and reads its content again: lists by name, changes on each poll, and
// the redirect rules once an hour. This file is the entry of a bundle, which runs again after each change of config or messages
// (code/bundle-site.ts).

import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { REDIRECT_CACHE_MS } from '../../../config/constants.ts';
import type { SiteConfig } from '../../../config/define-site.ts';
import { listAddresses } from '../../content/load-content.ts';
import { errorMessage, type Problem } from '../../errors.ts';
import type { SitePath } from '../../files/brands.ts';
import type { OutputFile } from '../../files/output-file.ts';
import { PROJECT } from '../../files/project.ts';
import { ImageCache, imageCacheDirOf } from '../../images/image-cache.ts';
import { publicDirOf, readPublicFile } from '../../outputs/public-files.ts';
import type { RedirectRules } from '../../plan/redirects/redirect-rules.ts';
import type { Report } from '../../report/report-event.ts';
import { loadSite, type SiteFlags } from '../../settings/load-site.ts';
import { printableText } from '../../text/printable-text.ts';
import { assertGoodWords } from '../../words/check-words.ts';
import { describeError, failWith } from '../describe-failure.ts';
import { answerRequest, type Outage, type SiteAnswer, type SiteRequest } from './answer-request.ts';
import { type ContentStore, openStore } from './content-store.ts';
import { type LivePlace, readLiveContent } from './live-preview.ts';
import { createPreviewContent, type ShownOptions } from './preview-snapshot.ts';
import { type PageCode, SiteView, type ViewInput } from './site-view.ts';
import { findTargets, type ListName, receivedOf, type StoredContent } from './stored-content.ts';

export interface SiteOptions extends ShownOptions {
  readonly flags: SiteFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Origin of the sample service, which is used if no other service is configured. */
  readonly sampleUrl: string | null;
  /** With equal keys, a content store reads the same and makes the same rows of it. */
  readonly schemaKey: string;
  readonly cacheDir: string;
  /** Whether to load the tag manager, the chat and similar services. */
  readonly withIntegrations: boolean;
  readonly report: Report;
  /** Stops all reads. Abort it before stopping the preview. */
  readonly signal: AbortSignal;
}

interface SiteInput extends ViewInput {
  readonly options: ShownOptions;
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly publicDir: string;
  readonly store: ContentStore;
  readonly report: Report;
}

export type OpenSite = typeof openSite;

/** Opens a site, with the content of the previous one if possible. @throws SiteError for invalid messages or settings. */
export async function openSite(options: SiteOptions, previous: Site | null): Promise<Site> {
  const { report, sampleUrl, cacheDir } = options;
  const { site: loaded, contentToken: token } = await loadSite(options.flags, options.environment);
  // After the tables, which have keys of messages.
  assertGoodWords();
  const site = options.withIntegrations ? loaded : withoutIntegrations(loaded);
  const { url } = site.content;
  const service =
    url === null ? { url: sampleUrl ?? '', isSample: true, token: null } : { url, isSample: false, token };
  const store = await openStore({ ...options, site, service }, previous?.input.store ?? null);
  return new Site({
    ...{ options, site, service, store, report },
    orders: previous?.input.orders ?? [],
    imageCache: new ImageCache(imageCacheDirOf(site, cacheDir)),
    sampleAssetsDir: join(PROJECT, 'content/sample/assets/'),
    publicDir: publicDirOf(site, PROJECT),
  });
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

/** Globals are read in every third poll, because banners change rarely and each is a request. */
const POLLS_PER_GLOBALS = 3;
/** Number of live previews in memory, for their images and the toolbar. */
const MAX_LIVE_VIEWS = 4;
/** Number of tokens of live previews whose entries are remembered. */
const MAX_EDITED = 50;

export class Site {
  readonly input: SiteInput;
  /** The last failure of each page whose template fails. */
  readonly #failures = new Map<SitePath, string>();
  readonly #live = new LRUCache<string, SiteView>({ max: MAX_LIVE_VIEWS });
  readonly #edited: LivePlace['edited'] = new LRUCache({ max: MAX_EDITED });
  #view: SiteView;
  /** The changes of the store in the view. */
  #seen: number;
  #polls = 0;

  constructor(input: SiteInput) {
    this.input = input;
    this.#seen = input.store.changes;
    this.#view = createView(input, input.store.content);
  }

  /** Answers a request. Never rejects. */
  async answer(request: SiteRequest): Promise<SiteAnswer> {
    try {
      return await answerRequest(this, request);
    } catch (cause) {
      const text = `${printableText(request.pathname)} cannot be shown: ${errorMessage(cause)}`;
      this.input.report({ kind: 'log', level: 'warning', text });
      return failWith(500, describeError(cause));
    }
  }

  /** The view for a path: with unsaved values if the service knows the token. A repeated request gets the same view again. */
  async viewFor(path: SitePath, { token, isRepeated }: SiteRequest): Promise<SiteView> {
    if (token === null) return this.#view;
    const key = `${token} ${path}`;
    const known = this.#live.get(key);
    if (isRepeated === true) return known ?? this.#view;
    const { store } = this.input;
    const { client, content } = store;
    const records = store.records.withUnsaved();
    const place = { client, records, edited: this.#edited, content, view: this.#view };
    const read = await readLiveContent(place, path, token);
    if (read === null) return this.#view;
    const view = createView(this.input, read.content, records, read.problems);
    this.#live.set(key, view);
    return view;
  }

  /**
   * The redirect rules. They are used for an hour after they were received, and then read again; null if that fails, so that pages are
   * shown without redirects.
   */
  async findRules(): Promise<RedirectRules | null> {
    const { store, report } = this.input;
    const isRecent = () => performance.now() - (store.rulesAt ?? Number.NEGATIVE_INFINITY) <= REDIRECT_CACHE_MS;
    // If polling has found that the service is down, it is not asked again.
    if (!isRecent() && store.failure === null) await this.read([{ collection: 'redirects' }]);
    if (isRecent()) return this.#view.plan.redirects;
    const { failure } = store;
    // The message of the error is for builds.
    const what = failure?.problems[0]?.what ?? failure?.message ?? '';
    const text = `Error in redirects middleware: ${what} Pages are shown without redirects.`;
    // Logged once, not for every page.
    report({ kind: 'log', level: store.rulesAt === null ? 'verbose' : 'warning', text });
    store.rulesAt = null;
    return null;
  }

  /** A file that is no page: made from content, or the owner's own. */
  async findFile(path: SitePath, { files, templates }: PageCode): Promise<OutputFile | null> {
    const pages = await this.#view.pagesWith(files);
    return (await pages.findFile(path.slice(1), templates)) ?? readPublicFile(this.input.publicDir, path);
  }

  /** Reports the failure of a page once, and when the last one is fixed. */
  noteRendered(path: SitePath, problem: Problem | null): void {
    const { report } = this.input;
    const failure = problem === null ? undefined : JSON.stringify(problem);
    if (failure === this.#failures.get(path)) return;
    if (problem === null || failure === undefined) {
      this.#failures.delete(path);
      if (this.#failures.size === 0) report({ kind: 'log', level: 'info', text: 'The errors are fixed.' });
      return;
    }
    this.#failures.set(path, failure);
    report({ kind: 'problems', problems: [problem] });
  }

  outage(): Outage | null {
    const { store, service } = this.input;
    const { failure, content } = store;
    if (failure === null) return null;
    const reads = [...content.values()];
    const hasSource = (source: string) => reads.some((read) => read.kind === 'collection' && read.source === source);
    const hasGaps = hasSource('empty');
    const shown = hasGaps
      ? 'There is no earlier content to show.'
      : hasSource('stale')
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

  /** Reads lists; all of them for null. Resolves to whether pages may have changed. */
  read(lists: readonly ListName[] | null): Promise<boolean> {
    const { store } = this.input;
    if (lists === null) {
      // A file may have been replaced.
      store.files.askAgain();
      return this.#updateAfter(() => store.read());
    }
    const targets = lists.flatMap((list) => findTargets(store, list));
    return this.#updateAfter(() => store.readChanged(targets, targets));
  }

  /** Reads what has changed. */
  async poll(): Promise<{ readonly isChanged: boolean; readonly requests: number }> {
    const { store } = this.input;
    const before = store.sent;
    const withGlobals = this.#polls % POLLS_PER_GLOBALS === 0;
    this.#polls += 1;
    const targets = store.targets.filter(({ kind }) => withGlobals || kind === 'collection');
    const isChanged = await this.#updateAfter(() => store.readChanged(targets, store.targets));
    return { isChanged, requests: store.sent - before };
  }

  /** Updates the view after a read. Resolves to whether pages may have changed. */
  async #updateAfter(read: () => Promise<unknown>): Promise<boolean> {
    const { store, service, report } = this.input;
    const hadFailure = store.failure !== null;
    await read();
    // The site before this one may have read what changed.
    const isChanged = store.changes !== this.#seen || this.#isDue();
    if (isChanged) this.update();
    const hasFailure = store.failure !== null;
    const text = service.isSample ? 'The errors are fixed.' : 'The content service is available again.';
    if (hadFailure && !hasFailure) report({ kind: 'log', level: 'info', text });
    return isChanged || hadFailure !== hasFailure;
  }

  /** Whether a scheduled entry has become due since the view was created. */
  #isDue(): boolean {
    const now = new Date().toISOString();
    const { clock, collections } = this.#view.plan.model.snapshot;
    const isDue = ({ date }: { readonly date: string | null }) => date !== null && date > clock && date <= now;
    return this.input.options.clock === null && collections.some(({ rows }) => rows.some(isDue));
  }

  /** Creates the view again, such as after local pictures have changed. Returns true, because any page may show them. */
  update(): true {
    this.#seen = this.input.store.changes;
    this.#view = createView(this.input, this.input.store.content);
    return true;
  }

  /** Downloads missing images and files of the service. Resolves to whether there are new ones, so that the site must be updated. */
  loadFiles(): Promise<boolean> {
    const { store } = this.input;
    return store.files.update(listAddresses(receivedOf(store.content)));
  }
}

function createView(
  input: SiteInput,
  stored: StoredContent,
  records = input.store.records,
  unsaved: SiteView['unsaved'] = null,
): SiteView {
  const { options, service, store } = input;
  const content = createPreviewContent(stored, options, {
    records,
    clock: options.clock ?? new Date().toISOString(),
    service: { url: service.url, isSample: service.isSample },
    ...store.files.find(listAddresses(receivedOf(stored))),
  });
  return new SiteView(input, content, unsaved);
}
