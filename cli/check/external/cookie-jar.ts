// The cookies of one chain of redirects. Paths, schemes and dates do not matter for so short a time.

/** Keeps cookies from request to request. */
export interface CookieJar {
  /** Stores the `Set-Cookie` headers of a response. */
  readonly keep: (url: URL, setCookies: readonly string[]) => void;
  /** Value of the `Cookie` header; '' if there is none. */
  readonly headerFor: (url: URL) => string;
}

/** Creates an empty jar. */
export function createCookieJar(): CookieJar {
  const valueByName = new Map<
    string,
    { readonly domain: string | null; readonly host: string; readonly pair: string }
  >();
  return {
    keep: ({ hostname: host }, setCookies) => {
      for (const line of setCookies) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
        const isRemoved = attributes.some((attribute) => /^max-age=(?:0|-\d+)$/i.test(attribute));
        const named = attributes.find((attribute) => /^domain=./i.test(attribute))?.replace(/^domain=\.?/i, '') ?? null;
        const domain = named?.toLowerCase() ?? null;
        const key = `${domain ?? host} ${pair.replace(/=.*/s, '')}`;
        if (isRemoved) valueByName.delete(key);
        else if (pair !== '' && (domain === null || isWithin(host, domain)))
          valueByName.set(key, { domain, host, pair });
      }
    },
    headerFor: ({ hostname }) =>
      [...valueByName.values()]
        .filter(({ domain, host }) => (domain === null ? hostname === host : isWithin(hostname, domain)))
        .map(({ pair }) => pair)
        .join('; '),
  };
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || (domain.includes('.') && host.endsWith(`.${domain}`));
}
