// Templates into one ESM file that Node imports, client code and styles into hashed files for the browser.
// Relied on afterwards: the same sources give the same names and bytes on every machine.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import { SiteError } from '../errors.ts';
import type { OutputFile } from '../output/output-file.ts';
import { type BundlePlace, findCachedBundles, storeBundles } from './bundle-cache.ts';
import type { CodeBundles, PageCode } from './code-bundles.ts';
import { contentHash } from './content-hash.ts';
import { type FileHashes, openFileHashes } from './file-hashes.ts';
import { shareCore } from './share-core.ts';
import { createTemplateCodes, type ImportGraph, SHELL } from './template-keys.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const ICON = 'templates/favicon.svg';
/** What the list of all style sheets is called. */
const STYLES = 'styles.css';
/** Name of the font's file by the script that it is for (ISO 15924). */
const FONT_BY_SCRIPT = { Latn: 'onest-latin-wght-normal', Cyrl: 'onest-cyrillic-wght-normal' } as const;
const BROWSERS = ['chrome111', 'firefox115', 'safari16.4'];
const REQUIRE_BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
/** A build goes on with the code of the last of them, even if sources changed during each. */
const MOST_BUNDLINGS = 3;

/** How a build bundles. */
interface BundleOptions {
  readonly isForced?: boolean;
  readonly hashes?: FileHashes;
}

/** Builds that use the one process of esbuild now. */
let running = 0;

/**
 * Bundles templates, client and styles with esbuild, or finds the bundles of the same sources.
 * @throws SiteError TEMPLATE_BROKEN with file, line and text of every error of the sources.
 */
export async function bundleCode(
  cacheDir: string,
  { isForced = false, hashes = openFileHashes({ cacheDir, isForced }) }: BundleOptions = {},
): Promise<CodeBundles> {
  const place = { project: PROJECT, cacheDir, hashes };
  const cached = isForced ? null : findCachedBundles(place);
  if (cached !== null) return cached;
  const esbuild = await import('esbuild');
  running += 1;
  try {
    return await bundleAnew(place, esbuild);
  } finally {
    running -= 1;
    // Its process would keep more than 100 MB until the build ends.
    if (running === 0) await esbuild.stop();
  }
}

/**
 * Bundles anew, and keeps that for the next build. Where a source changes meanwhile, nobody knows which of its bytes esbuild
 * read, and all is bundled again: what is kept as made of an edit that it is without would be found by the next build.
 * @throws as {@link bundleCode}.
 */
export async function bundleAnew(place: BundlePlace, bundler: Bundler): Promise<CodeBundles> {
  const hashOf = (file: string) => place.hashes.hashOf(join(place.project, file));
  for (let bundlings = 1; ; bundlings += 1) {
    const begunMs = Date.now();
    const { code, sources, graph } = await makeBundles(place.cacheDir, bundler);
    const { codes, files } = createTemplateCodes(graph, hashOf);
    const bundles = { ...code, templates: codes };
    const inputs = [...sources, ...[...files.values()].flat()];
    if (storeBundles(place, { begunMs, sources: inputs }, bundles)) return bundles;
    if (bundlings < MOST_BUNDLINGS) continue;
    // Whoever writes without end, such as a watcher of a package, must not hold up the site. Nothing is kept, and these
    // keys are of this code alone: pages that are made with it are never taken for pages of the sources.
    const own = contentHash(readFileSync(code.templatesFile));
    return { ...code, templates: createTemplateCodes(graph, (file) => `${own} ${hashOf(file)}`).codes };
  }
}

/** What bundling asks of esbuild; the preview keeps its builds open between changes. */
export type Bundler = Pick<typeof import('esbuild'), 'build' | 'transform'>;

/** What templates become: a build runs a script, a preview imports a module, whose packages it leaves outside. */
type TemplateFormat = 'cjs' | 'esm';
const TEMPLATE_FILES = { cjs: 'templates.cjs', esm: 'templates.mjs' } as const;

/** Code, and what it was made of. */
interface MadeBundles {
  readonly code: PageCode;
  /** Relative to the project. */
  readonly sources: readonly string[];
  /** Which file of the templates imports which. */
  readonly graph: ImportGraph;
}

/** Bundles anew. @throws as {@link bundleCode}. */
export async function makeBundles(
  cacheDir: string,
  { build, transform }: Bundler,
  format: TemplateFormat = 'cjs',
): Promise<MadeBundles> {
  const production = {
    absWorkingDir: PROJECT,
    bundle: true,
    write: false,
    format: 'esm',
    minify: true,
    logLevel: 'silent',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  } as const;
  const browser = {
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    outdir: 'assets',
    metafile: true,
    platform: 'browser',
    target: BROWSERS,
    legalComments: 'none',
  } as const;
  try {
    const bundleTemplates = async () => {
      const templates = await build({
        ...production,
        entryPoints: [SHELL],
        format,
        minify: false,
        platform: 'node',
        sourcemap: 'linked',
        outdir: 'assets',
        metafile: true,
        // Bundled by itself: a change reaches either code or styles, mostly.
        loader: { '.css': 'empty' },
        ...(format === 'esm' ? { banner: { js: REQUIRE_BANNER } } : {}),
      });
      const styles = await build({
        ...production,
        stdin: {
          contents: importStyles(templates.metafile),
          resolveDir: PROJECT,
          sourcefile: STYLES,
          loader: 'css',
        },
        minify: false,
        outdir: 'assets',
        assetNames: '[name]-[hash]',
        metafile: true,
        loader: { '.woff2': 'file' },
      });
      return { templates, styles };
    };
    const [{ templates, styles }, client, redirect] = await Promise.all([
      bundleTemplates(),
      build({
        ...production,
        ...browser,
        entryPoints: { main: 'client/main.ts' },
        splitting: true,
        plugins: [shareCore(PROJECT)],
      }),
      build({ ...production, ...browser, format: 'iife', entryPoints: { redirect: 'client/redirect.ts' } }),
    ]);
    const icon = createStaticAsset(ICON);
    const { text } = fileOfType(styles.outputFiles, '.css');
    const stylesheet = await transform(text, { loader: 'css', minify: true, target: BROWSERS });
    const fonts = styles.outputFiles.filter(({ path }) => path.endsWith('.woff2'));
    const bundled = [...client.outputFiles, ...redirect.outputFiles, ...fonts];
    const assets = [
      ...bundled.map(({ path, contents }) => createAsset(`assets/${basename(path)}`, contents)),
      createHashedAsset('styles.css', Buffer.from(stylesheet.code)),
      icon,
    ];
    const inputs = [templates, styles, client, redirect].flatMap(({ metafile }) => Object.keys(metafile.inputs));
    const code = {
      templatesFile: storeTemplates(join(cacheDir, 'bundles'), TEMPLATE_FILES[format], templates.outputFiles),
      assets,
      stylesheet: findAsset(assets, 'styles', '.css'),
      fontByScript: {
        Latn: findAsset(assets, FONT_BY_SCRIPT.Latn, '.woff2'),
        Cyrl: findAsset(assets, FONT_BY_SCRIPT.Cyrl, '.woff2'),
      },
      script: findAsset(assets, 'main', '.js'),
      redirectScript: findAsset(assets, 'redirect', '.js'),
      icon: `/${icon.path}`,
    };
    const sources = [...new Set([...inputs, ICON])].filter((name) => name !== STYLES).sort();
    return { code, sources, graph: templates.metafile };
  } catch (cause) {
    throw asSiteError(cause);
  }
}

/** Style sheets in the order in which esbuild itself finds them behind code: those of what a module imports come first. */
function importStyles({ inputs }: ImportGraph): string {
  const visited = new Set<string>();
  const styles: string[] = [];
  const visit = (file: string) => {
    if (visited.has(file)) return;
    visited.add(file);
    for (const { path } of inputs[file]?.imports ?? []) visit(path);
    if (file.endsWith('.css')) styles.push(file);
  };
  visit(SHELL);
  return styles.map((file) => `@import ${JSON.stringify(`./${file}`)};\n`).join('');
}

/**
 * Kept under the name of their hash, so that an import never meets other bytes under a known name. Written even where they are
 * there: a build that was killed may have left half of them.
 */
function storeTemplates(
  bundlesDir: string,
  name: string,
  files: readonly { readonly path: string; readonly contents: Uint8Array }[],
): string {
  const code = fileOfType(files, '.js');
  const sourceMap = fileOfType(files, '.js.map');
  const dir = join(bundlesDir, contentHash(code.contents));
  const target = join(dir, name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, basename(sourceMap.path)), sourceMap.contents);
  // Another build may read it now.
  const beside = `${target}.${process.pid}-${threadId}`;
  writeFileSync(beside, code.contents);
  renameSync(beside, target);
  return target;
}

function fileOfType<File extends { readonly path: string }>(files: readonly File[], ending: string): File {
  const file = files.find(({ path }) => path.endsWith(ending));
  if (file === undefined) throw new Error(`esbuild made no ${ending} of the templates.`);
  return file;
}

/** A file of the project under the name of its hash. */
function createStaticAsset(file: string): OutputFile {
  return createHashedAsset(basename(file), readFileSync(join(PROJECT, file)));
}

function createHashedAsset(file: string, content: Uint8Array): OutputFile {
  const { name, ext } = parse(file);
  return createAsset(`assets/${name}-${contentHash(content)}${ext}`, content);
}

function createAsset(path: string, content: Uint8Array): OutputFile {
  return { path, content, kind: 'asset', locale: null, owner: null };
}

function findAsset(assets: readonly OutputFile[], name: string, extension: string): string {
  const asset = assets.find(({ path }) => path.startsWith(`assets/${name}-`) && path.endsWith(extension));
  if (asset === undefined) throw new Error(`esbuild wrote no ${name}${extension}.`);
  return `/${asset.path}`;
}

interface BundleMessage {
  readonly text: string;
  readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** Errors of esbuild as TEMPLATE_BROKEN; anything else as it is. */
export function asSiteError(cause: unknown): unknown {
  if (!(cause instanceof Error) || !('errors' in cause) || !Array.isArray(cause.errors)) return cause;
  const errors: readonly BundleMessage[] = cause.errors;
  return new SiteError(
    {
      code: 'TEMPLATE_BROKEN',
      exitCode: 1,
      message: 'The templates or the client code cannot be bundled, nothing was published.',
      problems: errors.map(({ text, location }) => ({
        code: 'TEMPLATE_BROKEN',
        severity: 'error',
        where: location === null ? {} : { file: `${location.file}:${location.line}:${location.column + 1}` },
        what: `${text}.`,
        fix: 'Mend the source and build again.',
      })),
    },
    { cause },
  );
}
