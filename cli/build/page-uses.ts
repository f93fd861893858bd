// Which entries and lists a page shows, read from its input: what `sitegen why` tells.

import type { PageInput } from '../../templates/page-input.ts';
import type { IndexRow } from '../content/content-snapshot.ts';
import type { PageRoute } from './route-plan.ts';
import { hrefOf } from './site-path.ts';

/** An entry by what people and machines call it. */
interface UsedEntry {
  readonly collection: string;
  readonly site: string;
  readonly id: string;
  readonly title: string;
}

/** Entries of a page, its own first, and collections that it shows whole. */
export interface PageUses {
  readonly entries: readonly UsedEntry[];
  readonly collections: readonly string[];
}

/** Names of props under which a whole collection stands. */
const COLLECTION_BY_PROP: Readonly<Record<string, string>> = {
  people: 'team',
  departments: 'team',
  speakers: 'speakers',
  clients: 'clients',
  industries: 'clients',
  offices: 'offices',
  questions: 'faq',
};

/** Reads the uses of pages; knows every entry that has a page. */
export function createUsesReader(routes: readonly PageRoute[]): (route: PageRoute, input: PageInput) => PageUses {
  let rowByHref: ReadonlyMap<string, IndexRow> | null = null;
  return (route, { props }) => {
    rowByHref ??= indexRows(routes);
    const found = { hrefs: new Set<string>(), collections: new Set<string>() };
    collect(props, found);
    const own = 'row' in route.source ? [route.source.row] : [];
    const shown = [...found.hrefs].flatMap((href) => rowByHref?.get(href) ?? []);
    return { entries: [...new Set([...own, ...shown])].map(describeRow), collections: [...found.collections].sort() };
  };
}

function indexRows(routes: readonly PageRoute[]): ReadonlyMap<string, IndexRow> {
  return new Map(
    routes.flatMap(({ kind, path, source }) =>
      kind === 'detail' && 'row' in source ? [[hrefOf(path), source.row] as const] : [],
    ),
  );
}

interface Found {
  readonly hrefs: Set<string>;
  readonly collections: Set<string>;
}

/** A card is known by its categories: other things with an href are links. */
function collect(value: unknown, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  if ('href' in value && 'categories' in value && typeof value.href === 'string') found.hrefs.add(value.href);
  for (const [name, inner] of Object.entries(value)) {
    const collection = COLLECTION_BY_PROP[name];
    if (collection !== undefined && Array.isArray(inner) && inner.length > 0) found.collections.add(collection);
    collect(inner, found);
  }
}

function describeRow({ collection, site, id, title }: IndexRow): UsedEntry {
  return { collection, site, id, title };
}
