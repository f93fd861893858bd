// Starts each island of a page on its first use. Until then neither React nor the island is loaded; the HTML works without them.

import { loadChunk } from '../chunks.ts';
import { isIslandName } from './registry.ts';

const WAKING_EVENTS = ['focusin', 'pointerdown'] as const;

/** Prepares the islands of the document until `signal` is aborted. */
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
  // A chunk that cannot be loaded is an unhandled rejection; the HTML still works.
  for (const event of WAKING_EVENTS) element.addEventListener(event, () => void wake(), listening);
  // A query in the address starts the island at once.
  const parameter = element.dataset.islandParameter;
  if (parameter !== undefined && new URLSearchParams(location.search).has(parameter)) void wake();
}
