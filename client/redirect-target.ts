// The target of a redirect page, with the query of the request added, and its hash unless the target has one.

/** Query and hash of the request: '' or with '?' and '#'. */
export interface RequestedLocation {
  readonly search: string;
  readonly hash: string;
}

/** The target as an href. */
export function redirectTarget(target: string, { search, hash }: RequestedLocation): string {
  const [beforeHash = '', ...targetHash] = target.split('#');
  const query = search.length > 1 ? `${beforeHash.includes('?') ? '&' : '?'}${search.slice(1)}` : '';
  return `${beforeHash}${query}${targetHash.length > 0 ? `#${targetHash.join('#')}` : hash}`;
}
