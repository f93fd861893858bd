// A brief whose links to pages of the site are the numbers of these pages. Settling takes most of what a brief costs and
// needs nothing but the paths of the site, so that it is done where the page is made while others are.

import { pathOfHref } from '../../paths/site-path.ts';
import type { PageFault } from '../rules/page-rules.ts';
import { type NumberedBrief, type NumberOf, type PageBrief, parseListDigest, type TextDigest } from './page-brief.ts';

/** What is kept of a page that is right. */
export interface RightPage {
  /** Links that stay inside the site, or are no links of the web. */
  readonly links: number;
  readonly title: TextDigest;
  readonly description: TextDigest;
  /** Of the page by itself: all of its addresses are right. */
  readonly faults: readonly PageFault[];
}

/** What is left to be asked of the whole site. Its texts are as they are kept of a page that is right. */
export interface SettledBrief extends RightPage, Pick<PageBrief, 'hasCanonical' | 'language' | 'hasNoindex'> {
  /** Of the list of its alternates. */
  readonly alternates: TextDigest;
  /** Numbers of other pages that it links to. */
  readonly targets: ArrayLike<number>;
  /** What else it links to inside the site, to ids of other pages too. */
  readonly others: readonly string[];
  readonly hasAnchors: boolean;
  /** Addresses that need only exist and are none of pages. */
  readonly files: readonly string[];
}

/** Settles the brief of a page. */
export function settleBrief({ brief, pages }: NumberedBrief, numberOf: NumberOf): SettledBrief {
  const { hasCanonical, hasNoindex, language, links, anchors, title, description, faults } = brief;
  const targets: number[] = [];
  const others: string[] = [];
  for (let index = 0; index < brief.targets.length; index += 1) {
    const target = brief.targets[index] ?? '';
    const page = pages[index] ?? findPage(target, numberOf);
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
    hasAnchors: anchors.length > 0,
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
