// Finds the entries, globals and fields of the content that contain an address. Runs only if a link is faulty, and reads one entry at
// a time.

import { basePathOf } from '../../../config/site-address.ts';
import { isObject } from '../../content/client/entry-facts.ts';
import { GLOBALS } from '../../content/snapshot/commit-version.ts';
import { listEntries, type StoredVersion, withVersion } from '../../content/snapshot/load-version.ts';
import { RecordStore } from '../../content/snapshot/record-store.ts';
import type { EntryRef, ProblemPlace } from '../../errors.ts';
import type { SitePath } from '../../files/brands.ts';
import { addressKey } from '../../paths/address.ts';
import { ROOT_PATH } from '../../paths/site-path.ts';
import { findAttributes } from '../../text/find-attributes.ts';

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
  /** Site path of the page of an entry, to resolve its relative links; '/' if it has none. */
  readonly pathOfEntry: (entry: EntryRef) => SitePath;
}

/** Finds fields by the key of the address that they contain, in the order of the content. */
export function findOwners({ keys, origin, content, pathOfEntry }: OwnerSearch) {
  const found = new Map<string, AddressPlace[]>([...keys].map((key) => [key, []]));
  withVersion(content, (database, { id: version, service }) => {
    const records = new RecordStore(database, null);
    for (const { collection, site, id, digest } of listEntries(database, version)) {
      const raw = records.readRaw(digest);
      const isGlobal = collection === GLOBALS;
      const { title, edit_url: editUrl } = isObject(raw) && !isGlobal ? raw : {};
      const entry = String(title ?? id);
      const place = { collection, entry, site, ...(typeof editUrl === 'string' ? { editUrl } : {}) };
      const base = isGlobal ? ROOT_PATH : pathOfEntry({ collection, site, id });
      for (const [field, text] of listTexts(raw))
        for (const key of keysOf(text, { field, origin, serviceUrl: service.url, base }))
          found.get(key)?.push({ site, entryId: isGlobal ? null : id, place: { ...place, field } });
    }
  });
  return new Map([...found].filter(([, places]) => places.length > 0));
}

/** Fields with the address of the entry itself; pages do not show them. */
const OWN_ADDRESSES = new Set(['edit_url', 'api_url', 'url', 'permalink', 'uri']);

/** Every text in a value, by its field, without the addresses of the entry and of those that it names. */
function* listTexts(value: unknown, field = ''): Iterable<readonly [field: string, text: string]> {
  if (typeof value === 'string') yield [field, value];
  if (!Array.isArray(value) && !isObject(value)) return;
  const isEntry = field === '' || ('title' in value && 'api_url' in value);
  for (const [name, inner] of Object.entries(value))
    if (!isEntry || !OWN_ADDRESSES.has(name)) yield* listTexts(inner, field === '' ? name : `${field}.${name}`);
}

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/|#|\?|\.{1,2}\/)/i;
/** Fields with an address, however it is written: `link`, `cta_link.url`, the `url` of an embed. */
const ADDRESS_FIELD = /(?:^|[._])(?:link|url)(?:\.\d+)?$/;
/** Leads elsewhere on each page that shows it. */
const RELATIVE = /^(?![a-z][a-z0-9+.-]*:|[\\/#?])/i;
/** Written without the folder of the site. */
const SITE_PATH = /^\/(?!\/)/;

/** Keys of the addresses in a text: the text itself, or the links and images of its HTML. A relative one is also a key as written. */
function keysOf(
  text: string,
  { field, origin, serviceUrl, base }: Record<'field' | 'origin' | 'serviceUrl', string> & { readonly base: SitePath },
): ReadonlySet<string> {
  const own = ADDRESS.test(text) || ADDRESS_FIELD.test(field) ? [text.trim()] : [];
  const addresses = text.includes('<') ? findAttributes(text, 'href|src|data') : own;
  return new Set(
    addresses.flatMap((address) => {
      const key = addressKey(SITE_PATH.test(address) ? `${basePathOf(origin)}${address}` : address, base, origin);
      // A path can name a file of the content service: pages have its full URL.
      const file = address.startsWith('/') ? URL.parse(address, serviceUrl) : null;
      const asWritten = RELATIVE.test(address) ? [address.trim()] : [];
      return file === null ? [key, ...asWritten] : [key, file.href];
    }),
  );
}
