// Prints a verification: causes with evidence, and a summary.

import type { Problem } from '../errors.ts';
import type { Cause } from './explain-findings.ts';
import { describeOutcome } from './follow-release.ts';
import type { Verification } from './verify-site.ts';

/** Evidence printed per cause; --json lists all. */
const MOST_SHOWN = 3;

/** Causes, if any, then what was checked. `brief` leaves out the evidence. */
export function renderVerification(verification: Verification): { readonly text: string; readonly brief: string } {
  const { causes, changed, sampled, unchanged, turn, redirects, missing, gone, requests } = verification;
  const sample =
    sampled < unchanged ? `${sampled} of ${unchanged} unchanged (--turn ${turn})` : `${unchanged} unchanged`;
  const checked = `Checked: ${changed} changed files, ${sample}, ${redirects} redirects, ${missing} missing and ${gone} deleted paths; ${requests} requests.`;
  const outcome = `${describeOutcome(verification)} ${checked}`;
  return {
    text: [...causes.map(renderCause), outcome].join('\n\n'),
    brief: [...causes.map(({ code, what }) => `${code}  ${what}`), outcome].join('\n'),
  };
}

function renderCause({ code, what, fix, evidence }: Cause): string {
  const rest = evidence.length - MOST_SHOWN;
  return [
    `${code}  ${what}`,
    ...evidence
      .slice(0, MOST_SHOWN)
      .flatMap(({ path, expected, got, curl }) => [
        `  ${path}`,
        `    expected ${expected}`,
        `    got      ${got}`,
        `    ${curl}`,
      ]),
    ...(rest > 0 ? [`  … and ${rest} more (--json lists all)`] : []),
    `  → ${fix}`,
  ].join('\n');
}

/** One problem per cause, for annotations. */
export function problemsOf({ causes }: Verification): readonly Problem[] {
  return causes.map(({ code, what, fix, evidence }) => ({
    code,
    severity: 'error',
    where: { path: evidence[0]?.path ?? '/' },
    what,
    fix,
  }));
}
