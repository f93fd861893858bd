// The running site. It has two parts: the site (config, messages, content, routes) and the pages (templates, styles, browser code).
// After a change, parts with other code are loaded again. If that fails, the last working version stays.

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { basePathOf } from '../../config/site-address.ts';
import { asSiteError } from '../code/bundle-errors.ts';
import type { PageCode } from '../code/code-bundles.ts';
import { collectNow } from '../engine.ts';
import type { Report } from '../report/report-event.ts';
import { bundlePages, type PageBundle } from './code/bundle-pages.ts';
import { bundleProgram, bundleSources, type ProgramBundle, type SiteBundle } from './code/bundle-site.ts';
import { type ChangedFiles, createBuilds } from './code/open-builds.ts';
import { describeError, failWith, type ShownProblem } from './describe-failure.ts';
import type { SiteAnswer, SiteRequest } from './site/answer-request.ts';
import type { Site, SiteOptions } from './site/site.ts';
import type { PageCode as LoadedPages } from './site/site-view.ts';

export type PageRequest = Omit<SiteRequest, keyof LoadedPages>;

export interface RunningOptions {
  readonly site: Omit<SiteOptions, 'sampleUrl' | 'schemaKey'>;
  /** Folder for files of this preview. */
  readonly dir: string;
  /** Origin of the sample service; null if another service is used. */
  readonly sampleUrl: () => Promise<string | null>;
  /** Called after every change. */
  readonly onChange: () => void;
}

interface SitePart {
  readonly hash: string;
  readonly site: Site;
}

/** Number of versions whose bundled files are served. */
const MAX_GENERATIONS = 3;
/** How long the content of a replaced site stays open for running requests. */
const GRACE_MS = 10_000;
/** Garbage is collected this time after a change, when open pages have shown it. Each edit leaves some megabytes. */
const COLLECT_MS = 2000;

/** A running site. Requests wait until it has started. */
export class RunningSite {
  /** Resolves when the first start has succeeded or failed. */
  readonly isReady: Promise<void>;
  /** Increases with every change. Starts with a number that no earlier preview had. */
  version = Date.now();
  readonly #options: RunningOptions;
  /** Two queues, so that a slow content service does not delay changed templates. */
  readonly #changes = pLimit(1);
  readonly #reads = pLimit(1);
  readonly #builds = createBuilds();
  #program: ProgramBundle | null = null;
  #site: SitePart | null = null;
  #pages: PageBundle | null = null;
  /** Errors of the parts that could not be loaded. */
  readonly #faults = new Map<'site' | 'pages', unknown>();
  /** Newest first. Pages that were loaded before a change may still load their scripts. */
  #assets: readonly PageCode['assets'][] = [];
  #collecting: NodeJS.Timeout | null = null;

  constructor(options: RunningOptions) {
    this.#options = options;
    this.isReady = this.change(null);
    void this.isReady.then(() => this.#inBackground(() => this.#loadFiles()));
  }

  async answer(request: PageRequest): Promise<SiteAnswer> {
    await this.isReady;
    const [site, pages] = [this.current, this.#pages];
    return site === null || pages === null ? failWith(500, this.faults()) : site.answer({ ...request, ...pages.code });
  }

  /** A bundled file by the path of a request. */
  findAsset(path: string): PageCode['assets'][number] | null {
    const folder = this.current === null ? '' : basePathOf(this.current.input.site.origin);
    return this.#assets.flat().find((asset) => `${folder}/${asset.path}` === path) ?? null;
  }

  /** Null if it could not be opened yet. */
  get current(): Site | null {
    return this.#site?.site ?? null;
  }

  /** Errors of sources. Their last working versions are used. */
  faults(): readonly ShownProblem[] {
    return [...this.#faults.values()].flatMap(describeError);
  }

  /** Bundles what imports changed files, and loads the parts with other code. */
  change(changed: ChangedFiles): Promise<void> {
    return this.#changes(() => this.#applyChange(changed));
  }

  /** Runs an action on the site, which resolves to whether pages may have changed. Then publishes them. */
  update(action: (site: Site) => boolean | Promise<boolean>): Promise<boolean> {
    return this.#reads(async () => {
      const isChanged = await this.#runOnSite(action);
      if (isChanged) this.#publish();
      this.#inBackground(() => this.#loadFiles());
      return isChanged;
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#collecting ?? undefined);
    await Promise.all([this.#changes(async () => {}), this.#reads(async () => {})]);
    await this.current?.input.store.close();
    await this.#builds.close();
  }

  /** If the site is replaced meanwhile, runs the action on the new one, too, which may have begun with the previous content. */
  async #runOnSite(action: (site: Site) => boolean | Promise<boolean>): Promise<boolean> {
    let isChanged = false;
    let site: Site | null = null;
    while (site !== this.current) {
      site = this.current;
      if (site !== null && (await action(site))) isChanged = true;
      await this.#changes(async () => {});
    }
    return isChanged;
  }

  /** Downloads missing files. Not queued, so that downloads do not delay edits. */
  async #loadFiles(): Promise<void> {
    const hasNew = await this.#site?.site.loadFiles();
    if (hasNew === true) await this.update((site) => site.update());
  }

  #inBackground(work: () => Promise<unknown>): void {
    work().catch((cause: unknown) => reportError(this.#options.site.report, cause));
  }

  /** Loads the changed parts, and publishes them together. */
  async #applyChange(changed: ChangedFiles): Promise<void> {
    const [site, pages] = [this.#site, this.#pages];
    this.#builds.touch(changed);
    const faults = this.faults();
    [this.#site, this.#pages] = await Promise.all([
      this.#attempt('site', () => this.#loadSite(), site),
      this.#attempt('pages', () => this.#loadPages(), pages),
    ]);
    const isSame = site === this.#site && pages === this.#pages && isDeepStrictEqual(faults, this.faults());
    if (!isSame) this.#publish();
    const [store, last] = [this.current?.input.store, site?.site.input.store];
    if (store === last) return;
    if (store?.isStale === true) this.#inBackground(() => this.update((each) => each.read(null)));
    setTimeout(() => void last?.close(), GRACE_MS).unref();
  }

  /** Loads a part. If that fails, returns the previous one and reports the error. */
  async #attempt<T>(part: 'site' | 'pages', load: () => Promise<T>, previous: T): Promise<T> {
    const { report, signal } = this.#options.site;
    try {
      const loaded = await load();
      if (this.#faults.delete(part)) report({ kind: 'log', level: 'info', text: 'The errors are fixed.' });
      return loaded;
    } catch (cause) {
      this.#faults.set(part, cause);
      // An interrupt is not an error.
      if (!signal.aborted) reportError(report, cause);
      return previous;
    }
  }

  /** Opens the site again, unless its code is the same. */
  async #loadSite(): Promise<SitePart> {
    const last = this.#site;
    const [{ hash, schemaKey, load }, sampleUrl] = await Promise.all([this.#bundleSite(), this.#options.sampleUrl()]);
    if (last?.hash === hash) return last;
    const options = { ...this.#options.site, sampleUrl, schemaKey };
    return { hash, site: await load().openSite(options, last?.site ?? null) };
  }

  async #bundleSite(): Promise<SiteBundle> {
    try {
      this.#program ??= await bundleProgram();
      return await bundleSources(this.#builds, this.#program);
    } catch (cause) {
      throw asSiteError(cause);
    }
  }

  #loadPages(): Promise<PageBundle> {
    return bundlePages(this.#builds, join(this.#options.dir, 'code'), this.#pages);
  }

  /** Increases the version and notifies open pages. */
  #publish(): void {
    const assets = this.#pages?.assets;
    if (assets !== undefined && assets !== this.#assets[0])
      this.#assets = [assets, ...this.#assets].slice(0, MAX_GENERATIONS);
    this.version += 1;
    this.#collecting ??= setTimeout(() => {
      this.#collecting = null;
      collectNow();
    }, COLLECT_MS).unref();
    this.#options.onChange();
  }
}

export function reportError(report: Report, cause: unknown): void {
  report({ kind: 'problems', problems: describeError(cause).map(({ problem }) => problem) });
}
