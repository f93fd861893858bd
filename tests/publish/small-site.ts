// A site for the tests of the door out: every page names an asset by its hashed path, as real pages do, and changes with the version.

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toOutPath, toSitePath } from '../../cli/files/brands.ts';
import type { OutputFile } from '../../cli/files/output-file.ts';
import { loadManifest } from '../../cli/publish/manifest.ts';
import { openOutput } from '../../cli/publish/open-output.ts';
import type { OutputSession } from '../../cli/publish/output-session.ts';
import type { Locale } from '../../config/locales.ts';
import { freezeAfter } from './frozen-disk.ts';

/** A page of a locale with that text. */
export function pageFile(path: string, content: string, locale: Locale | null = 'en'): OutputFile {
  return { path: toOutPath(path), content, kind: 'page', locale, owner: toSitePath(`/${path}`) };
}

/** An asset: it belongs to no locale and no route. */
export function assetFile(path: string, content: string): OutputFile {
  return { path: toOutPath(path), content, kind: 'asset', locale: null, owner: null };
}

/** A shared map where no locale is given. */
export function mapFile(path: string, content: string, locale: Locale | null = null): OutputFile {
  return { path: toOutPath(path), content, kind: 'map', locale, owner: null };
}

/**
 * The files of one version of the site: about `pages` pages in two locales, each with a stylesheet of its group and version.
 * Versions add, change, keep and remove files, and one path changes between file and folder.
 */
export function siteOfVersion(version: number, pages: number): readonly OutputFile[] {
  const files: OutputFile[] = [mapFile('sitemap.xml', `<urlset>${version}</urlset>`)];
  const assets = new Map<string, OutputFile>();
  for (let index = 0; index < pages; index += 1) {
    if ((index + version) % 5 === 0) continue;
    const isStable = index % 3 === 0;
    const css = `.group-${index % 20} { order: ${isStable ? 0 : version} }`;
    const asset = assetFile(
      `assets/group-${index % 20}.${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`,
      css,
    );
    assets.set(asset.path, asset);
    const text = `<link rel="stylesheet" href="/${asset.path}"><p>${index}, ${isStable ? 'always' : version}</p></html>`;
    const locale = index % 2 === 0 ? 'en' : 'ua';
    files.push(pageFile(`${locale === 'ua' ? 'ua/' : ''}blog/огляд-${index}/index.html`, text.repeat(20), locale));
  }
  files.push(
    version % 2 === 0
      ? pageFile('moving', '<p>file</p></html>')
      : pageFile('moving/index.html', '<p>folder</p></html>'),
  );
  return [...files, ...assets.values()];
}

/** Writes and commits files as one build. */
export async function build(
  dir: string,
  files: readonly OutputFile[],
  { locales = 'all', ...options }: { readonly locales?: readonly Locale[] | 'all' } & OpenOptions = {},
) {
  const session = await open(dir, options);
  for (const file of files) session.write(file);
  return session.commit({ locales });
}

/** Kills a build with these files after so many steps of its commit. Returns the number of steps that it wanted to do. */
export async function killAt(steps: number, dir: string, files: readonly OutputFile[], options: OpenOptions = {}) {
  const session = await open(dir, options);
  for (const file of files) session.write(file);
  session.writeState('routes.json', `{"files":${files.length}}`);
  const tried = await freezeAfter(steps, () => session.commit({ locales: 'all' }));
  // The lock of a process that was killed does not count.
  rmSync(join(sideDirOf(dir), 'lock'), { force: true });
  return tried;
}

/** Kills a build when staging is complete and the out folder is unchanged. */
export async function interrupt(dir: string, files: readonly OutputFile[], options: OpenOptions = {}): Promise<void> {
  for (let steps = 0; !existsSync(join(sideDirOf(dir), 'wanted.json')); steps += 1)
    await killAt(steps, dir, files, options);
}

/** What a test may ask of a session; it keeps no old assets unless it is told to. */
type OpenOptions = Partial<Omit<Parameters<typeof openOutput>[0], 'outDir' | 'cacheDir'>>;

/** A session over `{dir}/out` and `{dir}/.sitegen`. */
export function open(dir: string, options: OpenOptions = {}): Promise<OutputSession> {
  return openAt({ outDir: join(dir, 'out'), cacheDir: join(dir, '.sitegen') }, options);
}

/** A session over other folders. */
export function openAt(
  places: { readonly outDir: string; readonly cacheDir: string },
  options: OpenOptions = {},
): Promise<OutputSession> {
  return openOutput({
    ...places,
    assetReleasesKept: 0,
    isSynced: false,
    isDryRun: false,
    report: () => {},
    ...options,
  });
}

/** Every file under a folder with its text, and every empty folder as `path/`. */
export function treeOf(dir: string): Record<string, string> {
  if (!existsSync(dir)) return {};
  const rows = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map(
    (path) => [path, rowOf(join(dir, path))] as const,
  );
  return Object.fromEntries(rows.flatMap(([path, text]) => (text === null ? [] : [[path, text]])).sort());
}

function rowOf(path: string): string | null {
  if (!lstatSync(path).isDirectory()) return readFileSync(path, 'utf8');
  return readdirSync(path).length === 0 ? 'an empty folder' : null;
}

/** The files of `{dir}/out` that are of the current site: without assets that are kept for older pages. */
export function currentTreeOf(dir: string): Record<string, string> {
  const rows = loadManifest(join(sideDirOf(dir), 'manifest.json'))?.files ?? [];
  const outdated = new Set(rows.filter((row) => row.outdatedBy !== undefined).map((row) => row.path));
  return Object.fromEntries(
    Object.entries(treeOf(join(dir, 'out'))).filter(([path]) => !outdated.has(toOutPath(path))),
  );
}

/** The tree that the files make in an empty folder. */
export function treeOfFiles(files: readonly OutputFile[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file.path, String(file.content)] as const).sort());
}

/** What is broken in an out folder: pages that end early or name an asset that is not there. */
export function findBrokenPages(outDir: string): readonly string[] {
  const tree = treeOf(outDir);
  return Object.entries(tree).flatMap(([path, text]) => {
    if (!path.endsWith('.html')) return [];
    const missing = [...text.matchAll(/href="\/([^"]+)"/g)]
      .map((match) => match[1] ?? '')
      .filter((asset) => !(asset in tree));
    return [
      ...(text.endsWith('</html>') ? [] : [`${path} is cut off`]),
      ...missing.map((asset) => `${path} misses ${asset}`),
    ];
  });
}

/** The side folder of `{dir}/out`. */
export function sideDirOf(dir: string): string {
  return join(dirname(join(dir, 'out')), '.out.sitegen');
}
