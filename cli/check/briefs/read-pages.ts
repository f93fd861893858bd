// The pages of a build as they were rendered, with their briefs.

import type { CachedPages, PageRow } from '../../cache/page-cache.ts';
import type { PageBrief } from './page-brief.ts';

/** A rendered page. */
export interface ReadPage {
  readonly path: string;
  readonly chrome: string;
  /** Null where the page has none. */
  readonly brief: PageBrief | null;
}

/** Reads the pages of some rows. */
export function* readPages(
  rows: Iterable<Pick<PageRow, 'path' | 'chrome' | 'record'>>,
  cache: Pick<CachedPages, 'readBriefs'>,
): Iterable<ReadPage> {
  for (const [{ path, chrome }, brief] of cache.readBriefs(rows))
    yield { path, chrome, brief: parseBrief(brief ?? 'null') };
}

function parseBrief(text: string): PageBrief | null {
  try {
    const brief: unknown = JSON.parse(text);
    return isBrief(brief) ? brief : null;
  } catch {
    return null; // Damaged: the page itself tells the same.
  }
}

/** Whether nothing of a brief is missing, as where a letter of its JSON was changed. */
function isBrief(value: unknown): value is PageBrief {
  const brief: Partial<Record<keyof PageBrief, unknown>> = Object(value);
  const { alternates, links, targets, anchors, files, title, description, faults } = brief;
  const isDigest = (digest: unknown) => digest === null || Array.isArray(digest);
  return (
    [targets, anchors, files, faults].every(Array.isArray) &&
    [title, description].every(isDigest) &&
    typeof alternates === 'string' &&
    typeof links === 'number'
  );
}
