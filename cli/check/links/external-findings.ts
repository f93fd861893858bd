// Links to other sites as findings: what was decided on each address, and who wrote it.

import type { Decision, Verdict } from '../external/verdicts.ts';
import type { RuleCode } from '../rules/rules.ts';
import type { Suspect } from './suspects.ts';

const CODE_BY_VERDICT: Readonly<Record<Verdict, RuleCode | null>> = {
  ok: null,
  moved: 'EXTERNAL_MOVED',
  broken: 'EXTERNAL_BROKEN',
  blocked: 'EXTERNAL_BLOCKED',
  unknown: 'EXTERNAL_UNKNOWN',
};

/** The links that are not plainly good, each with its rule; `key` is the address that was looked at. */
export function createExternalSuspects(
  links: readonly Suspect[],
  decisions: ReadonlyMap<string, Decision>,
): readonly Suspect[] {
  return links.flatMap((link) => {
    const decision = decisions.get(link.key);
    const code = decision === undefined ? null : CODE_BY_VERDICT[decision.verdict];
    if (decision === undefined || code === null) return [];
    return [{ ...link, code, what: `${link.href} is ${decision.verdict}. ${decision.reason}` }];
  });
}

/** How many addresses have each verdict. */
export function countVerdicts(decisions: ReadonlyMap<string, Decision>): Readonly<Record<Verdict, number>> {
  const counts = { ok: 0, moved: 0, broken: 0, blocked: 0, unknown: 0 };
  for (const { verdict } of decisions.values()) counts[verdict] += 1;
  return counts;
}
