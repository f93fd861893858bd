// The rules for people: `sitegen check --list`.

import type { Rule } from '../rules/rules.ts';

/** By topic: code, severity, what the rule asks, why, how to mend a breach. */
export function renderRules(rules: Readonly<Record<string, Rule>>): string {
  const byTopic = Map.groupBy(Object.entries(rules), ([, { topic }]) => topic);
  const parts = [...byTopic].map(([topic, entries]) =>
    [topic.toUpperCase(), ...entries.map(([code, rule]) => renderRule(code, rule))].join('\n\n'),
  );
  return [...parts, 'Set "checks" in site.config.ts to change a severity: error, warning, notice or off.'].join('\n\n');
}

function renderRule(code: string, { severity, asks, why, fix }: Rule): string {
  return `${code}  ${severity}\n  ${asks}\n  Why: ${why}\n  Fix: ${fix}`;
}
