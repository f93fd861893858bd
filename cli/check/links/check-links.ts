// Checks the links of a build or of a live site to other sites.

import type { CheckResult } from '../check-site.ts';
import { checkExternal, type ExternalOptions } from '../external/check-external.ts';
import type { Decision, Verdict } from '../external/verdicts.ts';
import { type Finding, groupFaults } from '../findings.ts';
import type { RuleCode, RuleSeverities } from '../rules/rules.ts';
import { type LinkFault, locateLinkFaults } from './link-faults.ts';

interface LinkCheckOptions {
  readonly severities: RuleSeverities;
  readonly internal: boolean;
  /** Null if links to other sites are not checked. */
  readonly external: ExternalOptions | null;
  readonly isExcluded: (url: string) => boolean;
}

/** The number of addresses of other sites by verdict; null if they were not checked. */
type Verdicts = Readonly<Record<Verdict, number>> | null;

/** Adds findings on links to other sites, and removes those that should not be reported. */
export async function addExternalLinks<Result extends CheckResult>(
  result: Result,
  { external, internal, isExcluded, severities }: LinkCheckOptions,
): Promise<Result & { readonly external: Verdicts }> {
  const isReported = ({ code, target }: Finding) =>
    // The links of a missing page were not checked, so it is always reported.
    code === 'FILE_MISSING' || (internal && (target === null || !isExcluded(target)));
  const inside = result.findings.filter(isReported);
  if (external === null) return { ...result, findings: inside, external: null };
  const externals = result.externals.filter(({ key }) => !isExcluded(key));
  const decisions = await checkExternal([...new Set(externals.map(({ key }) => key))].sort(), external);
  const outside = groupFaults(locateLinkFaults(createExternalFaults(externals, decisions), result.owners), severities);
  const verdicts = { ok: 0, moved: 0, broken: 0, blocked: 0, unknown: 0 };
  for (const { verdict } of decisions.values()) verdicts[verdict] += 1;
  return { ...result, findings: [...inside, ...outside], external: verdicts };
}

const CODE_BY_VERDICT: Readonly<Record<Verdict, RuleCode | null>> = {
  ok: null,
  moved: 'EXTERNAL_MOVED',
  broken: 'EXTERNAL_BROKEN',
  blocked: 'EXTERNAL_BLOCKED',
  unknown: 'EXTERNAL_UNKNOWN',
};

function createExternalFaults(
  links: readonly LinkFault[],
  decisions: ReadonlyMap<string, Decision>,
): readonly LinkFault[] {
  return links.flatMap((link) => {
    const { verdict, reason }: Decision = decisions.get(link.key) ?? { verdict: 'ok', reason: '' };
    const code = CODE_BY_VERDICT[verdict];
    return code === null ? [] : [{ ...link, code, what: `${link.href} is ${verdict}. ${reason}` }];
  });
}
