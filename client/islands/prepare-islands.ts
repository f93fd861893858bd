// Hydrates each island of a page on its first use. Until then neither React nor the island is loaded, and the HTML works without them.

import { loadChunk } from '../chunks.ts';
import { isIslandName } from './registry.ts';

const FIRST_USE_EVENTS = ['focusin', 'pointerdown'] as const;

/** Prepares the islands of the document until `signal` is aborted. */
export function prepareIslands(signal: AbortSignal): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) hydrateOnFirstUse(element, signal);
}

function hydrateOnFirstUse(element: HTMLElement, signal: AbortSignal): void {
  const name = element.dataset.island ?? '';
  if (!isIslandName(name)) return;
  const waiting = new AbortController();
  const hydrate = async () => {
    waiting.abort();
    const { hydrateIsland } = await loadChunk(() => import('./hydrate-island.ts'));
    await hydrateIsland(element, name, signal);
  };
  const listening = { signal: AbortSignal.any([waiting.signal, signal]) };
  // A chunk that cannot be loaded is an unhandled rejection; the HTML still works.
  for (const event of FIRST_USE_EVENTS) element.addEventListener(event, () => void hydrate(), listening);
  // A query in the address hydrates the island at once.
  const parameter = element.dataset.islandParameter;
  if (parameter !== undefined && new URLSearchParams(location.search).has(parameter)) void hydrate();
}
