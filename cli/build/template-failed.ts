// What goes wrong with a page in its template, or in reading what that made, is told with the page's path.

import { errorMessage, SiteError } from '../errors.ts';

/** A page as its owner knows it. */
interface FailedPage {
  readonly path: string;
  readonly template: string;
}

/** The error of a page that could not be made. */
export function templateFailed({ path, template }: FailedPage, cause: unknown): SiteError {
  return new SiteError(
    {
      code: 'TEMPLATE_FAILED',
      exitCode: 1,
      message: `The template "${template}" failed on ${path}: ${errorMessage(cause)} Nothing was published.`,
    },
    { cause },
  );
}

/** Runs a step of one page. @throws SiteError TEMPLATE_FAILED (exit 1) that names it, or the SiteError of the step. */
export function named<Result>(page: FailedPage, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw cause instanceof SiteError ? cause : templateFailed(page, cause);
  }
}
