// Finds why pages changed: from the parts of their input that differ, the entries that they show, and what changed in the content.

import { parse } from 'node:path/posix';
import { GLOBALS } from '../content/snapshot/commit-version.ts';
import type { EntryRef, ProblemPlace } from '../errors.ts';
import { comparePageParts, type ShownEntry } from '../facts/page-store.ts';
import { type ContentKey, contentKeyOf, type Digest } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import { findFieldsOf, findShown } from '../release/entry-facts.ts';
import {
  type ContentChanges,
  type ContentHistory,
  compareVersions,
  type EntryChange,
  type PageSource,
  placeOf,
} from './content-history.ts';
import type { Cause, PageDiff } from './diff-report.ts';

/** A page that differs. */
export interface ComparedPage extends Pick<PageDiff, 'path' | 'status'> {
  /** What it was made from; null if that is unknown, or if the site lacks the page. */
  readonly before: PageSource | null;
  readonly after: PageSource | null;
  /** Site paths that only one of its versions links to. */
  readonly links: readonly string[];
  /** Names of pictures with other bytes: `/assets/home`. */
  readonly pictures: readonly string[];
  /** Ids of its changes, which other pages may share. */
  readonly changes: readonly number[];
  /** Whether it loads other styles or scripts. */
  readonly hasOtherAssets: boolean;
}

const MAX_CAUSES = 20;
const UNKNOWN: Cause = { kind: 'unknown', where: {} };
/** Parts of a page's input that do not follow from content. */
const OF_CODE = new Set(['code', 'words', 'site']);
const OF_CARD: readonly ShownEntry['as'][] = ['card', 'related', 'neighbour', 'name'];
const OF_CHROME: readonly ShownEntry['as'][] = ['banner', 'office', 'social-link'];

type Roles = ReadonlyMap<ContentKey, { readonly ref: EntryRef; readonly as: readonly ShownEntry['as'][] }>;

interface FinderOptions {
  /** What differs between the contents of both sites; null if it is unknown. */
  readonly changes: ContentChanges | null;
  readonly hasSameCode: boolean;
}

/** The contents of both sites: by digest, else the oldest and newest that their pages were made from. */
export function compareContents(
  pages: readonly ComparedPage[],
  history: ContentHistory,
  digests: { readonly base: Digest | null; readonly head: Digest | null },
): ContentChanges | null {
  const versionsOf = (side: 'before' | 'after') =>
    pages.flatMap((page) => page[side]?.version ?? []).sort((a, b) => a.id - b.id);
  const base = history.findVersion(digests.base) ?? versionsOf('before')[0];
  const head = history.findVersion(digests.head) ?? versionsOf('after').at(-1);
  return base === undefined || head === undefined ? null : compareVersions(base, head);
}

export class CauseFinder {
  readonly #changes: ContentChanges | null;
  readonly #hasSameCode: boolean;
  readonly #byPath: ReadonlyMap<string, ComparedPage>;
  /** Changed entries that joined or left a page, by `collection site`. */
  readonly #joined: ReadonlyMap<string, ReadonlySet<EntryChange>>;
  /** Changes that pages have of which only words differ. */
  readonly #ofWords: ReadonlySet<number>;

  constructor(pages: readonly ComparedPage[], { changes, hasSameCode }: FinderOptions) {
    this.#changes = changes;
    this.#hasSameCode = hasSameCode;
    this.#byPath = new Map(pages.map((page) => [page.path, page]));
    this.#ofWords = new Set(pages.flatMap((page) => (partsOf(page).join() === 'words' ? page.changes : [])));
    const joined = pages.flatMap(({ before, after }) => {
      const keys = new Set(rolesOf(before).keys()).symmetricDifference(new Set(rolesOf(after).keys()));
      return [...keys]
        .flatMap((key) => changes?.entries.get(key) ?? [])
        .filter((change) => findMoving(change) !== null);
    });
    this.#joined = new Map([...Map.groupBy(joined, listOf)].map(([list, members]) => [list, new Set(members)]));
  }

  /** The causes of a page, at least one. */
  explain(page: ComparedPage): readonly Cause[] {
    const changes = this.#changes;
    if (changes === null) return [UNKNOWN];
    const found = isLone(page) ? this.#explainLone(page, changes) : this.#explainChanged(page, changes);
    // A page may show a changed entry itself and in a list.
    const keyOf = ({ kind, where }: Cause) => JSON.stringify([where.entry === undefined ? kind : '', where]);
    const distinct = new Map(found.map((cause) => [keyOf(cause), cause]));
    return distinct.size === 0 ? [UNKNOWN] : [...distinct.values()].slice(0, MAX_CAUSES);
  }

  /** The changed entry of a redirect. */
  ownerOfRedirect(from: string): ProblemPlace {
    return (this.#changes === null ? [] : findRedirects(this.#changes, from))[0]?.where ?? {};
  }

  #explainChanged(page: ComparedPage, changes: ContentChanges): readonly Cause[] {
    const parts = partsOf(page);
    const ofContent = parts.filter((part) => !OF_CODE.has(part));
    const causes: readonly Cause[] = [
      ...(parts.includes('code') ? [{ kind: 'code' as const, where: {} }] : []),
      ...(parts.includes('site') ? this.#explainSite(page, changes) : []),
      ...(ofContent.length > 0 ? this.#explainContent(page, changes, ofContent) : []),
    ];
    // The page may show none of the words that changed.
    const hasOtherWords = causes.length === 0 || page.changes.some((id) => this.#ofWords.has(id));
    if (parts.includes('words') && hasOtherWords) return [...causes, { kind: 'words', where: {} }];
    if (causes.length > 0 || page.before === null || page.after === null) return causes;
    if (page.pictures.length > 0) return page.pictures.map((file) => ({ kind: 'picture', where: { file } }));
    return isSame(changes) ? [{ kind: 'settings', where: {} }] : [];
  }

  /** Styles, scripts and languages of the site; its publisher, who has profiles; the style of a banner. */
  #explainSite({ before, after, hasOtherAssets }: ComparedPage, { entries }: ContentChanges): readonly Cause[] {
    const profiles = [...entries.values()].filter(
      ({ collection, site }) => collection === 'social_links' && site === after?.site,
    );
    if (profiles.length > 0) return profiles.map((change) => ({ kind: 'content', where: placeWith(change) }));
    const banners = [...rolesOf(before), ...rolesOf(after)].flatMap(([key, { as }]) =>
      as.includes('banner') ? (entries.get(key) ?? []) : [],
    );
    if (banners.length > 0) return banners.map((change) => ({ kind: 'content', where: placeWith(change) }));
    return [{ kind: hasOtherAssets && !this.#hasSameCode ? 'code' : 'settings', where: {} }];
  }

  #explainContent(page: ComparedPage, changes: ContentChanges, parts: readonly string[]): readonly Cause[] {
    const [old, now] = [rolesOf(page.before), rolesOf(page.after)];
    const isOnlyChrome = parts.every((part) => part === 'chrome');
    const shown = [...new Map([...old, ...now])].map(([key, { ref }]) => {
      const as = [...(old.get(key)?.as ?? []), ...(now.get(key)?.as ?? [])];
      return { key, ref, as, isInBoth: old.has(key) && now.has(key) };
    });
    const relevant = shown.filter(({ as }) => !isOnlyChrome || as.some((role) => OF_CHROME.includes(role)));
    const causes: readonly Cause[] = [
      ...relevant.flatMap(({ key, as, isInBoth }): readonly Cause[] => {
        const change = changes.entries.get(key);
        if (change === undefined) return [];
        if (!isInBoth) return this.#explainMember(change, as);
        const fields = fieldsOf(change, as);
        return fields.length === 0 ? [] : [{ kind: 'content', where: placeWith(change, fields) }];
      }),
      ...findPictures(
        changes,
        page.pictures,
        relevant.map(({ ref }) => ref),
      ),
      ...relevant.flatMap(({ ref, as }) => findMentions(changes, ref, as)),
      ...page.links.flatMap((path) => this.#explainTarget(path, changes)),
    ];
    const moving = relevant.flatMap(({ key }) => changes.entries.get(key) ?? []).filter((change) => findMoving(change));
    return [...causes, ...this.#explainLists(old, now, changes, new Set(moving.map(listOf)))];
  }

  /** An entry that only one version of the page shows: unless it changed its place, others pushed it in or out. */
  #explainMember(change: EntryChange, as: readonly ShownEntry['as'][]): readonly Cause[] {
    if (change.collection === GLOBALS) return [{ kind: 'content', where: placeWith(change) }];
    const fields = as.every((role) => OF_CARD.includes(role)) ? findMoving(change) : change.fields;
    return fields === null ? [] : [{ kind: 'list', where: placeWith(change, fields) }];
  }

  /** The target of a link that came or went: it is new or gone, or search engines must not connect languages with it. */
  #explainTarget(path: string, changes: ContentChanges): readonly Cause[] {
    const target = this.#byPath.get(path);
    if (target === undefined) return [];
    if (isLone(target)) return this.#explainLone(target, changes);
    const own = [...rolesOf(target.before)].find(([, { as }]) => as.includes('page'));
    const change = own === undefined ? undefined : changes.entries.get(own[0]);
    const fields = change === undefined ? [] : findShown(change.fields, 'language');
    return change === undefined || fields.length === 0 ? [] : [{ kind: 'content', where: placeWith(change, fields) }];
  }

  /** Lists of which no entry is named yet: they shifted, because of entries that joined or left them elsewhere, or have another order. */
  #explainLists(old: Roles, now: Roles, changes: ContentChanges, known: ReadonlySet<string>): readonly Cause[] {
    const [before, after] = [listsOf(old), listsOf(now)];
    return [...new Map([...before, ...after]).keys()].flatMap((list): readonly Cause[] => {
      const [earlier = [], later = []] = [before.get(list), after.get(list)];
      const [collection = '', site = ''] = list.split(' ');
      if (known.has(list) || earlier.join() === later.join()) return [];
      const members =
        new Set(earlier).symmetricDifference(new Set(later)).size === 0 ? [] : this.#membersOf(list, changes);
      if (members.length > 0)
        return members.map((change) => ({ kind: 'list', where: placeWith(change, findMoving(change) ?? []) }));
      return changes.reordered.has(list) ? [{ kind: 'list', where: { collection, site } }] : [];
    });
  }

  #membersOf(list: string, { entries }: ContentChanges): readonly EntryChange[] {
    const isMember = (change: EntryChange) =>
      listOf(change) === list && (change.before === undefined || change.after === undefined);
    return [...(this.#joined.get(list) ?? [...entries.values()].filter(isMember))];
  }

  /** A page that only one of the sites has: its entry changed, a redirect replaced it, or its list is longer or shorter. */
  #explainLone(page: ComparedPage, changes: ContentChanges): readonly Cause[] {
    const roles = rolesOf(page.before ?? page.after);
    if (roles.size === 0) return [];
    const own = [...roles.values()].find(({ as }) => as.includes('page'));
    const change = own === undefined ? undefined : changes.entries.get(contentKeyOf(own.ref));
    if (change !== undefined) return [{ kind: 'content', where: placeWith(change) }];
    const redirects = findRedirects(changes, page.path);
    if (redirects.length > 0) return redirects;
    if (isSame(changes)) return [{ kind: this.#hasSameCode ? 'settings' : 'code', where: {} }];
    return this.#explainLists(rolesOf(page.before), rolesOf(page.after), changes, new Set());
  }
}

/** The parts of its input that differ; none if they are unknown. */
const partsOf = ({ before, after }: ComparedPage): readonly string[] =>
  before === null || after === null ? [] : comparePageParts(before.parts, after.parts);
const isLone = ({ status }: ComparedPage): boolean => status === 'added' || status === 'removed';
const listOf = ({ collection, site }: EntryRef): string => `${collection} ${site}`;
const isSame = ({ entries, files, reordered }: ContentChanges): boolean =>
  entries.size + files.length + reordered.size === 0;

function rolesOf(source: PageSource | null): Roles {
  if (source === null) return new Map();
  const refs = source.shows.map(({ collection, id, as }) => ({ ref: { collection, id, site: source.site }, as }));
  return new Map(
    [...Map.groupBy(refs, ({ ref }) => contentKeyOf(ref))].flatMap(([key, rows]) =>
      rows.slice(0, 1).map(({ ref }) => [key, { ref, as: rows.map(({ as }) => as) }] as const),
    ),
  );
}

/** The ids of the entries of each list, in the order of the page. */
function listsOf(roles: Roles): ReadonlyMap<string, readonly string[]> {
  const lists = Map.groupBy(roles.values(), ({ ref }) => listOf(ref));
  return new Map([...lists].map(([list, rows]) => [list, rows.map(({ ref }) => ref.id)]));
}

/** The changed fields of an entry that decide which lists have it, and where; null if none does. */
function findMoving({ before, after, fields }: EntryChange): readonly string[] | null {
  const moving = findShown(fields, 'place');
  return moving.length === 0 && before !== undefined && after !== undefined ? null : moving;
}

/** The changed fields that a page shows of an entry. Its own page shows when it was saved. */
function fieldsOf(change: EntryChange, as: readonly ShownEntry['as'][]): readonly string[] {
  if (as.includes('page') && change.fields.length === 0 && change.isSaved) return ['last_modified'];
  if (as.some((role) => !OF_CARD.includes(role))) return change.fields;
  return findShown(change.fields, as.every((role) => role === 'name') ? 'name' : 'card');
}

const MAX_FIELDS = 3;

function placeWith({ place, fields: all }: EntryChange, fields = all): ProblemPlace {
  return fields.length === 0 || fields.length > MAX_FIELDS ? place : { ...place, field: fields.join(', ') };
}

function findRedirects({ entries }: ContentChanges, from: string): readonly Cause[] {
  return [...entries.values()]
    .filter(({ collection, before, after }) =>
      [before, after].some((facts) => collection === 'redirects' && facts?.fields.from === shortHash(from)),
    )
    .map((change) => ({ kind: 'content', where: placeWith(change) }));
}

/** Changed files of pictures that a page shows, with the entries that name them. */
function findPictures({ files, describe }: ContentChanges, names: readonly string[], refs: readonly EntryRef[]) {
  const nameOf = (path: string) => parse(path).name;
  const shown = files.filter((address) => names.some((name) => nameOf(name) === nameOf(address)));
  return shown.flatMap((address): readonly Cause[] => {
    const owners = refs.flatMap((ref) => {
      const facts = describe(ref);
      const [field] = facts === undefined ? [] : findFieldsOf(facts, address);
      return field === undefined ? [] : [{ ...placeOf(ref, facts), field }];
    });
    return (owners.length === 0 ? [{ file: address }] : owners).map((where) => ({ kind: 'picture', where }));
  });
}

/** Changed titles and slugs of entries and terms that an entry names. */
function findMentions({ entries, describe }: ContentChanges, ref: EntryRef, as: readonly ShownEntry['as'][]) {
  const named = [...entries.values()].filter(({ id, fields, before, after }) => {
    const isLone = before === undefined || after === undefined;
    const isShown = (as.includes('page') || id.includes('::')) && id !== ref.id;
    return isShown && (isLone || findShown(fields, 'name').length > 0);
  });
  const facts = named.length === 0 ? undefined : describe(ref);
  return named
    .filter(({ id }) => facts !== undefined && findFieldsOf(facts, id).length > 0)
    .map((change): Cause => ({ kind: 'content', where: placeWith(change, findShown(change.fields, 'name')) }));
}
