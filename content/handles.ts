// What the content service calls what the site reads of it, in the order in which it is read. Apart from the schemas, which
// take longer to make than all else that a build of an unchanged snapshot does before it reads that.

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
export const GLOBAL_NAMES = ['top_banner', 'price_page_banner'] as const;
