// The two threads that a site runs in, each with its bundle. A part that changed is made anew beside the one that runs
// and takes its place when it is whole; the one before then answers what it was asked, and ends.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Report } from '../report/report-event.ts';
import type { ChangedFiles } from './code/open-build.ts';
import type { PageBundles } from './code/page-bundles.ts';
import { createPreviewBundler, type PreviewBundler } from './code/preview-bundler.ts';
import type { SiteBundle } from './code/site-bundles.ts';
import type { LocalContent } from './local-content.ts';
import type { HandedOver, SiteCalls, SiteOptions, SiteRequest } from './site/site-calls.ts';
import { createThreadStarter, type PreviewThread } from './threads/preview-thread.ts';
import type { SiteRehearsal } from './threads/site-thread.ts';
import type { RenderJob, TemplateCalls, TemplateRehearsal } from './threads/template-thread.ts';

/** What runs at the moment; null is what never could be started. */
export interface RunningParts {
  readonly site: { readonly bundle: SiteBundle; readonly thread: PreviewThread<SiteCalls> } | null;
  readonly pages: { readonly bundles: PageBundles; readonly thread: PreviewThread<TemplateCalls> } | null;
}

/** What a page was made of, for the rehearsal of threads that wait. */
interface Example {
  readonly request: SiteRequest;
  readonly job: RenderJob;
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
export function createSiteParts({ dir, cacheDir, local, site: siteOptions, report }: PartsOptions): SiteParts {
  const bundler = createPreviewBundler({ dir: join(dir, 'code'), keptDir: join(cacheDir, KEPT_CODE) });
  let running: RunningParts = { site: null, pages: null };
  let example: Example | null = null;
  const createOptions = async (earlier: SiteOptions['earlier']): Promise<SiteOptions> => ({
    ...siteOptions,
    sampleUrl: await local.url(),
    dir,
    earlier,
  });
  const starters = createStarters(bundler, report, {
    site: async () => {
      if (running.site === null || example === null) return null;
      const { bundle, thread } = running.site;
      const options = await createOptions({ ...(await thread.call('handOver', null)), isSameSchema: true });
      return { start: { bundle: bundle.material, options }, request: example.request };
    },
    pages: async () => {
      if (running.pages === null || example === null) return null;
      return { bundle: urlOf(running.pages.bundles), job: example.job };
    },
  });
  const optionsFor = async (bundle: SiteBundle, handed: HandedOver | undefined): Promise<SiteOptions> => {
    if (handed !== undefined)
      return createOptions({ ...handed, isSameSchema: running.site?.bundle.schemaKey === bundle.schemaKey });
    const content = local.loadKept(bundle.schemaKey);
    if (content === null) return createOptions(null);
    // Its service is not needed for the first page, and is named later.
    const sampleUrl = await local.runningUrl();
    return {
      ...siteOptions,
      sampleUrl,
      dir,
      earlier: { content, serviceUrl: null, orders: new Map(), failure: null, isSameSchema: true },
    };
  };
  const stopStarting = async () => {
    await Promise.all([starters.site.close(), starters.pages.close()]);
  };
  const ending = new Set<PreviewThread<never>>();
  const end = async (thread: PreviewThread<never> | undefined) => {
    if (thread === undefined) return;
    ending.add(thread);
    // To end it takes the time of a core, which the page that is asked for now needs.
    await sleep(REST_MS, undefined, { ref: false });
    await thread.end();
    ending.delete(thread);
  };
  /** What the site thread waits for: bundled before the templates, which need no more than that meanwhile. */
  let bundlingSite: Promise<unknown> = Promise.resolve();
  return {
    running: () => running,
    touch: bundler.touch,
    makePages: async (browser) => {
      if (running.site !== null) await bundlingSite;
      const bundles = await bundler.bundlePages(browser);
      const last = running.pages;
      const isSame = last !== null && urlOf(last.bundles) === urlOf(bundles);
      const thread = isSame ? last.thread : await starters.pages.start({ bundle: urlOf(bundles), options: null });
      return () => {
        running = { ...running, pages: { bundles, thread } };
        if (!isSame) void end(last?.thread);
      };
    },
    makeSite: async () => {
      const last = running.site;
      const handing = last?.thread.call('handOver', null);
      handing?.catch(() => undefined);
      const bundling = bundler.bundleSite();
      bundlingSite = bundling.catch(() => undefined);
      const bundle = await bundling;
      if (last?.bundle.material === bundle.material) return () => {};
      starters.site.open();
      const thread = await starters.site.start({
        bundle: bundle.material,
        options: await optionsFor(bundle, await handing),
      });
      return () => {
        running = { ...running, site: { bundle, thread } };
        void end(last?.thread);
      };
    },
    keepExample: (page) => {
      example = page;
    },
    warm: async () => {
      const url = await local.url();
      if (url !== null) await running.site?.thread.call('useSample', url);
      await Promise.all([starters.site.prepare(), starters.pages.prepare()]);
      // What cannot be bundled is told by whoever needs it.
      await bundler.warm().catch(() => undefined);
    },
    keep: async () => {
      const { site, pages } = running;
      if (site === null || pages === null) return;
      const { isSample, outage } = await site.thread.call('status', null);
      if (isSample && outage === null)
        local.keep(site.bundle.schemaKey, (await site.thread.call('handOver', null)).content);
      bundler.keep(pages.bundles, site.bundle);
    },
    stopStarting,
    close: async () => {
      const { site, pages } = running;
      const threads = [site?.thread, pages?.thread, ...ending];
      await Promise.all([...threads.map((thread) => thread?.kill()), stopStarting()]);
      await bundler.close();
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
