// Rules for hreflang: valid tags, absolute URLs, links in both directions, the page itself in its list, x-default, and targets
// that are indexable and canonical. All pages of a group have the same list, so each list is stored once.

import { parseLanguageTag } from '../../../config/language-tag.ts';
import { localeRow } from '../../../config/locales.ts';
import { hostOriginOf } from '../../../config/site-address.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { pathOfUrl } from '../../paths/site-path.ts';
import type { Alternate } from '../../plan/route-plan.ts';
import { digestAlternates } from '../page-brief.ts';
import type { SiteIndex } from '../site-index.ts';
import type { RuleCode } from './rules.ts';

interface AlternateFault {
  readonly code: RuleCode;
  readonly what: string;
  readonly target: string;
}

/** Checks alternates page by page. */
export interface AlternateCheck {
  readonly checkPage: (page: number, facts: PageFacts) => void;
  /** Whether a list, given by its digest, is the planned one. Such a page needs no `checkPage`. */
  readonly isPlanned: (page: number, digest: string) => boolean;
  /** Call after the last page. */
  readonly findFaults: () => Iterable<AlternateFault & { readonly page: number }>;
}

/** A list of alternates, shared by all pages that have it. */
interface AlternateList {
  readonly alternates: readonly Alternate[];
  readonly digest: string;
  /** Its pages; null until they are first needed. */
  targets: readonly { readonly name: string; readonly page: number }[] | null;
}

/** What is known about the pages. Pages that are not rendered are assumed to be as planned. */
interface KnownPages {
  readonly site: SiteIndex;
  readonly lists: AlternateList[];
  readonly languages: string[];
  readonly hasNoindex: Uint8Array;
  readonly hasOtherCanonical: Uint8Array;
}

const EMPTY_LIST: AlternateList = { alternates: [], digest: '', targets: [] };
const DEFAULT_CODE = 'x-default';

/** Starts the check. */
export function createAlternateCheck(site: SiteIndex): AlternateCheck {
  const listOf = createListStore();
  const planned = site.routes.map(({ alternates }) => listOf(alternates));
  const pages: KnownPages = {
    site,
    lists: [...planned],
    languages: site.routes.map(({ languageTag }) => languageTag),
    hasNoindex: Uint8Array.from(site.routes, ({ isIndexable }) => (isIndexable ? 0 : 1)),
    hasOtherCanonical: new Uint8Array(site.routes.length),
  };
  return {
    checkPage: (page, { alternates, hasNoindex, canonical, language }) => {
      pages.lists[page] = listOf(alternates);
      pages.languages[page] = language ?? '';
      pages.hasNoindex[page] = hasNoindex ? 1 : 0;
      pages.hasOtherCanonical[page] = canonical === site.canonicalOf(page) ? 0 : 1;
    },
    isPlanned: (page, digest) => planned[page]?.digest === digest,
    findFaults: function* () {
      for (const [page, list] of pages.lists.entries()) {
        if (list !== planned[page])
          yield { page, ...fault('ALTERNATE_UNPLANNED', 'The alternates in the HTML are not those of the plan.') };
        for (const found of findListFaults(page, list, pages)) yield { page, ...found };
      }
    },
  };
}

/** Returns one object for equal lists. */
function createListStore(): (alternates: readonly Alternate[]) => AlternateList {
  const byDigest = new Map<string, AlternateList>([['', EMPTY_LIST]]);
  // Routes of a group share one array, so most lists need no digest.
  const byArray = new Map<readonly Alternate[], AlternateList>();
  return (alternates) => {
    const known = byArray.get(alternates);
    if (known !== undefined) return known;
    const digest = digestAlternates(alternates);
    const equal = byDigest.get(digest);
    if (equal !== undefined) return equal;
    const list: AlternateList = { alternates, digest, targets: null };
    byDigest.set(digest, list);
    byArray.set(alternates, list);
    return list;
  };
}

function* findListFaults(page: number, list: AlternateList, pages: KnownPages): Iterable<AlternateFault> {
  if (list === EMPTY_LIST) return;
  const { alternates } = list;
  const canonical = pages.site.canonicalOf(page);
  for (const alternate of alternates) yield* findAlternateFaults(alternate, pages);
  yield* findDuplicateCodes(alternates);
  yield* findDefaultFaults(alternates, pages.site);
  if (!alternates.some(({ hreflang, href }) => hreflang !== DEFAULT_CODE && href === canonical))
    yield fault('ALTERNATE_SELF_MISSING', 'The page is not among its own alternates.');
  list.targets ??= findTargets(alternates, pages.site);
  for (const target of list.targets) {
    const isReturned = pages.lists[target.page]?.alternates.some(({ href }) => href === canonical);
    if (target.page !== page && isReturned !== true)
      yield fault('ALTERNATE_NOT_RETURNED', `The alternate ${target.name} does not point back.`, target.name);
  }
  if (pages.hasNoindex[page] === 1) yield fault('ALTERNATE_ON_NOINDEX', 'The page is noindex and has alternates.');
}

function findTargets(alternates: readonly Alternate[], site: SiteIndex): NonNullable<AlternateList['targets']> {
  return alternates.flatMap((alternate) => {
    const page = pageAt(site, alternate.href);
    return page === null ? [] : [{ name: nameOf(alternate), page }];
  });
}

function* findAlternateFaults(alternate: Alternate, pages: KnownPages): Iterable<AlternateFault> {
  const { hreflang, href } = alternate;
  const name = nameOf(alternate);
  const page = pageAt(pages.site, href);
  if (!isLanguageCode(hreflang))
    yield fault('ALTERNATE_CODE_INVALID', `The hreflang "${hreflang}" is not a known language tag.`, name);
  else if (!/^https?:\/\//.test(href))
    yield fault('ALTERNATE_RELATIVE', `The alternate ${name} is not an absolute URL.`, name);
  else if (page === null) yield fault('ALTERNATE_DEAD', `The alternate ${name} is not a page of this site.`, name);
  else {
    if (pages.hasNoindex[page] === 1) yield fault('ALTERNATE_NOINDEX', `The alternate ${name} is noindex.`, name);
    if (pages.hasOtherCanonical[page] === 1 || pages.site.canonicalOf(page) !== href)
      yield fault('ALTERNATE_NOT_CANONICAL', `The alternate ${name} is not the canonical URL of its page.`, name);
    const language = pages.languages[page] ?? '';
    if (hreflang !== DEFAULT_CODE && primaryOf(language) !== primaryOf(hreflang))
      yield fault('ALTERNATE_LANGUAGE_WRONG', `The alternate ${name} is a page in ${language}.`, name);
  }
}

function findDuplicateCodes(alternates: readonly Alternate[]): readonly AlternateFault[] {
  const codes = alternates.map(({ hreflang }) => hreflang.toLowerCase());
  const duplicates = new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
  return [...duplicates].map((code) => fault('ALTERNATE_CODE_TWICE', `The hreflang "${code}" is used twice.`, code));
}

/** x-default must be the page of the locale without prefix, if the group has one. */
function findDefaultFaults(alternates: readonly Alternate[], site: SiteIndex): readonly AlternateFault[] {
  const actual = alternates.find(({ hreflang }) => hreflang === DEFAULT_CODE);
  const expected = alternates.find(({ hreflang, href }) => {
    const page = hreflang === DEFAULT_CODE ? null : pageAt(site, href);
    const locale = page === null ? undefined : site.routes[page]?.locale;
    return locale !== undefined && localeRow(locale).prefix === '';
  });
  if (actual?.href === expected?.href) return [];
  const what =
    expected === undefined
      ? `x-default is ${actual?.href}, and the group has no page of the default locale.`
      : `x-default is ${actual?.href ?? 'missing'}, not ${expected.href}.`;
  return [fault('ALTERNATE_DEFAULT_WRONG', what, DEFAULT_CODE)];
}

/** The page of an absolute URL of this site. */
function pageAt(site: SiteIndex, href: string): number | null {
  const url = URL.parse(href);
  if (url === null || url.origin !== hostOriginOf(site.origin)) return null;
  const path = pathOfUrl(url, site.origin);
  return path === null ? null : (site.numberOf(path) ?? null);
}

const validCodes = new Map<string, boolean>([[DEFAULT_CODE, true]]);

function isLanguageCode(code: string): boolean {
  const known = validCodes.get(code);
  if (known !== undefined) return known;
  let isValid = true;
  try {
    parseLanguageTag(code);
  } catch {
    isValid = false;
  }
  validCodes.set(code, isValid);
  return isValid;
}

function nameOf({ hreflang, href }: Alternate): string {
  return `${hreflang} (${href})`;
}

function primaryOf(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}

function fault(code: RuleCode, what: string, target = ''): AlternateFault {
  return { code, what, target };
}
