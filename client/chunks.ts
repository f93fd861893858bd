// Loads the parts of the client that are loaded when they are needed. A part that does not load reloads the page once: a
// new version of the site may have replaced it. Not again within a minute, so that a broken file cannot loop.

import { RELOAD_GUARD_MS } from '../config/constants.ts';
import { readStored, writeStored } from './storage.ts';

const GUARD = 'reloaded-at';

/**
 * The module that `load` imports.
 * @throws the error of the import, where a reload would not help; the page stays as it is.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!isLoadFailure(cause) || !navigator.onLine || !claimReload(Date.now())) throw cause;
    location.reload();
    return new Promise(() => {});
  }
}

/** Browsers throw a TypeError that names the module; an error thrown by a module is a bug that no reload fixes. */
function isLoadFailure(cause: unknown): boolean {
  return cause instanceof TypeError && /module/i.test(cause.message);
}

/** Whether the page may reload now. Where nothing can be stored, a page that was itself reloaded may not. */
function claimReload(now: number): boolean {
  const last = readStored('sessionStorage', GUARD);
  if (typeof last === 'number' && now - last < RELOAD_GUARD_MS) return false;
  return writeStored('sessionStorage', GUARD, now) || !wasReloaded();
}

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}
