// Finds the images and files that content names, and stores downloaded files under the SHA-256 of their bytes, with an index by URL. A
// file has its name only once it is complete.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFields } from '../../files/read-json-fields.ts';
import { makeFolder, writeWhole } from '../../files/write-file.ts';
import type { ContentFile } from '../snapshot/content-snapshot.ts';
import { extensionOf, fileKey } from './file-addresses.ts';

const rowSchema = z.object({
  sha256: z.hash('sha256').brand<'Digest'>(),
  bytes: z.int().nonnegative(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  contentType: z.string().nullable(),
  /** Its size and time in the service's list of assets. While they are unchanged, the file is not requested. */
  listed: z.string().nullable(),
  /** Time of the last request for the file itself, in milliseconds since 1970. */
  checkedAt: z.number(),
});
const indexSchema = z.object({ version: z.literal(1), files: z.record(z.string(), rowSchema) });

export type FileRow = Readonly<z.output<typeof rowSchema>>;

const INDEX_FILE = 'index.json';

export function filesDirOf(cacheDir: string): string {
  return join(cacheDir, 'files');
}

export class FileStore {
  readonly #dir: string;
  readonly #rows: Map<string, FileRow>;
  #isChanged = false;

  constructor(dir: string) {
    this.#dir = dir;
    this.#rows = new Map(
      Object.entries(indexSchema.safeParse(readJsonFields(join(dir, INDEX_FILE))).data?.files ?? {}),
    );
  }

  /** The last download of a URL; null if its file is not there. */
  find(url: string): FileRow | null {
    const row = this.#rows.get(url);
    return row !== undefined && isStored(this.#dir, row) ? row : null;
  }

  keep(url: string, row: FileRow): void {
    this.#rows.set(url, row);
    this.#isChanged = true;
  }

  save(): void {
    if (!this.#isChanged) return;
    makeFolder(this.#dir);
    const stored = [...this.#rows].filter(([, row]) => isStored(this.#dir, row)).sort(([a], [b]) => (a < b ? -1 : 1));
    writeWhole(join(this.#dir, INDEX_FILE), `${JSON.stringify({ version: 1, files: Object.fromEntries(stored) })}\n`);
  }
}

function isStored(dir: string, { sha256, bytes }: FileRow): boolean {
  return statSync(join(dir, sha256), { throwIfNoEntry: false })?.size === bytes;
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
