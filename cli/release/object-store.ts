// The interface of targets: a folder or object storage.

export interface ObjectHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  /** Redirect target of the object, if the storage supports it. */
  readonly redirect: string | null;
}

/** Write only if the object does not exist, or only if it has this ETag. */
export type PutCondition = 'absent' | { readonly etag: string };

/** A file that is too large for memory. */
export interface FileBody {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
}

/** Objects by key: relative paths with '/'. Implementations retry failed requests. */
export interface ObjectStore {
  /** @returns the ETag. @throws ConditionFailed, ConditionUnsupported. */
  put(key: string, body: Uint8Array, headers: ObjectHeaders, condition?: PutCondition): Promise<string>;
  putFile(key: string, body: FileBody, headers: ObjectHeaders): Promise<void>;
  /** Null if it does not exist. */
  get(key: string): Promise<{ readonly body: Buffer; readonly etag: string } | null>;
  /** Null if it does not exist. A folder has no headers. */
  head(key: string): Promise<(Partial<ObjectHeaders> & ListedObject) | null>;
  /** Does nothing if it does not exist. */
  delete(key: string): Promise<void>;
  /** In no particular order. */
  list(): AsyncIterable<ListedObject>;
}

export interface StartedRelease {
  readonly id: string;
  /** The live release; null if there is none. */
  readonly base: string | null;
  /** Keys of objects that are the same in the live release. */
  readonly unchanged: readonly string[];
}

/** Where a site is published. */
export interface Target {
  /** For messages, without secrets: `s3://bucket/prefix`, or the folder. */
  readonly name: string;
  /** Whether a release is written beside the live one and goes live with `activate`. */
  readonly isStaged: boolean;
  /** Whether objects can redirect and have headers. */
  readonly hasRedirects: boolean;
  /** The objects that visitors see; if staged, those of the started release. */
  readonly site: ObjectStore;
  /** The records of releases, which visitors never see. */
  readonly records: ObjectStore;
  /** Whether there is nothing that visitors could see. */
  isEmpty(): Promise<boolean>;
  start(release: StartedRelease): Promise<void>;
  /** Makes a staged release live. */
  activate(id: string): Promise<void>;
  /** Deletes releases that can no longer be rolled back to. */
  forget(ids: readonly string[]): Promise<void>;
  close(): void;
}

/** All objects of a store. */
export async function listByKey(store: ObjectStore): Promise<ReadonlyMap<string, ListedObject>> {
  const objects = new Map<string, ListedObject>();
  for await (const object of store.list()) objects.set(object.key, object);
  return objects;
}

/** Another publisher wrote the object first. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
}

/** The target does not support conditional writes. */
export class ConditionUnsupported extends Error {
  override readonly name = 'ConditionUnsupported';
}
