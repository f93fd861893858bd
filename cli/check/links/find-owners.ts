// Finds the entries, globals and fields of the snapshot that contain an address. Runs only if a link is faulty, and reads the
// snapshot one range at a time.

import { basePathOf } from '../../../config/site-address.ts';
import { isObject } from '../../content/client/entry-facts.ts';
import type { ContentSnapshot } from '../../content/snapshot/content-snapshot.ts';
import { readRange } from '../../content/snapshot/range-files.ts';
import type { ProblemPlace } from '../../errors.ts';
import { addressKey } from '../../paths/address.ts';
import { findAttributes } from '../../text/find-attributes.ts';

/** The parts of a snapshot that are searched. */
export interface ContentPlaces {
  readonly rangesDir: string;
  /** Public URL of the content service. */
  readonly serviceUrl: string;
  readonly collections: readonly {
    readonly collection: string;
    readonly site: string;
    readonly ranges: readonly string[];
  }[];
  readonly globals: readonly { readonly name: string; readonly site: string; readonly value: unknown }[];
}

export function contentPlacesOf({ rangesDir, service, collections, globals }: ContentSnapshot): ContentPlaces {
  return { rangesDir, serviceUrl: service.url, collections, globals };
}

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
  readonly content: ContentPlaces;
  /** Site path of the page of an entry, to resolve its relative links. */
  readonly pathOfEntry: (collection: string, id: string) => string | null;
}

/** Finds fields by the key of the address that they contain, in the order of the content. */
export async function findOwners(search: OwnerSearch): Promise<ReadonlyMap<string, readonly AddressPlace[]>> {
  const found = new Map<string, AddressPlace[]>();
  if (search.keys.size === 0) return found;
  const { content } = search;
  for (const { collection, site, ranges } of content.collections) {
    for (const range of ranges) {
      for (const entry of readRange(content.rangesDir, range)) {
        if (!isObject(entry)) continue;
        const { id, title, edit_url: editUrl } = entry;
        const base = search.pathOfEntry(collection, String(id)) ?? '/';
        collect(entry, { search, base, found }, (field) => ({
          site,
          entryId: String(id),
          place: {
            collection,
            entry: String(title ?? id),
            site,
            field,
            ...(typeof editUrl === 'string' ? { editUrl } : {}),
          },
        }));
      }
    }
  }
  for (const { name, site, value } of content.globals) {
    collect(value, { search, base: '/', found }, (field) => ({
      site,
      entryId: null,
      place: { collection: 'globals', entry: name, site, field },
    }));
  }
  return found;
}

interface Collecting {
  readonly search: OwnerSearch;
  readonly base: string;
  readonly found: Map<string, AddressPlace[]>;
}

/** Fields with the address of the entry itself; pages do not show them. */
const OWN_ADDRESSES = new Set(['edit_url', 'api_url', 'url', 'permalink', 'uri']);

function collect(value: unknown, collecting: Collecting, placeAt: (field: string) => AddressPlace, field = ''): void {
  if (typeof value === 'string') {
    const { search, base, found } = collecting;
    for (const key of keysOf(value, search, base)) {
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
const ADDRESS_ATTRIBUTE = /\s(?:href|src|data)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Written without the folder of the site. */
const SITE_PATH = /^\/(?!\/)/;

/** Keys of the addresses in a text: the text itself, or the links and images of its HTML. */
function keysOf(text: string, { origin, content }: OwnerSearch, base: string): ReadonlySet<string> {
  const addresses = text.includes('<')
    ? findAttributes(text, ADDRESS_ATTRIBUTE)
    : ADDRESS.test(text)
      ? [text.trim()]
      : [];
  return new Set(
    addresses.flatMap((address) => [
      addressKey(SITE_PATH.test(address) ? `${basePathOf(origin)}${address}` : address, base, origin),
      ...resolveOnService(address, content.serviceUrl),
    ]),
  );
}

/** A path can name a file of the content service: pages have its full URL. */
function resolveOnService(address: string, serviceUrl: string): readonly string[] {
  const url = address.startsWith('/') ? URL.parse(address, serviceUrl) : null;
  return url === null ? [] : [url.href];
}
