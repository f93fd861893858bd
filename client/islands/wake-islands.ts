// Finds the islands of a page and wakes each one on its first use; until then a page has loaded neither React nor any
// island, and the HTML of the build works without them.

import { loadChunk } from '../chunks.ts';
import { isIslandName } from './registry.ts';

const WAKING_EVENTS = ['focusin', 'pointerdown'] as const;

/** Makes the islands of the document ready to wake. They no longer wake once `signal` is aborted. */
export function wakeIslands(signal: AbortSignal): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) wakeOnFirstUse(element, signal);
}

function wakeOnFirstUse(element: HTMLElement, signal: AbortSignal): void {
  const name = element.dataset.island ?? '';
  if (!isIslandName(name)) return;
  const sleeping = new AbortController();
  const wake = async () => {
    sleeping.abort();
    const { hydrateIsland } = await loadChunk(() => import('./hydrate-island.ts'));
    await hydrateIsland(element, name, signal);
  };
  const listening = { signal: AbortSignal.any([sleeping.signal, signal]) };
  // A chunk that does not load is reported as an unhandled rejection; the plain HTML keeps working.
  for (const event of WAKING_EVENTS) element.addEventListener(event, () => void wake(), listening);
  // The address may have a query for an island before its first use.
  const parameter = element.dataset.islandParameter;
  if (parameter !== undefined && new URLSearchParams(location.search).has(parameter)) void wake();
}
