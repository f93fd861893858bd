// A document per planned page.

import { renderDocument } from '../templates.js';

export const data = {
  pagination: { data: 'planned', size: 1, alias: 'item' },
  permalink: ({ item }) => `/${item.file}`,
  eleventyExcludeFromCollections: true,
};

export function render({ item, shared }) {
  return renderDocument(item, shared[item.shared]);
}
