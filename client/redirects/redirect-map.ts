// Finds the redirect of a path in the map of its locale, by the same rules as the hosts: an exact rule wins over a segment rule; paths
// are compared decoded, with or without trailing slash.

/** `redirects/{locale}.json`. */
export interface RedirectMap {
  readonly version: 1;
  /** Prefixes of all locales, such as `/es`. Segment rules with the prefix '' do not match their paths. */
  readonly prefixes: readonly string[];
  /** `from` is decoded, `to` an href; '' for 410. */
  readonly rules: readonly { readonly from: string; readonly to: string; readonly status: number }[];
  readonly segments: readonly {
    readonly prefix: string;
    readonly segment: string;
    readonly to: string;
    readonly status: number;
  }[];
}

/** The target of a decoded path as an href; null if it is not redirected. */
export function findRedirectTarget(map: RedirectMap, path: string): string | null {
  const key = withoutSlash(path);
  const rule = map.rules.find(({ from }) => withoutSlash(from) === key) ?? findSegmentRule(map, path);
  return rule === undefined || rule.status === 410 ? null : rule.to;
}

/** The locale prefix of a path; '' if it has none. */
export function prefixOfPath(path: string, prefixes: readonly string[]): string {
  return prefixes.find((prefix) => prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`))) ?? '';
}

/** The decoded path of a location; null if it cannot be decoded or has an encoded slash. */
export function decodePath(pathname: string): string | null {
  if (/%2f/i.test(pathname)) return null;
  try {
    return decodeURIComponent(pathname).normalize('NFC');
  } catch {
    return null;
  }
}

/** The segment must follow another one. The prefix does not count. */
function findSegmentRule(
  { segments, prefixes }: RedirectMap,
  path: string,
): RedirectMap['segments'][number] | undefined {
  const prefix = prefixOfPath(path, prefixes);
  const parts = path.slice(prefix.length).split('/').filter(Boolean);
  return segments.find((rule) => rule.prefix === prefix && parts.indexOf(rule.segment, 1) !== -1);
}

function withoutSlash(path: string): string {
  return path === '/' ? path : path.replace(/\/$/, '');
}
