// The check of "Eleventy, same work": each link within the site leads to a page and, if it names one, to an id that is there.

const LINK = /<a\b[^>]*?\shref="(\/[^"/][^"]*|\/|#[^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

/** @throws Error with the first broken links of some rendered pages. */
export function checkLinks(results) {
  const pages = new Map(
    results.filter(({ outputPath }) => outputPath.endsWith('.html')).map(({ url, content }) => [url, content]),
  );
  const files = new Set(results.map(({ url }) => url));
  const idsByPage = new Map();
  const idsOf = (url) => {
    const known = idsByPage.get(url) ?? new Set([...(pages.get(url) ?? '').matchAll(ID)].map(([, id]) => id));
    idsByPage.set(url, known);
    return known;
  };
  const broken = [];
  for (const [url, html] of pages)
    for (const [, href] of html.matchAll(LINK)) {
      const [path, id] = href.replaceAll('&amp;', '&').split('#');
      const target = path === '' ? url : decodeURI(path.split('?')[0]);
      if (!files.has(target) || (id !== undefined && id !== '' && pages.has(target) && !idsOf(target).has(id)))
        broken.push(`${url} links to ${href}`);
    }
  if (broken.length > 0) throw new Error(`${broken.length} broken links: ${broken.slice(0, 5).join(', ')}`);
}
