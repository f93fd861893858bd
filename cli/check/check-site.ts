// What is wrong with the rendered site: its pages in route order past every rule. A page is read in one of two ways: by the
// brief that was made where it was rendered, or whole from its HTML where something in its brief is wrong or it has none.

import type { CheckInput } from './check-input.ts';
import type { Finding } from './findings.ts';
import { noBuild } from './no-build.ts';
import type { ReadPage } from './page-brief.ts';
import { type CheckedPage, createSiteRules, type RulesContext, type SiteRules } from './rules/site-rules.ts';
import { followRoutes } from './site-index.ts';

/** What was found, and how much was checked. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly pages: number;
  readonly links: number;
}

/** Everything that is wrong, errors first. */
export async function checkSite(input: CheckInput, context: RulesContext): Promise<CheckResult> {
  const rules = createSiteRules(input, context);
  const numberOf = followRoutes(rules.site);
  let pages = 0;
  for (const rendered of input.listPages()) {
    const page = numberOf(rendered.path);
    const route = page === undefined ? undefined : rules.site.routes[page];
    if (page === undefined || route === undefined)
      throw noBuild(`The last build has a record of ${rendered.path}, and routes.json lacks it.`);
    pages += 1;
    checkPage(rendered, { page, route }, { input, context, rules });
  }
  const findings = await rules.finish();
  return { findings, pages, links: rules.links.count() };
}

interface Checking {
  readonly input: CheckInput;
  readonly context: RulesContext;
  readonly rules: SiteRules;
}

function checkPage(
  { path, chrome, brief }: ReadPage,
  place: Pick<CheckedPage, 'page' | 'route'>,
  { input, context, rules }: Checking,
): void {
  const checked: CheckedPage = { ...place, chrome };
  rules.see(checked);
  if (!input.fragmentFacts.has(chrome))
    throw noBuild(`What the last build knew of header and footer of ${path} is gone.`);
  // Briefs lack addresses of other hosts.
  const isBriefEnough = brief !== null && context.onExternal === null;
  if (isBriefEnough && rules.checkBrief(checked, brief)) return;
  const facts = input.readFacts(path, chrome);
  // A page whose file is missing is reported for that alone.
  if (facts !== null) rules.checkFacts(checked, facts);
}
