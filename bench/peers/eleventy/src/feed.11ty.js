// The Atom feed of each locale, for "Eleventy, same work".

import { esc } from '../templates.js';

export const data = {
  pagination: { data: 'feeds', size: 1, alias: 'feed' },
  permalink: ({ feed }) => feed.file,
  eleventyExcludeFromCollections: true,
};

export function render({ feed: { language, url, brand, title, entries } }) {
  const updated = entries[0]?.last_modified ?? new Date(0).toISOString();
  return [
    `<?xml version="1.0" encoding="utf-8"?><feed xml:lang="${language}" xmlns="http://www.w3.org/2005/Atom">`,
    `<id>${url}</id><title>${esc(title)}</title><updated>${updated}</updated><author><name>${esc(brand)}</name></author>`,
    `<link rel="alternate" href="${url}"/><link rel="self" href="${url}feed.xml"/>`,
    ...entries.map(printEntry),
    '</feed>\n',
  ].join('\n');
}

function printEntry({ title, url, short_description: text, category, date, last_modified: modified }) {
  const categories = category.map(({ slug, title: name }) => `<category label="${esc(name)}" term="${esc(slug)}"/>`);
  return (
    `<entry><title>${esc(title)}</title><id>${url}</id><link href="${url}"/><updated>${modified}</updated>` +
    `<summary>${esc(text)}</summary>${categories.join('')}<published>${date}</published></entry>`
  );
}
