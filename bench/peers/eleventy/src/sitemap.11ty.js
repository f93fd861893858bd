// The sitemap of all indexable pages, for "Eleventy, same work".

export const data = { permalink: '/sitemap.xml', eleventyExcludeFromCollections: true };

export function render({ planned }) {
  const rows = planned
    .filter(({ head }) => head.canonical !== null && head.robots === null)
    .map(({ head: { canonical, modified } }) => `<url><loc>${canonical}</loc>${printModified(modified)}</url>`);
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.join('')}</urlset>\n`;
}

const printModified = (moment) => (moment === null ? '' : `<lastmod>${moment}</lastmod>`);
