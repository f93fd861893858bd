// The code of the last preview, found again by the next one while every source has the same bytes: bundling takes longer
// than all the rest of a start. Packages are settled by the lock file.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hashFile, sha256 } from '../../files/content-hash.ts';
import { writeWhole } from '../../files/write-file.ts';
import type { PageBundles } from './page-bundles.ts';
import { PROJECT } from './project.ts';
import type { MachineBundle, SiteBundle } from './site-bundles.ts';

/** All code of a preview. */
export interface KeptCode {
  readonly pages: PageBundles;
  /** File URLs of the packages that the templates load. */
  readonly pagePackages: readonly string[];
  readonly machine: MachineBundle;
  readonly site: SiteBundle;
}

/** As it is written: sets as lists, bytes as files of the folder. */
interface StoredCode {
  readonly version: number;
  readonly project: string;
  /** SHA-256 by path relative to the project. */
  readonly sources: Readonly<Record<string, string>>;
  /** SHA-256 by the name of each file of the folder: a preview that was killed may have left less. */
  readonly files: Readonly<Record<string, string>>;
  readonly code: Omit<PageBundles['code'], 'assets'>;
  readonly assets: readonly string[];
  readonly pageSources: readonly string[];
  readonly pagePackages: readonly string[];
  readonly machine: MachineBundle;
  readonly site: Omit<SiteBundle, 'sources'> & { readonly sources: readonly string[] };
}

/** File systems count time in steps. */
const CLOCK_STEP_MS = 5;
/** Version of the shape of {@link StoredCode}. */
const VERSION = 1;
const INDEX = 'code.json';
/** What settles how sources become bundles, besides the sources. */
const RECIPE = [
  'package-lock.json',
  'cli/code/bundle-code.ts',
  'cli/code/share-core.ts',
  'cli/preview/code/leave-packages.ts',
  'cli/preview/code/preview-bundler.ts',
  'cli/preview/code/site-bundles.ts',
];

/** The code in a folder; null where a source differs or anything is missing. */
export function loadKeptCode(dir: string): KeptCode | null {
  try {
    const bundledAt = Date.now();
    const stored: StoredCode = JSON.parse(readFileSync(join(dir, INDEX), 'utf8'));
    if (stored.version !== VERSION || stored.project !== PROJECT) return null;
    if (!Object.entries(stored.sources).every(([path, hash]) => hashOf(path) === hash)) return null;
    const contents = new Map(
      Object.entries(stored.files).map(([name, hash]) => [name, readWhole(join(dir, name), hash)]),
    );
    const assets = stored.assets.map((path) => ({
      path,
      content: contents.get(basename(path)) ?? Buffer.alloc(0),
      kind: 'asset' as const,
      locale: null,
      owner: null,
    }));
    return {
      pages: { code: { ...stored.code, assets }, sources: new Set(stored.pageSources), bundledAt },
      pagePackages: stored.pagePackages,
      machine: { ...stored.machine, bundledAt },
      site: { ...stored.site, sources: new Set(stored.site.sources), bundledAt },
    };
  } catch {
    return null; // Absent or damaged: bundling again mends it.
  }
}

/** Keeps code for the next preview, in the place of what was kept; a disk that takes no more keeps none. */
export function storeKeptCode(dir: string, { pages, pagePackages, machine, site }: KeptCode): void {
  try {
    const parts = [pages, machine, site];
    if (
      parts.some(({ sources, bundledAt }) =>
        [...sources].filter(isOwnSource).some((path) => isYounger(path, bundledAt)),
      )
    )
      return;
    const { assets, ...code } = pages.code;
    const templates = dirname(code.templatesFile);
    const files: readonly (readonly [string, Uint8Array | string])[] = [
      ...assets.map(({ path, content }) => [basename(path), content] as const),
      ...readdirSync(templates).map((name) => [name, readFileSync(join(templates, name))] as const),
      ...[machine.file, site.material].map((file) => [basename(file), readFileSync(file)] as const),
    ];
    mkdirSync(dir, { recursive: true });
    for (const [name, content] of files) writeWhole(join(dir, name), content);
    const own = (file: string) => join(dir, basename(file));
    const sources = [...RECIPE, ...pages.sources, ...machine.sources, ...site.sources].filter(isOwnSource);
    const stored: StoredCode = {
      version: VERSION,
      project: PROJECT,
      sources: Object.fromEntries(sources.map((path) => [path, hashOf(path)])),
      files: Object.fromEntries(files.map(([name, content]) => [name, sha256(content)])),
      code: { ...code, templatesFile: own(code.templatesFile) },
      assets: assets.map(({ path }) => path),
      pageSources: [...pages.sources],
      pagePackages,
      machine: { ...machine, file: own(machine.file) },
      site: { ...site, machine: own(site.machine), material: own(site.material), sources: [...site.sources] },
    };
    writeWhole(join(dir, INDEX), JSON.stringify(stored));
    const named = new Set([INDEX, ...files.map(([name]) => name)]);
    for (const name of readdirSync(dir)) if (!named.has(name)) rmSync(join(dir, name), { force: true });
  } catch {
    // The next preview bundles again.
  }
}

/** Whether a source changed since; it counts for the bundle that reads it next. */
function isYounger(path: string, moment: number): boolean {
  return statSync(join(PROJECT, path)).mtimeMs > moment - CLOCK_STEP_MS;
}

/** A file of the project; the module that names the material is made on the way. */
function isOwnSource(path: string): boolean {
  return !path.startsWith('node_modules/') && !path.startsWith('<') && path !== 'material.ts';
}

/** @throws Error where the file is not what was written. */
function readWhole(file: string, hash: string): Buffer {
  const content = readFileSync(file);
  if (sha256(content) !== hash) throw new Error(`${file} was cut off or changed.`);
  return content;
}

function hashOf(path: string): string {
  return hashFile(join(PROJECT, path));
}
