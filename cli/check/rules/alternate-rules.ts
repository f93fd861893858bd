// Rules for hreflang: valid tags, absolute URLs, links in both directions, the page itself in its list, x-default, and targets
// that are indexable and canonical.

import { parseLanguageTag } from '../../../config/language-tag.ts';
import { findLocaleRow } from '../../../config/locales.ts';
import type { Alternate } from '../../plan/route-plan.ts';
import type { Fault } from '../findings.ts';
import type { SiteIndex } from '../site-index.ts';
import type { PageFault } from './page-rules.ts';
import type { RuleCode } from './rules.ts';
import { type CheckedSite, faultOfPage, type KnownPages } from './site-rules.ts';

const DEFAULT_CODE = 'x-default';

export function* findAlternateFaults(checked: CheckedSite): Iterable<Fault> {
  const { pages, site } = checked;
  for (const [page, list] of pages.alternates.entries()) {
    const isPlanned = list === site.routes[page]?.alternates;
    const unplanned = fault('ALTERNATE_UNPLANNED', 'The alternates in the HTML are not those of the plan.');
    for (const found of [...(isPlanned ? [] : [unplanned]), ...findListFaults(page, list, pages)])
      yield* faultOfPage(checked, page, found);
  }
}

function* findListFaults(page: number, alternates: readonly Alternate[], pages: KnownPages): Iterable<PageFault> {
  if (alternates.length === 0) return;
  const canonical = pages.site.canonicalOf(page);
  for (const alternate of alternates) yield* findTargetFaults(alternate, pages);
  yield* findDuplicateCodes(alternates);
  yield* findDefaultFaults(alternates, pages.site);
  if (!alternates.some(({ hreflang, href }) => hreflang !== DEFAULT_CODE && href === canonical))
    yield fault('ALTERNATE_SELF_MISSING', 'The page is not among its own alternates.');
  for (const alternate of alternates) {
    const target = pages.site.pageOf(alternate.href);
    if (target === undefined || target === page) continue;
    const name = nameOf(alternate);
    if (pages.alternates[target]?.some(({ href }) => href === canonical) !== true)
      yield fault('ALTERNATE_NOT_RETURNED', `The alternate ${name} does not point back.`, name);
  }
  if (pages.hasNoindex[page] === 1) yield fault('ALTERNATE_ON_NOINDEX', 'The page is noindex and has alternates.');
}

function* findTargetFaults(alternate: Alternate, pages: KnownPages): Iterable<PageFault> {
  const { hreflang, href } = alternate;
  const name = nameOf(alternate);
  const page = pages.site.pageOf(href);
  if (hreflang !== DEFAULT_CODE && !isLanguageTag(hreflang))
    yield fault('ALTERNATE_CODE_INVALID', `The hreflang "${hreflang}" is not a known language tag.`, name);
  else if (!/^https?:\/\//.test(href))
    yield fault('ALTERNATE_RELATIVE', `The alternate ${name} is not an absolute URL.`, name);
  else if (page === undefined) {
    if (!pages.site.mayBeRight(href))
      yield fault('ALTERNATE_DEAD', `The alternate ${name} ${pages.site.whyNoPage(href)}.`, name);
  } else {
    if (pages.hasNoindex[page] === 1) yield fault('ALTERNATE_NOINDEX', `The alternate ${name} is noindex.`, name);
    if (pages.hasOtherCanonical[page] === 1 || pages.site.canonicalOf(page) !== href)
      yield fault('ALTERNATE_NOT_CANONICAL', `The alternate ${name} is not the canonical URL of its page.`, name);
    const language = pages.languages[page] ?? '';
    if (hreflang !== DEFAULT_CODE && language !== '' && primaryOf(language) !== primaryOf(hreflang))
      yield fault('ALTERNATE_LANGUAGE_WRONG', `The alternate ${name} is a page in ${language}.`, name);
  }
}

function findDuplicateCodes(alternates: readonly Alternate[]): readonly PageFault[] {
  const codes = alternates.map(({ hreflang }) => hreflang.toLowerCase());
  const duplicates = new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
  return [...duplicates].map((code) => fault('ALTERNATE_CODE_TWICE', `The hreflang "${code}" is used twice.`, code));
}

/** x-default must be the page of the locale without prefix, if the group has one. */
function findDefaultFaults(alternates: readonly Alternate[], site: SiteIndex): readonly PageFault[] {
  const actual = alternates.find(({ hreflang }) => hreflang === DEFAULT_CODE);
  const expected = alternates.find(({ hreflang, href }) => {
    const page = hreflang === DEFAULT_CODE ? undefined : site.pageOf(href);
    return findLocaleRow(site.routes[page ?? -1]?.locale ?? '')?.prefix === '';
  });
  if (actual?.href === expected?.href) return [];
  const what =
    expected === undefined
      ? `x-default is ${actual?.href}, and the group has no page of the default locale.`
      : `x-default is ${actual?.href ?? 'missing'}, not ${expected.href}.`;
  return [fault('ALTERNATE_DEFAULT_WRONG', what, DEFAULT_CODE)];
}

const isValidTag = new Map<string, boolean>();

export function isLanguageTag(tag: string): boolean {
  return isValidTag.getOrInsertComputed(tag, () => {
    try {
      return parseLanguageTag(tag) !== '';
    } catch {
      return false;
    }
  });
}

function nameOf({ hreflang, href }: Alternate): string {
  return `${hreflang} (${href})`;
}

function primaryOf(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}

function fault(code: RuleCode, what: string, target = ''): PageFault {
  return { code, owner: { kind: 'program' }, what, target };
}
