// A second view of the site with marks in all content. Created when an editor turns on "Click to edit".

import type { Collection, Entry } from '../../../content/collections.ts';
import { readRangeEntries } from '../../content/intake/parse-entry.ts';
import type { CollectionSnapshot, ContentSnapshot, IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { writeRange } from '../../content/snapshot/range-files.ts';
import { sha256 } from '../../files/content-hash.ts';
import { makeFolder } from '../../files/write-file.ts';
import { createMarks, type Marks, type Origin } from './marks.ts';
import { createSiteView, type SiteView, type ViewInput } from './site-view.ts';

/** The marked view and the origins of its marks. */
export interface MarkedView {
  readonly view: SiteView;
  readonly origins: readonly Origin[];
}

/** Collections without pages of their own, whose entries are shown in other pages. */
const JOINED: ReadonlySet<Collection> = new Set([
  'team',
  'speakers',
  'clients',
  'offices',
  'faq',
  'social_links',
  'pages_block',
  'redirects',
]);

/** Creates the marked view of a snapshot. */
export async function createMarkedView(
  snapshot: ContentSnapshot,
  input: Omit<ViewInput, 'snapshot' | 'orders' | 'entriesDir'>,
): Promise<MarkedView> {
  const marks = createMarks(input.site);
  const marked = markSnapshot(snapshot, marks);
  const view = await createSiteView({ ...input, snapshot: marked, orders: [], entriesDir: snapshot.rangesDir });
  return {
    origins: marks.origins,
    view: {
      ...view,
      findEntry: async (route) => {
        const entry = await view.findEntry(route);
        return entry === null || route.entry === null ? entry : marks.markEntry(entry, route.entry.collection);
      },
    },
  };
}

function markSnapshot(snapshot: ContentSnapshot, marks: Marks): ContentSnapshot {
  const rangesDir = `${snapshot.rangesDir}-marked`;
  makeFolder(rangesDir);
  const panel = findPanel(snapshot);
  return {
    ...snapshot,
    rangesDir,
    collections: snapshot.collections.map((collection) =>
      JOINED.has(collection.collection)
        ? markJoined(snapshot, collection, { marks, rangesDir })
        : { ...collection, rows: collection.rows.map(marks.markRow) },
    ),
    globals: snapshot.globals.map((global) => {
      const { name, site, value } = global;
      const editUrl = panel === null ? null : `${panel}/globals/${name}?site=${site}`;
      return value === null ? global : { ...global, value: marks.markGlobal(value, name, editUrl) };
    }),
  };
}

/** Writes marked entries to files, because pages read these entries from files. */
function markJoined(
  snapshot: ContentSnapshot,
  collection: CollectionSnapshot,
  { marks, rangesDir }: { readonly marks: Marks; readonly rangesDir: string },
): CollectionSnapshot {
  const handle = collection.collection;
  const rows: IndexRow[] = [];
  const ranges = collection.ranges.map((range) => {
    const own = collection.rows.filter((row) => row.range === range);
    const entries = readRangeEntries(snapshot, range, handle);
    const lines = own.map(({ line }) => {
      const text = JSON.stringify(markOf(entries[line], handle, marks));
      return { line: text, digest: sha256(text) };
    });
    const name = writeRange(rangesDir, lines);
    rows.push(...own.map((row, line) => ({ ...marks.markRow(row), range: name, line })));
    return name;
  });
  return { ...collection, rows, ranges };
}

function markOf(entry: Entry | undefined, collection: Collection, marks: Marks): unknown {
  // Redirects are followed, not shown.
  return entry === undefined || collection === 'redirects' ? (entry ?? null) : marks.markEntry(entry, collection);
}

/** The address of the control panel, from the edit address of an entry. */
function findPanel({ collections }: ContentSnapshot): string | null {
  for (const { rows } of collections)
    for (const { editUrl } of rows) {
      const panel = /^(https?:\/\/.+?)\/collections\//.exec(editUrl ?? '')?.[1];
      if (panel !== undefined) return panel;
    }
  return null;
}
