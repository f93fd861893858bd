// Bundles the program for the next run (see kept-program.ts). Started by sitegen.js when a build was done, in a process of its
// own: nobody waits for it, and where it fails the next run loads the modules one by one.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
import { PROJECT, storeProgram } from './kept-program.ts';

/** The code of threads, which are started by their addresses. */
const THREADS = [
  'cli/build/render-worker.ts',
  'cli/build/stager-worker.ts',
  'cli/content/page-thread.ts',
  'cli/output/look-ahead-thread.ts',
];
/** Packages that stay modules: they bring binaries, or are large and seldom needed. */
const LEFT_OUT = new Set(['chokidar', 'esbuild', 'linkinator', 'opentype.js', 'sharp', 'undici', 'yaml']);
/** Processes that began with older bundles may start threads of theirs. */
const OLD_AFTER_MS = 86_400_000;
/** Each has some MB, and each edit that is built leaves one. */
const MOST_KEPT = 8;

/** Bundles, and keeps that in the folder of compiled code. @throws Error where it cannot; nothing is kept then. */
export async function bundleProgram(codeDir: string): Promise<void> {
  const begunMs = Date.now();
  // Whoever starts this does not try again for a while where that is there (see sitegen.js).
  const failure = join(codeDir, 'program.failed');
  const folder = join(codeDir, `program-${begunMs}-${process.pid}`);
  const { metafile, outputFiles } = await build({ ...RECIPE, outdir: folder }).catch((cause: unknown) => {
    writeFileSync(failure, String(cause));
    throw cause;
  });
  mkdirSync(folder);
  try {
    for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents);
    storeProgram(codeDir, { folder, sources: listSources(metafile), begunMs });
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
  rmSync(failure, { force: true });
  removeOld(codeDir, begunMs);
}

const RECIPE = {
  absWorkingDir: PROJECT,
  entryPoints: ['cli/main.ts', ...THREADS],
  entryNames: '[name]',
  outExtension: { '.js': '.cjs' },
  write: false,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: `node${process.versions.node}`,
  // Files beyond the sources would change what is made of them. Modules are strict, and so is what is made of them.
  // Without comments it holds ASCII alone, which V8 reads in half the room: names stay for what is told of errors.
  minifyWhitespace: true,
  // Of an error that nobody catches Node prints the line.
  lineLimit: 200,
  legalComments: 'none',
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', alwaysStrict: true } },
  define: {
    'import.meta.url': '$sourceUrl',
    'import.meta.filename': '$sourceFile',
    'import.meta.dirname': '$sourceDir',
    'import.meta.resolve': '$resolveSource',
  },
  // Loads what is imported on demand by `require`: a script has no other way to.
  supported: { 'dynamic-import': false },
  metafile: true,
  // For what is told of errors (see source-places.ts).
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'silent',
  plugins: [keepAddresses(), leavePackages()],
} satisfies BuildOptions;

/**
 * All that the bundles were made of, by whole paths. esbuild names files by their real places: as they are imported, and as
 * packages are found, other ones may be put instead where links lie.
 */
function listSources({ inputs }: Metafile): readonly string[] {
  const own = Object.entries(inputs).filter(([file]) => !file.includes('node_modules/'));
  const imported = own.flatMap(([file, { imports }]) =>
    imports.flatMap(({ original = '' }) => (original.startsWith('.') ? [join(dirname(file), original)] : [])),
  );
  const packages = ['.package-lock.json', ...Object.keys(manifest.dependencies).map((name) => `${name}/package.json`)]
    .map((file) => `node_modules/${file}`)
    .filter((file) => existsSync(join(PROJECT, file)));
  return [...new Set([...Object.keys(inputs), ...imported, ...packages].map((file) => resolve(PROJECT, file)))];
}

/** Code that asks where it is gets the place of its source, but for threads, which are bundles too. */
function keepAddresses(): Plugin {
  const names = THREADS.map((file) => file.replace(/^.*\/(.*)\.ts$/, '$1')).join('|');
  const thread = new RegExp(`new URL\\('\\./(${names})\\.ts', import\\.meta\\.url\\)`, 'g');
  return {
    name: 'keep-addresses',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        if (!source.includes('import.meta')) return null;
        const contents = source.replace(thread, "new URL('./$1.cjs', require('node:url').pathToFileURL(__filename))");
        return { contents: `${nameAddresses(path)}${contents}`, loader: 'default' };
      });
    },
  };
}

/** What the recipe calls the parts of `import.meta`. Imports nothing: what is no module must not become one. */
function nameAddresses(path: string): string {
  const [file, url, dir] = [path, pathToFileURL(path).href, dirname(path)].map((text) => JSON.stringify(text));
  return (
    `const $sourceFile = ${file}, $sourceUrl = ${url}, $sourceDir = ${dir}, $resolveSource = (name) => ` +
    "require('node:url').pathToFileURL(require('node:module').createRequire($sourceUrl).resolve(name)).href;"
  );
}

/** Names packages that are left out by their whole paths: the bundle, which requires them, lies elsewhere. */
function leavePackages(): Plugin {
  const { resolve: resolvePackage } = createRequire(import.meta.url);
  return {
    name: 'leave-packages',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^[^./]/ }, ({ path }) =>
        LEFT_OUT.has(path) ? { path: resolvePackage(path), external: true } : null,
      );
    },
  };
}

function removeOld(codeDir: string, nowMs: number): void {
  const begunOf = (name: string) => Number(/^program-(\d+)-\d+$/.exec(name)?.[1] ?? 0);
  const names = readdirSync(codeDir).filter((name) => begunOf(name) > 0);
  names.sort((a, b) => begunOf(b) - begunOf(a));
  for (const [index, name] of names.entries())
    if (index >= MOST_KEPT || nowMs - begunOf(name) > OLD_AFTER_MS)
      rmSync(join(codeDir, name), { recursive: true, force: true });
}
