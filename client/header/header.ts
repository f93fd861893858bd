// Changes the header and hides the top banner when the page is scrolled. Both are attributes of <html> for styles.

import { SCROLL_FAR_PX, SCROLL_NEAR_PX } from '../../config/constants.ts';

/** Watches the scroll position (decisions, "Header"). */
export function startHeader(): void {
  addEventListener('scroll', updateHeader, { passive: true });
  updateHeader();
}

/** Compares the scroll position with the thresholds of the layout. */
export function updateHeader(): void {
  const root = document.documentElement;
  const threshold = document.body.dataset.layout === 'default' ? SCROLL_NEAR_PX : SCROLL_FAR_PX;
  root.toggleAttribute('data-scrolled', scrollY > threshold);
  root.toggleAttribute('data-banner-hidden', scrollY > SCROLL_NEAR_PX);
}
