// A folder for a web server. Each release is a folder below `releases/`, and the symbolic link `current` points to the live one.
// Unchanged files are hard links, so that a release only takes the space of its changes.

import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDiskFull, SiteError, systemErrorCode } from '../errors.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { pathOfSystemError } from '../files/explain-system-error.ts';
import { findEntry, findLinks } from '../files/links.ts';
import { listFiles } from '../files/list-files.ts';
import { makeFolder, writeWhole } from '../files/write-file.ts';
import {
  type ByteRange,
  ConditionFailed,
  MAX_READ_BYTES,
  type ObjectStore,
  recordDamaged,
  type Target,
} from './object-store.ts';

const CURRENT = 'current';
const RELEASES = 'releases';
const IS_WINDOWS = process.platform === 'win32';

/** Creates nothing before the first write. */
export function openFolderTarget(folder: string, privatePrefix: string): Target {
  let started = CURRENT;
  const releaseOf = (id: string) => `${RELEASES}/${id}`;
  const ours = new Set([CURRENT, RELEASES, privatePrefix.split('/')[0]]);
  const guard = createGuard(folder);
  return {
    name: folder,
    isStaged: true,
    hasRedirects: false,
    site: createFolderStore({ folder, guard, rootOf: () => started }),
    records: createFolderStore({ folder, guard, rootOf: () => privatePrefix }),
    // A first release may have been switched to just before it was interrupted.
    hasOthers: (keys) =>
      guard(
        () =>
          existsSync(folder) &&
          (!readdirSync(folder).every((name) => ours.has(name)) || listLive(folder).some((key) => !keys.has(key))),
      ),
    start: async ({ id, base, unchanged }) => {
      started = releaseOf(id);
      const from = base === null ? null : releaseOf(base);
      await guard(() => {
        assertNoLinks(folder, [started, ...(from === null ? [] : [from])]);
        makeFolder(join(folder, started));
      });
      if (from === null) return;
      for await (const keys of unchanged)
        await guard(() => {
          for (const key of keys) linkOrCopy(join(folder, from, key), join(folder, started, key));
        });
    },
    activate: (id) =>
      guard(() => {
        const link = join(folder, `${CURRENT}.${process.pid}`);
        rmSync(link, { force: true });
        linkFolder(join(RELEASES, id), link);
        // Windows cannot rename over a link to a folder.
        if (IS_WINDOWS) rmSync(join(folder, CURRENT), { force: true });
        renameSync(link, join(folder, CURRENT));
      }),
    forget: (ids) =>
      guard(() => {
        assertNoLinks(folder, [RELEASES]);
        for (const id of ids) rmSync(join(folder, releaseOf(id)), { recursive: true, force: true });
      }),
    close: () => {},
  };
}

function listLive(folder: string): readonly string[] {
  const live = join(folder, CURRENT);
  const found = statSync(live, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isDirectory() ? listFiles(live) : [CURRENT];
}

/** Who may write to the target may not choose other places by links. */
function assertNoLinks(folder: string, paths: readonly string[]): void {
  const [link] = findLinks(folder, paths);
  if (link !== undefined) throw isLink(join(folder, link));
}

/** The link to the live release may only lead to a release. */
function assertLiveIsOurs(folder: string): void {
  const link = join(folder, CURRENT);
  if (existsSync(link) && dirname(realpathSync(link)) !== join(realpathSync(folder), RELEASES)) throw isLink(link);
}

function isLink(path: string): Error {
  return Object.assign(new Error(`${path} is a link`), { code: 'ELOOP', path, syscall: 'open' });
}

/** Runs an action after pending signals and timers, and explains system errors. */
type Guard = <T>(act: () => T) => Promise<T>;

function createGuard(folder: string): Guard {
  return async (act) => {
    await setImmediate();
    try {
      return act();
    } catch (cause) {
      throw explainFolderError(cause, folder);
    }
  };
}

/** Creates a link to a folder, given relative to the link. On Windows only junctions need no special rights; they are absolute. */
function linkFolder(target: string, link: string): void {
  symlinkSync(IS_WINDOWS ? join(dirname(link), target) : target, link, 'junction');
}

function linkOrCopy(from: string, to: string): void {
  makeFolder(dirname(to));
  try {
    linkSync(from, to);
  } catch (cause) {
    // Some file systems do not support hard links, or limit their number.
    if (!['EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS', 'EXDEV'].includes(systemErrorCode(cause) ?? '')) throw cause;
    copyFileSync(from, to);
  }
}

interface StoreOptions {
  readonly folder: string;
  readonly guard: Guard;
  /** Relative to the folder. */
  readonly rootOf: () => string;
  readonly signal?: AbortSignal;
}

const WHOLE: ByteRange = { offset: 0, length: MAX_READ_BYTES + 1 };

/** The ETag of a file is the hash of its bytes. */
function createFolderStore(options: StoreOptions): ObjectStore {
  const { folder, rootOf } = options;
  const guard: Guard = (act) =>
    options.guard(() => {
      options.signal?.throwIfAborted();
      return act();
    });
  const fileOf = (key: string): string => {
    const root = rootOf();
    if (root === CURRENT) assertLiveIsOurs(folder);
    assertNoLinks(root === CURRENT ? join(folder, CURRENT) : folder, [root === CURRENT ? key : `${root}/${key}`]);
    return join(folder, root, key);
  };
  const get = (key: string, range = WHOLE) => {
    const body = readRegular(fileOf(key), range);
    if (range === WHOLE && (body?.length ?? 0) > MAX_READ_BYTES) throw recordDamaged(key, 'it is too large.');
    return body === null ? null : { body, etag: sha256(body) };
  };
  const head = (key: string) => {
    const file = fileOf(key);
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() === true ? { bytes: found.size, etag: hashFile(file) } : null;
  };
  return {
    get: (key, range) => guard(() => get(key, range)),
    put: (key, body, _, condition) =>
      guard(() => {
        const file = fileOf(key);
        makeFolder(dirname(file));
        if ('file' in body) copyWhole(body.file, file);
        else if (condition === 'absent') writeNew(file, body);
        else {
          if (condition !== undefined && get(key)?.etag !== condition.etag) throw new ConditionFailed(key);
          writeWhole(file, body);
        }
      }),
    head: (key) => guard(() => head(key)),
    delete: (keys) =>
      guard(() => {
        for (const key of keys) rmSync(fileOf(key), { force: true });
      }),
    list: async function* () {
      const root = join(folder, rootOf());
      yield* await guard(() => (existsSync(root) ? listFiles(root) : []));
    },
    until: (signal) => createFolderStore({ ...options, signal }),
  };
}

/** Reads part of a file. Links and devices are refused, because what they name is not in the target. */
function readRegular(file: string, { offset, length }: ByteRange): Buffer | null {
  const found = findEntry(file);
  if (found === undefined || found.isDirectory()) return null;
  if (!found.isFile()) throw isLink(file);
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, found.size - offset)));
  const descriptor = openSync(file, 'r');
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset));
  } finally {
    closeSync(descriptor);
  }
}

function copyWhole(from: string, to: string): void {
  const part = `${to}.${process.pid}.part`;
  copyFileSync(from, part);
  renameSync(part, to);
}

/** Creating a hard link is atomic and never overwrites a file. */
function writeNew(file: string, body: Uint8Array): void {
  const part = `${file}.${process.pid}.part`;
  writeWhole(part, body);
  try {
    linkSync(part, file);
  } catch (cause) {
    throw systemErrorCode(cause) === 'EEXIST' ? new ConditionFailed(file) : cause;
  } finally {
    rmSync(part, { force: true });
  }
}

const RIGHTS = {
  what: 'may not be read or written by this user',
  fix: 'Give this user access to the folder and everything in it.',
};
const IN_THE_WAY = { what: 'is a file where a folder should be', fix: 'Move it away.' };
const ELSEWHERE = 'Choose another folder.';

const REASON_BY_CODE: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: { what: 'is on a read-only file system', fix: ELSEWHERE },
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  EISDIR: { what: 'is a folder where a file should be', fix: 'Move it away.' },
  ENOENT: { what: 'is missing', fix: 'Publish with --audit, which restores missing files.' },
  ENAMETOOLONG: { what: 'has a name that is too long for the file system', fix: ELSEWHERE },
  ELOOP: { what: 'is a link or a device', fix: 'Delete it, so that nothing outside the target is changed.' },
  EIO: { what: 'cannot be read or written', fix: 'Its disk is damaged or was removed.' },
};

/** PUBLISH_REFUSED or PUBLISH_DISK_FULL (exit 2) for a system error; returns anything else unchanged. */
function explainFolderError(cause: unknown, folder: string): unknown {
  const code = systemErrorCode(cause);
  if (code === null || cause instanceof SiteError) return cause;
  const fail = (name: string, message: string) => new SiteError({ code: name, exitCode: 2, message }, { cause });
  if (isDiskFull(cause))
    return fail(
      'PUBLISH_DISK_FULL',
      `The disk of ${folder} is full (${code}). What visitors get is unchanged. Free some space and try again.`,
    );
  const reason = REASON_BY_CODE[code];
  if (reason === undefined) return cause;
  const path = pathOfSystemError(cause) ?? folder;
  return fail('PUBLISH_REFUSED', `${path} ${reason.what} (${code}). What visitors get is unchanged. ${reason.fix}`);
}
