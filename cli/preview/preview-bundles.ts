// The code of a preview, bundled by the build's own recipe with esbuild's builds kept open: what the browser gets has the
// bytes and names of a build; what the preview's threads run leaves packages outside, so that they are loaded once.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BuildContext, BuildOptions, BuildResult, Plugin } from 'esbuild';
import { asSiteError, type Bundler, makeBundles } from '../build/bundle-code.ts';
import type { CodeBundles } from '../build/code-bundles.ts';
import { contentHash, sha256 } from '../build/content-hash.ts';

/** Root of the project. */
export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Code for the browser and the template thread. */
export interface PageBundles {
  readonly code: CodeBundles;
  /** Paths relative to the project. */
  readonly sources: ReadonlySet<string>;
}

/** Code of the site thread. */
export interface SiteBundle {
  /** File URL. */
  readonly file: string;
  readonly sources: ReadonlySet<string>;
  /** Equal keys: received content becomes the same entries and rows. */
  readonly schemaKey: string;
}

/** Paths relative to the project of files that changed; null where that is not known, or files came and went. */
export type ChangedFiles = ReadonlySet<string> | null;

/** Bundles again and again. Every function throws SiteError TEMPLATE_BROKEN with all errors of the sources. */
export interface PreviewBundler {
  readonly bundlePages: (changed: ChangedFiles) => Promise<PageBundles>;
  readonly bundleSite: (changed: ChangedFiles) => Promise<SiteBundle>;
  /** The preview's own script. */
  readonly bundleScript: () => Promise<string>;
  /** File URLs of packages that the bundles of each kind load. */
  readonly packages: { readonly pages: ReadonlySet<string>; readonly site: ReadonlySet<string> };
  readonly close: () => Promise<void>;
}

const SITE_ENTRY = 'cli/preview/site/serve-site.ts';
const SCRIPT_ENTRY = 'cli/preview/browser/preview.ts';
/** Sources that decide how received content becomes entries and rows. */
const SCHEMA_SOURCES = /^(content|cli\/content|config)\//;

/** Makes the bundler; nothing is bundled yet. Files go under `dir`. */
export function createPreviewBundler(dir: string): PreviewBundler {
  const packages = { pages: new Set<string>(), site: new Set<string>() };
  const builds = new Map<string, OpenBuild>();
  const run = async (options: BuildOptions, changed: ChangedFiles): Promise<BuildResult> => {
    const key = JSON.stringify([options.entryPoints, options.format]);
    const build = builds.get(key) ?? (await openBuild(options));
    builds.set(key, build);
    return rebuild(build, changed);
  };
  const keepLast = createFolderKeeper();
  let addresses: Plugin | null = null;
  return {
    packages,
    bundlePages: async (changed) => {
      const esbuild = await import('esbuild');
      const build = (options: BuildOptions) =>
        run(options.platform === 'node' ? leavePackages(options, packages.pages) : options, changed);
      // The results have what the options of the recipe ask for.
      const bundler: Bundler = { ...esbuild, build: build as Bundler['build'] };
      const { bundles, sources } = await makeBundles(dir, bundler);
      keepLast('pages', dirname(bundles.templatesFile));
      return { code: bundles, sources: new Set(sources) };
    },
    bundleSite: async (changed) => {
      addresses ??= keepAddresses();
      const options = { ...SITE_BUILD, plugins: [addresses] };
      const result = await run(leavePackages(options, packages.site), changed).catch((cause: unknown) => {
        throw asSiteError(cause);
      });
      const file = storeSite(join(dir, 'site'), result);
      keepLast('site', dirname(file));
      const sources = Object.keys(result.metafile?.inputs ?? {}).sort();
      const schemas = sources.filter((source) => SCHEMA_SOURCES.test(source));
      return {
        file: pathToFileURL(file).href,
        sources: new Set(sources),
        schemaKey: sha256(schemas.map((source) => sha256(readFileSync(join(PROJECT, source)))).join()),
      };
    },
    bundleScript: async () => {
      const { build } = await import('esbuild');
      const { outputFiles } = await build(SCRIPT_BUILD);
      return outputFiles[0]?.text ?? '';
    },
    close: async () => {
      for (const { context } of builds.values()) await context.dispose();
    },
  };
}

const SITE_BUILD: BuildOptions = {
  absWorkingDir: PROJECT,
  entryPoints: [SITE_ENTRY],
  outdir: 'out',
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'silent',
};

const SCRIPT_BUILD = {
  absWorkingDir: PROJECT,
  entryPoints: [SCRIPT_ENTRY],
  bundle: true,
  write: false,
  format: 'iife',
  minify: true,
  loader: { '.css': 'text' },
  target: ['chrome111', 'firefox115', 'safari16.4'],
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** A build that stays open: what did not change is not read again. */
interface OpenBuild {
  readonly context: BuildContext;
  last: BuildResult | null;
}

async function openBuild(options: BuildOptions): Promise<OpenBuild> {
  const { context } = await import('esbuild');
  return { context: await context(options), last: null };
}

async function rebuild(build: OpenBuild, changed: ChangedFiles): Promise<BuildResult> {
  const inputs = build.last?.metafile?.inputs;
  if (build.last !== null && inputs !== undefined && changed !== null) {
    if (!changed.values().some((file) => inputs[file] !== undefined)) return build.last;
  }
  build.last = null;
  build.last = await build.context.rebuild();
  return build.last;
}

/** Code that asks where it is gets the place of its source: a bundle lies elsewhere. */
function keepAddresses(): Plugin {
  const files = readdirSync(join(PROJECT, 'cli'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(PROJECT, 'cli', name))
    .filter((file) => file.endsWith('.ts') && readFileSync(file, 'utf8').includes('import.meta'));
  return {
    name: 'keep-addresses',
    setup: (build) => {
      build.onLoad({ filter: /[\\/]cli[\\/].*\.ts$/ }, ({ path }) => {
        if (!files.includes(path)) return null;
        const contents = readFileSync(path, 'utf8')
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll(/import\.meta\.resolve\('([^']+)'\)/g, (_, name: string) =>
            JSON.stringify(import.meta.resolve(name)),
          );
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Leaves packages outside of a bundle for Node, and remembers them. Styles and fonts of packages are bundled. */
function leavePackages(options: BuildOptions, found: Set<string>): BuildOptions {
  const plugin: Plugin = {
    name: 'leave-packages',
    setup: (build) => {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        const isCode = kind === 'import-statement' || kind === 'dynamic-import' || kind === 'require-call';
        if (!isCode || path.startsWith('node:')) return null;
        const url = import.meta.resolve(path);
        if (!/\.[cm]?js$/.test(url)) return null;
        // What is imported on demand need not be there ahead.
        if (kind !== 'dynamic-import') found.add(url);
        return { path: url, external: true };
      });
    },
  };
  return { ...options, plugins: [...(options.plugins ?? []), plugin] };
}

function storeSite(dir: string, { outputFiles = [] }: BuildResult): string {
  const code = outputFiles.find(({ path }) => path.endsWith('.js'));
  if (code === undefined) throw new Error('esbuild wrote no site bundle.');
  const folder = join(dir, contentHash(code.contents));
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles)
    writeFileSync(join(folder, path.endsWith('.map') ? 'serve-site.js.map' : 'serve-site.mjs'), contents);
  return join(folder, 'serve-site.mjs');
}

/** Deletes the folder of a bundle when another one takes its place: every edit would leave one. */
function createFolderKeeper(): (kind: string, folder: string) => void {
  const last = new Map<string, string>();
  return (kind, folder) => {
    const before = last.get(kind);
    if (before !== undefined && before !== folder) rmSync(before, { recursive: true, force: true });
    last.set(kind, folder);
  };
}
