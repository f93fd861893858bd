// Collects faulty links, each address once with its pages, and finds where each is written: the page's own entry, another
// entry or global of its site, else a template.

import { findLocaleRow } from '../../../config/locales.ts';
import type { StoredVersion } from '../../content/snapshot/load-version.ts';
import { type EntryRef, type ProblemPlace, placeOfEntry } from '../../errors.ts';
import { contentKeyOf, type OutPath, type SitePath } from '../../files/brands.ts';
import { outFileOf, ROOT_PATH } from '../../paths/site-path.ts';
import type { CheckRoute } from '../check-input.ts';
import { type Fault, templateFileOf } from '../findings.ts';
import type { RuleCode } from '../rules/rules.ts';
import { type AddressPlace, findOwners } from './find-owners.ts';

/** One address with one fault. */
export interface LinkFault {
  readonly code: RuleCode;
  /** As the page has it. */
  readonly href: string;
  /** Identifies the address, see `addressKey`. */
  readonly key: string;
  /** Whether it is in the header, footer or banner. */
  readonly isShared: boolean;
  readonly what: string;
  /** Of the pages, in route order. */
  readonly paths: readonly SitePath[];
}

export class LinkFaultList {
  readonly #faults = new Map<string, LinkFault & { readonly paths: SitePath[] }>();

  add(fault: LinkFault): void {
    const id = `${fault.code} ${fault.isShared ? 'shared' : 'own'} ${fault.key}`;
    const known = this.#faults.getOrInsertComputed(id, () => ({ ...fault, paths: [] }));
    for (const path of fault.paths) if (known.paths.at(-1) !== path) known.paths.push(path);
  }

  list(): readonly LinkFault[] {
    return [...this.#faults.values()];
  }
}

/** Where to search for the places of links. */
export interface OwnerContext {
  readonly routes: readonly CheckRoute[];
  readonly origin: string;
  /** Null if the content is not available. */
  readonly content: StoredVersion | null;
  /** Files of pages that were changed after the build. */
  readonly editedFiles: ReadonlySet<OutPath>;
  /** An address on so many pages is assumed to be in their header or footer, if that is not known. */
  readonly sharedFrom?: number;
}

/** Returns each fault once for each page, with the entry or file that has the link. */
export function locateLinkFaults(faults: readonly LinkFault[], context: OwnerContext): readonly Fault[] {
  if (faults.length === 0) return [];
  const { routes, origin, content, sharedFrom = Number.POSITIVE_INFINITY } = context;
  const routeByPath = new Map(routes.map((route) => [route.path, route]));
  const pathByEntry = new Map(
    routes.flatMap(({ entry, kind, path }) =>
      entry === null || kind === 'list-page' ? [] : [[contentKeyOf(entry), path] as const],
    ),
  );
  const pathOfEntry = (entry: EntryRef) => pathByEntry.get(contentKeyOf(entry)) ?? ROOT_PATH;
  const keys = new Set(faults.flatMap(({ key, href }) => [key, href]));
  const places = content === null ? null : findOwners({ keys, origin, content, pathOfEntry });
  const located = faults.flatMap((found): readonly LocatedFault[] => {
    const fault = { ...found, isShared: found.isShared || found.paths.length >= sharedFrom };
    const { code, what, href, key, paths } = fault;
    const locate = (where: ProblemPlace, path: string | null) => ({ code, where, what, path, target: href, key });
    // No content can break what the host answers.
    if (code === 'TYPE_WRONG') return [locate({ url: `${origin}/` }, paths[0] ?? null)];
    const candidates = places?.get(href) ?? places?.get(key) ?? [];
    return paths.map((path) => locate(findPlace(fault, routeByPath.get(path), candidates, context), path));
  });
  return joinDeadAnchors(located);
}

type LocatedFault = Fault & Pick<LinkFault, 'key'>;

/** Joins the dead anchors of an entry or file that lead to the same page: its headings were probably changed. */
function joinDeadAnchors(faults: readonly LocatedFault[]): readonly Fault[] {
  const pageOf = (key: string) => key.replace(/#.*/s, '');
  const groups = Map.groupBy(faults, ({ code, where: { field: _, ...owner }, key }, index) =>
    code === 'ANCHOR_DEAD' ? JSON.stringify([owner, pageOf(key)]) : index,
  );
  return [...groups.values()].flatMap((group) => {
    const keys = [...new Set(group.map(({ key }) => key))];
    const [first] = group;
    if (first === undefined || keys.length === 1) return group;
    const page = pageOf(first.key);
    const links = `${keys.length} links name ids that are not on ${page}: ${nameIds(keys.map((key) => key.slice(page.length)))}`;
    const joined = { ...first, target: page, what: first.what.replace(/^The link .*? that page\./s, links) };
    return [...new Set(group.map(({ path }) => path))].map((path) => ({ ...joined, path }));
  });
}

/** `#a, #b.`, shortened to five. */
export function nameIds(ids: readonly string[]): string {
  return `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ' …' : '.'}`;
}

/** `route` is undefined for pages of a live site that the last build does not have. */
function findPlace(
  { isShared }: LinkFault,
  route: CheckRoute | undefined,
  candidates: readonly AddressPlace[],
  { origin, content, editedFiles }: OwnerContext,
): ProblemPlace {
  const handle = route === undefined ? null : findLocaleRow(route.locale)?.site;
  const own = isShared ? undefined : candidates.find(({ entryId }) => entryId !== null && entryId === route?.entry?.id);
  const inSite = candidates.filter(({ site }) => site === handle);
  // Headers and footers show globals, and few entries.
  const found = own ?? (isShared ? inSite.find(({ entryId }) => entryId === null) : undefined) ?? inSite[0];
  if (found !== undefined) return found.place;
  if (route === undefined) return { url: `${origin}/` };
  // No entry has the link, so a menu, a layout or the template of the page does.
  if (isShared) return { file: 'templates/layouts/Layout.tsx' };
  const file = outFileOf(route.path);
  if (editedFiles.has(file)) return { file };
  // Without the content, the entry of the page is the best guess.
  if (content === null && route.entry !== null) return placeOfEntry(route.entry);
  return { file: templateFileOf(route.template) };
}
