// Bundles the code of the site. The program (`cli/`) is bundled and compiled once. The few sources of the site (config, messages,
// schemas) are bundled again after each edit; the program requires them by name. Bundles are CommonJS, because unlike ES modules they are
// garbage-collected when they are replaced. Packages are external and loaded once.

import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { compileFunction } from 'node:vm';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';
import { build } from 'esbuild';
import { sha256 } from '../../files/content-hash.ts';
import { PROJECT, requirePackage } from '../../files/project.ts';
import type { OpenSite } from '../site/site.ts';
import type { OpenBuilds } from './open-builds.ts';

export interface SiteBundle {
  readonly hash: string;
  /** See SiteOptions. */
  readonly schemaKey: string;
  /** Runs the program with these sources. @throws the error of a source. */
  readonly load: () => { readonly openSite: OpenSite };
}

/** The bundled program, which does not change while a preview runs. */
export interface ProgramBundle {
  /** Sources that the program imports, relative to the project. */
  readonly files: readonly string[];
  readonly run: ReturnType<typeof compileBundle>;
}

/** Prefix of the names of sources in the bundle of the program. */
const SOURCE_PREFIX = 'source:';
const PROGRAM_ENTRY = 'cli/preview/site/site.ts';
/** Imports all code that reads content and turns it into entries and rows. */
export const SCHEMA_ENTRY = 'cli/preview/site/content-store.ts';
/** Modules that the bundle shares with this process: SiteError must be one class, and project.ts needs its own path. */
const SHARED = ['cli/errors.ts', 'cli/files/project.ts'];
/** Its default export is required, because it throws when it is loaded with invalid settings. */
const OWNER_SITE = 'site.config.ts';

const SITE_BUILD = {
  absWorkingDir: PROJECT,
  outdir: 'out',
  bundle: true,
  write: false,
  metafile: true,
  format: 'cjs',
  platform: 'node',
  charset: 'utf8',
  logLevel: 'silent',
  // `import.meta` is not that of the source. Modules that use it belong in SHARED.
  logOverride: { 'empty-import-meta': 'error' },
  // Dynamic imports also use the `require` of the bundle.
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;

/** Bundles and compiles the program. @throws the error of esbuild. */
export async function bundleProgram(): Promise<ProgramBundle> {
  const found = new Set<string>();
  const plugins = [externalSources(found), externalPackages];
  const result = await build({ ...SITE_BUILD, entryPoints: [PROGRAM_ENTRY], plugins });
  return { files: [...found].sort(), run: compileBundle(codeOf(result), 'program.cjs') };
}

/** Bundles the sources that the program imports. @throws the error of esbuild. */
export async function bundleSources(builds: OpenBuilds, program: ProgramBundle): Promise<SiteBundle> {
  const modules = program.files.map(
    (file) => `${JSON.stringify(file)}: () => require('./${file}')${file === OWNER_SITE ? '.default' : ''},`,
  );
  const contents = `export const modules = {\n${modules.join('\n')}\n};\n`;
  const runs = [
    builds.run({
      ...SITE_BUILD,
      stdin: { contents, resolveDir: PROJECT, sourcefile: 'sources.ts', loader: 'ts' },
      plugins: [externalPackages],
    }),
    // Tree shaking removes constants that entries do not depend on.
    builds.run({ ...SITE_BUILD, entryPoints: [SCHEMA_ENTRY], packages: 'external', minify: true, logOverride: {} }),
  ] as const;
  // Waits for both, so that none is still running at the next change if the other one fails.
  await Promise.allSettled(runs);
  const [sources, schema] = await Promise.all(runs);
  const code = codeOf(sources);
  return {
    hash: sha256(code),
    schemaKey: sha256(codeOf(schema)),
    load: () => runWith(program, code),
  };
}

function runWith(program: ProgramBundle, sourcesCode: string): { readonly openSite: OpenSite } {
  // The bundles have the exports of their entries.
  const { modules } = compileBundle(sourcesCode, 'sources.cjs')(requireForBundle) as {
    readonly modules: Readonly<Record<string, () => unknown>>;
  };
  const requireSource = (name: string) =>
    name.startsWith(SOURCE_PREFIX) ? modules[name.slice(SOURCE_PREFIX.length)]?.() : requireForBundle(name);
  return program.run(requireSource) as { readonly openSite: OpenSite };
}

/** Makes all modules outside of `cli/` external, and adds them to `found`. */
function externalSources(found: Set<string>): Plugin {
  return {
    name: 'external-sources',
    setup: (build) => {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) => {
        const file = relative(PROJECT, join(resolveDir, path)).replaceAll('\\', '/');
        if (SHARED.includes(file)) return { path: join(PROJECT, file), external: true };
        if (kind === 'entry-point' || file.startsWith('cli/')) return null;
        found.add(file);
        return { path: `${SOURCE_PREFIX}${file}`, external: true };
      });
    },
  };
}

function codeOf({ outputFiles = [] }: BuildResult): string {
  const code = outputFiles.find(({ path }) => path.endsWith('.js'));
  if (code === undefined) throw new Error('esbuild wrote no bundle.');
  return code.text;
}

type Require = (name: string) => unknown;

/** Makes packages external, with the paths of their files. Styles and fonts of packages are bundled. */
export const externalPackages: Plugin = {
  name: 'external-packages',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isCode = kind === 'import-statement' || kind === 'dynamic-import' || kind === 'require-call';
      if (!isCode || path.startsWith('node:')) return null;
      const file = requirePackage.resolve(path);
      return /\.[cm]?js$/.test(file) ? { path: file, external: true } : null;
    });
  },
};

/** Runs a bundle from a file. Node finds its source map next to it. */
export function runFile(file: string): unknown {
  // Removed from the module cache, so that it can be garbage-collected.
  const require = createRequire(file);
  const loaded: unknown = require(file);
  delete require.cache[file];
  return loaded;
}

/** Compiles a bundle. The result runs it, each time with other modules; V8 keeps its optimized code. */
function compileBundle(code: string, name: string): (require: Require) => unknown {
  const run = compileFunction(code, ['require', 'module', 'exports'], { filename: name });
  return (require) => {
    const module = { exports: {} };
    run(require, module, module.exports);
    return module.exports;
  };
}

/** Loads a package. If its default export is a function, bundled code expects this function with the other exports as properties. */
function requireForBundle(file: string): unknown {
  const loaded: unknown = requirePackage(file);
  const isModule = Object.prototype.toString.call(loaded) === '[object Module]';
  if (!isModule || typeof loaded !== 'object' || loaded === null || !('default' in loaded)) return loaded;
  const { default: own, ...names } = loaded;
  return typeof own === 'function' ? Object.assign((...args: readonly unknown[]) => own(...args), names) : loaded;
}
