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

/** Refuses invalid content. @throws SiteError CONTENT_INVALID (exit 1) with all problems. */
export function assertValid({ collections, globals }: Pick<ReceivedContent, 'collections' | 'globals'>): void {
  const problems = [...collections.flatMap(({ invalid }) => invalid), ...globals].flatMap((each) => each.problems);
  if (problems.length === 0) return;
  const message = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}, nothing was written.`;
  throw new SiteError({ code: 'CONTENT_INVALID', exitCode: 1, message, problems });
}
