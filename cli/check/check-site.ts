// What is wrong with the rendered site: its pages in route order past every rule. A page is read in one of two ways: by the
// brief that was made where it was rendered, or whole from its HTML where something in its brief is wrong or it has none.

import type { ReadPage } from './briefs/read-pages.ts';
import { type SettledBrief, settleBrief } from './briefs/settled-brief.ts';
import type { CheckInput } from './check-input.ts';
import type { Finding } from './findings.ts';
import type { SiteChecks } from './kept-checks.ts';
import { noBuild } from './no-build.ts';
import { type LastChecks, type ReusedChecks, startReuse } from './reused-checks.ts';
import { type CheckedPage, createSiteRules, type RulesContext, type SiteRules } from './rules/site-rules.ts';
import { followRoutes } from './site-index.ts';

/** What the checks may ask beside their input. */
export interface CheckContext extends RulesContext {
  /** Briefs of pages by their numbers, as far as they are known already; others are read. */
  readonly findBrief: (page: number) => SettledBrief | null;
  /** What a build knows of the one before; null where nothing is reused. */
  readonly lastChecks: LastChecks | null;
}

/** What was found, and how much was checked. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly pages: number;
  readonly links: number;
  /** For the next build; null where nothing is reused. */
  readonly checks: SiteChecks | null;
}

/** Everything that is wrong, errors first. */
export async function checkSite(input: CheckInput, context: CheckContext): Promise<CheckResult> {
  const rules = createSiteRules(input, context);
  const reused = startReuse(rules, context.lastChecks);
  const numberOf = followRoutes(rules.site);
  let pages = 0;
  for (const rendered of input.listPages()) {
    const page = numberOf(rendered.path);
    const route = page === undefined ? undefined : rules.site.routes[page];
    if (page === undefined || route === undefined)
      throw noBuild(`The last build has a record of ${rendered.path}, and routes.json lacks it.`);
    pages += 1;
    checkPage(rendered, { page, route }, { input, context, rules, reused });
  }
  if (!reused.finish()) return checkSite(input, { ...context, lastChecks: forgetLast(context) });
  const findings = await rules.finish();
  return { findings, pages, links: rules.links.count(), checks: reused.checks() };
}

function forgetLast({ lastChecks }: CheckContext): LastChecks | null {
  return lastChecks === null ? null : { ...lastChecks, last: null };
}

interface Checking {
  readonly input: CheckInput;
  readonly context: CheckContext;
  readonly rules: SiteRules;
  readonly reused: ReusedChecks;
}

function checkPage(
  rendered: ReadPage,
  place: Pick<CheckedPage, 'page' | 'route'>,
  { input, context, rules, reused }: Checking,
): void {
  // The row of a page that is reused is not read: it may cost more than all of its checks.
  const checked: CheckedPage = {
    ...place,
    get chrome() {
      return rendered.chrome;
    },
  };
  rules.see(checked);
  if (reused.reuse(checked, rendered)) return;
  if (!input.fragmentFacts.has(rendered.chrome))
    throw noBuild(`What the last build knew of header and footer of ${rendered.path} is gone.`);
  reused.drop(checked);
  const brief = findBrief(rendered, place.page, context, rules);
  if (brief !== null && rules.checkBrief(checked, brief)) {
    reused.add(checked, brief);
    return;
  }
  const facts = input.readFacts(rendered.path, rendered.chrome);
  // A page whose file is missing is reported for that alone.
  if (facts !== null) rules.checkFacts(checked, facts);
}

/** Null where the page must be read whole. Addresses of other hosts are in no brief. */
function findBrief(
  { readBrief }: ReadPage,
  page: number,
  { onExternal, findBrief: findKnown }: CheckContext,
  { site }: SiteRules,
): SettledBrief | null {
  if (onExternal !== null) return null;
  const known = findKnown(page);
  if (known !== null) return known;
  const brief = readBrief();
  return brief === null ? null : settleBrief({ brief, pages: [] }, site.numberOf);
}
