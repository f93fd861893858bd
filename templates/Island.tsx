// Renders a subtree that is hydrated in the browser: its HTML and its props as JSON. Islands cannot be nested. `Island` uses no hook,
// because it renders during another render.

import { LRUCache } from 'lru-cache';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { BlogSearch } from '../client/islands/BlogSearch.island.tsx';
import { IndustryFilter } from '../client/islands/IndustryFilter.island.tsx';
import { RequestForm } from '../client/islands/RequestForm.island.tsx';
import type { IslandName, IslandProps, IslandPropsByName } from '../client/islands/registry.ts';
import { jsonInHtml } from './json-in-html.ts';

const COMPONENTS: { readonly [N in IslandName]: ComponentType<IslandPropsByName[N]> } = {
  BlogSearch,
  IndustryFilter,
  RequestForm,
};

/** Cached, because most articles have the same form. */
const ISLANDS_CACHED = 200;
const htmlByIsland = new LRUCache<string, string>({ max: ISLANDS_CACHED });

interface IslandElementProps<N extends IslandName> {
  readonly name: N;
  /** JSON. Islands cannot read the contexts of the page. */
  readonly props: IslandProps<N>;
  /** Prefix of the ids inside, unique on the page and the same in the browser. */
  readonly idPrefix: string;
  /** A query parameter that starts the island at once. */
  readonly parameter?: string;
}

export function Island<N extends IslandName>({ name, props, idPrefix, parameter }: IslandElementProps<N>): ReactNode {
  const component: ComponentType<IslandProps<N>> = COMPONENTS[name];
  const json = jsonInHtml(props);
  const key = `${name} ${idPrefix} ${json}`;
  const html = htmlByIsland.get(key) ?? renderToString(createElement(component, props), { identifierPrefix: idPrefix });
  htmlByIsland.set(key, html);
  const marks = { 'data-island': name, 'data-island-prefix': idPrefix, 'data-island-parameter': parameter };
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it above */}
      <div {...marks} dangerouslySetInnerHTML={{ __html: html }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped */}
      <script type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
    </>
  );
}
