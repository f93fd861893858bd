// Finds the redirect of a path in the map that the build writes for its locale, by the same rules as the hosts. An exact rule wins over a segment rule; paths are compared decoded, with or without trailing slash.

/** `redirects/{locale}.json`. */
export interface RedirectMap {
  readonly version: 1;
  /** Prefixes of all locales, site or not: `/es`. A segment rule of the prefix '' leaves their paths alone. */
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

/** Where a decoded path leads: an href, or null where it is no source or gone. */
export function findRedirectTarget(map: RedirectMap, path: string): string | null {
  const key = withoutSlash(path);
  const rule = map.rules.find(({ from }) => withoutSlash(from) === key) ?? findSegmentRule(map, path);
  return rule === undefined || rule.status === 410 ? null : rule.to;
}

/** The prefix of the locale that a path belongs to; '' where none of them does. */
export function prefixOfPath(path: string, prefixes: readonly string[]): string {
  return prefixes.find((prefix) => prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`))) ?? '';
}

/** The path of a location, decoded; null where it cannot be decoded or has an encoded slash, which no rule can mean. */
export function decodePath(pathname: string): string | null {
  if (/%2f/i.test(pathname)) return null;
  try {
    return decodeURIComponent(pathname).normalize('NFC');
  } catch {
    return null;
  }
}

/** The prefix is no segment, and the segment needs another one before it. */
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
