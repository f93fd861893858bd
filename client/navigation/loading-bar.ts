// The bar at the top of the window while a page is loading: shown after a delay, growing to 100, hidden
// shortly after the end, with another style for a failure.

import { LOADING_BAR_DURATION_MS, LOADING_BAR_HIDE_MS, LOADING_BAR_THROTTLE_MS } from '../../config/constants.ts';

const bar = document.createElement('div');
let timer: ReturnType<typeof setTimeout> | undefined;
let growth: Animation | undefined;

/** Adds the bar to the document. Hidden from screen readers, because the page is announced. */
export function startLoadingBar(): void {
  bar.className = 'loading-bar';
  bar.hidden = true;
  bar.ariaHidden = 'true';
  document.body.append(bar);
}

/** Shows the bar when a page starts to load. */
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

/** Ends the bar. One that was not shown yet stays hidden. */
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
