// The tabs of the kit's blueprints.

import { FIELDSETS } from '../../../content/collections.ts';

/** The tab of a field of an entry. */
export function tabOf(field: string): 'main' | 'seo' | 'sidebar' {
  if (field in FIELDSETS.seo.shape) return 'seo';
  return field === 'slug' || field === 'date' ? 'sidebar' : 'main';
}
