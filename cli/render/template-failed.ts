// What goes wrong with a page in its template, or in reading what that made, is told with the template's line, the page's
// path and its entry. Looked up when it happens: pages that are good cost nothing.

import { isTemplateId, TEMPLATES } from '../../templates/template-ids.ts';
import type { PageRecord } from '../cache/page-cache.ts';
import { errorMessage, type ProblemPlace, SiteError } from '../errors.ts';
import { findTemplatePlace } from './template-place.ts';

/** A page as its owner knows it. */
interface FailedPage {
  readonly path: string;
  readonly input: { readonly template: string };
  readonly entry?: PageRecord['entry'];
}

/** The error of a page that could not be made. */
export function templateFailed({ path, input: { template }, entry = null }: FailedPage, cause: unknown): SiteError {
  const code = 'TEMPLATE_FAILED';
  const file = (cause instanceof Error ? findTemplatePlace(cause) : null) ?? fileOfTemplate(template);
  return new SiteError(
    {
      code,
      exitCode: 1,
      message: `The template "${template}" failed on ${path}. Nothing was written.`,
      problems: [
        {
          code,
          severity: 'error',
          where: { ...(file === null ? {} : { file }), ...describeEntry(entry), path },
          what: errorMessage(cause),
          fix: 'Fix the template there, or make it cope with what the entry lacks.',
        },
      ],
    },
    { cause },
  );
}

function fileOfTemplate(template: string): string | null {
  return isTemplateId(template) ? `templates/pages/${TEMPLATES[template].page}` : null;
}

function describeEntry(entry: PageRecord['entry']): ProblemPlace {
  return entry === null ? {} : { collection: entry.collection, entry: entry.title || entry.id, site: entry.site };
}

/** Runs a step of one page. @throws SiteError TEMPLATE_FAILED (exit 1) that names it, or the SiteError of the step. */
export function named<Result>(page: FailedPage, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw cause instanceof SiteError ? cause : templateFailed(page, cause);
  }
}
