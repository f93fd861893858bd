// Opens the two sites that the command line names.

import { existsSync, statSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { usageError } from '../errors.ts';
import { finishLastBuild } from '../publish/open-output.ts';
import { createKeptReader, loadObjects } from '../release/kept-bytes.ts';
import { openTarget } from '../release/open-target.ts';
import { loadHistory } from '../release/release-history.ts';
import { parseId, type ReleaseObject } from '../release/release-record.ts';
import { findRelease, loadHead } from '../release/release-store.ts';
import type { Report } from '../report/report-event.ts';
import { isAssetPath, openFolderSide, type SideFile, type SiteSide } from './folder-side.ts';
import { readLiveSide } from './live-side.ts';

/** Folders are absolute. */
export interface OpenOptions {
  readonly site: SiteConfig;
  readonly outDir: string;
  readonly cacheDir: string;
  readonly target: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Builds a snapshot into `out/` and `.sitegen/` of a folder. */
  readonly buildSnapshot: (file: string, folder: string) => Promise<void>;
  /** Gets what has to be closed after the comparison. */
  readonly opened: AsyncDisposableStack;
  readonly report: Report;
  readonly signal: AbortSignal;
}

export async function openSides(base: string, head: string, options: OpenOptions) {
  // A live site is asked for the files of the other one, too.
  const isBaseLast = isUrl(base);
  const first = await openSite(isBaseLast ? head : base, [], options);
  const second = await openSite(isBaseLast ? base : head, first.files.keys(), options);
  return isBaseLast ? { base: second, head: first } : { base: first, head: second };
}

const isUrl = (name: string): boolean => /^https?:\/\//i.test(name) && URL.canParse(name);

async function openSite(name: string, known: Iterable<string>, options: OpenOptions): Promise<SiteSide> {
  const { outDir, cacheDir } = options;
  if (name === 'build') return openFolder(`the build in ${relative('.', outDir) || outDir}`, outDir, cacheDir, options);
  const [isRelease, id = null] = /^release(?::(.+))?$/.exec(name) ?? [];
  if (isRelease !== undefined) return openRelease(id, options);
  if (isUrl(name)) return readLiveSide(name, await makeFolder(options), { ...options, known });
  const path = resolve(name);
  if (existsSync(path)) {
    if (statSync(path).isFile()) {
      const folder = await makeFolder(options);
      await options.buildSnapshot(path, folder);
      return openFolderSide({ name: `snapshot ${path}`, dir: join(folder, 'out'), cacheDir: join(folder, '.sitegen') });
    }
    if (path === outDir) return openFolder(name, outDir, cacheDir, options);
    // In a folder of releases, visitors see `current`.
    const shown = existsSync(join(path, 'current/index.html')) ? join(path, 'current') : path;
    return openFolder(name, shown, join(dirname(path), '.sitegen'), options);
  }
  if (parseId(name) !== null) return openRelease(name, options);
  throw usageError(
    'DIFF_UNKNOWN_SITE',
    `"${name}" is not a folder, snapshot, release, or http(s) URL. Use a folder, the file of a snapshot, "release", "release:ID", "build" or a URL.`,
  );
}

async function openFolder(name: string, dir: string, cacheDir: string, { report }: OpenOptions): Promise<SiteSide> {
  await finishLastBuild(dir, cacheDir, report);
  return openFolderSide({ name, dir, cacheDir });
}

/** A temporary folder. */
async function makeFolder({ opened }: OpenOptions): Promise<string> {
  return opened.use(await mkdtempDisposable(join(tmpdir(), 'sitegen-diff-'))).path;
}

/** Opens a release, by default the live one. @throws SiteError RELEASE_UNKNOWN (exit 2). */
async function openRelease(named: string | null, { target: where, site, ...options }: OpenOptions): Promise<SiteSide> {
  const target = options.opened.use(await openTarget(where, site, options.environment));
  const { records, name } = target;
  const { head } = await loadHead(records);
  if (head === null)
    throw usageError(
      'RELEASE_UNKNOWN',
      `${name} has no releases yet. Compare with another folder, a snapshot or a URL: "sitegen diff BASE".`,
    );
  const id = named === null ? head.releases[0]?.id : (parseId(named) ?? named);
  const { summary, list } = await findRelease(target, head, id);
  const shown = (await loadObjects(records, { parts: list.parts })).filter(({ key }) => !isAssetPath(key));
  const objects = new Map<string, ReleaseObject>(shown.map((object) => [object.key, object]));
  const readKept = createKeptReader(records);
  return {
    name: `release ${summary.id} of ${name}`,
    files: new Map(shown.map((object) => [object.key, describeObject(object)])),
    read: async (path) => {
      const object = objects.get(path);
      return object === undefined ? null : readKept(object);
    },
    cacheDir: options.cacheDir,
    history: await loadHistory(records, list),
  };
}

function describeObject({ key, sha256, redirect, stage }: ReleaseObject): SideFile {
  if (redirect !== null) return { sha256, role: 'redirect', target: redirect };
  if (!key.endsWith('.html')) return { sha256, role: 'other' };
  // Redirect pages are in the last stage. The redirect maps have their targets.
  return { sha256, role: stage === 'page' ? 'page' : 'redirect' };
}
