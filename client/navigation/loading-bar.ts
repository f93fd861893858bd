// The bar at the top of the window while a page is on its way (section 4, "Loading bar"): hidden at first, shown after a
// delay, growing to 100, hidden again a moment after the end, with a different style for a failure.

import { LOADING_BAR_DURATION_MS, LOADING_BAR_HIDE_MS, LOADING_BAR_THROTTLE_MS } from '../../config/constants.ts';

const bar = document.createElement('div');
let timer: ReturnType<typeof setTimeout> | undefined;
let growth: Animation | undefined;

/** Puts the bar into the document. Hidden from screen readers: the page is announced. */
export function startLoadingBar(): void {
  bar.className = 'loading-bar';
  bar.hidden = true;
  bar.ariaHidden = 'true';
  document.body.append(bar);
}

/** A page is on its way. */
export function showLoading(): void {
  clearTimeout(timer);
  if (!bar.hidden && bar.dataset.state === 'loading') return;
  timer = setTimeout(() => {
    bar.hidden = false;
    bar.dataset.state = 'loading';
    growth?.cancel();
    growth = bar.animate([{ scale: '0 1' }, { scale: '1 1' }], {
      duration: LOADING_BAR_DURATION_MS,
      easing: 'cubic-bezier(0.1, 0.7, 0.4, 1)',
      fill: 'both',
    });
  }, LOADING_BAR_THROTTLE_MS);
}

/** The page has come, or will not come. A bar that never showed stays hidden. */
export function endLoading(state: 'done' | 'failed'): void {
  clearTimeout(timer);
  if (bar.hidden) return;
  bar.dataset.state = state;
  growth?.finish();
  timer = setTimeout(() => {
    bar.hidden = true;
    growth?.cancel();
  }, LOADING_BAR_HIDE_MS);
}
