// Applies the severities that `checks` in site.config.ts sets for rules.

import type { SiteConfig } from '../../config/define-site.ts';
import { type Problem, SiteError } from '../errors.ts';
import { loadSettings } from '../settings/load-site.ts';
import { isRuleCode, type RuleSeverities } from './rules/rules.ts';

/** @throws SiteError CONFIG_INVALID (exit 2) that lists every unknown code. */
export function parseSeverities(
  checks: Readonly<Record<string, NonNullable<RuleSeverities[keyof RuleSeverities]>>>,
): RuleSeverities {
  const unknown = Object.keys(checks).filter((code) => !isRuleCode(code));
  if (unknown.length === 0) return checks;
  const message = 'The settings are not valid. Nothing was built.';
  const problems = unknown.map((code): Problem => {
    const where = { file: 'site.config.ts', field: `checks.${code}` };
    const fix = 'Run "sitegen check --list" to see all codes.';
    return { code: 'CONFIG_INVALID', severity: 'error', where, what: `There is no rule "${code}".`, fix };
  });
  throw new SiteError({ code: 'CONFIG_INVALID', exitCode: 2, message, problems });
}

/** Changes the severities of problems that other stages found, and removes those that are `off`. */
export function applySeverities(problems: readonly Problem[], severities: RuleSeverities): readonly Problem[] {
  return problems.flatMap((problem) => {
    const severity = isRuleCode(problem.code) ? severities[problem.code] : undefined;
    if (severity === undefined) return [problem];
    return severity === 'off' ? [] : [{ ...problem, severity }];
  });
}

/** @throws SiteError CONFIG_INVALID (exit 2). */
export async function loadCheckSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly site: SiteConfig; readonly severities: RuleSeverities }> {
  const site = await loadSettings(environment);
  return { site, severities: parseSeverities(site.checks) };
}
