// The target of a redirect, with the query of the request added, and its hash unless the target has one. Parameters of the target win.

import { listMissing } from './links/carry-query.ts';

/** Query and hash of the request: '' or with '?' and '#'. */
export interface RequestedLocation {
  readonly search: string;
  readonly hash: string;
}

/** The target as an href. */
export function redirectTarget(target: string, { search, hash }: RequestedLocation): string {
  const [, path = '', own = '', targetHash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target) ?? [];
  const added = listMissing(own, search).join('&');
  const query = added === '' ? own : `${own === '' ? '?' : `${own}&`}${added}`;
  return `${path}${query}${targetHash || hash}`;
}
