// Path segments that mean something to web servers, hosts or this program. Content must not take them.

/** Files and folders that a host reads as settings or answers itself. */
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
