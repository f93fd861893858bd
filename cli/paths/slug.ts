// Which slugs may become a segment of a path, and which segments mean something to web servers, hosts or this program.

import { SLUG_MAX_BYTES } from '../../config/constants.ts';

const ONE_SEGMENT = /^[\p{L}\p{Nd}\p{M}\-_.~]+$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
/** A page is the index file of its folder: a folder of that name would be in its place. */
const INDEX_FILE = /^(?:index|default)\.[a-z0-9]+$/i;

/**
 * Why a slug cannot be a path segment, as a sentence without the slug itself; null where it can.
 * Letters, digits and marks of any script, '-', '_', '.', '~'; at least one letter or digit; no name that means something to
 * servers. Checked in NFC.
 */
export function findSlugProblem(slug: string): string | null {
  const composed = slug.normalize('NFC');
  if (composed === '') return 'A slug must not be empty.';
  if (!ONE_SEGMENT.test(composed))
    return 'A slug may hold letters, digits and marks of any script, "-", "_", "." and "~" only.';
  // Refuses '.' and '..' too.
  if (!LETTER_OR_DIGIT.test(composed)) return 'A slug needs at least one letter or digit.';
  if (INDEX_FILE.test(composed)) return 'A slug must not be the name of an index file.';
  const meaning = findServerMeaning(composed);
  if (meaning !== null) return `A slug must not have this name: ${meaning}.`;
  const bytes = encodeURIComponent(composed).length;
  if (bytes > SLUG_MAX_BYTES)
    return `A slug may be ${SLUG_MAX_BYTES} bytes long when percent-encoded; this one has ${bytes}.`;
  return null;
}

/** Files and folders that a host reads as settings or serves itself. */
const HOST_NAMES: ReadonlySet<string> = new Set([
  '_headers',
  '_redirects',
  '_routes.json',
  '_worker.js',
  'cdn-cgi',
  'cgi-bin',
  'meta-inf',
  'netlify.toml',
  'vercel.json',
  'web-inf',
  'web.config',
]);

/** What a segment of a path means to servers, as the end of a sentence; null for an ordinary one. */
export function findServerMeaning(segment: string): string | null {
  if (segment.startsWith('.')) return 'names that start with "." are hidden files and settings of servers';
  if (segment.startsWith('__')) return 'names that start with "__" belong to tools';
  return HOST_NAMES.has(segment.toLowerCase()) ? 'hosts read or answer that name themselves' : null;
}
