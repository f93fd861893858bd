// Looks up redirects in the map of a locale. Maps are cached for an hour in memory and in the storage of the browser; an error deletes
// the map of its locale.

import { REDIRECT_CACHE_MS } from '../../config/constants.ts';
import { basePath, mounted, readClientConfig } from '../client-config.ts';
import { fetchRetrying } from '../fetch-retrying.ts';
import { listStored, readStored, writeStored } from '../storage.ts';
import { decodePath, findRedirectTarget, prefixOfPath, type RedirectMap } from './redirect-map.ts';

interface CachedMap {
  readonly loadedAt: number;
  readonly map: RedirectMap;
}

const STORED = 'redirects:';
const cachedByLocale = new Map<string, CachedMap>();
/** Maps that are being loaded, shared by navigations. */
const loadingByLocale = new Map<string, Promise<CachedMap>>();

/** The redirect target of an address; null if it has none or the map cannot be loaded. */
export async function findRedirectHref({ pathname }: URL): Promise<string | null> {
  const path = decodePath(pathname.slice(basePath().length));
  const config = readClientConfig(document);
  if (path === null || config === null) return null;
  const prefix = prefixOfPath(path, config.prefixes);
  // The prefix of a locale is its code; English has no prefix.
  const locale = prefix === '' ? 'en' : prefix.slice(1);
  try {
    const target = findRedirectTarget(await loadMap(locale), path);
    return target === null ? null : mounted(target);
  } catch (cause) {
    cachedByLocale.delete(locale);
    writeStored('localStorage', keyOf(locale), null);
    // biome-ignore lint/suspicious/noConsole: a visitor's console is the only log
    console.error('Error in redirects middleware', cause);
    return null;
  }
}

async function loadMap(locale: string): Promise<RedirectMap> {
  purge(Date.now());
  const cached = cachedByLocale.get(locale) ?? readCached(locale) ?? (await shareLoading(locale));
  cachedByLocale.set(locale, cached);
  return cached.map;
}

function shareLoading(locale: string): Promise<CachedMap> {
  const loading = loadingByLocale.get(locale) ?? fetchMap(locale).finally(() => loadingByLocale.delete(locale));
  loadingByLocale.set(locale, loading);
  return loading;
}

async function fetchMap(locale: string): Promise<CachedMap> {
  const response = await fetchRetrying(mounted(`/redirects/${locale}.json`));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  // Written by the build.
  const loaded: CachedMap = { loadedAt: Date.now(), map: (await response.json()) as RedirectMap };
  writeStored('localStorage', keyOf(locale), loaded);
  return loaded;
}

/** The key of a map in the storage. Sites in other folders of the host share the storage. */
function keyOf(locale: string): string {
  return `${STORED}${basePath()}${locale}`;
}

/** Removes maps that are too old or from the future. */
function purge(now: number): void {
  for (const [locale, cached] of cachedByLocale) if (!isFresh(cached, now)) cachedByLocale.delete(locale);
  for (const name of listStored('localStorage')) {
    if (name.startsWith(STORED) && !isFresh(readStored('localStorage', name), now))
      writeStored('localStorage', name, null);
  }
}

function readCached(locale: string): CachedMap | null {
  const stored = readStored('localStorage', keyOf(locale));
  return isFresh(stored, Date.now()) ? stored : null;
}

/** Whether a stored value is a map that is not too old. Only this module stores maps. */
export function isFresh(value: unknown, now: number): value is CachedMap {
  if (typeof value !== 'object' || value === null || !('loadedAt' in value) || !('map' in value)) return false;
  const { loadedAt, map } = value;
  if (typeof loadedAt !== 'number' || typeof map !== 'object' || map === null || !('version' in map)) return false;
  return map.version === 1 && now >= loadedAt && now - loadedAt < REDIRECT_CACHE_MS;
}
