// A second view of the site with marks in all content. Created when an editor turns on "Click to edit".

import type { ContentSnapshot } from '../../content/snapshot/content-snapshot.ts';
import { createMarks, type Marks, type Origin } from './marks.ts';
import { createSiteView, type SiteView, type ViewInput } from './site-view.ts';

/** The marked view and the origins of its marks. */
export interface MarkedView {
  readonly view: SiteView;
  readonly origins: readonly Origin[];
}

/** Creates the marked view of a snapshot. */
export async function createMarkedView(
  snapshot: ContentSnapshot,
  input: Omit<ViewInput, 'snapshot' | 'orders'>,
): Promise<MarkedView> {
  const marks = createMarks(input.site);
  const view = await createSiteView({ ...input, snapshot: markSnapshot(snapshot, marks), orders: [] });
  return { origins: marks.origins, view };
}

function markSnapshot(snapshot: ContentSnapshot, marks: Marks): ContentSnapshot {
  const panel = findPanel(snapshot);
  return {
    ...snapshot,
    markEntry: marks.markEntry,
    collections: snapshot.collections.map((collection) =>
      collection.collection === 'redirects' ? collection : { ...collection, rows: collection.rows.map(marks.markRow) },
    ),
    globals: snapshot.globals.map((global) => {
      const { name, site, value } = global;
      const editUrl = panel === null ? null : `${panel}/globals/${name}?site=${site}`;
      return value === null ? global : { ...global, value: marks.markGlobal(value, name, editUrl) };
    }),
  };
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
