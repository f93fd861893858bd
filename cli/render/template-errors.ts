// Errors of a template, with its line, the path of the page and its entry.

import { isTemplateId, TEMPLATES } from '../../templates/template-ids.ts';
import { errorMessage, type ProblemPlace, SiteError } from '../errors.ts';
import { findTemplateLine } from './find-template-line.ts';
import type { PageRequest } from './worker-messages.ts';

type FailedPage = Pick<PageRequest, 'path' | 'template' | 'entry'>;

/** @throws SiteError TEMPLATE_FAILED (exit 1) with the page, in place of any error but a SiteError. */
export function withPageError<Result>(page: FailedPage, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw cause instanceof SiteError ? cause : templateFailed(page, cause);
  }
}

function templateFailed({ path, template, entry }: FailedPage, cause: unknown): SiteError {
  const code = 'TEMPLATE_FAILED';
  const file = (cause instanceof Error ? findTemplateLine(cause) : null) ?? fileOfTemplate(template);
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
          fix: 'Fix the template there, or handle what the entry lacks.',
        },
      ],
    },
    { cause },
  );
}

function fileOfTemplate(template: string): string | null {
  return isTemplateId(template) ? `templates/pages/${TEMPLATES[template].page}` : null;
}

function describeEntry(entry: PageRequest['entry']): ProblemPlace {
  return entry === null ? {} : { collection: entry.collection, entry: entry.title || entry.id, site: entry.site };
}
