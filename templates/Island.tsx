// Hands one subtree to the browser: its markup with the marks that hydration needs, and its props as JSON beside it.
// Islands do not nest. `Island` uses no hook: it renders while another render is under way.

import { type ComponentType, createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandComponent, IslandName, IslandProps } from '../client/islands/registry.ts';
import { SubscriptionForm } from '../client/islands/SubscriptionForm.island.tsx';
import { jsonInHtml } from './json-in-html.ts';

const COMPONENTS: { readonly [N in IslandName]: IslandComponent<N> } = { SubscriptionForm };

interface IslandElementProps<N extends IslandName> {
  readonly name: N;
  /** JSON, all that the island knows: it sees no context of the page. */
  readonly props: IslandProps<N>;
  /** Start of the ids inside, unique on the page and the same in the browser. */
  readonly idPrefix: string;
}

export function Island<N extends IslandName>({ name, props, idPrefix }: IslandElementProps<N>): ReactNode {
  const component: ComponentType<IslandProps<N>> = COMPONENTS[name];
  const html = renderToString(createElement(component, props), { identifierPrefix: idPrefix });
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it a line above */}
      <div data-island={name} data-island-prefix={idPrefix} dangerouslySetInnerHTML={{ __html: html }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped */}
      <script type="application/json" dangerouslySetInnerHTML={{ __html: jsonInHtml(props) }} />
    </>
  );
}
