// The two threads that a site runs in, each with its bundle. A part that changed is made anew beside the one that runs
// and takes its place when it is whole; the one before then answers what it was asked, and ends.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { PageJob } from '../render/page-input/create-page-input.ts';
import type { Report } from '../report/report-event.ts';
import type { ChangedFiles } from './code/open-build.ts';
import type { PageBundles } from './code/page-bundles.ts';
import { createPreviewBundler, type PreviewBundler } from './code/preview-bundler.ts';
import type { SiteBundle } from './code/site-bundles.ts';
import type { LocalContent } from './local-content.ts';
import type { SiteCalls, SiteOptions, SiteRequest } from './site/site-calls.ts';
import { createThreadStarter, type PreviewThread } from './threads/preview-thread.ts';
import type { SiteRehearsal } from './threads/site-thread.ts';
import type { TemplateCalls, TemplateRehearsal } from './threads/template-thread.ts';

/** What runs at the moment; null is what never could be started. */
export interface RunningParts {
  readonly site: { readonly bundle: SiteBundle; readonly thread: PreviewThread<SiteCalls> } | null;
  readonly pages: { readonly bundles: PageBundles; readonly thread: PreviewThread<TemplateCalls> } | null;
}

/** What a page was made of, for the rehearsal of threads that wait. */
interface Example {
  readonly request: SiteRequest;
  readonly job: PageJob;
}

/** The parts of a site. */
export interface SiteParts {
  readonly running: () => RunningParts;
  /** Files changed: what reads them is made anew when it is asked for. */
  readonly touch: (changed: ChangedFiles) => void;
  /** Makes the templates' part, with the browser's code anew or as it was. Resolves with what puts it in its place. */
  readonly makePages: (browser: 'new' | 'last') => Promise<() => void>;
  readonly makeSite: () => Promise<() => void>;
  /** Keeps the last page for rehearsals. */
  readonly keepExample: (example: Example) => void;
  /** Makes ready what a change needs: open builds, threads that wait. */
  readonly warm: () => Promise<void>;
  /** Keeps code and content for the next preview. */
  readonly keep: () => Promise<void>;
  /** Starts nothing any more, and ends what is being started. */
  readonly stopStarting: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the parts are made with. */
export interface PartsOptions {
  /** Folder of this preview's own files. */
  readonly dir: string;
  /** Folder of what one preview leaves to the next. */
  readonly cacheDir: string;
  readonly local: LocalContent;
  /** Everything of the site thread's options but its content. */
  readonly site: Omit<SiteOptions, 'earlier' | 'dir' | 'sampleUrl'>;
  readonly report: Report;
}

/** Open pages that were told of a change have asked for it after this time. */
const REST_MS = 150;
/** Folder of the code that one preview leaves to the next. */
const KEPT_CODE = 'preview-code';

/** Starts without parts. */
export function createSiteParts(options: PartsOptions): SiteParts {
  const { dir, cacheDir, local, report } = options;
  const bundler = createPreviewBundler({ dir: join(dir, 'code'), keptDir: join(cacheDir, KEPT_CODE) });
  let running: RunningParts = { site: null, pages: null };
  let example: Example | null = null;
  const starters = createStarters(bundler, report, {
    site: async () => rehearseSite(options, running.site, example),
    pages: async () => rehearsePages(running.pages, example),
  });
  const stopStarting = async () => {
    await Promise.all([starters.site.close(), starters.pages.close()]);
  };
  const endings = createEndings();
  /** What the site thread waits for: bundled before the templates, which need no more than that meanwhile. */
  let bundlingSite: Promise<unknown> = Promise.resolve();
  const bundleSite = () => {
    const bundling = bundler.bundleSite();
    bundlingSite = bundling.catch(() => undefined);
    return bundling;
  };
  return {
    running: () => running,
    touch: bundler.touch,
    makePages: async (browser) => {
      if (running.site !== null) await bundlingSite;
      const { pages, replaced } = await startPages(starters, await bundler.bundlePages(browser), running.pages);
      return () => {
        running = { ...running, pages };
        endings.end(replaced);
      };
    },
    makeSite: async () => {
      const last = running.site;
      const site = await startSite({ options, starters, bundleSite }, last);
      if (site === null) return () => {};
      return () => {
        running = { ...running, site };
        endings.end(last?.thread);
      };
    },
    keepExample: (page) => {
      example = page;
    },
    warm: () => warmParts({ local, bundler, starters }, running.site),
    keep: () => keepParts({ local, bundler }, running),
    stopStarting,
    close: async () => {
      const { site, pages } = running;
      const threads = [site?.thread, pages?.thread, ...endings.threads];
      await Promise.all([...threads.map((thread) => thread?.kill()), stopStarting()]);
      await bundler.close();
    },
  };
}

type RunningPages = NonNullable<RunningParts['pages']>;
type RunningSite = NonNullable<RunningParts['site']>;

/** Starts the templates' thread, unless the last one has the same code. */
async function startPages(
  starters: Starters,
  bundles: PageBundles,
  last: RunningPages | null,
): Promise<{ readonly pages: RunningPages; readonly replaced: RunningPages['thread'] | undefined }> {
  const bundle = urlOf(bundles);
  if (last !== null && urlOf(last.bundles) === bundle)
    return { pages: { bundles, thread: last.thread }, replaced: undefined };
  const thread = await starters.pages.start({ bundle, options: null });
  return { pages: { bundles, thread }, replaced: last?.thread };
}

/** Starts the site thread with the content of the last one; null where that has the same code. */
async function startSite(
  {
    options,
    starters,
    bundleSite,
  }: {
    readonly options: PartsOptions;
    readonly starters: Starters;
    readonly bundleSite: () => Promise<SiteBundle>;
  },
  last: RunningSite | null,
): Promise<RunningSite | null> {
  const handing = last?.thread.call('handOver', null);
  handing?.catch(() => undefined);
  const bundle = await bundleSite();
  if (last?.bundle.material === bundle.material) return null;
  starters.site.open();
  const handed = await handing;
  const siteOptions =
    handed === undefined
      ? await createFirstOptions(options, bundle.schemaKey)
      : await createOptions(options, { ...handed, isSameSchema: last?.bundle.schemaKey === bundle.schemaKey });
  return { bundle, thread: await starters.site.start({ bundle: bundle.material, options: siteOptions }) };
}

async function createOptions(
  { dir, site, local }: PartsOptions,
  earlier: SiteOptions['earlier'],
): Promise<SiteOptions> {
  return { ...site, sampleUrl: await local.url(), dir, earlier };
}

/** Options of the first site thread, with what the last preview received. */
async function createFirstOptions(options: PartsOptions, schemaKey: string): Promise<SiteOptions> {
  const { dir, site, local } = options;
  const content = local.loadKept(schemaKey);
  if (content === null) return createOptions(options, null);
  const earlier = { content, serviceUrl: null, orders: new Map(), failure: null, isSameSchema: true };
  // Its service is not needed for the first page, and is named later.
  return { ...site, sampleUrl: await local.runningUrl(), dir, earlier };
}

async function rehearseSite(
  options: PartsOptions,
  site: RunningSite | null,
  example: Example | null,
): Promise<SiteRehearsal | null> {
  if (site === null || example === null) return null;
  const handed = await site.thread.call('handOver', null);
  const siteOptions = await createOptions(options, { ...handed, isSameSchema: true });
  return { start: { bundle: site.bundle.material, options: siteOptions }, request: example.request };
}

function rehearsePages(pages: RunningPages | null, example: Example | null): TemplateRehearsal | null {
  return pages === null || example === null ? null : { bundle: urlOf(pages.bundles), job: example.job };
}

async function warmParts(
  {
    local,
    bundler,
    starters,
  }: { readonly local: LocalContent; readonly bundler: PreviewBundler; readonly starters: Starters },
  site: RunningSite | null,
): Promise<void> {
  const url = await local.url();
  if (url !== null) await site?.thread.call('useSample', url);
  await Promise.all([starters.site.prepare(), starters.pages.prepare()]);
  // What cannot be bundled is told by whoever needs it.
  await bundler.warm().catch(() => undefined);
}

async function keepParts(
  { local, bundler }: { readonly local: LocalContent; readonly bundler: PreviewBundler },
  { site, pages }: RunningParts,
): Promise<void> {
  if (site === null || pages === null) return;
  const { isSample, outage } = await site.thread.call('status', null);
  if (isSample && outage === null)
    local.keep(site.bundle.schemaKey, (await site.thread.call('handOver', null)).content);
  bundler.keep(pages.bundles, site.bundle);
}

/** Ends threads that were replaced: they answer what they were asked meanwhile. */
function createEndings() {
  const threads = new Set<PreviewThread<never>>();
  const end = async (thread: PreviewThread<never>) => {
    threads.add(thread);
    // To end it takes the time of a core, which the page that is asked for now needs.
    await sleep(REST_MS, undefined, { ref: false });
    await thread.end();
    threads.delete(thread);
  };
  return {
    threads,
    end: (thread: PreviewThread<never> | undefined) => {
      if (thread !== undefined) void end(thread);
    },
  };
}

/** What pages link; bytes and templates are no business of the site thread. */
export function linkedFiles({
  code: { assets: _assets, templatesFile: _templates, ...files },
}: PageBundles): SiteRequest['files'] {
  return files;
}

const urlOf = ({ code }: PageBundles) => pathToFileURL(code.templatesFile).href;

interface Rehearsals {
  readonly site: () => Promise<SiteRehearsal | null>;
  readonly pages: () => Promise<TemplateRehearsal | null>;
}

type Starters = ReturnType<typeof createStarters>;

function createStarters({ threadData }: PreviewBundler, report: Report, rehearsals: Rehearsals) {
  return {
    site: createThreadStarter<SiteCalls>({
      entry: new URL('./threads/site-thread.ts', import.meta.url),
      data: threadData.site,
      rehearsal: rehearsals.site,
      importsBundles: false,
      report,
    }),
    pages: createThreadStarter<TemplateCalls>({
      entry: new URL('./threads/template-thread.ts', import.meta.url),
      data: threadData.pages,
      rehearsal: rehearsals.pages,
      importsBundles: true,
      report,
    }),
  };
}
