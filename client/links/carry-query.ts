// Keeps the query of a page on internal links, success pages and redirects.

/** Parameters of lists, which are not kept. */
const LIST_PARAMETERS: readonly string[] = ['category', 'q'];

/**
 * Adds the parameters of the current query that the target does not have, unchanged, after its own. `query` is '' or starts
 * with '?'.
 */
export function carryQuery(target: URL, query: string): URL {
  const carried = listMissing(target.search, query).filter((pair) => !LIST_PARAMETERS.includes(nameOf(pair)));
  if (carried.length === 0) return target;
  const result = new URL(target);
  result.search = [...pairsOf(target.search), ...carried].join('&');
  return result;
}

/** The parameters of `query` that `own` does not have, as they are written. Both may begin with '?'. */
export function listMissing(own: string, query: string): readonly string[] {
  const names = new Set(pairsOf(own).map(nameOf));
  return pairsOf(query).filter((pair) => !names.has(nameOf(pair)));
}

function pairsOf(query: string): readonly string[] {
  return query.replace(/^\?/, '').split('&').filter(Boolean);
}

/** Decoded like form data; an invalid name is used unchanged. */
function nameOf(pair: string): string {
  const [name] = new URLSearchParams(pair).keys();
  return name ?? pair;
}
