// A folder for a web server. Each release is a folder below `releases/`, and the symbolic link `current` points to the live one.
// Unchanged files are hard links, so that a release only takes the space of its changes.

import {
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemErrorCode } from '../errors.ts';
import { sha256 } from '../files/content-hash.ts';
import { listFiles } from '../files/list-files.ts';
import { makeFolder, writeWhole } from '../files/write-file.ts';
import { explainFolderError } from './folder-errors.ts';
import {
  ConditionFailed,
  type ObjectStore,
  type PutCondition,
  type StartedRelease,
  type Target,
} from './object-store.ts';

const CURRENT = 'current';
const RELEASES = 'releases';
const IS_WINDOWS = process.platform === 'win32';

/** Creates nothing before the first write. */
export function openFolderTarget(folder: string, privatePrefix: string): Target {
  let started = '';
  const releaseDir = (id: string) => join(folder, RELEASES, id);
  const ours = new Set([CURRENT, RELEASES, privatePrefix.split('/')[0]]);
  const guard = createGuard(folder);
  return {
    name: folder,
    isStaged: true,
    hasRedirects: false,
    site: createFolderStore(guard, () => (started === '' ? join(folder, CURRENT) : releaseDir(started))),
    records: createFolderStore(guard, () => join(folder, privatePrefix)),
    isEmpty: () =>
      guard(
        () =>
          !existsSync(folder) ||
          (readdirSync(folder).every((name) => ours.has(name)) && !existsSync(join(folder, CURRENT))),
      ),
    start: (release) =>
      guard(() => {
        started = release.id;
        copyUnchanged(release, releaseDir);
      }),
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
        for (const id of ids) rmSync(releaseDir(id), { recursive: true, force: true });
      }),
    close: () => {},
  };
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

function copyUnchanged({ id, base, unchanged }: StartedRelease, releaseDir: (id: string) => string): void {
  makeFolder(releaseDir(id));
  if (base === null) return;
  const made = new Set<string>();
  for (const key of unchanged) {
    const file = join(releaseDir(id), key);
    if (!made.has(dirname(file))) makeFolder(dirname(file));
    made.add(dirname(file));
    linkOrCopy(join(releaseDir(base), key), file);
  }
}

/** Creates a link to a folder, given relative to the link. On Windows only junctions need no special rights; they are absolute. */
function linkFolder(target: string, link: string): void {
  symlinkSync(IS_WINDOWS ? join(dirname(link), target) : target, link, 'junction');
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (cause) {
    // Some file systems do not support hard links, or limit their number.
    if (!['EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS', 'EXDEV'].includes(systemErrorCode(cause) ?? '')) throw cause;
    copyFileSync(from, to);
  }
}

/** The ETag of a file is the hash of its bytes. */
function createFolderStore(guard: Guard, rootOf: () => string): ObjectStore {
  const read = (key: string): Buffer | null => {
    try {
      return readFileSync(join(rootOf(), key));
    } catch (cause) {
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemErrorCode(cause) ?? '')) return null;
      throw cause;
    }
  };
  const get = (key: string) => {
    const body = read(key);
    return body === null ? null : { body, etag: sha256(body) };
  };
  return {
    get: (key) => guard(() => get(key)),
    put: (key, body, _, condition) =>
      guard(() => {
        const file = join(rootOf(), key);
        makeFolder(dirname(file));
        if (condition === 'absent') writeNew(file, body);
        else {
          if (condition !== undefined) assertUnchanged(read(key), condition);
          writeWhole(file, body);
        }
        return sha256(body);
      }),
    putFile: (key, body) =>
      guard(() => {
        const file = join(rootOf(), key);
        makeFolder(dirname(file));
        const part = `${file}.${process.pid}.part`;
        copyFileSync(body.file, part);
        renameSync(part, file);
      }),
    head: (key) =>
      guard(() => {
        const found = get(key);
        return found === null ? null : { key, bytes: found.body.length, etag: found.etag };
      }),
    delete: (key) => guard(() => rmSync(join(rootOf(), key), { force: true })),
    list: async function* () {
      const keys = await guard(() => (existsSync(rootOf()) ? [...listFiles(rootOf())] : []));
      for (const key of keys) {
        const body = await guard(() => read(key));
        if (body !== null) yield { key, bytes: body.length, etag: sha256(body) };
      }
    },
  };
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

function assertUnchanged(body: Buffer | null, condition: Exclude<PutCondition, 'absent'>): void {
  if (body === null || sha256(body) !== condition.etag) throw new ConditionFailed('The file has changed.');
}
