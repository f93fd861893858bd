// Rules about the languages of a page (hreflang): valid, absolute, reciprocal, self-listed, x-default, and every target a
// page that may be indexed under that very address. All pages of a group print the same list, so lists are kept once.

import { parseLanguageTag } from '../../../config/language-tag.ts';
import { localeRow } from '../../../config/locales.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { Alternate } from '../../plan/route-plan.ts';
import { digestAlternates } from '../page-brief.ts';
import type { SiteIndex } from '../site-index.ts';
import type { RuleCode } from './rules.ts';

/** Is told of a fault of a page's alternates. */
type AlternateSink = (page: number, code: RuleCode, what: string, target: string) => void;

/** What the rules keep while pages go by. */
export interface AlternateCheck {
  readonly checkPage: (page: number, facts: PageFacts) => void;
  /** Whether a page prints the list of its plan, by its digest; such a page need not be looked at. */
  readonly isPlanned: (page: number, digest: string) => boolean;
  /** After the last page. */
  readonly finish: (sink: AlternateSink) => void;
}

const NO_LIST = 0;
const DEFAULT_CODE = 'x-default';

/** Starts the rules. Pages that are never seen, those of locales that a build does not render, are known by their plan. */
export function createAlternateCheck(site: SiteIndex): AlternateCheck {
  const lists = createLists();
  const listOfPage = Int32Array.from(site.routes, ({ alternates }) => lists.numberOf(alternates));
  const planned = Int32Array.from(listOfPage);
  const isNoindex = Uint8Array.from(site.routes, ({ isIndexable }) => (isIndexable ? 0 : 1));
  const isElsewhere = new Uint8Array(site.routes.length);
  const languages = createLanguages(site);
  return {
    checkPage: (page, { alternates, hasNoindex, canonical, language }) => {
      const route = site.routes[page];
      listOfPage[page] =
        route !== undefined && isSameList(alternates, route.alternates)
          ? (planned[page] ?? NO_LIST)
          : lists.numberOf(alternates);
      isNoindex[page] = hasNoindex ? 1 : 0;
      isElsewhere[page] = canonical === site.canonicalOf(page) ? 0 : 1;
      languages.set(page, language);
    },
    isPlanned: (page, digest) => lists.digestOf(planned[page] ?? NO_LIST) === digest,
    finish: (sink) => {
      for (const page of site.routes.keys()) {
        const list = listOfPage[page] ?? NO_LIST;
        if (list !== planned[page])
          sink(page, 'ALTERNATE_UNPLANNED', 'The alternates in the HTML are not those of the plan.', '');
        if (list === NO_LIST) continue;
        const canonical = site.canonicalOf(page);
        const faults = findListFaults(canonical, lists.at(list), { site, isNoindex, isElsewhere, languages });
        for (const { code, what, target } of faults) sink(page, code, what, target);
        for (const { target, code } of lists.targetsOf(list, site))
          if (target !== page && !points(lists, listOfPage[target] ?? NO_LIST, canonical))
            sink(page, 'ALTERNATE_NOT_RETURNED', `The alternate ${code} does not point back.`, code);
        if (isNoindex[page] === 1) sink(page, 'ALTERNATE_ON_NOINDEX', 'The page is noindex and has alternates.', '');
      }
    },
  };
}

interface Lists {
  readonly numberOf: (alternates: readonly Alternate[]) => number;
  readonly at: (list: number) => readonly Alternate[];
  readonly digestOf: (list: number) => string;
  readonly targetsOf: (list: number, site: SiteIndex) => readonly { readonly code: string; readonly target: number }[];
}

function isSameList(one: readonly Alternate[], other: readonly Alternate[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ hreflang, href }, index) => other[index]?.hreflang === hreflang && other[index].href === href)
  );
}

/** Each different list once, by a number; 0 is the empty one. */
function createLists(): Lists {
  const numberByHash = new Map<string, number>();
  // Routes of a group share one list: most are known without a look at what they hold.
  const numberByList = new Map<readonly Alternate[], number>();
  const lists: (readonly Alternate[])[] = [[]];
  const digests = [''];
  const targets = new Map<number, readonly { readonly code: string; readonly target: number }[]>();
  return {
    at: (list) => lists[list] ?? [],
    digestOf: (list) => digests[list] ?? '',
    numberOf: (alternates) => {
      if (alternates.length === 0) return NO_LIST;
      const same = numberByList.get(alternates);
      if (same !== undefined) return same;
      const hash = digestAlternates(alternates);
      const known = numberByHash.get(hash);
      if (known !== undefined) return known;
      numberByHash.set(hash, lists.length);
      numberByList.set(alternates, lists.length);
      lists.push(alternates);
      digests.push(hash);
      return lists.length - 1;
    },
    targetsOf: (list, site) => {
      const known = targets.get(list);
      if (known !== undefined) return known;
      const found = (lists[list] ?? []).flatMap(({ hreflang, href }) => {
        const target = pageAt(site, href);
        return target === null ? [] : [{ code: `${hreflang} (${href})`, target }];
      });
      targets.set(list, found);
      return found;
    },
  };
}

/** Whether a list names an address. */
function points(lists: Lists, list: number, canonical: string | null): boolean {
  return lists.at(list).some(({ href }) => href === canonical);
}

/** The page of an absolute address of this site. */
function pageAt(site: SiteIndex, href: string): number | null {
  const url = URL.parse(href);
  if (url === null || url.origin !== site.origin) return null;
  const path = pathOfHref(url.pathname);
  return path === null ? null : (site.numberOf(path) ?? null);
}

interface Languages {
  readonly set: (page: number, language: string | null) => void;
  readonly of: (page: number) => string | null;
}

/** Of a page that is never seen the planned one. */
function createLanguages(site: SiteIndex): Languages {
  const numberByTag = new Map<string, number>();
  const tags: string[] = [];
  const numberOf = (tag: string) => {
    const known = numberByTag.get(tag);
    if (known !== undefined) return known;
    numberByTag.set(tag, tags.length);
    tags.push(tag);
    return tags.length - 1;
  };
  const tagOfPage = Uint16Array.from(site.routes, ({ languageTag }) => numberOf(languageTag));
  return {
    set: (page, language) => {
      tagOfPage[page] = numberOf(language ?? '');
    },
    of: (page) => tags[tagOfPage[page] ?? -1] ?? null,
  };
}

interface ListFault {
  readonly code: RuleCode;
  readonly what: string;
  readonly target: string;
}

interface KnownPages {
  readonly site: SiteIndex;
  readonly isNoindex: Uint8Array;
  readonly isElsewhere: Uint8Array;
  readonly languages: Languages;
}

function findListFaults(canonical: string | null, list: readonly Alternate[], known: KnownPages): readonly ListFault[] {
  return [
    ...list.flatMap((alternate) => findAlternateFaults(alternate, known)),
    ...findDoubleCodes(list),
    ...findDefaultFaults(list, known.site),
    ...(list.some(({ hreflang, href }) => hreflang !== DEFAULT_CODE && href === canonical)
      ? []
      : [fault('ALTERNATE_SELF_MISSING', 'The page is not among its own alternates.', '')]),
  ];
}

function findAlternateFaults({ hreflang, href }: Alternate, known: KnownPages): readonly ListFault[] {
  const name = `${hreflang} (${href})`;
  if (!isLanguageCode(hreflang))
    return [fault('ALTERNATE_CODE_INVALID', `The hreflang "${hreflang}" is not a known language tag.`, name)];
  if (!/^https?:\/\//.test(href))
    return [fault('ALTERNATE_RELATIVE', `The alternate ${name} is not an absolute URL.`, name)];
  const page = pageAt(known.site, href);
  if (page === null) return [fault('ALTERNATE_DEAD', `The alternate ${name} is not a page of this site.`, name)];
  const faults: ListFault[] = [];
  if (known.isNoindex[page] === 1) faults.push(fault('ALTERNATE_NOINDEX', `The alternate ${name} is noindex.`, name));
  if (known.isElsewhere[page] === 1 || known.site.canonicalOf(page) !== href)
    faults.push(fault('ALTERNATE_NOT_CANONICAL', `The alternate ${name} is not the canonical URL of its page.`, name));
  const language = known.languages.of(page);
  if (hreflang !== DEFAULT_CODE && language !== null && primaryOf(language) !== primaryOf(hreflang))
    faults.push(fault('ALTERNATE_LANGUAGE_WRONG', `The alternate ${name} is a page in ${language}.`, name));
  return faults;
}

function findDoubleCodes(list: readonly Alternate[]): readonly ListFault[] {
  const codes = list.map(({ hreflang }) => hreflang.toLowerCase());
  const twice = new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
  return [...twice].map((code) => fault('ALTERNATE_CODE_TWICE', `The hreflang "${code}" is used twice.`, code));
}

/** x-default is the page of the locale without prefix, where the group has one. */
function findDefaultFaults(list: readonly Alternate[], site: SiteIndex): readonly ListFault[] {
  const stated = list.find(({ hreflang }) => hreflang === DEFAULT_CODE);
  const standard = list.find(({ hreflang, href }) => {
    const page = hreflang === DEFAULT_CODE ? null : pageAt(site, href);
    const locale = page === null ? undefined : site.routes[page]?.locale;
    return locale !== undefined && localeRow(locale).prefix === '';
  });
  if (stated?.href === standard?.href) return [];
  const what =
    standard === undefined
      ? `x-default is ${stated?.href}, and the group has no page of the default locale.`
      : `x-default is ${stated?.href ?? 'missing'}, not ${standard.href}.`;
  return [fault('ALTERNATE_DEFAULT_WRONG', what, DEFAULT_CODE)];
}

const codes = new Map<string, boolean>([[DEFAULT_CODE, true]]);

function isLanguageCode(code: string): boolean {
  const known = codes.get(code);
  if (known !== undefined) return known;
  let isKnown = true;
  try {
    parseLanguageTag(code);
  } catch {
    isKnown = false;
  }
  codes.set(code, isKnown);
  return isKnown;
}

function primaryOf(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}

function fault(code: RuleCode, what: string, target: string): ListFault {
  return { code, what, target };
}
