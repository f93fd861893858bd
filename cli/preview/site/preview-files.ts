// Images and linked files of the service. Those of the last build are used at once; new and changed ones are downloaded in the
// background, and until then pages load them from the service.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { ContentClient } from '../../content/client/content-client.ts';
import { fetchFiles } from '../../content/files/fetch-files.ts';
import { fileKey } from '../../content/files/file-addresses.ts';
import { filesDirOf } from '../../content/files/file-store.ts';
import { createFileFinder } from '../../content/files/named-files.ts';
import type { ContentFile } from '../../content/snapshot/content-snapshot.ts';
import { errorMessage } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';

/** How to download files. */
interface PreviewFilesInput {
  readonly site: SiteConfig;
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  /** Cache folder of builds. */
  readonly cacheDir: string;
  readonly openClient: () => ContentClient;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Downloaded files by key; null for a file that was not downloaded yet. */
export type KnownFiles = Map<string, ContentFile | null>;

/** The files of a preview. */
export interface PreviewFiles {
  readonly dir: string;
  /** The files with these addresses; null if pages load all files from the service. */
  readonly find: (
    addresses: ReadonlySet<string>,
  ) => { readonly files: readonly ContentFile[]; readonly areMissing: boolean } | null;
  /** Downloads files that were not downloaded since the start. Resolves to whether anything is new. */
  readonly update: (addresses: ReadonlySet<string>) => Promise<boolean>;
  readonly known: KnownFiles;
}

/** Creates the files of a preview. `known` are those of the previous site. Downloads nothing before the first `update`. */
export function createPreviewFiles(input: PreviewFilesInput, known: KnownFiles = new Map()): PreviewFiles {
  const { site, service, cacheDir } = input;
  const dir = filesDirOf(cacheDir);
  const areOwn = !service.isSample && site.content.files === 'own';
  const findStored = createFileFinder(service.url, cacheDir);
  const asked = new Set(known.keys().filter((key) => known.get(key) !== null));
  const findOne = (address: string) => {
    const key = fileKey(address, service.url) ?? '';
    const file = known.get(key);
    if (file !== undefined) return file;
    const stored = findStored(address);
    known.set(key, stored);
    return stored;
  };
  const find = (addresses: ReadonlySet<string>) => {
    const found = [...addresses].map(findOne);
    return { files: found.filter((file) => file !== null), areMissing: found.includes(null) };
  };
  return {
    dir,
    known,
    find: (addresses) => (areOwn ? find(addresses) : null),
    update: async (addresses) => {
      const fresh = [...addresses].filter((address) => !asked.has(fileKey(address, service.url) ?? ''));
      if (!areOwn || fresh.length === 0) return false;
      const before = JSON.stringify(find(addresses));
      for (const address of fresh) asked.add(fileKey(address, service.url) ?? '');
      for (const file of await download(input, fresh, dir)) known.set(file.address, file);
      return JSON.stringify(find(addresses)) !== before;
    },
  };
}

/** Failed downloads do not stop a preview. */
async function download(
  { site, service, openClient, report, signal }: PreviewFilesInput,
  addresses: readonly string[],
  filesDir: string,
): Promise<readonly ContentFile[]> {
  try {
    const { files } = await fetchFiles({
      addresses,
      site,
      service,
      client: openClient(),
      filesDir,
      isAvailable: true,
      onFetchError: 'stale',
      allowShrink: true,
      report: () => {},
      signal,
    });
    return files;
  } catch (cause) {
    signal.throwIfAborted();
    report({ kind: 'log', level: 'verbose', text: `Pictures could not be downloaded: ${errorMessage(cause)}.` });
    return [];
  }
}
