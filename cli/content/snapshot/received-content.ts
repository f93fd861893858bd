// Received content before it becomes a snapshot: collections and globals with their problems.

import { type Problem, SiteError } from '../../errors.ts';
import type { Digest } from '../../files/brands.ts';
import { sha256 } from '../../files/content-hash.ts';
import { findCollectionNotices } from '../intake/find-losses.ts';
import type { ReceivedCollection, ReceivedGlobal } from '../intake/index-entry.ts';
import type { ContentFile } from './content-snapshot.ts';

/** Collections and globals as received, valid or not. */
export interface ReceivedContent {
  readonly collections: readonly ReceivedCollection[];
  readonly globals: readonly ReceivedGlobal[];
  readonly warnings: readonly Problem[];
}

/** SHA-256 of the content, without its time and origin. */
export function contentDigest(
  { collections, globals }: Pick<ReceivedContent, 'collections' | 'globals'>,
  files: readonly ContentFile[] | null,
): Digest {
  const lists = collections.map(({ collection, site, rows }) => [
    collection,
    site,
    sha256(rows.map(({ digest }) => digest).join()),
  ]);
  const values = globals.map(({ name, site, value }) => [name, site, value]);
  const bytes = files?.map(({ address, sha256: hash, fault }) => [address, hash, fault]);
  return sha256(JSON.stringify([lists, values, bytes]));
}

/** Warnings and notices of the content. */
export function findContentProblems({ collections, globals, warnings }: ReceivedContent): readonly Problem[] {
  return [
    ...warnings,
    ...collections.flatMap((list) => [...list.rows.flatMap((row) => row.warnings), ...findCollectionNotices(list)]),
    ...globals.flatMap((global) => global.warnings),
  ];
}

<<<<<<< HEAD
function findUnsetGlobal({ name, site, source, value }: StoredGlobal): readonly Problem[] {
  if (value !== null || source === 'empty') return [];
  const what = `The global "${name}" is not set in the site "${site}", which does without it.`;
  const fix = 'To show what it holds, save the global in that site.';
  return [{ code: 'GLOBAL_UNSET', severity: 'notice', where: { collection: 'globals', entry: name, site }, what, fix }];
}

function findLossesOf({ name, site, value }: StoredGlobal): readonly Problem[] {
  const parsed = value === null ? null : parseGlobal(value, { name, site });
  if (parsed === null || 'problems' in parsed) return [];
  const where = { collection: 'globals', entry: name, site };
  return [...parsed.warnings, ...findLosses(parsed.entry).map((loss) => problemOf(loss, where))];
}

/** Parses the globals and refuses invalid content. @throws SiteError CONTENT_INVALID (exit 1) with all problems. */
export function assertValid(content: Pick<ReceivedContent, 'collections' | 'globals'>): readonly GlobalSnapshot[] {
  const globals = content.globals.map((global) => ({
    global,
    parsed: global.value === null ? { entry: null } : parseGlobal(global.value, global),
  }));
  const problems = [
    ...content.collections.flatMap(({ invalid }) => invalid.flatMap((entry) => entry.problems)),
    ...globals.flatMap(({ parsed }) => ('problems' in parsed ? parsed.problems : [])),
  ];
  if (problems.length > 0) {
    const message = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}, nothing was written.`;
    throw new SiteError({ code: 'CONTENT_INVALID', exitCode: 1, message, problems });
  }
  return globals.flatMap(({ global: { name, site }, parsed }) =>
    'entry' in parsed ? [{ name, site, value: parsed.entry }] : [],
  );
=======
/** Refuses invalid content. @throws SiteError CONTENT_INVALID (exit 1) with all problems. */
export function assertValid({ collections, globals }: Pick<ReceivedContent, 'collections' | 'globals'>): void {
  const problems = [...collections.flatMap(({ invalid }) => invalid), ...globals].flatMap((each) => each.problems);
  if (problems.length === 0) return;
  const message = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}, nothing was written.`;
  throw new SiteError({ code: 'CONTENT_INVALID', exitCode: 1, message, problems });
>>>>>>> wt-pictures
}
