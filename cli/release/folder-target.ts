// A folder for a web server. Each release is a folder below `releases/`, and the symbolic link `current` points to the live one.
// Unchanged files are hard links, so that a release only takes the space of its changes.

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  cpSync,
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
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDiskFull, SiteError, systemErrorCode, usageError } from '../errors.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { pathOfSystemError } from '../files/explain-system-error.ts';
import { findEntry, findLinks } from '../files/links.ts';
import { listFiles } from '../files/list-files.ts';
import { makeFolder } from '../files/write-file.ts';
import { type ByteRange, MAX_READ_BYTES, type ObjectStore, recordDamaged, type Target } from './object-store.ts';

const CURRENT = 'current';
const RELEASES = 'releases';
const IS_WINDOWS = process.platform === 'win32';
const releaseOf = (id: string) => `${RELEASES}/${id}`;
/** Visitors get this copy of a release while another one gets its id. */
const COPY = 'copy';

/** Makes an action run after pending signals and timers, and explains system errors. */
type Guard = <Args extends unknown[], T>(act: (...args: Args) => T) => (...args: Args) => Promise<T>;

function createGuard(folder: string, signal: AbortSignal): Guard {
  return (act) =>
    async (...args) => {
      await setImmediate();
      signal.throwIfAborted();
      try {
        return act(...args);
      } catch (cause) {
        throw explainFolderError(cause, folder);
      }
    };
}

/** Creates nothing before the first write. */
export function openFolderTarget(folder: string, privatePrefix: string): Target {
  const ended = new AbortController();
  const guard = createGuard(folder, ended.signal);
  let started: string | null = null;
  /** The release that visitors get while it is copied. */
  let copied: string | null = null;
  /** If records were deleted or restored from a backup, a new release may have the id of one that is there. */
  const moveAside = (id: string) => {
    if (existsSync(join(folder, CURRENT)) && findLive(folder) === releaseOf(id)) {
      copied = id;
      removeReleases(folder, [COPY]);
      cpSync(join(folder, releaseOf(id)), join(folder, releaseOf(COPY)), { recursive: true });
      switchTo(folder, COPY);
      copied = null;
    }
    removeReleases(folder, [id]);
  };
  const live = createStore(guard, folder, () => started ?? findLive(folder));
  return {
    name: folder,
    isStaged: true,
    site: {
      ...live,
      list: async function* () {
        yield* await guard(listOthers)(folder, privatePrefix);
        yield* live.list();
      },
    },
    records: createStore(guard, folder, () => privatePrefix),
    start: async ({ id, base, unchanged }) => {
      const [to, from] = [releaseOf(id), releaseOf(base ?? id)];
      await guard(assertNoLinks)(folder, [to, from]);
      await guard(moveAside)(id);
      await guard(makeFolder)(join(folder, to));
      started = to;
      const link = guard((keys: readonly string[]) => {
        for (const key of keys) linkOrCopy(join(folder, from, key), join(folder, to, key));
      });
      for await (const keys of unchanged) await link(keys);
    },
    activate: guard((id) => {
      switchTo(folder, id);
      removeReleases(folder, [COPY]);
    }),
    forget: guard((ids) =>
      removeReleases(
        folder,
        ids.filter((id) => id !== copied),
      ),
    ),
    stop: (reason) => ended.abort(reason),
    [Symbol.dispose]: () => {},
  };
}

/** Makes a release live. */
function switchTo(folder: string, id: string): void {
  const link = join(folder, `${CURRENT}.${process.pid}`);
  rmSync(link, { force: true });
  // On Windows, only junctions need no special rights. They are absolute, and cannot be renamed over.
  symlinkSync(IS_WINDOWS ? join(folder, releaseOf(id)) : releaseOf(id), link, 'junction');
  if (IS_WINDOWS) rmSync(join(folder, CURRENT), { force: true });
  renameSync(link, join(folder, CURRENT));
}

function removeReleases(folder: string, ids: readonly string[]): void {
  assertNoLinks(folder, [RELEASES]);
  for (const id of ids) rmSync(join(folder, releaseOf(id)), { recursive: true, force: true });
}

/** The folder of the live release. The link to it may only lead to a release. */
function findLive(folder: string): string {
  const link = join(folder, CURRENT);
  if (!isLink(link) || !existsSync(link)) return CURRENT;
  const live = realpathSync(link);
  if (dirname(live) !== join(realpathSync(folder), RELEASES)) throw linkError(link);
  return releaseOf(basename(live));
}

/** Absolute paths of what no release wrote. */
function listOthers(folder: string, privatePrefix: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const ours = [RELEASES, privatePrefix.split('/')[0], ...(isLink(join(folder, CURRENT)) ? [CURRENT] : [])];
  return names.filter((name) => !ours.includes(name)).map((name) => join(folder, name));
}

const isLink = (path: string) => findEntry(path)?.isSymbolicLink() === true;

/** Who may write to the target may not choose other places by links. */
function assertNoLinks(folder: string, paths: readonly string[]): void {
  const [link] = findLinks(folder, paths);
  if (link !== undefined) throw linkError(join(folder, link));
}

function linkError(path: string): Error {
  return Object.assign(new Error(`${path} is a link`), { code: 'ELOOP', path, syscall: 'open' });
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
function createStore(guard: Guard, folder: string, rootOf: () => string): ObjectStore {
  const fileOf = (key: string): string => {
    const path = `${rootOf()}/${key}`;
    assertNoLinks(folder, [path]);
    return join(folder, path);
  };
  const get = (key: string, range = WHOLE) => {
    const body = readRegular(fileOf(key), range);
    if (range === WHOLE && (body?.length ?? 0) > MAX_READ_BYTES) throw recordDamaged(key, 'it is too large.');
    return body === null ? null : { body, etag: sha256(body) };
  };
  return {
    get: guard(get),
    put: guard((key, body, _, condition) => {
      const file = fileOf(key);
      const isNew = condition === 'absent';
      if (condition !== undefined && !isNew && get(key)?.etag !== condition.etag) return false;
      makeFolder(dirname(file));
      const part = `${file}.${randomUUID()}.part`;
      try {
        writeFileSync(part, body);
        // Creating a hard link is atomic and never overwrites a file.
        if (isNew) linkSync(part, file);
        else renameSync(part, file);
        return true;
      } catch (cause) {
        if (isNew && systemErrorCode(cause) === 'EEXIST') return false;
        throw cause;
      } finally {
        rmSync(part, { force: true });
      }
    }),
    head: guard((key) => {
      const file = fileOf(key);
      const found = statSync(file, { throwIfNoEntry: false });
      return found?.isFile() === true ? { bytes: found.size, etag: hashFile(file) } : null;
    }),
    delete: guard((keys) => {
      for (const key of keys) rmSync(fileOf(key), { force: true });
    }),
    list: async function* () {
      const root = await guard(() => join(folder, rootOf()))();
      if (existsSync(root)) yield* await guard(listFiles)(root);
    },
  };
}

/** Reads part of a file. Links and devices are refused, because what they name is not in the target. */
function readRegular(file: string, { offset, length }: ByteRange): Buffer | null {
  const found = findEntry(file);
  if (found === undefined || found.isDirectory()) return null;
  if (!found.isFile()) throw linkError(file);
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, found.size - offset)));
  const descriptor = openSync(file, 'r');
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset));
  } finally {
    closeSync(descriptor);
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
  ENOENT: ['is missing', 'Publish with --audit, which restores missing files.'],
  ENAMETOOLONG: ['has a name that is too long for the file system', 'Choose another folder.'],
  ELOOP: ['is a link or a device', 'Delete it, so that nothing outside the target is changed.'],
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
