// Finds the target of a fragment as the HTML standard does, and headings by the ids that editors gave them.

import { HEADING_ID_PREFIX } from '../../config/constants.ts';

/** The id of a fragment ('' or '#…'). An invalid fragment is used unchanged. */
export function idOfFragment(hash: string): string {
  const raw = hash.slice(1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** The element of a fragment. The ids of headings have a prefix, which links from elsewhere may not have. */
export function findTarget(hash: string): HTMLElement | null {
  const id = idOfFragment(hash);
  if (id === '') return null;
  return document.getElementById(id) ?? document.getElementById(`${HEADING_ID_PREFIX}${id}`);
}
