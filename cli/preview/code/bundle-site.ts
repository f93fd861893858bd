// The code of the site in two bundles. The program (`cli/`) is bundled and compiled once. The sources of the site (config,
// words, schemas) are few and bundled again after each edit; the program requires them by name.

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';
import { build } from 'esbuild';
import { sha256 } from '../../files/content-hash.ts';
import { PROJECT } from '../../files/project.ts';
import type { OpenSite } from '../site/open-site.ts';
import type { OpenBuilds } from './open-builds.ts';
import { compileBundle, leavePackages, requireForBundle } from './run-bundle.ts';

/** Code of the site. */
export interface SiteBundle {
  /** Relative to the project. */
  readonly sources: ReadonlySet<string>;
  /** Equal hashes: the same sources. */
  readonly hash: string;
  /** Equal keys: received content becomes the same entries and rows. */
  readonly schemaKey: string;
  /** Runs the program with these sources. @throws what the sources throw. */
  readonly load: () => { readonly openSite: OpenSite };
}

/** The program, which does not change while a preview runs. */
export interface ProgramBundle {
  /** Sources that the program imports, relative to the project. */
  readonly files: readonly string[];
  readonly run: ReturnType<typeof compileBundle>;
}

/** A source's name in the program's bundle starts with this. */
const SOURCE_PREFIX = 'source:';
const PROGRAM_ENTRY = 'cli/preview/site/open-site.ts';
/** All that makes entries and rows of received content is reached from here. */
export const SCHEMA_ENTRY = 'cli/content/intake/collection-intake.ts';
/** Modules that the bundle shares with the rest of this process: the class of its errors, and the one that finds the project. */
const SHARED = ['cli/errors.ts', 'cli/files/project.ts'];
/** Checks itself when it is loaded, so it is loaded by the code that reports its errors. */
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
  // `import.meta` of a bundle is not that of the source: code that needs it belongs into SHARED.
  logOverride: { 'empty-import-meta': 'error' },
  // Loads what is imported on demand by the `require` that the bundle is given.
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;

/** Bundles and compiles the program. @throws what esbuild throws. */
export async function bundleProgram(): Promise<ProgramBundle> {
  const found = new Set<string>();
  const plugins = [leaveSources(found), leavePackages];
  const result = await build({ ...SITE_BUILD, entryPoints: [PROGRAM_ENTRY], plugins });
  return { files: [...found].sort(), run: compileBundle(codeOf(result), 'program.cjs') };
}

/** Bundles the sources that the program imports. @throws what esbuild throws. */
export async function bundleSources(builds: OpenBuilds, program: ProgramBundle): Promise<SiteBundle> {
  const modules = program.files.map(
    (file) => `${JSON.stringify(file)}: () => require('./${file}')${file === OWNER_SITE ? '.default' : ''},`,
  );
  const contents = `export const modules = {\n${modules.join('\n')}\n};\n`;
  const runs = [
    builds.run({
      ...SITE_BUILD,
      stdin: { contents, resolveDir: PROJECT, sourcefile: 'sources.ts', loader: 'ts' },
      plugins: [readWords, leavePackages],
    }),
    // Tree-shaken: constants that entries do not depend on are not in it.
    builds.run({ ...SITE_BUILD, entryPoints: [SCHEMA_ENTRY], packages: 'external', minify: true, logOverride: {} }),
  ] as const;
  // The next change must not meet a build that still runs because the other one failed first.
  await Promise.allSettled(runs);
  const [sources, schema] = await Promise.all(runs);
  const code = codeOf(sources);
  return {
    sources: new Set(Object.keys(sources.metafile?.inputs ?? {})),
    hash: sha256(code),
    schemaKey: sha256(codeOf(schema)),
    load: () => runWith(program, code),
  };
}

function runWith(program: ProgramBundle, sourcesCode: string): { readonly openSite: OpenSite } {
  // The bundles export what their entries do.
  const { modules } = compileBundle(sourcesCode, 'sources.cjs')(requireForBundle) as {
    readonly modules: Readonly<Record<string, () => unknown>>;
  };
  const requireSource = (name: string) =>
    name.startsWith(SOURCE_PREFIX) ? modules[name.slice(SOURCE_PREFIX.length)]?.() : requireForBundle(name);
  return program.run(requireSource) as { readonly openSite: OpenSite };
}

/** Leaves every module outside of `cli/` out of the program, and adds it to `found`. */
function leaveSources(found: Set<string>): Plugin {
  return {
    name: 'leave-sources',
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

/** Words that are no JSON, or missing, are empty in the bundle: the site reads the files itself and says what is wrong. */
const readWords: Plugin = {
  name: 'read-words',
  setup: (build) => {
    build.onResolve({ filter: /\.json$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path) }));
    build.onLoad({ filter: /[\\/]locales[\\/]\w+\.json$/ }, async ({ path }) => {
      return { contents: await readWholeJson(path), loader: 'json' };
    });
  },
};

const READ_ATTEMPTS = 4;
const READ_AGAIN_MS = 25;

/** An editor may be writing the file at this moment, so that it is read again before it counts as damaged. */
async function readWholeJson(path: string): Promise<string> {
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (isJson(text)) return text;
    await sleep(READ_AGAIN_MS);
  }
  return '{}';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function codeOf({ outputFiles = [] }: BuildResult): string {
  const code = outputFiles.find(({ path }) => path.endsWith('.js'));
  if (code === undefined) throw new Error('esbuild wrote no bundle.');
  return code.text;
}
