// A brief whose links to pages of the site are the numbers of these pages.

import { pathOfHref } from '../../paths/site-path.ts';
import { type NumberOf, type PageBrief, parseListDigest, type TextDigest } from './page-brief.ts';

/** What is left to be asked of the whole site. */
export interface SettledBrief
  extends Pick<PageBrief, 'hasCanonical' | 'language' | 'hasNoindex' | 'links' | 'title' | 'description' | 'faults'> {
  /** Of the list of its alternates. */
  readonly alternates: TextDigest;
  /** Numbers of other pages that it links to. */
  readonly targets: readonly number[];
  /** What else it links to inside the site, to ids of other pages too. */
  readonly others: readonly string[];
  /** Addresses that need only exist and are none of pages. */
  readonly files: readonly string[];
}

/** Settles the brief of a page. */
export function settleBrief(brief: PageBrief, numberOf: NumberOf): SettledBrief {
  const { hasCanonical, hasNoindex, language, links, anchors, title, description, faults } = brief;
  const targets: number[] = [];
  const others: string[] = [];
  for (const target of brief.targets) {
    const page = findPage(target, numberOf);
    if (page === undefined) others.push(target);
    else targets.push(page);
  }
  return {
    hasCanonical,
    hasNoindex,
    language,
    alternates: parseListDigest(brief.alternates),
    links,
    targets,
    others: anchors.length === 0 ? others : [...others, ...anchors],
    files: brief.files.filter((address) => numberOf(address) === undefined),
    title,
    description,
    faults,
  };
}

/** The page of an address that is a path, or one that is encoded. */
function findPage(target: string, numberOf: NumberOf): number | undefined {
  const page = numberOf(target);
  if (page !== undefined || !target.includes('%') || !target.endsWith('/')) return page;
  return numberOf(pathOfHref(target) ?? target);
}
