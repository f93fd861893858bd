// Groups the same change of many pages: a changed link in the footer is shown once, not for each page.

import type { ProblemPlace } from '../errors.ts';
import { compareKinds } from './change-kinds.ts';
import type { ChangeGroup } from './diff-report.ts';
import type { PageChange } from './page-change.ts';

const MAX_PATHS = 20;
const MAX_OWNERS = 3;
/** Per page. Further changes are only counted. */
const MAX_CHANGES = 200;

export interface ChangeGroups {
  /** Adds the changes of a page, and the places that they come from. @returns the ids of the changes. */
  readonly add: (path: string, changes: readonly PageChange[], owners: readonly ProblemPlace[]) => readonly number[];
  /** By number of pages, then by kind. */
  readonly list: () => readonly ChangeGroup[];
}

export function createChangeGroups(): ChangeGroups {
  const groups = new Map<string, GrowingGroup>();
  const addOne = (path: string, change: PageChange, owners: readonly ProblemPlace[]) => {
    const known = groups.get(change.key);
    const group = known ?? { id: groups.size, change, also: new Set(), paths: [], pages: 0, owners: [] };
    if (known === undefined) groups.set(change.key, group);
    group.pages += 1;
    for (const kind of change.also) group.also.add(kind);
    if (group.paths.length >= MAX_PATHS) return group.id;
    group.paths.push(path);
    if (group.owners.length < MAX_OWNERS) addOwners(group.owners, owners);
    return group.id;
  };
  return {
    add: (path, changes, owners) => {
      const shown = changes.slice(0, MAX_CHANGES);
      const ids = shown.map((change) => addOne(path, change, owners));
      return changes.length > shown.length
        ? [...ids, addOne(path, moreChanges(changes.length - shown.length), [])]
        : ids;
    },
    list: () =>
      [...groups.values()]
        .sort((a, b) => b.pages - a.pages || compareKinds(a.change.kind, b.change.kind) || a.id - b.id)
        .map(({ id, change: { kind, region, subject, runs }, also, pages, paths, owners }) => ({
          id,
          kind,
          region,
          subject,
          runs,
          also: [...also].sort(compareKinds),
          pages,
          paths,
          owners,
        })),
  };
}

interface GrowingGroup {
  readonly id: number;
  readonly change: PageChange;
  readonly also: Set<ChangeGroup['kind']>;
  readonly paths: string[];
  readonly owners: ProblemPlace[];
  pages: number;
}

function addOwners(owners: ProblemPlace[], found: readonly ProblemPlace[]): void {
  for (const place of found)
    if (owners.length < MAX_OWNERS && !owners.some((known) => JSON.stringify(known) === JSON.stringify(place)))
      owners.push(place);
}

function moreChanges(count: number): PageChange {
  const subject = `${count} more changes of the page`;
  return { kind: 'text', region: 'main', subject, runs: [], key: subject, also: [] };
}
