// Hydrates an island with its chunk and the props in the HTML. This module includes React, so it is imported only when the first
// island starts.

import { type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadChunk } from '../chunks.ts';
import { ISLANDS, type IslandName, type IslandProps } from './registry.ts';

/**
 * Hydrates an island until its page ends. `element` is its `data-island` element; its props are in the script next to it.
 * Resolves when the island has its handlers.
 */
export async function hydrateIsland(element: HTMLElement, name: IslandName, signal: AbortSignal): Promise<void> {
  // The build wrote the props for this component.
  const component = (await loadChunk<unknown>(ISLANDS[name])) as ComponentType<IslandProps<IslandName>>;
  if (signal.aborted) return;
  const identifierPrefix = element.dataset.islandPrefix ?? '';
  const island = createElement(component, readProps(element));
  const mounted = Promise.withResolvers<void>();
  const root = hydrateRoot(element, createElement(Mounted, { island, onMount: mounted.resolve }), {
    identifierPrefix,
    // If the page ends before hydration, React reports a mismatch, which is not an error.
    onRecoverableError: (error) => {
      if (!signal.aborted) reportError(error);
    },
  });
  signal.addEventListener('abort', () => root.unmount());
  await mounted.promise;
}

interface MountedProps {
  readonly island: ReactNode;
  readonly onMount: () => void;
}

function Mounted({ island, onMount }: MountedProps): ReactNode {
  useEffect(onMount, [onMount]);
  return island;
}

/** Written by the build from typed props of the same island. */
function readProps(element: HTMLElement): IslandProps<IslandName> {
  const json = element.nextElementSibling?.textContent;
  if (json === null || json === undefined) throw new Error('The props of an island are missing.');
  return JSON.parse(json) as IslandProps<IslandName>;
}
