// Hashed assets that the new site does without stay for some releases: a visitor with an older page still finds its scripts
// and styles. A release is a publication that puts an asset out of use; edits of content alone age nothing.

import { isHashedAsset, type ManifestFile } from './output-manifest.ts';

/**
 * Which of the files that a site no longer has stay, with their age.
 * @param leftOver rows of the last manifest that the new site has no file for, of a commit that owns all files
 * @param releases for how many releases an asset out of use stays; 0 keeps none
 */
export function planKeptAssets(leftOver: readonly ManifestFile[], releases: number): readonly ManifestFile[] {
  const assets = leftOver.filter(isHashedAsset);
  const isRelease = assets.some(({ outdatedBy }) => outdatedBy === undefined);
  return assets
    .map((row) => ({ ...row, outdatedBy: (row.outdatedBy ?? 0) + (isRelease ? 1 : 0) }))
    .filter(({ outdatedBy }) => outdatedBy <= releases);
}
