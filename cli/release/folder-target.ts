// A folder for a web server. Each release is a folder below `releases/`, and the symbolic link `current` points to the live one.
// Unchanged files are hard links, so that a release only takes the space of its changes.

import { randomUUID } from 'node:crypto';
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
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDiskFull, SiteError, systemErrorCode, usageError } from '../errors.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { pathOfSystemError } from '../files/explain-system-error.ts';
import { findEntry, findLinks } from '../files/links.ts';
import { listFiles } from '../files/list-files.ts';
import { makeFolder } from '../files/write-file.ts';
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
  const ours = [CURRENT, RELEASES, privatePrefix.split('/')[0]];
  const guard = createGuard(folder);
  return {
    name: folder,
    isStaged: true,
    hasRedirects: false,
    site: createFolderStore(folder, () => started),
    records: createFolderStore(folder, () => privatePrefix),
    // A first release may have been switched to just before it was interrupted.
    hasOthers: (keys) =>
      guard(
        () =>
          existsSync(folder) &&
          (!readdirSync(folder).every((name) => ours.includes(name)) || listLive(folder).some((key) => !keys.has(key))),
      ),
    start: async ({ id, base, unchanged }) => {
      started = releaseOf(id);
      const from = base === null ? [] : [releaseOf(base)];
      await guard(() => {
        assertNoLinks(folder, [started, ...from]);
        makeFolder(join(folder, started));
      });
      for (const earlier of from)
        for await (const keys of unchanged)
          await guard(() => {
            for (const key of keys) linkOrCopy(join(folder, earlier, key), join(folder, started, key));
          });
    },
    activate: (id) =>
      guard(() => {
        const link = join(folder, `${CURRENT}.${process.pid}`);
        rmSync(link, { force: true });
        // On Windows, only junctions need no special rights. They are absolute, and cannot be renamed over.
        symlinkSync(IS_WINDOWS ? join(folder, releaseOf(id)) : join(RELEASES, id), link, 'junction');
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

/** Runs actions after pending signals and timers, and explains system errors. */
function createGuard(folder: string, signal?: AbortSignal) {
  return async <T>(act: () => T): Promise<T> => {
    await setImmediate();
    signal?.throwIfAborted();
    try {
      return act();
    } catch (cause) {
      throw explainFolderError(cause, folder);
    }
  };
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

const WHOLE: ByteRange = { offset: 0, length: MAX_READ_BYTES + 1 };

/** The ETag of a file is the hash of its bytes. The root is relative to the folder. */
function createFolderStore(folder: string, rootOf: () => string, signal?: AbortSignal): ObjectStore {
  const guard = createGuard(folder, signal);
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
  return {
    get: (key, range) => guard(() => get(key, range)),
    put: (key, body, _, condition) =>
      guard(() => {
        const file = fileOf(key);
        makeFolder(dirname(file));
        const isNew = condition === 'absent';
        if (condition !== undefined && !isNew && get(key)?.etag !== condition.etag) throw new ConditionFailed(key);
        const part = `${file}.${randomUUID()}.part`;
        try {
          if ('file' in body) copyFileSync(body.file, part);
          else writeFileSync(part, body);
          if (isNew) linkNew(part, file);
          else renameSync(part, file);
        } finally {
          rmSync(part, { force: true });
        }
      }),
    head: (key) =>
      guard(() => {
        const file = fileOf(key);
        const found = statSync(file, { throwIfNoEntry: false });
        return found?.isFile() === true ? { bytes: found.size, etag: hashFile(file) } : null;
      }),
    delete: (keys) =>
      guard(() => {
        for (const key of keys) rmSync(fileOf(key), { force: true });
      }),
    list: async function* () {
      const root = join(folder, rootOf());
      yield* await guard(() => (existsSync(root) ? listFiles(root) : []));
    },
    until: (end) => createFolderStore(folder, rootOf, end),
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

/** Creating a hard link is atomic and never overwrites a file. */
function linkNew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (cause) {
    throw systemErrorCode(cause) === 'EEXIST' ? new ConditionFailed(to) : cause;
  }
}

const RIGHTS = ['may not be read or written by this user', 'Give this user access to the folder and everything in it.'];
const IN_THE_WAY = ['is a file where a folder should be', 'Move it away.'];

/** What is wrong, and how to fix it. */
const REASON_BY_CODE: Readonly<Record<string, readonly string[]>> = {
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: ['is on a read-only file system', 'Choose another folder.'],
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  EISDIR: ['is a folder where a file should be', 'Move it away.'],
  ENOENT: ['is missing', 'Publish with --audit, which restores missing files.'],
  ENAMETOOLONG: ['has a name that is too long for the file system', 'Choose another folder.'],
  ELOOP: ['is a link or a device', 'Delete it, so that nothing outside the target is changed.'],
  EIO: ['cannot be read or written', 'Its disk is damaged or was removed.'],
};

/** PUBLISH_REFUSED or PUBLISH_DISK_FULL (exit 2) for a system error; returns anything else unchanged. */
function explainFolderError(cause: unknown, folder: string): unknown {
  const code = systemErrorCode(cause);
  if (code === null || cause instanceof SiteError) return cause;
  const fail = (name: string, place: string, [what, fix]: readonly string[]) =>
    usageError(name, `${place} ${what} (${code}). What visitors get is unchanged. ${fix}`, cause);
  if (isDiskFull(cause))
    return fail('PUBLISH_DISK_FULL', `The disk of ${folder}`, ['is full', 'Free some space and try again.']);
  const reason = REASON_BY_CODE[code];
  return reason === undefined ? cause : fail('PUBLISH_REFUSED', pathOfSystemError(cause) ?? folder, reason);
}
