// Finds why pages changed: from the parts of their input that differ, the entries that they show, and what changed in the content.

import { parse } from 'node:path/posix';
import { GLOBALS } from '../content/snapshot/commit-version.ts';
import type { EntryRef, ProblemPlace } from '../errors.ts';
import { comparePageParts, type ShownEntry } from '../facts/page-store.ts';
import { type ContentKey, contentKeyOf } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import { findFieldsOf, findShown } from '../release/entry-facts.ts';
import { type ContentChanges, type EntryChange, type PageSource, placeOf, type Roles } from './content-history.ts';
import type { Cause, PageDiff } from './diff-report.ts';

/** A page that differs. */
export interface ComparedPage extends Omit<PageDiff, 'causes'> {
  /** What it was made from; null if that is unknown, or if the site lacks the page. */
  readonly before: PageSource | null;
  readonly after: PageSource | null;
  /** Site paths that only one of its versions links to. */
  readonly links: readonly string[];
  /** Names of pictures with other bytes: `/assets/home`. */
  readonly pictures: readonly string[];
  /** Whether it loads other styles or scripts. */
  readonly hasOtherAssets: boolean;
}

/** An entry that a page shows. */
interface Shown {
  readonly ref: EntryRef;
  readonly as: readonly ShownEntry['as'][];
  /** Whether both versions of the page show it. */
  readonly isInBoth: boolean;
  /** How it changed. */
  readonly change: EntryChange | undefined;
}

const MAX_CAUSES = 20;
const UNKNOWN: Cause = { kind: 'unknown', where: {} };
const WORDS: Cause = { kind: 'words', where: {} };
const CODE: Cause = { kind: 'code', where: {} };
/** Parts of a page's input that do not follow from content. */
const OF_CODE = new Set(['code', 'words', 'site']);
const OF_CARD: readonly ShownEntry['as'][] = ['card', 'related', 'neighbour', 'name'];
const OF_CHROME: readonly ShownEntry['as'][] = ['banner', 'office', 'social-link'];

/** Explains the pages that differ. */
export class CauseFinder {
  readonly #changes: ContentChanges;
  readonly #hasSameCode: boolean;
  readonly #byPath: ReadonlyMap<string, ComparedPage>;
  /** Changed entries that joined or left a page, by `collection site`. */
  readonly #joined: ReadonlyMap<string, readonly EntryChange[]>;
  /** New and deleted entries, and those with another title or slug, by their id and by its hash. */
  readonly #renamed: ReadonlyMap<string, readonly EntryChange[]>;
  readonly #renamedTerms: ReadonlyMap<string, readonly EntryChange[]>;
  /** Ids of changes that pages have of which only words differ. */
  readonly #ofWords: ReadonlySet<number>;
  /** Whether new code changed any page by itself. */
  readonly #isCodeSeen: boolean;

  constructor(pages: readonly ComparedPage[], changes: ContentChanges, hasSameCode: boolean) {
    this.#changes = changes;
    this.#hasSameCode = hasSameCode;
    this.#byPath = new Map(pages.map((page) => [page.path, page]));
    this.#ofWords = new Set(pages.flatMap((page) => (partsOf(page).join() === 'words' ? page.changes : [])));
    this.#isCodeSeen = pages.some((page) => {
      const parts = partsOf(page);
      return parts.includes('code') && parts.every((part) => part === 'code' || part === 'words');
    });
    const joined = pages.flatMap((page) =>
      this.#listShown(page).flatMap(({ isInBoth, change }) =>
        isInBoth || findMoving(change) === null ? [] : (change ?? []),
      ),
    );
    this.#joined = Map.groupBy(new Set(joined), listOf);
    const renamed = [...changes.entries.values()].filter(
      (change) => isLoneEntry(change) || findShown(change.fields, 'name').length > 0,
    );
    this.#renamed = groupByName(renamed);
    this.#renamedTerms = groupByName(renamed.filter(({ id }) => id.includes('::')));
  }

  /** The causes of a page, at least one. */
  explain(page: ComparedPage): readonly Cause[] {
    const found = isLone(page) ? this.#explainLone(page) : this.#explainChanged(page);
    // A page may show a changed entry itself and in a list.
    const keyOf = ({ kind, where }: Cause) => JSON.stringify([where.entry === undefined ? kind : '', where]);
    const distinct = new Map(found.map((cause) => [keyOf(cause), cause]));
    return distinct.size === 0 ? [UNKNOWN] : [...distinct.values()].slice(0, MAX_CAUSES);
  }

  /** The changed redirects of a source path. */
  findRedirects(from: string): readonly Cause[] {
    return [...this.#changes.entries.values()]
      .filter(({ collection, before, after }) =>
        [before, after].some((facts) => collection === 'redirects' && facts?.fields.from === shortHash(from)),
      )
      .map((change) => createCause('content', change));
  }

  get #isSameContent(): boolean {
    const { entries, files, reordered } = this.#changes;
    return entries.size + files.length + reordered.size === 0;
  }

  #listShown({ before, after }: Pick<ComparedPage, 'before' | 'after'>): readonly Shown[] {
    const [old, now] = [rolesOf(before), rolesOf(after)];
    return [...new Map([...old, ...now])].map(([key, { ref }]) => ({
      ref,
      as: [...(old.get(key)?.as ?? []), ...(now.get(key)?.as ?? [])],
      isInBoth: old.has(key) && now.has(key),
      change: this.#changes.entries.get(key),
    }));
  }

  #explainChanged(page: ComparedPage): readonly Cause[] {
    const parts = partsOf(page);
    const ofContent = parts.filter((part) => !OF_CODE.has(part));
    const content = [
      ...(parts.includes('site') ? this.#explainSite(page) : []),
      ...(ofContent.length > 0 ? this.#explainContent(page, ofContent) : []),
    ];
    const isByCode = parts.includes('code') && (content.length === 0 || this.#isCodeSeen);
    const causes = isByCode ? [CODE, ...content] : content;
    // The page may show none of the words that changed.
    const hasOtherWords = causes.length === 0 || page.changes.some((id) => this.#ofWords.has(id));
    if (parts.includes('words') && hasOtherWords) return [...causes, WORDS];
    if (causes.length > 0 || page.before === null || page.after === null) return causes;
    if (page.pictures.length > 0) return page.pictures.map((file) => ({ kind: 'picture', where: { file } }));
    return this.#isSameContent ? [{ kind: 'settings', where: {} }] : [];
  }

  /** Styles, scripts and languages of the site; its publisher, who has profiles; the style of a banner. */
  #explainSite(page: ComparedPage): readonly Cause[] {
    const profiles = [...this.#changes.entries.values()].filter(
      ({ collection, site }) => collection === 'social_links' && site === page.after?.site,
    );
    const banners = this.#listShown(page).flatMap(({ as, change }) => (as.includes('banner') ? (change ?? []) : []));
    const owners = profiles.length > 0 ? profiles : banners;
    if (owners.length > 0) return owners.map((change) => createCause('content', change));
    return [{ kind: page.hasOtherAssets && !this.#hasSameCode ? 'code' : 'settings', where: {} }];
  }

  #explainContent(page: ComparedPage, parts: readonly string[]): readonly Cause[] {
    const isOnlyChrome = parts.every((part) => part === 'chrome');
    const shown = this.#listShown(page).filter(
      ({ as }) => !isOnlyChrome || as.some((role) => OF_CHROME.includes(role)),
    );
    const moving = shown.flatMap(({ change }) => (findMoving(change) === null ? [] : (change ?? [])));
    return [
      ...shown.flatMap(explainShown),
      ...findPictures(this.#changes, page.pictures, shown),
      ...shown.flatMap((each) => this.#findMentions(each)),
      ...page.links.flatMap((path) => this.#explainTarget(path)),
      ...this.#explainLists(page, new Set(moving.map(listOf))),
    ];
  }

  /** Changed titles and slugs of entries and terms that an entry names. */
  #findMentions({ ref, as }: Shown): readonly Cause[] {
    const renamed = as.includes('page') ? this.#renamed : this.#renamedTerms;
    const fields = renamed.size === 0 ? {} : this.#changes.describe(ref)?.fields;
    // A field has a hash, and for a related entry its id.
    const names = Object.values(fields ?? {}).map((value) => value.slice(value.indexOf(' ') + 1));
    return names
      .flatMap((name) => renamed.get(name) ?? [])
      .filter(({ id }) => id !== ref.id)
      .map((change) => createCause('content', change, findShown(change.fields, 'name')));
  }

  /** The target of a link that came or went: it is new or gone, or search engines must not connect languages with it. */
  #explainTarget(path: string): readonly Cause[] {
    const target = this.#byPath.get(path);
    if (target === undefined) return [];
    if (isLone(target)) return this.#explainLone(target);
    const change = this.#changeOf(target.before?.own);
    return change === undefined ? [] : causesOf('content', change, findShown(change.fields, 'language'));
  }

  #changeOf(ref: EntryRef | null | undefined): EntryChange | undefined {
    return ref == null ? undefined : this.#changes.entries.get(contentKeyOf(ref));
  }

  /** Lists of which no entry is named yet: they shifted, because of entries that joined or left them elsewhere, or have another order. */
  #explainLists({ before, after }: ComparedPage, known: ReadonlySet<string>): readonly Cause[] {
    const [old, now] = [listsOf(before), listsOf(after)];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((list): readonly Cause[] => {
      const [earlier = [], later = []] = [old.get(list), now.get(list)];
      if (known.has(list) || earlier.join() === later.join()) return [];
      const hasOthers = new Set(earlier).symmetricDifference(new Set(later)).size > 0;
      const members = hasOthers ? this.#membersOf(list) : [];
      if (members.length > 0) return members.map((change) => createCause('list', change, findMoving(change) ?? []));
      const [collection = '', site = ''] = list.split(' ');
      return this.#changes.reordered.has(list) ? [{ kind: 'list', where: { collection, site } }] : [];
    });
  }

  #membersOf(list: string): readonly EntryChange[] {
    const isMember = (change: EntryChange) => listOf(change) === list && isLoneEntry(change);
    return this.#joined.get(list) ?? [...this.#changes.entries.values()].filter(isMember);
  }

  /** A page that only one of the sites has: its entry changed, a redirect replaced it, or its list is longer or shorter. */
  #explainLone(page: ComparedPage): readonly Cause[] {
    const source = page.before ?? page.after;
    if (source === null || source.roles.size === 0) return [];
    const change = this.#changeOf(source.own);
    if (change !== undefined) return [createCause('content', change)];
    const redirects = this.findRedirects(page.path);
    if (redirects.length > 0) return redirects;
    if (this.#isSameContent) return [{ kind: this.#hasSameCode ? 'settings' : 'code', where: {} }];
    return this.#explainLists(page, new Set());
  }
}

/** The parts of its input that differ; none if they are unknown. */
const partsOf = ({ before, after }: ComparedPage): readonly string[] =>
  before === null || after === null ? [] : comparePageParts(before.parts, after.parts);
const isLone = ({ status }: ComparedPage): boolean => status === 'added' || status === 'removed';
const isLoneEntry = ({ before, after }: EntryChange): boolean => before === undefined || after === undefined;
const listOf = ({ collection, site }: EntryRef): string => `${collection} ${site}`;
const rolesOf = (source: PageSource | null): Roles => source?.roles ?? new Map<ContentKey, never>();

function groupByName(changes: readonly EntryChange[]): ReadonlyMap<string, readonly EntryChange[]> {
  const named = changes.flatMap((change) => [change.id, shortHash(change.id)].map((name) => ({ name, change })));
  const groups = Map.groupBy(named, ({ name }) => name);
  return new Map([...groups].map(([name, rows]) => [name, rows.map(({ change }) => change)]));
}

/** The ids of the entries of each list, in the order of the page. */
function listsOf(source: PageSource | null): ReadonlyMap<string, readonly string[]> {
  const lists = Map.groupBy(rolesOf(source).values(), ({ ref }) => listOf(ref));
  return new Map([...lists].map(([list, rows]) => [list, rows.map(({ ref }) => ref.id)]));
}

const MAX_FIELDS = 3;

function createCause(kind: Cause['kind'], { place, fields: all }: EntryChange, fields = all): Cause {
  const hasFields = fields.length > 0 && fields.length <= MAX_FIELDS;
  return { kind, where: hasFields ? { ...place, field: fields.join(', ') } : place };
}

/** None without fields. */
const causesOf = (kind: Cause['kind'], change: EntryChange, fields: readonly string[]): readonly Cause[] =>
  fields.length === 0 ? [] : [createCause(kind, change, fields)];

/** The changed fields of an entry that decide which lists have it, and where; null if none does. */
function findMoving(change: EntryChange | undefined): readonly string[] | null {
  const moving = findShown(change?.fields ?? [], 'place');
  return change === undefined || (moving.length === 0 && !isLoneEntry(change)) ? null : moving;
}

/** A changed entry. If only one version of the page shows it and it did not change its place, others pushed it in or out. */
function explainShown({ change, as, isInBoth }: Shown): readonly Cause[] {
  if (change === undefined) return [];
  const isCard = as.every((role) => OF_CARD.includes(role));
  if (isInBoth) {
    // Its own page shows when it was saved.
    if (as.includes('page') && change.fields.length === 0 && change.isSaved)
      return [createCause('content', change, ['last_modified'])];
    const isName = as.every((role) => role === 'name');
    return causesOf('content', change, isCard ? findShown(change.fields, isName ? 'name' : 'card') : change.fields);
  }
  if (change.collection === GLOBALS) return [createCause('content', change)];
  const fields = isCard ? findMoving(change) : change.fields;
  return fields === null ? [] : [createCause('list', change, fields)];
}

/** Changed files of pictures that a page shows, with the entries that name them. */
function findPictures({ files, describe }: ContentChanges, names: readonly string[], shown: readonly Shown[]) {
  const nameOf = (path: string) => parse(path).name;
  const changed = files.filter((address) => names.some((name) => nameOf(name) === nameOf(address)));
  return changed.flatMap((address): readonly Cause[] => {
    const owners = shown.flatMap(({ ref }): readonly ProblemPlace[] => {
      const facts = describe(ref);
      const [field] = facts === undefined ? [] : findFieldsOf(facts, address);
      return field === undefined ? [] : [{ ...placeOf(ref, facts), field }];
    });
    return (owners.length === 0 ? [{ file: address }] : owners).map((where) => ({ kind: 'picture', where }));
  });
}
