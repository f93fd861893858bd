// The code of the site thread in two bundles: the machine (`cli/`), which no edit touches, and the material (config,
// words, schemas), which is small and bundled again after each of its edits. The machine asks for the material by name.

import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';
import { contentHash, sha256 } from '../../files/content-hash.ts';
import { listFiles } from '../../files/list-files.ts';
import { writeWhole } from '../../files/write-file.ts';
import { leavePackages } from './leave-packages.ts';
import type { OpenBuilds } from './open-build.ts';
import { PROJECT } from './project.ts';

/** Code of the site thread. */
export interface SiteBundle {
  /** Path of the machine's bundle. */
  readonly machine: string;
  /** Path of the material's bundle. */
  readonly material: string;
  /** Files of the material, relative to the project. */
  readonly sources: ReadonlySet<string>;
  /** Equal keys: received content becomes the same entries and rows. */
  readonly schemaKey: string;
  /** Milliseconds since 1970 when the sources were not yet read. */
  readonly bundledAt: number;
}

/** The machine's bundle, and what it asks for. */
export interface MachineBundle {
  readonly file: string;
  /** Modules of the material that the machine names, relative to the project. */
  readonly material: readonly string[];
  /** Paths of the packages that it loads at once. */
  readonly packages: readonly string[];
  /** Relative to the project. */
  readonly sources: readonly string[];
  readonly bundledAt: number;
}

/** What a module of the material is called in the machine's bundle. */
const MATERIAL = 'material:';
const MACHINE_ENTRY = 'cli/preview/site/serve-site.ts';
/** All that makes entries and rows of received content is reached from here. */
export const SCHEMA_ENTRY = 'cli/content/intake/collection-intake.ts';
/** Checks itself when it is loaded, so it is loaded by whoever reports what is wrong with it. */
const OWNER_SITE = 'site.config.ts';

const THREAD_BUILD = {
  absWorkingDir: PROJECT,
  outdir: 'out',
  bundle: true,
  write: false,
  metafile: true,
  format: 'cjs',
  platform: 'node',
  charset: 'utf8',
  logLevel: 'silent',
  // Loads what is imported on demand by the `require` that the thread gives.
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;

/** Bundles the machine into a folder. @throws what esbuild throws. */
export async function bundleMachine(dir: string): Promise<MachineBundle> {
  const bundledAt = Date.now();
  const { build } = await import('esbuild');
  const material = new Set<string>();
  const packages = new Set<string>();
  const options = { ...THREAD_BUILD, entryPoints: [MACHINE_ENTRY], plugins: [nameMaterial(material), keepAddresses()] };
  const result = await build(leavePackages(options, 'files', packages));
  return {
    file: storeBundle(dir, 'machine', result),
    material: [...material].sort(),
    packages: [...packages],
    sources: Object.keys(result.metafile?.inputs ?? {}).sort(),
    bundledAt,
  };
}

/** Bundles the material that a machine names. @throws what esbuild throws. */
export async function bundleMaterial(
  { builds, dir }: { readonly builds: OpenBuilds; readonly dir: string },
  machine: MachineBundle,
): Promise<SiteBundle> {
  const bundledAt = Date.now();
  const modules = machine.material.map(
    (file) => `${JSON.stringify(file)}: () => require('./${file}')${file === OWNER_SITE ? '.default' : ''},`,
  );
  const options: BuildOptions = {
    ...THREAD_BUILD,
    stdin: {
      contents: `export const modules = {\n${modules.join('\n')}\n};\n`,
      resolveDir: PROJECT,
      sourcefile: 'material.ts',
      loader: 'ts',
    },
    sourcemap: 'inline',
    sourcesContent: false,
  };
  const [result, schema] = await Promise.all([
    builds.run(leavePackages(options, 'files', new Set())),
    // Shaken: a number that has nothing to do with entries is not in it.
    builds.run({ ...THREAD_BUILD, entryPoints: [SCHEMA_ENTRY], packages: 'external', minify: true }),
  ]);
  return {
    machine: machine.file,
    material: storeBundle(dir, 'material', result),
    sources: new Set(Object.keys(result.metafile?.inputs ?? {})),
    schemaKey: sha256(codeOf(schema)),
    bundledAt,
  };
}

/** Leaves every module outside of `cli/` to the material, and adds it to `found`. */
function nameMaterial(found: Set<string>): Plugin {
  return {
    name: 'name-material',
    setup: (build) => {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) => {
        const file = relative(PROJECT, join(resolveDir, path)).replaceAll('\\', '/');
        if (kind === 'entry-point' || file.startsWith('cli/')) return null;
        found.add(file);
        return { path: `${MATERIAL}${file}`, external: true };
      });
    },
  };
}

/** Code that asks where it is gets the place of its source: a bundle lies elsewhere. */
function keepAddresses(): Plugin {
  const files = listFiles(PROJECT, ['cli/**/*.ts'])
    .map((path) => join(PROJECT, path))
    .filter((file) => readFileSync(file, 'utf8').includes('import.meta'));
  return {
    name: 'keep-addresses',
    setup: (build) => {
      build.onLoad({ filter: /[\\/]cli[\\/].*\.ts$/ }, ({ path }) => {
        if (!files.includes(path)) return null;
        const contents = readFileSync(path, 'utf8').replaceAll(
          'import.meta.url',
          JSON.stringify(pathToFileURL(path).href),
        );
        // A CommonJS bundle has nothing else of `import.meta`: what used it would fail when it runs.
        if (contents.includes('import.meta')) throw new Error(`${path} uses more of import.meta than its url.`);
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Writes a bundle under the name of its hash. */
function storeBundle(dir: string, name: string, result: BuildResult): string {
  const code = codeOf(result);
  const file = join(dir, `${name}-${contentHash(code)}.cjs`);
  mkdirSync(dir, { recursive: true });
  writeWhole(file, code);
  return file;
}

function codeOf({ outputFiles = [] }: BuildResult): Uint8Array {
  const code = outputFiles.find(({ path }) => path.endsWith('.js'));
  if (code === undefined) throw new Error('esbuild wrote no bundle.');
  return code.contents;
}
