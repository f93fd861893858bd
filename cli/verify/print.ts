// Prints a verification: causes with evidence, and a summary.

import type { Cause } from './causes.ts';
import type { Verification } from './verify-site.ts';

/** Evidence printed per cause; --json lists all. */
const MOST_SHOWN = 3;

/** Causes, if any, then what was asked. `brief` leaves out the evidence. */
export function renderVerification(verification: Verification): { readonly text: string; readonly brief: string } {
  const { causes, changed, changedAsked, sampled, unchanged, turn, redirects, missing, gone, requests } = verification;
  const ofChanged =
    changedAsked < changed
      ? `a sample of ${changedAsked} of ${changed} changed files (--all: every one)`
      : `${changed} changed files`;
  const sample =
    sampled < unchanged ? `${sampled} of ${unchanged} unchanged (--turn ${turn})` : `${unchanged} unchanged`;
  const checked = `Checked: ${ofChanged}, ${sample}, ${redirects} redirects, ${missing} missing and ${gone} deleted paths; ${requests} requests.`;
  const outcome = `${describeOutcome(verification)} ${checked}`;
  return {
    text: [...causes.map(renderCause), outcome].join('\n\n'),
    brief: [...causes.map(({ code, what }) => `${code}  ${what}`), outcome].join('\n'),
  };
}

/** One sentence: `https://… does not match release 43: 12 of 230 addresses are wrong.` */
export function describeOutcome({ causes, asked, url, of }: Verification): string {
  const wrong = new Set(causes.flatMap(({ evidence }) => evidence.map(({ path }) => path))).size;
  return wrong === 0
    ? `${url} matches ${of}: ${asked} addresses are right.`
    : `${url} does not match ${of}: ${wrong} of ${asked} addresses are wrong.`;
}

function renderCause({ code, what, fix, evidence }: Cause): string {
  const rest = evidence.length - MOST_SHOWN;
  const shown = evidence
    .slice(0, MOST_SHOWN)
    .flatMap(({ path, expected, got, curl }) => [
      `  ${path}`,
      `    expected ${expected}`,
      `    got      ${got}`,
      `    ${curl}`,
    ]);
  const more = rest > 0 ? [`  … and ${rest} more (--json lists all)`] : [];
  return [`${code}  ${what}`, ...shown, ...more, `  → ${fix}`].join('\n');
}
