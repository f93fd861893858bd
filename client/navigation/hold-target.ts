// Keeps the target of a fragment in place while the page above it changes its height, as loaded embeds do, until the visitor scrolls.

import { findTarget } from '../links/fragment.ts';

const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** A scroll event this long after a change of the height comes from the visitor. */
const SETTLE_MS = 250;

let held = new AbortController();

/** Ends the hold of the last target. */
export function releaseTarget(): void {
  held.abort();
}

/** Scrolls to the target of the address again whenever the height of the page changes. */
export function holdTarget(): void {
  releaseTarget();
  const target = findTarget(location.hash);
  if (target === null) return;
  held = new AbortController();
  const { signal } = held;
  let height = document.body.offsetHeight;
  let changedAt = performance.now();
  let hasArrived = false;
  const observer = new ResizeObserver(() => {
    if (document.body.offsetHeight === height) return;
    height = document.body.offsetHeight;
    changedAt = performance.now();
    target.scrollIntoView(hasArrived ? { behavior: 'instant' } : {});
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  const listening = { signal, passive: true };
  for (const input of INPUTS) addEventListener(input, releaseTarget, listening);
  addEventListener('scrollend', () => (hasArrived = true), listening);
  addEventListener(
    'scroll',
    () => {
      if (hasArrived && performance.now() - changedAt > SETTLE_MS) releaseTarget();
    },
    listening,
  );
}
