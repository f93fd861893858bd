// Addresses in a stylesheet (CSS Values and Units, `url()`; CSS Cascade, `@import`).

const COMMENT = /\/\*[\s\S]*?\*\//g;
const ADDRESS = /(?:\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\))|(?:@import\s+(?:"([^"]*)"|'([^']*)'))/gi;

/** Every address, once, in order of first use; fragments within the page and inline data are none. */
export function findCssUrls(css: string): readonly string[] {
  const addresses = [...css.replace(COMMENT, '').matchAll(ADDRESS)].map(
    ([, double, single, bare, importDouble, importSingle]) =>
      double ?? single ?? bare ?? importDouble ?? importSingle ?? '',
  );
  return [...new Set(addresses)].filter((address) => address !== '' && !/^(#|data:)/i.test(address));
}
