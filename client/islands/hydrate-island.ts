// Makes one island live: its chunk, its props from the HTML, and React, which this module brings with it. Imported by
// the first island that wakes, never before.

import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ISLANDS, type IslandName, type IslandProps } from './registry.ts';

/** Hydrates an island in place. `element` is its `data-island` element; its props stand in the script beside it. */
export async function hydrateIsland(element: HTMLElement, name: IslandName): Promise<void> {
  const component = await ISLANDS[name]();
  const identifierPrefix = element.dataset.islandPrefix ?? '';
  hydrateRoot(element, createElement(component, readProps(element)), { identifierPrefix });
}

/** The build wrote these props from typed values of the same island. */
function readProps(element: HTMLElement): IslandProps<IslandName> {
  const json = element.nextElementSibling?.textContent;
  if (json === null || json === undefined) throw new Error('An island has no props beside it.');
  return JSON.parse(json) as IslandProps<IslandName>;
}
