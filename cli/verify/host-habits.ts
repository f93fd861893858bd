// What is right besides the published headers: those that mean the same to a browser, and the cache headers of a host.

import type { HostName } from '../../config/define-site.ts';
import {
  HASHED_CACHE_CONTROL,
  isHashedAsset,
  PAGE_CACHE_CONTROL,
  UNKNOWN_CONTENT_TYPE,
} from '../publish/response-headers.ts';
import type { ReleaseObject } from '../release/release-record.ts';

/** A server redirects by a map, which keeps the query, sets headers by its rules and compresses; else objects say how to answer. */
export const isServer = (host: HostName | null): boolean => host !== null && host !== 's3';

/** Other names of a type: RFC 9239 (JavaScript), RFC 7303 (XML), IANA's name for icons, and what web servers call the others. */
const SAME_TYPES: Readonly<Record<string, readonly string[]>> = {
  'text/javascript': ['application/javascript', 'application/x-javascript'],
  'application/xml': ['text/xml'],
  'application/atom+xml': ['application/xml', 'text/xml'],
  'image/x-icon': ['image/vnd.microsoft.icon'],
  'audio/mpeg': ['audio/mp3'],
  'audio/mp4': ['audio/x-m4a', 'audio/m4a', 'audio/mpeg'],
  'audio/ogg': ['application/ogg'],
  'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  'application/rtf': ['text/rtf'],
  'application/zip': ['application/x-zip-compressed'],
  'text/vcard': ['text/x-vcard', 'text/directory'],
};
/** Always UTF-8: RFC 6350, RFC 5545. */
const UTF8_TEXTS: readonly string[] = ['text/vcard', 'text/calendar'];

/** JSON and XML are UTF-8 by default; other text needs a charset. A host may know more types than sitegen. */
export function isSameType(expected: string, got: string): boolean {
  const wanted = parseType(expected);
  const found = parseType(got);
  if (wanted.name === UNKNOWN_CONTENT_TYPE) return found.name !== 'text/html';
  const isSameName = wanted.name === found.name || SAME_TYPES[wanted.name]?.includes(found.name) === true;
  const needsCharset = wanted.name.startsWith('text/') && !UTF8_TEXTS.includes(wanted.name);
  const isSameCharset = found.charset === wanted.charset || wanted.charset === '';
  return isSameName && (isSameCharset || (found.charset === '' && !needsCharset));
}

function parseType(header: string): { readonly name: string; readonly charset: string } {
  const [name = '', ...parameters] = header.toLowerCase().split(/\s*;\s*/);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length) ?? '';
  return { name: name.trim(), charset: charset.replaceAll('"', '').trim() };
}

/** The accepted cache headers of an object: its own, and the one that the host's rules set for its path. */
export function cacheHeadersOf({ key, cacheControl }: ReleaseObject, host: HostName | null): readonly string[] {
  if (!isServer(host)) return [cacheControl];
  const isHashed = isHashedAsset({ path: key, kind: 'asset' });
  return [...new Set([cacheControl, isHashed ? HASHED_CACHE_CONTROL : PAGE_CACHE_CONTROL])];
}

/** Directives may come in any order and case (for caches: RFC 9111, section 5.2). */
export function isSameHeader(expected: string, got: string): boolean {
  const separator = expected.includes(';') ? ';' : ',';
  const normalize = (header: string) =>
    header
      .toLowerCase()
      .split(separator)
      .map((part) => part.trim().replace(/\s+/g, ' '))
      .filter((part) => part !== '')
      .sort()
      .join(separator);
  return normalize(expected) === normalize(got);
}
