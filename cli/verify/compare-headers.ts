// Whether two header values mean the same to a browser.

import {
  HASHED_CACHE_CONTROL,
  isHashedAsset,
  PAGE_CACHE_CONTROL,
  UNKNOWN_CONTENT_TYPE,
} from '../publish/response-headers.ts';
import type { ReleaseHost, ReleaseObject } from '../release/release-record.ts';

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
  const isSameName = wanted.name === found.name || SAME_TYPES[wanted.name]?.includes(found.name) === true;
  if (wanted.name === UNKNOWN_CONTENT_TYPE) return found.name !== 'text/html';
  const needsCharset = wanted.name.startsWith('text/') && !UTF8_TEXTS.includes(wanted.name);
  const isSameCharset = found.charset === wanted.charset || wanted.charset === '';
  return isSameName && (isSameCharset || (found.charset === '' && !needsCharset));
}

function parseType(header: string): { readonly name: string; readonly charset: string } {
  const [name = '', ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length) ?? '';
  return { name, charset: charset.replaceAll('"', '') };
}

/** The accepted cache headers of an object: its own, and the one that the host's rules set for its path. */
export function cacheHeadersOf({ key, cacheControl }: ReleaseObject, { name }: ReleaseHost): readonly string[] {
  if (name === null || name === 's3') return [cacheControl];
  const isHashed = isHashedAsset({ path: key, kind: 'asset' });
  return [...new Set([cacheControl, isHashed ? HASHED_CACHE_CONTROL : PAGE_CACHE_CONTROL])];
}

/** The order and case of directives do not matter (RFC 9111, section 5.2). */
export function isSameCacheControl(expected: string, got: string): boolean {
  return normalize(expected, ',') === normalize(got, ',');
}

/** Compares security headers, whose directives may come in any order. */
export function isSameHeader(expected: string, got: string): boolean {
  const separator = expected.includes(';') ? ';' : ',';
  return normalize(expected, separator) === normalize(got, separator);
}

function normalize(header: string, separator: string): string {
  return header
    .toLowerCase()
    .split(separator)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '')
    .sort()
    .join(separator);
}
