// Images and linked files of the service. Those of the last build are used at once; new and changed ones are downloaded in the
// background, and until then pages load them from the service.

import type { ContentClient } from '../../content/client/content-client.ts';
import { fetchFiles } from '../../content/files/fetch-files.ts';
import { fileKey } from '../../content/files/file-addresses.ts';
import { createFileFinder, filesDirOf } from '../../content/files/file-store.ts';
import type { ContentFile, ContentSnapshot } from '../../content/snapshot/content-snapshot.ts';
import { errorMessage } from '../../errors.ts';
import type { ClientOptions } from './preview-client.ts';

interface PreviewFilesInput extends ClientOptions {
  /** Cache folder of builds. */
  readonly cacheDir: string;
  readonly openClient: () => ContentClient;
}

export class PreviewFiles {
  /** Downloaded files by key; null for a file that was not downloaded yet. */
  readonly #known = new Map<string, ContentFile | null>();
  readonly #input: PreviewFilesInput;
  readonly #dir: string;
  readonly #findStored: ReturnType<typeof createFileFinder>;
  /** Keys that were downloaded since the start, also in vain. */
  readonly #asked = new Set<string>();

  constructor(input: PreviewFilesInput) {
    const { service, cacheDir } = input;
    this.#input = input;
    this.#dir = filesDirOf(cacheDir);
    this.#findStored = createFileFinder(service.url, cacheDir);
  }

  get #areOwn(): boolean {
    const { site, service } = this.#input;
    return !service.isSample && site.content.files === 'own';
  }

  #keyOf(address: string): string {
    return fileKey(address, this.#input.service.url) ?? '';
  }

  /** The files with these addresses. Those that are missing or not our own are loaded from the service. */
  find(addresses: ReadonlySet<string>): Required<Pick<ContentSnapshot, 'files' | 'filesDir' | 'areFilesMissing'>> {
    if (!this.#areOwn) return { files: null, filesDir: this.#dir, areFilesMissing: false };
    const found = [...addresses].map((address) =>
      this.#known.getOrInsertComputed(this.#keyOf(address), () => this.#findStored(address)),
    );
    const files = found.filter((file) => file !== null);
    return { files, filesDir: this.#dir, areFilesMissing: files.length < found.length };
  }

  /** Downloads files that were not downloaded since the start. Resolves to whether anything is new. */
  async update(addresses: ReadonlySet<string>): Promise<boolean> {
    const fresh = [...addresses].filter((address) => !this.#asked.has(this.#keyOf(address)));
    if (!this.#areOwn || fresh.length === 0) return false;
    const before = JSON.stringify(this.find(addresses));
    for (const address of fresh) this.#asked.add(this.#keyOf(address));
    for (const file of await this.#download(fresh)) this.#known.set(file.address, file);
    return JSON.stringify(this.find(addresses)) !== before;
  }

  /** Failed downloads do not stop a preview. */
  async #download(addresses: readonly string[]): Promise<readonly ContentFile[]> {
    const { openClient, report, signal } = this.#input;
    const options = { isAvailable: true, onFetchError: 'stale', allowShrink: true, report: () => {} } as const;
    try {
      return (await fetchFiles({ ...this.#input, ...options, addresses, client: openClient() })).files;
    } catch (cause) {
      signal.throwIfAborted();
      report({ kind: 'log', level: 'verbose', text: `Pictures could not be downloaded: ${errorMessage(cause)}.` });
      return [];
    }
  }
}
