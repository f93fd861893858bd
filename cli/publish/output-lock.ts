// One build at a time in an out folder. The lock is a file that names its process; it counts as long as that process
// lives, so that a build that was killed blocks no other one.

import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type SiteError, systemErrorCode } from '../errors.ts';
import { makeFolder } from '../files/write-file.ts';
import { outputSiteError } from './output-errors.ts';

/** A lock that this process holds. */
export interface OutputLock {
  /** False once the file was removed or replaced. */
  isHeld(): boolean;
  /** Gives the lock back; does nothing when it is not held. Never throws. */
  release(): void;
}

/** A process that holds something. */
export interface LockHolder {
  readonly pid: number;
  /** Boot and time at which the process started, where the system has it: it differs when the pid was given to another process. */
  readonly started: string | null;
  readonly host: string;
  /** ISO 8601, for people. */
  readonly since: string;
}

const ATTEMPTS = 40;
/** A lock file is empty for as long as its maker needs to write one line. */
const ATTEMPT_WAIT_MS = 25;

/**
 * Takes the lock. The lock of a dead process of this host is taken over.
 * @throws SiteError OUT_LOCKED (exit 2) that names the process that holds it.
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

/** This process. */
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
        // A lock that stays behind is that of a dead process soon, and the next build takes it over.
      }
    },
  };
}

/** False where there is one already, or where a build that just ended took the folder away. */
function createLockFile(lockFile: string, text: string): boolean {
  makeFolder(dirname(lockFile));
  let descriptor: number;
  try {
    descriptor = openSync(lockFile, 'wx');
  } catch (cause) {
    const code = systemErrorCode(cause);
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw cause;
  }
  try {
    writeSync(descriptor, text);
    return true;
  } catch (cause) {
    rmSync(lockFile, { force: true });
    throw cause;
  } finally {
    closeSync(descriptor);
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
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, started, host, since } = value as Partial<Record<keyof LockHolder, unknown>>;
  const isPid = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0;
  return (
    isPid && (started === null || typeof started === 'string') && typeof host === 'string' && typeof since === 'string'
  );
}

/** A process of another host cannot be checked, so it counts as alive. */
export function isAlive(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return true;
  const answer = signalAnswer(holder.pid);
  if (answer === 'gone') return false;
  if (holder.started === null) return true;
  // Without a start time it is a zombie if it is ours; one of another user may just be hidden from us.
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

/** Boot and start time of a living process; null where the system has no /proc, or the process is dead or waits to be buried. */
function processStart(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the state is field 3, the start time field 22 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

/** Removes a lock unless it is no longer the one that was found stale. */
function removeStale(lockFile: string, found: string): void {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    // Another build was faster and this is its fresh lock: give it back.
    if (readFileSync(aside, 'utf8') !== found) linkSync(aside, lockFile);
    rmSync(aside, { force: true });
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOENT') throw cause;
  }
}

function outLocked(holder: LockHolder, place: { lockFile: string; outDir: string }): SiteError {
  const isHere = holder.host === hostname();
  const who = `Process ${holder.pid} on ${isHere ? 'this machine' : holder.host} has been writing to it since ${holder.since}.`;
  return outputSiteError('OUT_LOCKED', `Another build is at work in ${place.outDir}. Nothing was touched.`, {
    file: place.lockFile,
    what: isHere ? who : `${who} Whether it still runs cannot be seen from here.`,
    fix: isHere
      ? 'Wait until it has ended, and build again.'
      : 'Wait until it has ended; if it no longer runs, delete the lock file. Then build again.',
  });
}
