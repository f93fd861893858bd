// Bundles the program for the next run (see kept-program.ts). Started by sitegen.js when a build was done, in a process of its
// own: nobody waits for it, and where it fails the next run loads the modules one by one.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
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
/** What esbuild names by its real place: here another file may be put instead, or other packages. */
const LINKS = ['site.config.ts', 'node_modules/.package-lock.json'].filter((path) => existsSync(join(PROJECT, path)));
/** Processes that began with older bundles may start threads of theirs. */
const OLD_AFTER_MS = 86_400_000;

/** Bundles, and keeps that in the folder of compiled code. @throws Error where it cannot; nothing is kept then. */
export async function bundleProgram(codeDir: string): Promise<void> {
  const begunMs = Date.now();
  const { metafile, outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: ['cli/main.ts', ...THREADS],
    outdir: codeDir,
    entryNames: '[name]',
    outExtension: { '.js': '.cjs' },
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: `node${process.versions.node}`,
    // Files beyond the sources would change what is made of them.
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    define: { 'import.meta.url': 'sourceUrl', 'import.meta.resolve': 'resolveSource' },
    // Loads what is imported on demand by `require`: a script has no other way to.
    supported: { 'dynamic-import': false },
    metafile: true,
    logLevel: 'silent',
    plugins: [keepAddresses(), leavePackages()],
  });
  const folder = join(codeDir, `program-${begunMs}-${process.pid}`);
  mkdirSync(folder);
  try {
    for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents);
    const sources = [...Object.keys(metafile.inputs), ...LINKS].map((path) => resolve(PROJECT, path));
    storeProgram(codeDir, { folder, sources, begunMs });
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
  removeOld(codeDir, begunMs);
}

/** Code that asks where it is gets the place of its source, but for threads, which are bundles too. */
function keepAddresses(): Plugin {
  const names = THREADS.map((file) => file.replace(/^.*\/(.*)\.ts$/, '$1')).join('|');
  const thread = new RegExp(`new URL\\('\\./(${names})\\.ts', import\\.meta\\.url\\)`, 'g');
  return {
    name: 'keep-addresses',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]cli[\\/].*\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        if (!source.includes('import.meta')) return null;
        const url = JSON.stringify(pathToFileURL(path).href);
        const head =
          `import * as sourceAddresses from 'node:url'; import * as sourceModules from 'node:module'; const sourceUrl = ${url};` +
          'const resolveSource = (name) => sourceAddresses.pathToFileURL(sourceModules.createRequire(sourceUrl).resolve(name)).href;';
        const contents = source.replace(thread, "new URL('./$1.cjs', sourceAddresses.pathToFileURL(__filename))");
        return { contents: `${head}${contents}`, loader: 'ts' };
      });
    },
  };
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
  for (const name of readdirSync(codeDir)) {
    const [, begun = ''] = /^program-(\d+)-\d+$/.exec(name) ?? [];
    if (begun !== '' && nowMs - Number(begun) > OLD_AFTER_MS) rmSync(join(codeDir, name), { recursive: true });
  }
}
