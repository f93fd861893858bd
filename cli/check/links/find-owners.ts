// Finds the entries, globals and fields of the content that contain an address. Runs only if a link is faulty, and reads one entry at
// a time.

import { basePathOf } from '../../../config/site-address.ts';
import { isObject } from '../../content/client/entry-facts.ts';
import { GLOBALS } from '../../content/snapshot/commit-version.ts';
import { listEntries, type StoredVersion, withVersion } from '../../content/snapshot/load-version.ts';
import { RecordStore } from '../../content/snapshot/record-store.ts';
import type { ProblemPlace } from '../../errors.ts';
import { addressKey } from '../../paths/address.ts';
import { findAttributes } from '../../text/find-attributes.ts';

/** A field that contains an address. */
export interface AddressPlace {
  readonly site: string;
  /** Null for a global. */
  readonly entryId: string | null;
  readonly place: ProblemPlace;
}

interface OwnerSearch {
  /** The addresses to find, see `addressKey`. */
  readonly keys: ReadonlySet<string>;
  readonly origin: string;
  readonly content: StoredVersion;
  /** Site path of the page of an entry, to resolve its relative links. */
  readonly pathOfEntry: (collection: string, id: string) => string | null;
}

/** Finds fields by the key of the address that they contain, in the order of the content. */
export function findOwners(search: OwnerSearch): ReadonlyMap<string, readonly AddressPlace[]> {
  const found = new Map<string, AddressPlace[]>();
  if (search.keys.size === 0) return found;
  withVersion(search.content, (database, { id: version, service }) => {
    const records = new RecordStore(database, null);
    for (const { collection, site, id, digest } of listEntries(database, version)) {
      const raw = records.readRaw(digest);
      const isGlobal = collection === GLOBALS;
      const { title, edit_url: editUrl } = isObject(raw) && !isGlobal ? raw : {};
      const place = {
        collection,
        entry: String(title ?? id),
        site,
        ...(typeof editUrl === 'string' ? { editUrl } : {}),
      };
      const base = isGlobal ? '/' : (search.pathOfEntry(collection, id) ?? '/');
      collect(raw, { search, serviceUrl: service.url, base, found }, (field) => ({
        site,
        entryId: isGlobal ? null : id,
        place: { ...place, field },
      }));
    }
  });
  return found;
}

interface Collecting {
  readonly search: OwnerSearch;
  readonly serviceUrl: string;
  readonly base: string;
  readonly found: Map<string, AddressPlace[]>;
}

/** Fields with the address of the entry itself; pages do not show them. */
const OWN_ADDRESSES = new Set(['edit_url', 'api_url', 'url', 'permalink', 'uri']);

function collect(value: unknown, collecting: Collecting, placeAt: (field: string) => AddressPlace, field = ''): void {
  if (typeof value === 'string') {
    const { search, found } = collecting;
    for (const key of keysOf(value, collecting)) {
      if (!search.keys.has(key)) continue;
      const places = found.get(key) ?? [];
      found.set(key, places);
      places.push(placeAt(field));
    }
    return;
  }
  if (!Array.isArray(value) && !isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (field === '' && OWN_ADDRESSES.has(name)) continue;
    collect(inner, collecting, placeAt, field === '' ? name : `${field}.${name}`);
  }
}

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/|#|\?|\.{1,2}\/)/i;

/** Written without the folder of the site. */
const SITE_PATH = /^\/(?!\/)/;

/** Keys of the addresses in a text: the text itself, or the links and images of its HTML. */
function keysOf(text: string, { search: { origin }, serviceUrl, base }: Collecting): ReadonlySet<string> {
  const addresses = text.includes('<')
    ? findAttributes(text, 'href|src|data')
    : ADDRESS.test(text)
      ? [text.trim()]
      : [];
  return new Set(
    addresses.flatMap((address) => [
      addressKey(SITE_PATH.test(address) ? `${basePathOf(origin)}${address}` : address, base, origin),
      ...resolveOnService(address, serviceUrl),
    ]),
  );
}

/** A path can name a file of the content service: pages have its full URL. */
function resolveOnService(address: string, serviceUrl: string): readonly string[] {
  const url = address.startsWith('/') ? URL.parse(address, serviceUrl) : null;
  return url === null ? [] : [url.href];
}
