// Reads a release of a target. Pages come from the kept bytes, which exist for earlier releases too.

import { SiteError } from '../errors.ts';
import { createKeptReader, type ReadObject } from '../release/kept-bytes.ts';
import { loadObjects } from '../release/list-parts.ts';
import type { Target } from '../release/object-store.ts';
import { parseId, type ReleaseList, type ReleaseObject, type ReleaseSummary } from '../release/release-record.ts';
import { loadList, loadState } from '../release/release-store.ts';
import { describePage } from './folder-side.ts';
import { type SideFile, type SiteSide, UNKNOWN_BUILD } from './site-side.ts';

/** Opens a release, by default the live one. @throws SiteError RELEASE_UNKNOWN (exit 2). */
export async function openReleaseSide(target: Target, named: string | null, cacheDir: string): Promise<SiteSide> {
  const { summary, list } = await findRelease(target, named);
  const objects = new Map(
    (await loadObjects(target.records, list))
      .filter(({ unusedSince }) => unusedSince === undefined)
      .map((object) => [object.key, object]),
  );
  const readKept = createKeptReader(target.records);
  const files = new Map<string, SideFile>();
  for (const object of objects.values()) files.set(object.key, await describeObject(object, readKept));
  const { made = null } = summary;
  return {
    name: `release ${summary.id} of ${target.name}`,
    files,
    read: async (path) => {
      const object = objects.get(path);
      if (object === undefined) return null;
      return object.stage === 'asset' ? ((await target.site.get(path))?.body ?? null) : readKept(object);
    },
    build: {
      ...UNKNOWN_BUILD,
      code: made?.code ?? null,
      content: made === null ? null : { cacheDir, digest: made.snapshot },
    },
    close: async () => target.close(),
  };
}

async function findRelease(
  target: Target,
  named: string | null,
): Promise<{ readonly summary: ReleaseSummary; readonly list: ReleaseList }> {
  const { head } = await loadState(target.records);
  const releases = head?.releases ?? [];
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
