// Images and linked files of the service in a preview: those of the last build at once, new and changed ones as soon as they are
// downloaded in the background. Until then pages load them from the service.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { ContentClient } from '../../content/client/content-client.ts';
import { fetchFiles } from '../../content/files/fetch-files.ts';
import { fileKey } from '../../content/files/file-addresses.ts';
import { filesDirOf } from '../../content/files/file-store.ts';
import { createFileFinder } from '../../content/files/named-files.ts';
import type { ContentFile } from '../../content/snapshot/content-snapshot.ts';
import { errorMessage } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';

/** What the files are downloaded with. */
interface PreviewFilesInput {
  readonly site: SiteConfig;
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  /** Folder of the builds' caches. */
  readonly cacheDir: string;
  readonly openClient: () => ContentClient;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Files by key, as they were downloaded last; null for one that the service was not asked for yet. */
export type KnownFiles = Map<string, ContentFile | null>;

/** The files of the content that is shown. */
export interface PreviewFiles {
  readonly dir: string;
  /** The files of some content; null where they stay on the service. Pages load those that are missing from there. */
  readonly find: (
    addresses: ReadonlySet<string>,
  ) => { readonly files: readonly ContentFile[]; readonly areMissing: boolean } | null;
  /** Downloads what was not asked for since the start. Resolves with whether anything is new. */
  readonly update: (addresses: ReadonlySet<string>) => Promise<boolean>;
  readonly known: KnownFiles;
}

/** Nothing is asked before the first update. `known` is what an earlier site of the same preview found. */
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

/** A preview goes on without files that it cannot get. */
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
      isServed: true,
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
