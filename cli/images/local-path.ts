// The site path that an address of an image means.

/** The decoded path of a source on a base; null for other hosts and for what cannot be decoded. */
export function findLocalPath(source: string, base: string): string | null {
  const url = URL.parse(source, `${base}/`);
  if (url === null || url.origin !== new URL(base).origin) return null;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
}

/** A source as a URL; what is no URL stays as it is and the browser shows its text alternative. */
export function absoluteUrl(source: string, base: string): string {
  return URL.parse(source, `${base}/`)?.href ?? source;
}
