// Addresses that lead nowhere, with the pages that have them, and who wrote them: the page's own entry, another entry or
// global of its site, else a template. Pages are held as numbers, each address once.

import { localeRow } from '../../../config/locales.ts';
import type { ProblemPlace } from '../../errors.ts';
import { outFileOf } from '../../paths/site-path.ts';
import type { CheckRoute } from '../check-input.ts';
import { entryPlace, templateFileOf } from '../findings.ts';
import type { RuleCode } from '../rules/rules.ts';
import type { SiteIndex } from '../site-index.ts';
import { type AddressPlace, type ContentPlaces, findOwners } from './find-owners.ts';

/** One address that is wrong in one way. */
export interface Suspect {
  readonly code: RuleCode;
  /** As it is printed. */
  readonly href: string;
  /** What tells it from others: see `addressKey`. */
  readonly key: string;
  /** Whether header, footer or banner hold it. */
  readonly isShared: boolean;
  readonly what: string;
  /** Numbers of the pages, in route order. */
  readonly pages: number[];
}

/** Gathers suspects. */
export interface SuspectList {
  readonly add: (suspect: Omit<Suspect, 'pages'>, pages: number | readonly number[]) => void;
  readonly list: () => readonly Suspect[];
}

/** Starts a list. */
export function createSuspectList(): SuspectList {
  const suspects = new Map<string, Suspect>();
  return {
    add: (suspect, pages) => {
      const id = `${suspect.code} ${suspect.isShared ? 'shared' : 'own'} ${suspect.key}`;
      const known = suspects.get(id) ?? { ...suspect, pages: [] };
      suspects.set(id, known);
      for (const page of typeof pages === 'number' ? [pages] : pages)
        if (known.pages.at(-1) !== page) known.pages.push(page);
    },
    list: () => [...suspects.values()],
  };
}

/** What is needed to say whose an address is. */
export interface OwnerContext {
  readonly site: SiteIndex;
  readonly origin: string;
  readonly content: ContentPlaces | null;
  /** Files of pages that were changed after the build. */
  readonly editedFiles: ReadonlySet<string>;
}

/** A suspect on one page, with the entry or file that has it. */
export interface OwnedSuspect {
  readonly suspect: Suspect;
  readonly where: ProblemPlace;
  readonly page: number | null;
}

/** What the host of a live site causes, not its content. */
const HOST_CODES: readonly RuleCode[] = ['TYPE_WRONG', 'CRAWL_LIMIT'];

/** Who wrote each suspect, page by page. */
export async function findSuspectOwners(
  suspects: readonly Suspect[],
  { site, origin, content, editedFiles }: OwnerContext,
): Promise<readonly OwnedSuspect[]> {
  const pathByEntry = new Map(
    suspects.length === 0
      ? []
      : site.routes.flatMap(({ entry, path, kind }) =>
          entry === null || kind === 'list-page' ? [] : [[`${entry.collection} ${entry.id}`, path] as const],
        ),
  );
  const places: ReadonlyMap<string, readonly AddressPlace[]> =
    content === null
      ? new Map()
      : await findOwners({
          keys: new Set(suspects.map(({ key }) => key)),
          origin,
          content,
          pathOfEntry: (collection, id) => pathByEntry.get(`${collection} ${id}`) ?? null,
        });
  return suspects.flatMap((suspect): readonly OwnedSuspect[] => {
    if (suspect.code === 'CSS_URL_DEAD')
      return [{ suspect, where: { file: suspect.key.split(' ')[0] ?? '' }, page: null }];
    if (HOST_CODES.includes(suspect.code))
      return [{ suspect, where: { url: `${origin}/` }, page: suspect.pages[0] ?? null }];
    const candidates = places.get(suspect.key) ?? [];
    return suspect.pages.map((page) => {
      const route = site.routes[page];
      const handle = route === undefined ? null : localeRow(route.locale).site;
      const own = suspect.isShared
        ? undefined
        : candidates.find(({ entryId }) => entryId !== null && entryId === route?.entry?.id);
      const shared = candidates.find(({ site: written }) => written === handle);
      const where =
        (own ?? shared)?.place ??
        fallbackPlace(suspect, route, { origin: site.origin, isSearched: content !== null, editedFiles });
      return { suspect, where, page };
    });
  });
}

interface FallbackContext extends Pick<OwnerContext, 'origin' | 'editedFiles'> {
  /** Whether the content was searched. */
  readonly isSearched: boolean;
}

/** No entry has it: a menu, a layout or the page's template does. Without the snapshot the page's entry is the best guess. */
function fallbackPlace(
  suspect: Suspect,
  route: CheckRoute | undefined,
  { origin, isSearched, editedFiles }: FallbackContext,
): ProblemPlace {
  if (suspect.isShared) return { file: 'templates/layouts/Layout.tsx' };
  const file = route === undefined ? '' : outFileOf(route.path);
  if (editedFiles.has(file)) return { file };
  if (!isSearched && route !== undefined && route.entry !== null) return entryPlace(route.entry);
  // A page that no build is known of: the site is all that can be named.
  if (route === undefined || route.template === '') return { url: `${origin}/` };
  return { file: templateFileOf(route.template) };
}
