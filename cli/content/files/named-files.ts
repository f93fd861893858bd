// Finds the images and files that content names. For entries, their index rows list the addresses.

import { PROMO_BANNERS } from '../../../config/menu.ts';
import type { ContentFile, ContentSnapshot } from '../snapshot/content-snapshot.ts';
import type { ReceivedContent } from '../snapshot/received-content.ts';
import { extensionOf, fileKey } from './file-addresses.ts';
import { FileStore, filesDirOf } from './file-store.ts';

/** The addresses in entries, globals and the menu, as written. */
export function listAddresses({
  collections,
  globals,
}: Pick<ReceivedContent, 'collections' | 'globals'>): ReadonlySet<string> {
  const addresses = new Set<string>(PROMO_BANNERS.map(({ imageSource }) => imageSource));
  for (const { files } of [...collections.flatMap(({ rows }) => rows), ...globals])
    for (const address of files) addresses.add(address);
  return addresses;
}

/** The files of a snapshot, and cached files that the content names besides them. */
export function addStoredFiles(
  { files, service }: Pick<ContentSnapshot, 'files' | 'service'>,
  content: ReceivedContent,
  cacheDir: string,
): readonly ContentFile[] {
  const byKey = new Map((files ?? []).map((file) => [file.address, file]));
  const find = createFileFinder(service.url, cacheDir);
  for (const address of listAddresses(content)) {
    const file = find(address);
    if (file !== null && !byKey.has(file.address)) byKey.set(file.address, file);
  }
  return [...byKey.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** Finds files that previous builds downloaded. */
export function createFileFinder(serviceUrl: string, cacheDir: string): (address: string) => ContentFile | null {
  const store = new FileStore(filesDirOf(cacheDir));
  return (address) => {
    const key = fileKey(address, serviceUrl);
    const row = key === null ? null : store.find(new URL(key, serviceUrl).href);
    if (key === null || row === null) return null;
    const { sha256, bytes, contentType } = row;
    return { address: key, sha256, bytes, extension: extensionOf(key, contentType), fault: null };
  };
}
