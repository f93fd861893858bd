// All islands. Each is a separate chunk, loaded when the island is first used. The name is the same in the HTML, in this table and
// in the export of the island.

/** How to load each island's component. */
export const ISLANDS = {
  BlogSearch: async () => (await import('./BlogSearch.island.tsx')).BlogSearch,
  IndustryFilter: async () => (await import('./IndustryFilter.island.tsx')).IndustryFilter,
  RequestForm: async () => (await import('./RequestForm.island.tsx')).RequestForm,
} as const;

/** Name of an island. */
export type IslandName = keyof typeof ISLANDS;

/** JSON props by island. */
export type IslandPropsByName = {
  readonly [N in IslandName]: Parameters<Awaited<ReturnType<(typeof ISLANDS)[N]>>>[0];
};

/** The JSON props of an island. */
export type IslandProps<N extends IslandName> = IslandPropsByName[N];

/** Whether a text is the name of an island. */
export function isIslandName(name: string): name is IslandName {
  return Object.hasOwn(ISLANDS, name);
}
