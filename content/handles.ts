// Handles of what the site reads from the content service, in that order. Apart from the schemas, because those take long to load and
// a build of an unchanged snapshot does not need them.

import { DETAIL_COLLECTIONS } from '../config/pages.ts';

/** Handles of the collections. */
export const COLLECTION_HANDLES = [
  ...DETAIL_COLLECTIONS,
  'pages',
  'pages_block',
  'redirects',
  'clients',
  'faq',
  'offices',
  'team',
  'speakers',
  'social_links',
] as const;

/** Names of the globals. */
export const GLOBAL_NAMES = ['top_banner', 'price_page_banner', 'sources'] as const;
