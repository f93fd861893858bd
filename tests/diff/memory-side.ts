// A site in memory as one side of a comparison.

import { compareSites } from '../../cli/diff/compare-sites.ts';
import type { DiffReport } from '../../cli/diff/diff-report.ts';
import { describePage, type SideFile, type SiteSide } from '../../cli/diff/folder-side.ts';
import { sha256 } from '../../cli/files/content-hash.ts';
import { defineSite, type SiteOptions } from '../../config/define-site.ts';

/** Texts of files by path. */
export type Tree = Readonly<Record<string, string>>;

/** Most texts are in many trees. */
const described = new Map<string, SideFile>();

function describe(path: string, text: string): SideFile {
  const known =
    described.get(text) ??
    (path.endsWith('.html') ? describePage(Buffer.from(text)) : { sha256: sha256(text), role: 'other' });
  described.set(text, known);
  return known;
}

/** A site of these files. */
export function sideOf(tree: Tree): SiteSide {
  return {
    name: 'memory',
    files: new Map(Object.entries(tree).map(([path, text]) => [path, describe(path, text)])),
    read: async (path) => (tree[path] === undefined ? null : Buffer.from(tree[path])),
    cacheDir: 'no-cache',
  };
}

/** Compares two sites with the settings of a site. */
export function compare(base: SiteSide, head: SiteSide, diff: SiteOptions['diff'] = {}): Promise<DiffReport> {
  const { diff: settings } = defineSite({ brand: { name: 'A', legalName: 'A' }, locales: ['en'], diff });
  return compareSites({ base, head, settings, report: () => {}, signal: new AbortController().signal });
}

/** Paths of the pages with a status. */
export function pathsOf({ pages }: DiffReport, status: DiffReport['pages'][number]['status']): readonly string[] {
  return pages.filter((page) => page.status === status).map(({ path }) => path);
}
