// The query of a page goes on with the visitor: to every internal link, to success pages, through redirects.

/** Parameters of a list: they stay on their list's page. */
const LIST_PARAMETERS: readonly string[] = ['category', 'q'];

/**
 * An address with the parameters of the current query that it does not set itself, after its own and as they were
 * written. `query` is '' or starts with '?'.
 */
export function carryQuery(target: URL, query: string): URL {
  const own = new Set(pairsOf(target.search).map(nameOf));
  const carried = pairsOf(query).filter((pair) => !own.has(nameOf(pair)) && !LIST_PARAMETERS.includes(nameOf(pair)));
  if (carried.length === 0) return target;
  const result = new URL(target);
  result.search = [...pairsOf(target.search), ...carried].join('&');
  return result;
}

function pairsOf(query: string): readonly string[] {
  return query.replace(/^\?/, '').split('&').filter(Boolean);
}

/** Decoded as a form's data is; an invalid name is used as it is. */
function nameOf(pair: string): string {
  const [name] = new URLSearchParams(pair).keys();
  return name ?? pair;
}
