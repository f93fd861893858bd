// The address of a site: the origin of its host, and the path of its folder if it is not at the root.

/** The path of the folder without trailing slash: '/site', or '' at the root of the host. */
export function basePathOf(address: string): string {
  const end = address.indexOf('/', address.indexOf('//') + 2);
  return end === -1 ? '' : address.slice(end);
}

/** The origin of the host: 'https://example.com'. */
export function hostOriginOf(address: string): string {
  return address.slice(0, address.length - basePathOf(address).length);
}

/** The path without the folder of the site: '/site/blog/' → '/blog/', '/site' → '/'; null for a path outside of the site. */
export function withoutBase(pathname: string, address: string): string | null {
  const base = basePathOf(address);
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}
