// Loads parts of the client on demand. If a part cannot be loaded, a new version of the site may have replaced it, so the page is
// reloaded, but at most once a minute.

import { RELOAD_GUARD_MS } from '../config/constants.ts';
import { readStored, writeStored } from './storage.ts';

const GUARD = 'reloaded-at';

let isLeaving = false;

/** Firefox ends the requests of a page as soon as a visitor leaves it. A reload would keep the visitor there. */
export function watchLeaving(): void {
  addEventListener('beforeunload', () => (isLeaving = true));
  addEventListener('pageshow', () => (isLeaving = false));
}

/**
 * Imports a module.
 * @throws the error of the import, if a reload would not help.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (isLeaving || !isLoadFailure(cause) || !navigator.onLine || !claimReload(Date.now())) throw cause;
    location.reload();
    return new Promise(() => {});
  }
}

/** Browsers throw a TypeError with the name of the module. Other errors are thrown by the module itself. */
function isLoadFailure(cause: unknown): boolean {
  return cause instanceof TypeError && /module/i.test(cause.message);
}

/** Whether the page may reload now. Without storage, a reloaded page does not reload again. */
function claimReload(now: number): boolean {
  const last = readStored('sessionStorage', GUARD);
  if (typeof last === 'number' && now - last < RELOAD_GUARD_MS) return false;
  return writeStored('sessionStorage', GUARD, now) || !wasReloaded();
}

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}
