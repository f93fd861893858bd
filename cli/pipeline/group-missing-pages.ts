// Registered pages without their entry are one warning a site: a new site lacks many of them at once.

import type { Problem } from '../errors.ts';

/** The problems of a plan, with one warning of all missing pages of a site. A missing home page stays an error of its own. */
export function groupMissingPages(problems: readonly Problem[]): readonly Problem[] {
  const bySite = Map.groupBy(problems.filter(isMissingPage), ({ where }) => where.site);
  return [...bySite.values().map(mergePages), ...problems.filter((problem) => !isMissingPage(problem))];
}

function isMissingPage({ code, severity }: Problem): boolean {
  return code === 'PAGE_MISSING' && severity === 'warning';
}

function mergePages(pages: readonly Problem[]): Problem {
  const [first, ...others] = pages;
  if (first === undefined) throw new Error('A group of pages is never empty.');
  if (others.length === 0) return first;
  const { path: _, entry: __, ...where } = first.where;
  const names = pages.map(({ where: { path, entry } }) => `${path} ("${entry}")`).join(', ');
  return {
    ...first,
    where,
    what: `${pages.length} pages need published entries, and there are none: ${names}.`,
    fix: `Publish these entries in the collection pages of site ${where.site}, or exclude the pages there in config/pages.ts.`,
  };
}
