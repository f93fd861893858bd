// Where a site goes: objects by key, and what a release does with them. A folder and object storage have one each.

/** What visitors get with the bytes of an object. */
export interface ObjectHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  /** Where the object redirects to, on targets that have such objects. */
  readonly redirect: string | null;
}

/** Write only where there is no such object, or only over the one with this ETag. */
export type PutCondition = 'absent' | { readonly etag: string };

/** A file that is not read into memory. */
export interface FileBody {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** An object of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
}

/** Objects below one place. Keys are relative to it, '/' between parts. Failed requests are repeated. */
export interface ObjectStore {
  /**
   * Writes an object whole.
   * @returns its ETag. @throws ConditionFailed where the condition does not hold.
   */
  put(key: string, body: Uint8Array, headers: ObjectHeaders, condition?: PutCondition): Promise<string>;
  /** Writes a file whole. */
  putFile(key: string, body: FileBody, headers: ObjectHeaders): Promise<void>;
  /** Null where there is none. */
  get(key: string): Promise<{ readonly body: Buffer; readonly etag: string } | null>;
  /** Null where there is none. A folder keeps no headers. */
  head(key: string): Promise<(Partial<ObjectHeaders> & ListedObject) | null>;
  /** Does nothing where there is none. */
  delete(key: string): Promise<void>;
  /** In no particular order. */
  list(): AsyncIterable<ListedObject>;
}

/** A release that is about to be written. */
export interface StartedRelease {
  readonly id: string;
  /** The live release; null where there is none. */
  readonly base: string | null;
  /** Keys that stay as they are in the live release. */
  readonly unchanged: readonly string[];
}

/** A place that visitors see. */
export interface Target {
  /** For people, without secrets: `s3://bucket/prefix`, or the folder. */
  readonly name: string;
  /** Whether a release is written beside the live one, which stays as it is until `activate`. */
  readonly isStaged: boolean;
  /** Whether objects may redirect. */
  readonly hasRedirects: boolean;
  /** The objects that visitors see; of a staged target those of the release that was started. */
  readonly site: ObjectStore;
  /** The records of releases, which visitors never see. */
  readonly records: ObjectStore;
  /** Whether nothing is there that visitors could see. */
  isEmpty(): Promise<boolean>;
  start(release: StartedRelease): Promise<void>;
  /** Shows a staged release. */
  activate(id: string): Promise<void>;
  /** Removes what is left of releases that can no longer come back. */
  forget(ids: readonly string[]): Promise<void>;
  close(): void;
}

/** Another publisher wrote the object first. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
}

/** The target ignores conditions, or refuses to read them. */
export class ConditionUnsupported extends Error {
  override readonly name = 'ConditionUnsupported';
}
