// The code of a preview, bundled by the build's own recipe with esbuild's builds kept open: what the browser gets has the
// bytes and names of a build; what the preview's threads run leaves packages outside, so that they are loaded once.

import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { asSiteError, type Bundler, makeBundles } from '../../code/bundle-code.ts';
import type { SiteThreadData } from '../threads/site-thread.ts';
import type { TemplateThreadData } from '../threads/template-thread.ts';
import { loadKeptCode, storeKeptCode } from './kept-code.ts';
import { leavePackages } from './leave-packages.ts';
import { type ChangedFiles, createOpenBuilds, type OpenBuilds } from './open-build.ts';
import type { PageBundles } from './page-bundles.ts';
import { bundleMachine, bundleMaterial, type MachineBundle, type SiteBundle } from './site-bundles.ts';

/** Bundles again and again. Every function throws SiteError TEMPLATE_BROKEN with all errors of the sources. */
export interface PreviewBundler {
  /** Files changed: what reads them is bundled anew when it is asked for. */
  readonly touch: (changed: ChangedFiles) => void;
  /** Bundles the templates, and the browser's code where it is asked for: that takes longer, and the last one does meanwhile. */
  readonly bundlePages: (browser: 'new' | 'last') => Promise<PageBundles>;
  readonly bundleSite: () => Promise<SiteBundle>;
  /** What threads of each kind may make ready before they are needed, as far as it is known. */
  readonly threadData: { readonly pages: () => TemplateThreadData; readonly site: () => SiteThreadData };
  /** Bundles everything once, so that a change finds the builds open; what comes out is what is known. */
  readonly warm: () => Promise<void>;
  /** Keeps code for the next preview. */
  readonly keep: (pages: PageBundles, site: SiteBundle) => void;
  readonly close: () => Promise<void>;
}

/** Where code goes: folder of this preview's own files, and folder of what one preview leaves to the next. */
interface CodePlace {
  readonly dir: string;
  readonly keptDir: string;
}

/** Makes the bundler; nothing is bundled yet. */
export function createPreviewBundler({ dir, keptDir }: CodePlace): PreviewBundler {
  const builds = createOpenBuilds();
  const kept = loadKeptCode(keptDir);
  /** What was kept is used until files change. */
  const unchanged = { pages: kept?.pages ?? null, site: kept?.site ?? null };
  /** What is kept at the moment. */
  let known = { ...unchanged };
  const pagePackages = new Set<string>(kept?.pagePackages);
  const removeOld = createRemover();
  const transformOnce = createTransformer();
  const siteBundler = createSiteBundler({ builds, dir: join(dir, 'site'), removeOld }, kept?.machine ?? null);
  const bundlePages = async (browser: 'new' | 'last'): Promise<PageBundles> => {
    const bundledAt = Date.now();
    const esbuild = await import('esbuild');
    // The results have what the options of the recipe ask for.
    const build = selectBuild(builds, pagePackages, browser) as Bundler['build'];
    const { code, sources } = await makeBundles(dir, { build, transform: transformOnce(esbuild) }, 'esm');
    removeOld('pages', dirname(code.templatesFile));
    return { code, sources: new Set(sources), bundledAt };
  };
  return {
    threadData: {
      pages: () => ({ packages: [...pagePackages] }),
      site: () => {
        const machine = siteBundler.machine();
        if (machine === null) throw new Error('The site thread is started before its code is bundled.');
        return { machine: machine.file, packages: machine.packages };
      },
    },
    touch: (changed) => {
      for (const part of ['pages', 'site'] as const)
        if (changed === null || changed.values().some((file) => unchanged[part]?.sources.has(file)))
          unchanged[part] = null;
      builds.touch(changed);
    },
    bundlePages: async (browser) => unchanged.pages ?? bundlePages(browser),
    bundleSite: async () => unchanged.site ?? siteBundler.bundle(),
    warm: async () => {
      await bundlePages('new');
      await siteBundler.bundle();
    },
    keep: (pages, site) => {
      const machine = siteBundler.machine();
      if (machine === null || (pages === known.pages && site === known.site)) return;
      storeKeptCode(keptDir, { pages, pagePackages: [...pagePackages], machine, site });
      known = { pages, site };
    },
    close: builds.close,
  };
}

/** How a bundle of the recipe is made here. */
function selectBuild(builds: OpenBuilds, pagePackages: Set<string>, browser: 'new' | 'last') {
  return (options: BuildOptions) => {
    if (options.platform === 'node') return builds.run(leavePackages(options, 'urls', pagePackages));
    return options.platform === 'browser' && browser === 'last' ? builds.runOnce(options) : builds.run(options);
  };
}

interface SiteBundling {
  readonly builds: OpenBuilds;
  readonly dir: string;
  readonly removeOld: ReturnType<typeof createRemover>;
}

/** Bundles the code of the site thread. The machine does not change while a preview runs. */
function createSiteBundler({ builds, dir, removeOld }: SiteBundling, kept: MachineBundle | null) {
  let machine = kept;
  const bundle = async (): Promise<SiteBundle> => {
    try {
      machine ??= await bundleMachine(dir);
      const made = await bundleMaterial({ builds, dir }, machine);
      removeOld('site', made.material);
      return made;
    } catch (cause) {
      // Words that are no JSON are told as a build tells them. Its module imports the tables of config/: where those are what
      // is broken it cannot be loaded, and the bundler's own error says where.
      const words = await import('../../words/check-words.ts').catch(() => null);
      words?.assertGoodWords();
      throw asSiteError(cause);
    }
  };
  return { bundle, machine: () => machine };
}

/** Gives the last result again for the last text: few changes are of styles. */
function createTransformer(): (esbuild: Pick<Bundler, 'transform'>) => Bundler['transform'] {
  let last: { readonly input: string | Uint8Array; readonly result: Promise<unknown> } | null = null;
  return ({ transform }) =>
    ((input, options) => {
      if (last?.input !== input) last = { input, result: transform(input, options) };
      return last.result;
      // One recipe asks, with the same options each time.
    }) as Bundler['transform'];
}

/** Bundles of a kind that stay: one may be broken while the one before runs, another is made beside them at the start. */
const MAX_BUNDLES = 3;

/** Deletes the files or folders of old bundles: every edit would leave one. */
function createRemover(): (kind: string, path: string) => void {
  const newest = new Map<string, readonly string[]>();
  return (kind, path) => {
    const paths = [path, ...(newest.get(kind) ?? []).filter((other) => other !== path)];
    for (const old of paths.slice(MAX_BUNDLES)) rmSync(old, { recursive: true, force: true });
    newest.set(kind, paths.slice(0, MAX_BUNDLES));
  };
}
