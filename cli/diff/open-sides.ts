// Opens the two sites that the command line names.

import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { SiteError } from '../errors.ts';
import { finishLastBuild } from '../publish/open-output.ts';
import { openTarget } from '../release/open-target.ts';
import type { Report } from '../report/report-event.ts';
import { openFolderSide } from './folder-side.ts';
import { openLiveSide } from './live-side.ts';
import { openReleaseSide } from './release-side.ts';
import type { SiteSide } from './site-side.ts';

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
  const base = parseName(baseName, options);
  const head = parseName(headName, options);
  // The other site tells which files to request from a live site.
  if (base.kind === 'live') {
    const other = await openSite(head, { ...options, known: [] });
    return closeOnFailure(other, async () => ({
      base: await openSite(base, { ...options, known: other.files.keys() }),
      head: other,
    }));
  }
  const first = await openSite(base, { ...options, known: [] });
  return closeOnFailure(first, async () => ({
    base: first,
    head: await openSite(head, { ...options, known: first.files.keys() }),
  }));
}

async function closeOnFailure<T>(opened: SiteSide, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
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

async function openSite(
  site: NamedSite,
  options: OpenOptions & { readonly known: Iterable<string> },
): Promise<SiteSide> {
  switch (site.kind) {
    case 'folder':
      await finishLastBuild(site.dir, site.cacheDir, options.report);
      return openFolderSide(site);
    case 'live':
      return openLiveSide({ ...options, url: site.url });
    case 'release':
      return openReleaseSide(
        await openTarget(options.target, options.site, options.environment),
        site.id,
        options.cacheDir,
      );
    case 'snapshot':
      return openSnapshot(site.file, options);
  }
}

/** Builds a snapshot in a temporary folder, which is deleted on close. */
async function openSnapshot(file: string, { buildSnapshot }: OpenOptions): Promise<SiteSide> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegen-diff-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await buildSnapshot(file, folder);
    const side = await openFolderSide({
      name: `snapshot ${file}`,
      dir: join(folder, 'out'),
      cacheDir: join(folder, '.sitegen'),
    });
    return {
      ...side,
      close: async () => {
        await side.close();
        await remove();
      },
    };
  } catch (cause) {
    await remove();
    throw cause;
  }
}
