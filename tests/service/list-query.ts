// Lists as Statamic answers them: filters, sort, pages, fields. A condition that it does not know filters nothing.

/** Fields of an entry, term or global. */
export type Fields = Readonly<Record<string, unknown>>;

/** An entry that a list may hold. */
export interface ListedEntry {
  /** A field of what is sent; `site` is where the entry is stored. */
  readonly value: (field: string) => unknown;
  /** What is sent: made only for the entries of a page. */
  readonly document: () => Fields;
}

const DEFAULT_LIMIT = 50;

/** The entries that are asked for, sorted. Without a filter of status or published only those that are live. */
export function findEntries(entries: readonly ListedEntry[], query: URLSearchParams): readonly ListedEntry[] {
  const filters = [...query].flatMap(([name, value]) => {
    const [, field, condition = 'is'] = /^filter\[(\w+)(?::(\w+))?\]$/.exec(name) ?? [];
    return field === undefined ? [] : [{ field, condition, value }];
  });
  const hasStatus = filters.some(({ field }) => field === 'status' || field === 'published');
  const wanted = hasStatus ? filters : [...filters, { field: 'status', condition: 'is', value: 'published' }];
  const found = entries.filter((entry) => wanted.every((filter) => passes(entry, filter)));
  const sorts = (query.get('sort') ?? '').split(',').filter((sort) => sort !== '');
  if (sorts.length === 0) return found;
  const keyed = found.map((entry) => ({
    entry,
    keys: sorts.map((sort) => entry.value(sort.replace('-', '')) ?? null),
  }));
  return keyed.sort((a, b) => compare(a.keys, b.keys, sorts)).map(({ entry }) => entry);
}

interface Filter {
  readonly field: string;
  readonly condition: string;
  readonly value: string;
}

function passes(entry: ListedEntry, { field, condition, value }: Filter): boolean {
  if ((field === 'status' && value === 'any') || (condition !== 'is' && condition !== 'in')) return true;
  const own = String(entry.value(field === 'locale' ? 'site' : field) ?? '').toLowerCase();
  return (condition === 'in' ? value.split('|') : [value]).some((each) => each.toLowerCase() === own);
}

/** Nulls come last in both directions. */
function compare(a: readonly unknown[], b: readonly unknown[], sorts: readonly string[]): number {
  for (const [index, sort] of sorts.entries()) {
    const [left, right] = [a[index], b[index]];
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    const isLess = typeof left === 'number' && typeof right === 'number' ? left < right : String(left) < String(right);
    return isLess === sort.startsWith('-') ? 1 : -1;
  }
  return 0;
}

/** One page of a list with its envelope. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams, show: (item: Item) => Fields): Fields {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const page = Number(query.get('page') ?? 1);
  return listBody(items.slice((page - 1) * limit, page * limit).map(show), page, limit, items.length);
}

/** The envelope over the entries of one page. */
export function listBody(
  entries: readonly unknown[],
  page: number,
  limit: number,
  all: number = entries.length,
): Fields {
  return {
    data: entries,
    links: { first: null, last: null, prev: null, next: null },
    meta: {
      current_page: page,
      from: entries.length === 0 ? null : (page - 1) * limit + 1,
      last_page: Math.max(1, Math.ceil(all / limit)),
      links: [],
      path: '',
      per_page: limit,
      to: entries.length === 0 ? null : (page - 1) * limit + entries.length,
      total: all,
    },
  };
}

/** The fields that `fields=` names, unknown ones as null. */
export function pickFields(document: Fields, names: string | null): Fields {
  return names === null ? document : Object.fromEntries(names.split(',').map((name) => [name, document[name] ?? null]));
}
