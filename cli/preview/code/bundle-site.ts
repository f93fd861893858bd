// The code of the site in two bundles. The machine (`cli/`) is bundled and compiled once. The material (config, words,
// schemas) is small and bundled again after each of its edits; the machine asks for its modules by name.

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';
import { build } from 'esbuild';
import { sha256 } from '../../files/content-hash.ts';
import { PROJECT } from '../../files/project.ts';
import type { OpenSite } from '../site/open-site.ts';
import type { OpenBuilds } from './open-builds.ts';
import { compileBundle, leavePackages, requireForBundle } from './run-bundle.ts';

/** Code of the site. */
export interface SiteBundle {
  /** Files of the material, relative to the project. */
  readonly sources: ReadonlySet<string>;
  /** Equal hashes: the same material. */
  readonly hash: string;
  /** Equal keys: received content becomes the same entries and rows. */
  readonly schemaKey: string;
  /** Runs the machine with this material. @throws what the material throws. */
  readonly load: () => { readonly openSite: OpenSite };
}

/** The machine, which does not change while a preview runs. */
export interface MachineBundle {
  /** Modules of the material that the machine names, relative to the project. */
  readonly material: readonly string[];
  readonly run: ReturnType<typeof compileBundle>;
}

/** What a module of the material is called in the machine's bundle. */
const MATERIAL = 'material:';
const MACHINE_ENTRY = 'cli/preview/site/open-site.ts';
/** All that makes entries and rows of received content is reached from here. */
export const SCHEMA_ENTRY = 'cli/content/intake/collection-intake.ts';
/** Modules that the bundle shares with the rest of the program: the class of its errors, and the one that asks where it is. */
const SHARED = ['cli/errors.ts', 'cli/files/project.ts'];
/** Checks itself when it is loaded, so it is loaded by the code that reports what is wrong with it. */
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
  // A bundle has no place of its own: code that asks for it belongs into SHARED.
  logOverride: { 'empty-import-meta': 'error' },
  // Loads what is imported on demand by the `require` that the bundle is given.
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;

/** Bundles and compiles the machine. @throws what esbuild throws. */
export async function bundleMachine(): Promise<MachineBundle> {
  const material = new Set<string>();
  const plugins = [nameMaterial(material), leavePackages];
  const result = await build({ ...SITE_BUILD, entryPoints: [MACHINE_ENTRY], plugins });
  return { material: [...material].sort(), run: compileBundle(codeOf(result), 'machine.cjs') };
}

/** Bundles the material that the machine names. @throws what esbuild throws. */
export async function bundleMaterial(builds: OpenBuilds, machine: MachineBundle): Promise<SiteBundle> {
  const modules = machine.material.map(
    (file) => `${JSON.stringify(file)}: () => require('./${file}')${file === OWNER_SITE ? '.default' : ''},`,
  );
  const contents = `export const modules = {\n${modules.join('\n')}\n};\n`;
  const [material, schema] = await Promise.all([
    builds.run({
      ...SITE_BUILD,
      stdin: { contents, resolveDir: PROJECT, sourcefile: 'material.ts', loader: 'ts' },
      plugins: [readWords, leavePackages],
    }),
    // Shaken: a number that has nothing to do with entries is not in it.
    builds.run({ ...SITE_BUILD, entryPoints: [SCHEMA_ENTRY], packages: 'external', minify: true, logOverride: {} }),
  ]);
  const code = codeOf(material);
  return {
    sources: new Set(Object.keys(material.metafile?.inputs ?? {})),
    hash: sha256(code),
    schemaKey: sha256(codeOf(schema)),
    load: () => runWith(machine, code),
  };
}

function runWith(machine: MachineBundle, materialCode: string): { readonly openSite: OpenSite } {
  // The bundles export what their entries do.
  const { modules } = compileBundle(materialCode, 'material.cjs')(requireForBundle) as {
    readonly modules: Readonly<Record<string, () => unknown>>;
  };
  const requireMaterial = (name: string) =>
    name.startsWith(MATERIAL) ? modules[name.slice(MATERIAL.length)]?.() : requireForBundle(name);
  return machine.run(requireMaterial) as { readonly openSite: OpenSite };
}

/** Leaves every module outside of `cli/` to the material, and adds it to `found`. */
function nameMaterial(found: Set<string>): Plugin {
  return {
    name: 'name-material',
    setup: (build) => {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) => {
        const file = relative(PROJECT, join(resolveDir, path)).replaceAll('\\', '/');
        if (SHARED.includes(file)) return { path: join(PROJECT, file), external: true };
        if (kind === 'entry-point' || file.startsWith('cli/')) return null;
        found.add(file);
        return { path: `${MATERIAL}${file}`, external: true };
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
      const text = await readFile(path, 'utf8').catch(() => '');
      return { contents: isJson(text) ? text : '{}', loader: 'json' };
    });
  },
};

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
