// Finds why pages changed: from the parts of their input that differ, the entries that they show, and what changed in the content.

import { parse } from 'node:path/posix';
import { GLOBALS } from '../content/snapshot/commit-version.ts';
import type { ProblemPlace } from '../errors.ts';
import { comparePageParts, type ShownEntry } from '../facts/page-store.ts';
import { type ContentKey, contentKeyOf, type SitePath } from '../files/brands.ts';
import { shortHash } from '../files/content-hash.ts';
import { pathOfHref } from '../paths/site-path.ts';
import { findFieldsOf, findShown, findShownAs, isCard } from '../release/release-history.ts';
import type { ChangeKind } from './compare-pages.ts';
import { type ContentChanges, type EntryChange, type PageSource, placeOf } from './content-history.ts';
import type { Cause, ChangeGroup, PageDiff } from './diff-report.ts';

/** A page that differs. */
export interface ComparedPage extends Omit<PageDiff, 'causes'> {
  /** What it was made from; null if that is unknown, or if the site lacks the page. */
  readonly before: PageSource | null;
  readonly after: PageSource | null;
}

/** An entry that a page shows. */
interface Shown {
  readonly key: ContentKey;
  readonly as: readonly ShownEntry['as'][];
  /** Whether both versions of the page show it. */
  readonly isInBoth: boolean;
  /** How it changed. */
  readonly change: EntryChange | undefined;
}

const MAX_CAUSES = 20;
export const UNKNOWN: Cause = { kind: 'unknown', where: {} };
const WORDS: Cause = { kind: 'words', where: {} };
const CODE: Cause = { kind: 'code', where: {} };
const SETTINGS: Cause = { kind: 'settings', where: {} };
/** Parts of a page's input that do not follow from content. */
const OF_CODE = new Set(['code', 'words']);
/** The header and footer; styles, scripts and languages of the site, and its publisher, who has profiles. */
const OF_FRAME = new Set([...OF_CODE, 'chrome', 'site']);
const ROLES_OF_FRAME: readonly ShownEntry['as'][] = ['banner', 'office', 'social-link'];
/** The entry of the page, and what is written on it, in an order of its own. */
const OF_TEXT: readonly ShownEntry['as'][] = ['page', 'block'];

/** Explains the pages that differ. */
export class CauseFinder {
  readonly #changes: ContentChanges;
  readonly #groups: ReadonlyMap<number, ChangeGroup>;
  readonly #byPath: ReadonlyMap<string, ComparedPage>;
  /** New, deleted and moved entries that joined or left a page, by `collection site`. */
  readonly #joined: ReadonlyMap<string, readonly EntryChange[]>;
  readonly #byId: ReadonlyMap<string, readonly EntryChange[]>;
  /** Ids of changes that pages have which changed only because of words. */
  readonly #ofWords: ReadonlySet<number>;
  /** Whether new code changed any page by itself. */
  readonly #isCodeSeen: boolean;

  constructor(pages: readonly ComparedPage[], changes: ContentChanges, groups: readonly ChangeGroup[]) {
    this.#changes = changes;
    this.#groups = new Map(groups.map((group) => [group.id, group]));
    this.#byPath = new Map(pages.map((page) => [page.path, page]));
    this.#byId = Map.groupBy(changes.entries.values(), ({ id }) => id);
    const joined = pages.flatMap((page) =>
      this.#listShown(page).flatMap(({ isInBoth, change }) => (isInBoth || !change?.moving ? [] : change)),
    );
    this.#joined = Map.groupBy(new Set(joined), (change) => listOf(contentKeyOf(change)));
    const parts = pages.map(partsOf);
    this.#ofWords = new Set(pages.flatMap((page) => (this.#isOfWords(page) ? page.changes : [])));
    this.#isCodeSeen = parts.some(
      (differing) => differing.includes('code') && differing.every((part) => part === 'code' || part === 'words'),
    );
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

  #listShown({ before, after }: ComparedPage): readonly Shown[] {
    const [old = new Map<never, never>(), now = new Map<never, never>()] = [before?.shows, after?.shows];
    return [...new Map([...old, ...now]).keys()].map((key) => ({
      key,
      as: [...(old.get(key) ?? []), ...(now.get(key) ?? [])].map(({ as }) => as),
      isInBoth: old.has(key) && now.has(key),
      change: this.#changes.entries.get(key),
    }));
  }

  #explainChanged(page: ComparedPage): readonly Cause[] {
    const parts = partsOf(page);
    const content = parts.some((part) => !OF_CODE.has(part)) ? this.#explainContent(page, parts) : [];
    const isByCode = parts.includes('code') && (content.length === 0 || this.#isCodeSeen);
    const causes = isByCode ? [CODE, ...content] : content;
    // The page may show none of the words that changed.
    const hasOtherWords = causes.length === 0 || page.changes.some((id) => this.#ofWords.has(id));
    if (parts.includes('words') && hasOtherWords) return [...causes, WORDS];
    if (causes.length > 0 || page.before === null || page.after === null) return causes;
    const pictures = this.#listPictures(page);
    if (pictures.length > 0) return pictures.map((file) => ({ kind: 'picture', where: { file } }));
    return this.#isSameContent || parts.includes('site') ? [SETTINGS] : [];
  }

  #changesOf(page: ComparedPage, kinds: readonly ChangeKind[]): readonly ChangeGroup[] {
    return page.changes.flatMap((id) => this.#groups.get(id) ?? []).filter(({ kind }) => kinds.includes(kind));
  }

  /** Names of pictures with other bytes: `/assets/home`. */
  #listPictures(page: ComparedPage): readonly string[] {
    return this.#changesOf(page, ['pictures']).map(({ subject }) => subject.replace(/: .*/, ''));
  }

  /** Site paths that only one of its versions links to, or names as another language. */
  #listTargets(page: ComparedPage): readonly SitePath[] {
    const runs = this.#changesOf(page, ['links', 'language-links']).flatMap((group) => group.runs);
    return runs.flatMap(({ text }) => pathOfHref(text.replace(/[?#].*$/, '')) ?? []);
  }

  get #isSameContent(): boolean {
    return this.#changes.entries.size + this.#changes.files.length === 0;
  }

  /** Whether only words changed a page, and its header and footer. */
  #isOfWords(page: ComparedPage): boolean {
    const parts = partsOf(page);
    const hasOnlyWords = parts.includes('words') && parts.every((part) => part === 'words' || part === 'chrome');
    return hasOnlyWords && this.#explainContent(page, parts).length === 0;
  }

  #explainContent(page: ComparedPage, parts: readonly string[]): readonly Cause[] {
    const isOnlyFrame = parts.every((part) => OF_FRAME.has(part));
    const shown = this.#listShown(page).filter(
      ({ as }) => !isOnlyFrame || as.some((role) => ROLES_OF_FRAME.includes(role)),
    );
    const isProfile = ({ collection, site }: EntryChange) => collection === 'social_links' && site === page.after?.site;
    const profiles = parts.includes('site') ? [...this.#changes.entries.values()].filter(isProfile) : [];
    return [
      ...profiles.map((change) => createCause('content', change)),
      ...shown.flatMap(explainShown),
      ...this.#explainPictures(page),
      ...shown.flatMap((each) => this.#explainNames(each)),
      ...this.#listTargets(page).flatMap((path) => this.#explainTarget(path)),
      ...this.#explainLists(page, shown),
    ];
  }

  /** Changed files of pictures, with the entries that name them. */
  #explainPictures(page: ComparedPage): readonly Cause[] {
    const names = this.#listPictures(page).map((name) => parse(name).name);
    const changed = this.#changes.files.filter((address) => names.includes(parse(address).name));
    return changed.flatMap((address): readonly Cause[] => {
      const owners = [...(page.after?.shows.keys() ?? [])].flatMap((key): readonly ProblemPlace[] => {
        const entry = page.after?.version.entries().get(key);
        const [field] = entry === undefined ? [] : findFieldsOf(entry.describe(), address);
        return entry === undefined || field === undefined ? [] : [{ ...placeOf(entry), field }];
      });
      return (owners.length === 0 ? [{ file: address }] : owners).map((where) => ({ kind: 'picture', where }));
    });
  }

  /** Changed titles and slugs that a changed entry has. On a card, only those of terms are shown. */
  #explainNames({ as, change }: Shown): readonly Cause[] {
    const named = (change?.related ?? []).filter((id) => as.includes('page') || id.includes('::'));
    return named
      .flatMap((id) => this.#byId.get(id) ?? [])
      .map((other) => createCause('content', other, findShown(other.fields, 'name')));
  }

  /** The target of a link that came or went: it is new or gone, or search engines must not connect languages with it. */
  #explainTarget(path: string): readonly Cause[] {
    const target = this.#byPath.get(path);
    if (target === undefined) return [];
    if (isLone(target)) return this.#explainLone(target);
    const change = this.#changeOf(target.before);
    return change === undefined ? [] : causesOf('content', change, findShown(change.fields, 'language'));
  }

  #changeOf(source: PageSource | null): EntryChange | undefined {
    return source?.own == null ? undefined : this.#changes.entries.get(source.own);
  }

  /** Lists of which no entry is named yet: they shifted, because of entries that joined or left them elsewhere, or have another order. */
  #explainLists({ before, after }: ComparedPage, shown: readonly Shown[]): readonly Cause[] {
    const known = new Set(shown.filter(hasMoved).map(({ key }) => listOf(key)));
    const isOther = shown.some(({ as, change }) => change !== undefined && as.some((role) => OF_TEXT.includes(role)));
    const [old, now] = [listsOf(before), listsOf(after)];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((list): readonly Cause[] => {
      const [earlier = [], later = []] = [old.get(list), now.get(list)];
      if (known.has(list) || earlier.join() === later.join()) return [];
      const hasOthers = new Set(earlier).symmetricDifference(new Set(later)).size > 0;
      const members = hasOthers ? (this.#joined.get(list) ?? []) : [];
      if (members.length > 0) return members.map((change) => createCause('list', change, change.moving ?? []));
      const [collection = '', site = ''] = list.split(' ');
      return isOther ? [] : [{ kind: 'list', where: { collection, site } }];
    });
  }

  /** A page that only one of the sites has: its entry changed, a redirect replaced it, or its list is longer or shorter. */
  #explainLone(page: ComparedPage): readonly Cause[] {
    const source = page.before ?? page.after;
    if (source === null || source.shows.size === 0) return [];
    const change = this.#changeOf(source);
    if (change !== undefined) return [createCause('content', change)];
    const redirects = this.findRedirects(page.path);
    if (redirects.length > 0) return redirects;
    if (this.#isSameContent) return [this.#isCodeSeen ? CODE : SETTINGS];
    // Only pages of a list follow from its length.
    return source.own === null ? this.#explainLists(page, []) : [];
  }
}

/** The parts of its input that differ; none if they are unknown. */
const partsOf = ({ before, after }: ComparedPage): readonly string[] =>
  before === null || after === null ? [] : comparePageParts(before.parts, after.parts);
const isLone = ({ status }: ComparedPage): boolean => status === 'added' || status === 'removed';
const listOf = (key: ContentKey): string => key.split(' ', 2).join(' ');

/** The entries of each list, in the order of the page. */
function listsOf(source: PageSource | null): ReadonlyMap<string, readonly ContentKey[]> {
  const shown = [...(source?.shows.keys() ?? [])].filter((key) => !key.startsWith(`${GLOBALS} `));
  return Map.groupBy(shown, listOf);
}

const MAX_FIELDS = 3;

function createCause(kind: Cause['kind'], { place, fields: all }: EntryChange, fields = all): Cause {
  const hasFields = fields.length > 0 && fields.length <= MAX_FIELDS;
  return { kind, where: hasFields ? { ...place, field: fields.join(', ') } : place };
}

/** None without fields. */
const causesOf = (kind: Cause['kind'], change: EntryChange, fields: readonly string[]): readonly Cause[] =>
  fields.length === 0 ? [] : [createCause(kind, change, fields)];

/** A changed entry. If only one version of the page shows it and it did not change its place, others pushed it in or out. */
function explainShown({ change, as, isInBoth }: Shown): readonly Cause[] {
  if (change === undefined) return [];
  if (isInBoth) return causesOf('content', change, findShownAs(change.fields, as));
  if (change.collection === GLOBALS) return [createCause('content', change)];
  const fields = isCard(as) ? change.moving : change.fields;
  return fields === null ? [] : [createCause('list', change, fields)];
}

/** Whether an entry itself came, went, or changed its place. */
const hasMoved = (shown: Shown): boolean =>
  Boolean(shown.change?.moving) || explainShown(shown).some(({ kind }) => kind === 'list');
