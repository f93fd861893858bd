// Opens the two sites that the command line names.

import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { usageError } from '../errors.ts';
import { finishLastBuild } from '../publish/open-output.ts';
import { createKeptReader, loadObjects, type ReadObject } from '../release/kept-bytes.ts';
import type { Target } from '../release/object-store.ts';
import { openTarget } from '../release/open-target.ts';
import { loadHistory } from '../release/release-history.ts';
import { parseId, type ReleaseObject } from '../release/release-record.ts';
import { loadHead, loadList } from '../release/release-store.ts';
import type { Report } from '../report/report-event.ts';
import { describePage, openFolderSide, type SideFile, type SiteSide } from './folder-side.ts';
import { openLiveSide } from './live-side.ts';

/** Folders are absolute. */
export interface OpenOptions {
  readonly site: SiteConfig;
  readonly outDir: string;
  readonly cacheDir: string;
  readonly target: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Builds a snapshot into `out/` and `.sitegen/` of a folder. */
  readonly buildSnapshot: (file: string, folder: string) => Promise<void>;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** The caller closes both. */
interface OpenSides {
  readonly base: SiteSide;
  readonly head: SiteSide;
}

export async function openSides(baseName: string, headName: string, options: OpenOptions): Promise<OpenSides> {
  // A live site is asked for the files of the other one, too.
  const isBaseLast = isUrl(baseName);
  const first = await openSite(isBaseLast ? headName : baseName, [], options);
  try {
    const second = await openSite(isBaseLast ? baseName : headName, first.files.keys(), options);
    return isBaseLast ? { base: second, head: first } : { base: first, head: second };
  } catch (cause) {
    await first.close();
    throw cause;
  }
}

const isUrl = (name: string): boolean => /^https?:\/\//i.test(name) && URL.canParse(name);

async function openSite(name: string, known: Iterable<string>, options: OpenOptions): Promise<SiteSide> {
  const { outDir, cacheDir } = options;
  if (name === 'build') return openFolder(`the build in ${relative('.', outDir) || outDir}`, outDir, cacheDir, options);
  const [isRelease, id = null] = /^release(?::(.+))?$/.exec(name) ?? [];
  if (isRelease !== undefined) return openRelease(id, options);
  if (isUrl(name)) return openLiveSide({ ...options, known, url: siteUrl(name) });
  const path = resolve(name);
  if (existsSync(path)) {
    if (statSync(path).isFile()) return openSnapshot(path, options);
    if (path === outDir) return openFolder(name, outDir, cacheDir, options);
    // In a folder of releases, visitors see `current`.
    const shown = existsSync(join(path, 'current/index.html')) ? join(path, 'current') : path;
    return openFolder(name, shown, join(dirname(path), '.sitegen'), options);
  }
  if (/^\d{1,12}$/.test(name)) return openRelease(name, options);
  throw usageError(
    'DIFF_UNKNOWN_SITE',
    `"${name}" is not a folder, snapshot, release, or http(s) URL. Use a folder, the file of a snapshot, "release", "release:ID", "build" or a URL.`,
  );
}

async function openFolder(name: string, dir: string, cacheDir: string, { report }: OpenOptions): Promise<SiteSide> {
  await finishLastBuild(dir, cacheDir, report);
  return openFolderSide({ name, dir, cacheDir });
}

function siteUrl(name: string): URL {
  const url = new URL(name);
  url.hash = '';
  url.search = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Builds a snapshot in a temporary folder, which is deleted on close. */
async function openSnapshot(file: string, { buildSnapshot }: OpenOptions): Promise<SiteSide> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegen-diff-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await buildSnapshot(file, folder);
    const [dir, cacheDir] = [join(folder, 'out'), join(folder, '.sitegen')];
    return { ...openFolderSide({ name: `snapshot ${file}`, dir, cacheDir }), close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Opens a release, by default the live one. @throws SiteError RELEASE_UNKNOWN (exit 2). */
async function openRelease(named: string | null, options: OpenOptions): Promise<SiteSide> {
  const target = await openTarget(options.target, options.site, options.environment);
  const { summary, list } = await findRelease(target, named);
  const rows = (await loadObjects(target.records, list)).filter(({ unusedSince }) => unusedSince === undefined);
  const objects = new Map<string, ReleaseObject>(rows.map((object) => [object.key, object]));
  // Only assets are not kept, and nothing reads them.
  const readKept = createKeptReader(target.records);
  const files = new Map<string, SideFile>();
  for (const object of rows) files.set(object.key, await describeObject(object, readKept));
  return {
    name: `release ${summary.id} of ${target.name}`,
    files,
    read: async (path) => {
      const object = objects.get(path);
      return object === undefined ? null : readKept(object);
    },
    code: summary.made?.code ?? null,
    digest: summary.made?.snapshot ?? null,
    cacheDir: options.cacheDir,
    history: await loadHistory(target.records, list),
    close: async () => target.close(),
  };
}

async function findRelease(target: Target, named: string | null) {
  const releases = (await loadHead(target.records)).head?.releases ?? [];
  const id = named === null ? releases[0]?.id : parseId(named);
  const summary = releases.find((release) => release.id === id);
  const list = summary === undefined ? null : await loadList(target.records, summary.id);
  if (summary !== undefined && list !== null) return { summary, list };
  const ids = releases.map((release) => release.id).join(', ');
  throw usageError(
    'RELEASE_UNKNOWN',
    ids === ''
      ? `${target.name} has no releases yet. Compare with another folder, a snapshot or a URL: "sitegen diff BASE".`
      : `There is no release ${named ?? ''} in ${target.name}. It has ${ids}.`,
  );
}

async function describeObject(object: ReleaseObject, read: ReadObject): Promise<SideFile> {
  const { key, sha256, redirect, stage } = object;
  if (redirect !== null) return { sha256, role: 'redirect', target: redirect };
  if (stage === 'asset') return { sha256, role: 'asset' };
  if (!key.endsWith('.html')) return { sha256, role: 'other' };
  // Redirect pages are in the last stage.
  return stage === 'page' ? { sha256, role: 'page' } : describePage(await read(object));
}
