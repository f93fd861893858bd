// What the last build found of pages, reused where they and all that decides where addresses lead are unchanged.

import type { ReadPage } from './briefs/read-pages.ts';
import type { SettledBrief } from './briefs/settled-brief.ts';
import { createPageChecks, createSiteKey, type PageChecks, type SiteChecks } from './kept-checks.ts';
import type { CheckedPage, SiteRules } from './rules/site-rules.ts';

/** For checks of all rules, of a site of which each page has its record. */
export interface LastChecks {
  /** What decides where addresses lead, besides the routes: files, redirects, the program. */
  readonly rest: readonly string[];
  /** Of the build whose pages are reused; null where they are not known. */
  readonly last: SiteChecks | null;
}

/** What is reused while pages go by, and what the next build may reuse. */
export interface ReusedChecks {
  /** Reuses what is known of a page; false where it must be checked. */
  readonly reuse: (checked: CheckedPage, rendered: ReadPage) => boolean;
  /** Notes a page that is right by its brief. */
  readonly add: (checked: CheckedPage, brief: SettledBrief) => void;
  /** Notes that a page was checked: what was known of its links is known no more. */
  readonly drop: (checked: CheckedPage) => void;
  /** After the last page; false where only a check of every page tells whether some page is linked. */
  readonly finish: () => boolean;
  readonly checks: () => SiteChecks | null;
}

/** Nothing is reused and nothing kept. */
const NOTHING: ReusedChecks = {
  reuse: () => false,
  add: () => {},
  drop: () => {},
  finish: () => true,
  checks: () => null,
};

/** Starts with the checks of the last build. */
export function startReuse(rules: SiteRules, lastChecks: LastChecks | null): ReusedChecks {
  if (lastChecks === null) return NOTHING;
  const { routes, origin } = rules.site;
  const key = createSiteKey(routes, [origin, rules.alternates.digestPlan(), ...lastChecks.rest]);
  const known = lastChecks.last?.key === key ? lastChecks.last.pages : null;
  const pages = createPageChecks(routes.length);
  const isChecked = new Uint8Array(routes.length);
  return {
    reuse: ({ page, route }, { isReused }) => {
      const right = isReused ? (known?.findRight(page) ?? null) : null;
      if (right === null) return false;
      const { chrome } = right;
      rules.reuse({ page, route, chrome }, right);
      pages.setRight(page, chrome, right);
      return true;
    },
    add: ({ page, chrome }, brief) => {
      // Whether another page has an id is asked each time.
      if (!brief.hasAnchors) pages.setRight(page, chrome, brief);
    },
    drop: ({ page }) => {
      isChecked[page] = 1;
    },
    finish: () => routes.every((_, page) => keepLinking(page, { rules, known, pages, isChecked })),
    checks: () => ({ key, pages }),
  };
}

interface Linking {
  readonly rules: SiteRules;
  readonly known: PageChecks | null;
  readonly pages: PageChecks;
  readonly isChecked: Uint8Array;
}

/** Keeps a page that links to this one; false where the one that was known does so no more, and no other is known. */
function keepLinking(page: number, { rules: { links }, known, pages, isChecked }: Linking): boolean {
  const before = known?.findLinking(page) ?? null;
  const isSure = before !== null && isChecked[before] === 0;
  if (isSure) links.noteLinked(page);
  const linking = isSure ? before : links.findLinking(page);
  if (linking !== null) pages.setLinking(page, linking);
  return linking !== null || before === null;
}
