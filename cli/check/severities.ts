// The severities of rules that the owner of the site wants, from `checks` of site.config.ts.

import type { SiteConfig } from '../../config/define-site.ts';
import { type Problem, SiteError } from '../errors.ts';
import { loadSite } from '../settings/load-site.ts';
import { isRuleCode, type RuleSeverities } from './rules/rules.ts';

/**
 * Checks the codes of `checks`.
 * @throws SiteError CONFIG_INVALID (exit 2) that names every unknown one.
 */
export function parseSeverities(
  checks: Readonly<Record<string, NonNullable<RuleSeverities[keyof RuleSeverities]>>>,
): RuleSeverities {
  const unknown = Object.keys(checks).filter((code) => !isRuleCode(code));
  if (unknown.length === 0) return checks;
  throw new SiteError({
    code: 'CONFIG_INVALID',
    exitCode: 2,
    message: 'The settings are not valid. Nothing was built.',
    problems: unknown.map((code) => ({
      code: 'CONFIG_INVALID',
      severity: 'error',
      where: { file: 'site.config.ts', field: `checks.${code}` },
      what: `"${code}" is not the code of a rule.`,
      fix: 'Run "sitegen check --list" for all codes.',
    })),
  });
}

/** Problems of other stages with the severity that the owner wants; silenced ones left out. */
export function applySeverities(problems: readonly Problem[], severities: RuleSeverities): readonly Problem[] {
  return problems.flatMap((problem) => {
    const wanted = isRuleCode(problem.code) ? severities[problem.code] : undefined;
    if (wanted === undefined) return [problem];
    return wanted === 'off' ? [] : [{ ...problem, severity: wanted }];
  });
}

/** The settings of a check. @throws SiteError CONFIG_INVALID (exit 2). */
export async function loadCheckSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly site: SiteConfig; readonly severities: RuleSeverities }> {
  const flags = { origin: null, contentUrl: null, contentRpm: null, useSample: true, needsContent: false };
  const { site } = await loadSite(flags, environment);
  return { site, severities: parseSeverities(site.checks) };
}
