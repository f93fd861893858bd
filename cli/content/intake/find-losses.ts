// What the site shows otherwise than the content service would: told in the report, so that nothing vanishes in silence.

import type { Collection, Entry } from '../../../content/collections.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import { printableText } from '../../text/printable-text.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';

/** Two segments or more. */
const NESTED = /^\/[^/]+\/(?:[^/]+\/)*[^/]+\/?$/;
/** Fewer entries may well be saved in one minute. */
const FEWEST_ALIKE = 10;
/** Of '2026-01-31T09:00', a minute. */
const MINUTE_LENGTH = 16;

/** The warning of a page that its service shows below another one; null for any other entry. */
export function findNestedPage(entry: Entry, findPlace: () => ProblemPlace): Problem | null {
  if (!('uri' in entry) || entry.uri === null || !NESTED.test(entry.uri)) return null;
  if (entry.uri.startsWith('/page-constructor/')) return null;
  return {
    code: 'PAGE_NESTED',
    severity: 'warning',
    where: { ...findPlace(), field: 'uri' },
    what: `The content service shows this page at ${printableText(entry.uri, 120)}; the site has it at /${printableText(entry.slug, 120)}/: pages stand side by side here.`,
    fix: `Move the page to the top level of its tree, or add a redirect from ${printableText(entry.uri, 120)}/.`,
  };
}

/** A collection of a site. */
interface ReceivedRows {
  readonly collection: Collection;
  readonly site: string;
  readonly rows: readonly Pick<IndexRow, 'status' | 'lastModified'>[];
}

/** What is to be known of a collection as a whole. */
export function findCollectionNotices({ collection, site, rows }: ReceivedRows): readonly Problem[] {
  const notices: Problem[] = [];
  const where = { collection, site };
  const expired = rows.reduce((count, { status }) => count + (status === 'expired' ? 1 : 0), 0);
  if (expired > 0) {
    notices.push({
      code: 'ENTRIES_EXPIRED',
      severity: 'notice',
      where,
      what: `${expired} ${expired === 1 ? 'entry is' : 'entries are'} expired by the date behaviour of the collection, and not shown.`,
      fix: 'Nothing needs to be done, unless they are wanted: then change how the collection treats past dates.',
    });
  }
  const minute = rows[0]?.lastModified?.slice(0, MINUTE_LENGTH);
  const areAlike = minute !== undefined && rows.every(({ lastModified }) => lastModified?.startsWith(minute) === true);
  if (areAlike && rows.length >= FEWEST_ALIKE) {
    notices.push({
      code: 'LAST_MODIFIED_ALIKE',
      severity: 'notice',
      where,
      what: `All ${rows.length} entries say that they were changed in the minute of ${minute}: the time of files, not of edits. The sitemap tells search engines so.`,
      fix: 'Statamic has no other time for an entry that was never saved in its control panel: keep the times of files when you deploy it, or save the entries once.',
    });
  }
  return notices;
}
