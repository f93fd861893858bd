// The islands that exist, each in a chunk of its own that is loaded when the island is first used. The name is the
// same in the HTML, in this table and in the island's export.

/** How to load each island's component. */
export const ISLANDS = {
  SubscriptionForm: async () => (await import('./SubscriptionForm.island.tsx')).SubscriptionForm,
} as const;

/** Name of an island. */
export type IslandName = keyof typeof ISLANDS;

/** The component of an island. */
export type IslandComponent<N extends IslandName> = Awaited<ReturnType<(typeof ISLANDS)[N]>>;

/** The JSON props of an island. */
export type IslandProps<N extends IslandName> = Parameters<IslandComponent<N>>[0];

/** Whether a text from the HTML names an island. */
export function isIslandName(name: string): name is IslandName {
  return Object.hasOwn(ISLANDS, name);
}
