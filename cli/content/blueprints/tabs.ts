// The tabs of the kit's blueprints.

import { FIELDSETS } from '../../../content/collections.ts';

/** Handle of the tab that a field of an entry stands on. */
export function tabOf(field: string): 'main' | 'seo' | 'sidebar' {
  if (field in FIELDSETS.seo.shape) return 'seo';
  return field === 'slug' || field === 'date' ? 'sidebar' : 'main';
}
