// Bundles the templates for Node, and client code and styles into hashed files for browsers. The same sources give the same files
// on every machine.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import type { Metafile } from 'esbuild';
import { type SitePath, toOutPath, toSitePath } from '../files/brands.ts';
import { findCodeKey } from '../files/code-key.ts';
import { contentHash, hashFile } from '../files/content-hash.ts';
import { createAssetFile, type OutputFile } from '../files/output-file.ts';
import { PROJECT } from '../files/project.ts';
import { writeWhole } from '../files/write-file.ts';
import { asSiteError, settleBuilds } from './bundle-errors.ts';
import { type CodeBundles, findCachedBundles, type PageCode, storeBundles } from './code-bundles.ts';
import { shareCore } from './share-core.ts';
import { createTemplateCodes, type ImportGraph, listProgram, SHELL } from './template-keys.ts';

const ICONS: Readonly<Record<keyof PageCode['icons'], string>> = {
  svg: 'templates/favicon.svg',
  png: 'templates/icons/favicon.png',
  touch: 'templates/icons/touch-icon.png',
  small: 'templates/icons/icon-192.png',
  large: 'templates/icons/icon-512.png',
};
/** The scripts of pages and of redirect pages. */
const MAIN = 'client/main.ts';
const REDIRECT = 'client/redirect.ts';
/** Name of the generated list of stylesheets. */
const STYLES = 'styles.css';
const FONTS = '@fontsource-variable/onest/files';
/** Font files by script (ISO 15924). */
const FONT_BY_SCRIPT = {
  Latn: `${FONTS}/onest-latin-wght-normal.woff2`,
  Cyrl: `${FONTS}/onest-cyrillic-wght-normal.woff2`,
} as const;
/** Errors that make browsers ignore a declaration or rule. By default, esbuild only warns about them. */
const STYLE_ERRORS = {
  'css-syntax-error': 'error',
  'invalid-@charset': 'error',
  'invalid-@import': 'error',
  'invalid-@layer': 'error',
  'invalid-calc': 'error',
  'js-comment-in-css': 'error',
  'unsupported-css-property': 'error',
} as const;
export const BROWSERS = ['chrome120', 'firefox121', 'safari17.2'];
/** Bundling starts again if sources change meanwhile, at most this often. */
const MAX_ATTEMPTS = 3;

interface BundleOptions {
  readonly cacheDir: string;
  readonly isForced?: boolean;
  /** Key of all code at the start of the build. */
  readonly codeKey?: string;
}

/** Number of running builds, which share one esbuild process. */
let running = 0;

/**
 * Bundles templates, client and styles with esbuild, or reuses the bundles of the last build if no code has changed.
 * @throws SiteError TEMPLATE_BROKEN or STYLE_BROKEN, with all errors of the sources.
 */
export async function bundleCode(options: BundleOptions): Promise<CodeBundles> {
  const { cacheDir, isForced = false, codeKey = findCodeKey() } = options;
  const cached = isForced ? null : findCachedBundles(cacheDir, codeKey);
  if (cached !== null) return cached;
  const esbuild = await import('esbuild');
  running += 1;
  try {
    return await bundleAndStore(cacheDir, esbuild);
  } finally {
    running -= 1;
    // Frees more than 100 MB.
    if (running === 0) await esbuild.stop();
  }
}

/**
 * Bundles the code and stores the bundles for the next build. If sources change meanwhile, it is unknown which version esbuild
 * read, so bundling starts again.
 * @throws as {@link bundleCode}.
 */
export async function bundleAndStore(cacheDir: string, bundler: Bundler): Promise<CodeBundles> {
  for (let attempt = 1; ; attempt += 1) {
    const codeKey = findCodeKey();
    const { code, graph } = await createBundles(cacheDir, bundler);
    const program = listProgram(PROJECT);
    const hashOf = (file: string) => hashFile(join(PROJECT, file));
    const bundles = { ...code, templates: createTemplateCodes(graph, program, hashOf) };
    if (findCodeKey() === codeKey) {
      storeBundles(cacheDir, codeKey, bundles);
      return bundles;
    }
    if (attempt < MAX_ATTEMPTS) continue;
    // Uses this code, but with keys that no later build has, so that its pages are not reused.
    const own = contentHash(readFileSync(code.templatesFile));
    return { ...code, templates: createTemplateCodes(graph, program, (file) => `${own} ${hashOf(file)}`) };
  }
}

/** The esbuild functions used here. The preview passes its own, which rebuild incrementally. */
export type Bundler = Pick<typeof import('esbuild'), 'build' | 'transform'>;

const TEMPLATES_FILE = 'templates.cjs';

/** Options of all bundles. */
const PRODUCTION = {
  absWorkingDir: PROJECT,
  bundle: true,
  write: false,
  format: 'esm',
  minify: true,
  logLevel: 'silent',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
} as const;
const BROWSER = {
  ...PRODUCTION,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  outdir: 'assets',
  metafile: true,
  platform: 'browser',
  target: BROWSERS,
  legalComments: 'none',
} as const;

/** Bundles all code. `graph` are the imports of the templates. @throws as {@link bundleCode}. */
export async function createBundles(cacheDir: string, bundler: Bundler) {
  const { build } = bundler;
  try {
    const [{ templates, styles }, client, redirect] = await settleBuilds([
      bundleTemplates(bundler),
      build({ ...BROWSER, entryPoints: { main: MAIN }, splitting: true, plugins: [shareCore(PROJECT)] }),
      build({ ...BROWSER, format: 'iife', entryPoints: { redirect: REDIRECT } }),
    ]);
    const icons = Object.entries(ICONS).map(([name, file]) => {
      return [name, createHashedAsset(basename(file), readFileSync(join(PROJECT, file)))] as const;
    });
    const stylesheet = await minifyStyles(bundler, fileOfType(styles.outputFiles, '.css').text);
    const fonts = styles.outputFiles.filter(({ path }) => path.endsWith('.woff2'));
    const bundled = [...client.outputFiles, ...redirect.outputFiles, ...fonts];
    const assets = bundled.map(({ path, contents }) =>
      createAssetFile(toOutPath(`assets/${basename(path)}`), contents),
    );
    const code: PageCode = {
      templatesFile: storeTemplates(join(cacheDir, 'bundles'), templates.outputFiles),
      assets: [...assets, stylesheet, ...icons.map(([, icon]) => icon)],
      stylesheet: toSitePath(`/${stylesheet.path}`),
      fontByScript: {
        Latn: pathOfOutput(styles.metafile, FONT_BY_SCRIPT.Latn),
        Cyrl: pathOfOutput(styles.metafile, FONT_BY_SCRIPT.Cyrl),
      },
      script: pathOfOutput(client.metafile, MAIN),
      redirectScript: pathOfOutput(redirect.metafile, REDIRECT),
      icons: Object.fromEntries(icons.map(([name, { path }]) => [name, toSitePath(`/${path}`)])) as PageCode['icons'],
    };
    return { code, graph: templates.metafile };
  } catch (cause) {
    throw asSiteError(cause);
  }
}

/** Bundles the templates and the styles that they import. */
async function bundleTemplates({ build }: Bundler) {
  const { name, ext } = parse(TEMPLATES_FILE);
  const templates = await build({
    ...PRODUCTION,
    entryPoints: [SHELL],
    format: 'cjs',
    minify: false,
    platform: 'node',
    sourcemap: 'linked',
    outdir: 'assets',
    // The source map needs this name.
    entryNames: name,
    outExtension: { '.js': ext },
    metafile: true,
    // Styles are bundled separately, because most changes affect either code or styles.
    loader: { '.css': 'empty' },
  });
  const contents = importStyles(templates.metafile);
  const styles = await build({
    ...PRODUCTION,
    stdin: { contents, resolveDir: PROJECT, sourcefile: STYLES, loader: 'css' },
    minify: false,
    outdir: 'assets',
    assetNames: '[name]-[hash]',
    metafile: true,
    loader: { '.woff2': 'file' },
    logOverride: STYLE_ERRORS,
  });
  return { templates, styles };
}

async function minifyStyles({ transform }: Bundler, text: string): Promise<OutputFile> {
  const { code } = await transform(text, { loader: 'css', minify: true, target: BROWSERS });
  return createHashedAsset('styles.css', Buffer.from(shrinkStyles(code)));
}

/**
 * Does what the minifier of esbuild leaves: makes one block of neighbouring blocks of a layer, since each stylesheet brings its own,
 * and gives the variables of `:root` short names, as scripts have. Other variables keep theirs, because scripts may set them.
 */
function shrinkStyles(code: string): string {
  let joined = '';
  let lastOpening = '';
  for (const block of splitAtTop(code)) {
    const [opening = ''] = /^@layer \w+\{/.exec(block) ?? [];
    const isSame = opening !== '' && opening === lastOpening;
    joined = isSame ? joined.slice(0, -1) + block.slice(opening.length) : joined + block;
    lastOpening = opening;
  }
  const [, root = ''] = /:root\{([^}]*)\}/.exec(joined) ?? [];
  const names = [...root.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name);
  const shortNames = new Map(names.map((name, index) => [name, `--${(index + 36).toString(36)}`]));
  return joined.replaceAll(
    /(?<![\w-])(--[\w-]+)(: (?=\S))?/g,
    (_, name: string, colon = '') => `${shortNames.get(name) ?? name}${colon && ':'}`,
  );
}

/** The statements and blocks of a stylesheet. */
function splitAtTop(code: string): readonly string[] {
  let depth = 0;
  let start = 0;
  return [...code.matchAll(/[{};]/g)].flatMap(({ 0: mark, index }) => {
    depth += mark === '{' ? 1 : mark === '}' ? -1 : 0;
    if (depth > 0) return [];
    const block = code.slice(start, index + 1).trim();
    start = index + 1;
    return [block];
  });
}

/** Imports stylesheets in the order in which esbuild would: those of imported modules first. */
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
 * Stores the bundle in a folder named by its hash, since Node caches imports by path. Always writes it, because a killed build may
 * have left part of it.
 */
function storeTemplates(
  bundlesDir: string,
  files: readonly { readonly path: string; readonly contents: Uint8Array }[],
): string {
  const code = fileOfType(files, TEMPLATES_FILE);
  const sourceMap = fileOfType(files, `${TEMPLATES_FILE}.map`);
  const dir = join(bundlesDir, contentHash(code.contents));
  const target = join(dir, TEMPLATES_FILE);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, basename(sourceMap.path)), sourceMap.contents);
  // Another build may be reading it.
  writeWhole(target, code.contents);
  return target;
}

function fileOfType<File extends { readonly path: string }>(files: readonly File[], ending: string): File {
  const file = files.find(({ path }) => path.endsWith(ending));
  if (file === undefined) throw new Error(`esbuild created no ${ending}.`);
  return file;
}

/** A file with its hash in the name. */
function createHashedAsset(file: string, content: Uint8Array): OutputFile {
  const { name, ext } = parse(file);
  return createAssetFile(toOutPath(`assets/${name}-${contentHash(content)}${ext}`), content);
}

/** The site path of the output for an entry point or a copied file of a package. */
function pathOfOutput({ outputs }: Metafile, source: string): SitePath {
  const isOutputOf = ({ inputs, entryPoint = Object.keys(inputs).join() }: Metafile['outputs'][string]) =>
    entryPoint === source || entryPoint.endsWith(`/${source}`);
  const output = Object.keys(outputs).find((path) => outputs[path] !== undefined && isOutputOf(outputs[path]));
  if (output === undefined) throw new Error(`esbuild created no output for ${source}.`);
  return toSitePath(`/${output}`);
}
