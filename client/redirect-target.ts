// Where a redirect page leads: the target, the request's query after the target's own, the request's hash unless the
// target has one.

/** What of the request is carried over. `search` and `hash` are '' or start with '?' and '#'. */
export interface RequestedLocation {
  readonly search: string;
  readonly hash: string;
}

/** The target as an href, query and hash carried over. */
export function redirectTarget(target: string, { search, hash }: RequestedLocation): string {
  const [beforeHash = '', ...targetHash] = target.split('#');
  const query = search.length > 1 ? `${beforeHash.includes('?') ? '&' : '?'}${search.slice(1)}` : '';
  return `${beforeHash}${query}${targetHash.length > 0 ? `#${targetHash.join('#')}` : hash}`;
}
