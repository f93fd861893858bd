// A lock file, so that only one build at a time writes an out folder. It contains the id of its process and is valid while that process
// runs, so a killed build does not block others.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { isDiskFull, type SiteError, systemErrorCode } from '../errors.ts';
import { makeFolder } from '../files/write-file.ts';
import { outputSiteError } from './output-errors.ts';

/** A lock that this process holds. */
export interface OutputLock {
  /** False if the file was removed or replaced. */
  isHeld(): boolean;
  /** Deletes the lock file if it is held. Never throws. */
  release(): void;
}

const lockHolder = z.object({
  pid: z.int().positive(),
  /** Id of the boot and start time of the process, to detect that another process got its pid. Null if the system does not have them. */
  started: z.string().nullable(),
  host: z.string(),
  /** ISO 8601, for messages. */
  since: z.string(),
});
/** The process that holds a lock. */
export type LockHolder = Readonly<z.infer<typeof lockHolder>>;

const ATTEMPTS = 40;
/** A lock file is empty until its process has written one line. */
const ATTEMPT_WAIT_MS = 25;

/**
 * Takes the lock. Replaces the lock of a process of this host that has ended.
 * @throws SiteError OUT_LOCKED (exit 2) with the process that holds the lock.
 */
export async function takeLock(lockFile: string, outDir: string): Promise<OutputLock> {
  const holder = describeProcess();
  const text = `${JSON.stringify(holder)}\n`;
  for (let attempt = 1; ; attempt += 1) {
    if (createLockFile(lockFile, text)) return heldLock(lockFile, text);
    const found = readLock(lockFile);
    const other = found === null ? null : parseHolder(found);
    if (other !== null && isAlive(other)) throw outLocked(other, { lockFile, outDir });
    const isUnreadableForLong = other === null && attempt >= ATTEMPTS;
    if (found !== null && (other !== null || isUnreadableForLong)) removeStale(lockFile, found);
    else await wait(ATTEMPT_WAIT_MS);
  }
}

export function describeProcess(): LockHolder {
  const { pid } = process;
  return { pid, started: processStart(pid), host: hostname(), since: new Date().toISOString() };
}

function heldLock(lockFile: string, text: string): OutputLock {
  const isHeld = () => readLock(lockFile) === text;
  return {
    isHeld,
    release: () => {
      try {
        if (isHeld()) rmSync(lockFile, { force: true });
      } catch {
        // This process ends soon, and the next build replaces its lock.
      }
    },
  };
}

/** Returns false if the file exists, or if another build has just removed the folder. */
function createLockFile(lockFile: string, text: string): boolean {
  makeFolder(dirname(lockFile));
  try {
    writeFileSync(lockFile, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    const code = systemErrorCode(cause);
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    // The file is there then, and empty.
    if (isDiskFull(cause)) rmSync(lockFile, { force: true });
    throw cause;
  }
}

function readLock(lockFile: string): string | null {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return null;
    throw cause;
  }
}

function parseHolder(text: string): LockHolder | null {
  try {
    return lockHolder.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether the process still runs. Processes of other hosts cannot be checked and count as running. */
export function isAlive(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return true;
  const answer = signalAnswer(holder.pid);
  if (answer === 'gone') return false;
  if (holder.started === null) return true;
  // Without a start time, our own process is a zombie; that of another user may only be hidden.
  const started = processStart(holder.pid);
  return started === null ? answer === 'forbidden' : started === holder.started;
}

function signalAnswer(pid: number): 'there' | 'forbidden' | 'gone' {
  try {
    process.kill(pid, 0);
    return 'there';
  } catch (cause) {
    return systemErrorCode(cause) === 'ESRCH' ? 'gone' : 'forbidden';
  }
}

/** Boot id and start time of a running process; null without /proc, or if the process has ended or is a zombie. */
function processStart(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses can contain any character. The state is field 3, the start time field 22 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

/** Removes a stale lock, unless another build has replaced it meanwhile. */
function removeStale(lockFile: string, found: string): void {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    // This is the new lock of another build: put it back.
    if (readFileSync(aside, 'utf8') !== found) linkSync(aside, lockFile);
    rmSync(aside, { force: true });
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOENT') throw cause;
  }
}

function outLocked(holder: LockHolder, place: { lockFile: string; outDir: string }): SiteError {
  const isHere = holder.host === hostname();
  const who = `Process ${holder.pid} on ${isHere ? 'this machine' : holder.host} has been writing to it since ${holder.since}.`;
  return outputSiteError('OUT_LOCKED', `Another build is running in ${place.outDir}. Nothing was changed.`, {
    file: place.lockFile,
    what: isHere ? who : `${who} It cannot be checked from here whether it is still running.`,
    fix: isHere
      ? 'Wait until it has ended, and build again.'
      : 'Wait until it has ended, or delete the lock file if it is no longer running. Then build again.',
  });
}
