// Opens the two sites that the command line names.

import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { SiteError } from '../errors.ts';
import { finishLastBuild } from '../publish/open-output.ts';
import { createKeptReader, type ReadObject } from '../release/kept-bytes.ts';
import { loadObjects } from '../release/list-parts.ts';
import type { Target } from '../release/object-store.ts';
import { openTarget } from '../release/open-target.ts';
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
export interface OpenSides {
  readonly base: SiteSide;
  readonly head: SiteSide;
}

type NamedSite =
  | { readonly kind: 'folder'; readonly name: string; readonly dir: string; readonly cacheDir: string }
  | { readonly kind: 'snapshot'; readonly file: string }
  | { readonly kind: 'release'; readonly id: string | null }
  | { readonly kind: 'live'; readonly url: URL };

export async function openSides(baseName: string, headName: string, options: OpenOptions): Promise<OpenSides> {
  const [base, head] = [parseName(baseName, options), parseName(headName, options)];
  // The other site tells which files to request from a live site.
  const [first, second] = base.kind === 'live' ? [head, base] : [base, head];
  const opened = await openSite(first, [], options);
  try {
    const other = await openSite(second, opened.files.keys(), options);
    return first === base ? { base: opened, head: other } : { base: other, head: opened };
  } catch (cause) {
    await opened.close();
    throw cause;
  }
}

function parseName(name: string, { outDir, cacheDir }: OpenOptions): NamedSite {
  if (name === 'build')
    return { kind: 'folder', name: `the build in ${relative('.', outDir) || outDir}`, dir: outDir, cacheDir };
  const [, id] = /^release(?::(.+))?$/.exec(name) ?? [];
  if (name === 'release' || id !== undefined) return { kind: 'release', id: id ?? null };
  if (/^https?:\/\//i.test(name) && URL.canParse(name)) return { kind: 'live', url: siteUrl(name) };
  const path = resolve(name);
  if (existsSync(path)) {
    if (statSync(path).isFile()) return { kind: 'snapshot', file: path };
    if (path === outDir) return { kind: 'folder', name, dir: outDir, cacheDir };
    // In a folder of releases, visitors see `current`.
    const shown = existsSync(join(path, 'current/index.html')) ? join(path, 'current') : path;
    return { kind: 'folder', name, dir: shown, cacheDir: join(dirname(path), '.sitegen') };
  }
  if (/^\d{1,12}$/.test(name)) return { kind: 'release', id: name };
  throw new SiteError({
    code: 'DIFF_UNKNOWN_SITE',
    exitCode: 2,
    message: `"${name}" is not a folder, snapshot, release, or http(s) URL. Use a folder, the file of a snapshot, "release", "release:ID", "build" or a URL.`,
  });
}

function siteUrl(name: string): URL {
  const url = new URL(name);
  url.hash = '';
  url.search = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

async function openSite(site: NamedSite, known: Iterable<string>, options: OpenOptions): Promise<SiteSide> {
  switch (site.kind) {
    case 'folder':
      await finishLastBuild(site.dir, site.cacheDir, options.report);
      return openFolderSide(site);
    case 'live':
      return openLiveSide({ ...options, known, url: site.url });
    case 'release': {
      const target = await openTarget(options.target, options.site, options.environment);
      return openReleaseSide(target, site.id, options.cacheDir);
    }
    case 'snapshot':
      return openSnapshot(site.file, options);
  }
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
async function openReleaseSide(target: Target, named: string | null, cacheDir: string): Promise<SiteSide> {
  const { summary, list } = await findRelease(target, named);
  const objects = new Map(
    (await loadObjects(target.records, list))
      .filter(({ unusedSince }) => unusedSince === undefined)
      .map((object) => [object.key, object]),
  );
  // Pages come from the kept bytes, which exist for earlier releases too.
  const readKept = createKeptReader(target.records);
  const files = new Map<string, SideFile>();
  for (const object of objects.values()) files.set(object.key, await describeObject(object, readKept));
  return {
    name: `release ${summary.id} of ${target.name}`,
    files,
    read: async (path) => {
      const object = objects.get(path);
      if (object === undefined) return null;
      return object.stage === 'asset' ? ((await target.site.get(path))?.body ?? null) : readKept(object);
    },
    code: summary.made?.code ?? null,
    digest: summary.made?.snapshot ?? null,
    cacheDir,
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
  throw new SiteError({
    code: 'RELEASE_UNKNOWN',
    exitCode: 2,
    message:
      ids === ''
        ? `${target.name} has no releases yet. Compare with another folder, a snapshot or a URL: "sitegen diff BASE".`
        : `There is no release ${named ?? ''} in ${target.name}. It has ${ids}.`,
  });
}

async function describeObject(object: ReleaseObject, read: ReadObject): Promise<SideFile> {
  const { key, sha256, redirect, stage } = object;
  if (redirect !== null) return { sha256, role: 'redirect', target: redirect };
  if (stage === 'asset') return { sha256, role: 'asset' };
  if (!key.endsWith('.html')) return { sha256, role: 'other' };
  // Redirect pages are in the last stage.
  return stage === 'page' ? { sha256, role: 'page' } : describePage(await read(object));
}
