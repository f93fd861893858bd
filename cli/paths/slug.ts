// Checks slugs, which become segments of paths, and finds segments with a special meaning for web servers, hosts and
// Windows.

import { SLUG_MAX_BYTES } from '../../config/constants.ts';

const ONE_SEGMENT = /^[\p{L}\p{Nd}\p{M}\-_.~]+$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
/** Each page is the index file of a folder, so these names are not available. */
const INDEX_FILE = /^(?:index|default)\.[a-z0-9]+$/i;

/**
 * Why a slug cannot be a path segment, as a sentence without the slug; null if it can. The slug is checked in NFC.
 */
export function findSlugProblem(slug: string): string | null {
  const composed = slug.normalize('NFC');
  if (composed === '') return 'A slug must not be empty.';
  if (!ONE_SEGMENT.test(composed))
    return 'A slug may have only letters, digits and marks of any script, "-", "_", "." and "~".';
  // Rejects '.' and '..', too.
  if (!LETTER_OR_DIGIT.test(composed)) return 'A slug needs at least one letter or digit.';
  if (INDEX_FILE.test(composed)) return 'A slug must not be the name of an index file.';
  const meaning = findServerMeaning(composed);
  if (meaning !== null) return `A slug must not have this name: ${meaning}.`;
  const bytes = encodeURIComponent(composed).length;
  if (bytes > SLUG_MAX_BYTES)
    return `A slug may have at most ${SLUG_MAX_BYTES} bytes when percent-encoded; this one has ${bytes}.`;
  return null;
}

/** Files that hosts read as settings, and folders that they serve themselves. */
const HOST_NAME =
  /^(?:_headers|_redirects|_routes\.json|_worker\.js|cdn-cgi|cgi-bin|meta-inf|netlify\.toml|vercel\.json|web-inf|web\.config)$/i;

/** Names of devices, with any extension: Windows cannot create such files and folders. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** The special meaning of a path segment, as the end of a sentence; null if it has none. */
export function findServerMeaning(segment: string): string | null {
  if (segment.startsWith('.')) return 'names that start with "." are hidden files or server settings';
  if (segment.startsWith('__')) return 'names that start with "__" are used by tools';
  if (DEVICE_NAME.test(segment)) return 'Windows cannot create a folder with it';
  if (segment.endsWith('.')) return 'Windows cannot create folders whose names end with "."';
  return HOST_NAME.test(segment) ? 'hosts use this name themselves' : null;
}
