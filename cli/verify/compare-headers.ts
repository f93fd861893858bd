// Whether two header values mean the same to a browser.

import { HASHED_CACHE_CONTROL, isHashedAsset, PAGE_CACHE_CONTROL } from '../publish/response-headers.ts';
import type { ReleaseHost, ReleaseObject } from '../release/release-record.ts';

/** Other names of a type: RFC 9239 (JavaScript), RFC 7303 (XML), IANA's name for icons, and what web servers call a feed. */
const SAME_TYPES: Readonly<Record<string, readonly string[]>> = {
  'text/javascript': ['application/javascript', 'application/x-javascript'],
  'application/xml': ['text/xml'],
  'application/atom+xml': ['application/xml', 'text/xml'],
  'image/x-icon': ['image/vnd.microsoft.icon'],
};

/** JSON and XML are UTF-8 by default; text needs a charset. */
export function isSameType(expected: string, got: string): boolean {
  const wanted = parseType(expected);
  const found = parseType(got);
  const isSameName = wanted.name === found.name || SAME_TYPES[wanted.name]?.includes(found.name) === true;
  const needsCharset = wanted.name.startsWith('text/');
  return isSameName && (found.charset === wanted.charset || (found.charset === '' && !needsCharset));
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
