// Any problem that stops, stops here: one function, so that another policy can stand beside it.

import { type Problem, SiteError } from '../errors.ts';

/** @throws SiteError SITE_INVALID (exit 1) with every error, and with --strict every warning. */
export function assertNoErrors(problems: readonly Problem[], { isStrict }: { readonly isStrict: boolean }): void {
  const stopping = problems.filter(({ severity }) => severity === 'error' || (isStrict && severity === 'warning'));
  if (stopping.length === 0) return;
  const codes = new Set(stopping.map(({ code }) => code));
  const [only] = codes;
  throw new SiteError({
    code: codes.size === 1 && only !== undefined ? only : 'SITE_INVALID',
    exitCode: 1,
    message: `${stopping.length} ${stopping.length === 1 ? 'problem' : 'problems'}, nothing was written.`,
    problems: stopping,
  });
}
