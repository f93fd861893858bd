// The interface of targets: a folder or object storage.

import { type SiteError, usageError } from '../errors.ts';

export interface ObjectHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  /** Redirect target of the object, if the storage supports it. */
  readonly redirect: string | null;
}

/** Write only if the object does not exist, or only if it has this ETag. */
export type PutCondition = 'absent' | { readonly etag: string };

/** A folder has no headers. */
export interface FoundObject extends Partial<ObjectHeaders> {
  readonly bytes: number;
  readonly etag: string;
}

/** How many requests run at a time. */
export const CONCURRENCY = 24;

/** A part of an object, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Without a range, larger objects are not read, because anyone who may write to the target could fill the memory. */
export const MAX_READ_BYTES = 256 * 1024 * 1024;

/** Objects by key: relative paths with '/'. Implementations retry failed requests. */
export interface ObjectStore {
  /** False if nothing was written, because the condition failed, or the storage has no conditional writes. */
  put(key: string, body: Uint8Array, headers: ObjectHeaders, condition?: PutCondition): Promise<boolean>;
  /** Null if it does not exist, or has no byte of the range. @throws SiteError RELEASE_RECORD_DAMAGED if it is too large. */
  get(key: string, range?: ByteRange): Promise<{ readonly body: Buffer; readonly etag: string } | null>;
  /** Null if it does not exist. */
  head(key: string): Promise<FoundObject | null>;
  /** Does nothing with those that do not exist. */
  delete(keys: readonly string[]): Promise<void>;
  /** All keys, in no particular order; in a folder also the paths of files that are not ours. */
  list(): AsyncIterable<string>;
}

/** Where a site is published. */
export interface Target extends Disposable {
  /** For messages, without secrets: `s3://bucket/prefix`, or the folder. */
  readonly name: string;
  /** Whether it is a folder: a release is written beside the live one and goes live with `activate`. Files have no headers. */
  readonly isStaged: boolean;
  /** The objects that visitors see; if staged, those of the started release. */
  readonly site: ObjectStore;
  /** The records of releases, which visitors never see. */
  readonly records: ObjectStore;
  /** `base`: the live release; null if there is none. `unchanged`: keys of objects that are the same in it. */
  start(release: { id: string; base: string | null; unchanged: AsyncIterable<readonly string[]> }): Promise<void>;
  /** Makes a staged release live. */
  activate(id: string): Promise<void>;
  /** Deletes releases that can no longer be rolled back to. */
  forget(ids: readonly string[]): Promise<void>;
  /** Ends all requests, those in flight too, and refuses new ones with this error. */
  stop(reason: SiteError): void;
}

export function recordDamaged(key: string, what: string): SiteError {
  return usageError(
    'RELEASE_RECORD_DAMAGED',
    `The target’s record ${key} cannot be read: ${what} Nothing was changed. Restore it from a backup, or delete all records (.sitegen/, or publish.privatePrefix) and publish with --adopt.`,
  );
}
