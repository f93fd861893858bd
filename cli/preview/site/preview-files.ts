// Images and linked files of the service. Those of the last build are used at once; new and changed ones are downloaded in the
// background, and until then pages load them from the service.

import pLimit from 'p-limit';
import type { ContentClient } from '../../content/client/content-client.ts';
import { fetchFiles } from '../../content/files/fetch-files.ts';
import { fileKey } from '../../content/files/file-addresses.ts';
import { createFileFinder, filesDirOf } from '../../content/files/file-store.ts';
import type { ContentFile } from '../../content/snapshot/content-snapshot.ts';
import { errorMessage } from '../../errors.ts';
import type { ClientOptions } from './preview-client.ts';

interface PreviewFilesInput extends ClientOptions {
  /** Cache folder of builds. */
  readonly cacheDir: string;
  readonly openClient: () => ContentClient;
}

export function createPreviewFiles(input: PreviewFilesInput) {
  const { site, service, cacheDir } = input;
  /** Downloaded files by key; null for a file that was not downloaded yet. */
  const known = new Map<string, ContentFile | null>();
  /** Keys that were downloaded, also in vain. */
  const asked = new Set<string>();
  const queue = pLimit(1);
  const filesDir = filesDirOf(cacheDir);
  const findStored = createFileFinder(service.url, cacheDir);
  const areOwn = !service.isSample && site.content.files === 'own';
  const keyOf = (address: string) => fileKey(address, service.url) ?? '';
  /** The files with these addresses. Those that are missing or not our own are loaded from the service. */
  const find = (addresses: ReadonlySet<string>) => {
    if (!areOwn) return { files: null, filesDir, areFilesMissing: false };
    const found = [...addresses].map((address) => known.getOrInsertComputed(keyOf(address), () => findStored(address)));
    const files = found.filter((file) => file !== null);
    return { files, filesDir, areFilesMissing: files.length < found.length };
  };
  /** Lets the next update ask for all files again. */
  const askAgain = () => asked.clear();
  /** Downloads files that were not downloaded yet. Resolves to whether anything is new. */
  const update = (addresses: ReadonlySet<string>): Promise<boolean> =>
    // One after the other: else a slow download ends after the next one, and brings back what that replaced.
    queue(async () => {
      const fresh = [...addresses].filter((address) => !asked.has(keyOf(address)));
      if (!areOwn || fresh.length === 0) return false;
      const before = JSON.stringify(find(addresses));
      for (const address of fresh) asked.add(keyOf(address));
      for (const file of await download(fresh, input)) known.set(file.address, file);
      return JSON.stringify(find(addresses)) !== before;
    });
  return { find, update, askAgain };
}

/** Failed downloads do not stop a preview. */
async function download(addresses: readonly string[], input: PreviewFilesInput): Promise<readonly ContentFile[]> {
  const options = { isAvailable: true, onFetchError: 'stale', allowShrink: true, report: () => {} } as const;
  try {
    return (await fetchFiles({ ...input, ...options, addresses, client: input.openClient() })).files;
  } catch (cause) {
    input.signal.throwIfAborted();
    const text = `Pictures could not be downloaded: ${errorMessage(cause)}.`;
    input.report({ kind: 'log', level: 'verbose', text });
    return [];
  }
}
