// Decodes parts of addresses, and parses URLs of settings.

/** Null if the percent-encoding is broken. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** An http or https URL without user name, password and query; null for anything else. */
export function parsePlainUrl(text: string): URL | null {
  const url = URL.parse(text);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}` === '';
  return isPlain ? url : null;
}
