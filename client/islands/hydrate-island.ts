// Makes one island live: its chunk, its props from the HTML, and React, which this module brings with it. Imported by
// the first island that wakes, never before.

import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadChunk } from '../chunks.ts';
import { ISLANDS, type IslandName, type IslandProps } from './registry.ts';

/** Hydrates an island in place, until its page ends. `element` is its `data-island` element; its props are in the script beside it. */
export async function hydrateIsland(element: HTMLElement, name: IslandName, signal: AbortSignal): Promise<void> {
  // The build chose the props for the component of this name.
  const component = (await loadChunk<unknown>(ISLANDS[name])) as ComponentType<IslandProps<IslandName>>;
  if (signal.aborted) return;
  const identifierPrefix = element.dataset.islandPrefix ?? '';
  const root = hydrateRoot(element, createElement(component, readProps(element)), {
    identifierPrefix,
    // React reports a mismatch for a page that ends before it has started: not an error.
    onRecoverableError: (error) => {
      if (!signal.aborted) reportError(error);
    },
  });
  signal.addEventListener('abort', () => root.unmount());
}

/** The build wrote these props from typed values of the same island. */
function readProps(element: HTMLElement): IslandProps<IslandName> {
  const json = element.nextElementSibling?.textContent;
  if (json === null || json === undefined) throw new Error('An island has no props beside it.');
  return JSON.parse(json) as IslandProps<IslandName>;
}
