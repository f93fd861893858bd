// Renders the pages that the site answers with. Errors become pages that show them.

import { errorMessage } from '../errors.ts';
import type { LinkedFiles } from '../render/page-kit.ts';
import type { Report } from '../report/report-event.ts';
import { printableText } from '../text/printable-text.ts';
import { annotatePage } from './annotate-page.ts';
import type { Templates } from './code/bundle-pages.ts';
import { describeError, describeProblem, describeTemplateFailure, type ShownProblem } from './describe-failure.ts';
import type { SiteAnswer, SiteRequest } from './site/answer-request.ts';
import type { Site } from './site/open-site.ts';

/** A request for a page or file. */
export type PageRequest = Omit<SiteRequest, 'files' | 'renderCard'>;

/** A rendered page, another answer of the host, or a failure. */
export type RenderedAnswer =
  | Exclude<SiteAnswer, { kind: 'page' | 'invalid' | 'unavailable' }>
  | (Omit<SiteAnswer & { kind: 'page' }, 'job' | 'mark'> & { readonly html: string })
  | {
      readonly kind: 'failed';
      readonly status: 422 | 500 | 503;
      readonly problems: readonly ShownProblem[];
      /** Origin that may frame the error page. */
      readonly framedBy?: string;
    };

/** What pages are rendered with. */
export interface RenderPlace {
  readonly site: Site;
  readonly files: LinkedFiles;
  readonly templates: Templates;
  readonly report: Report;
}

/** Answers a request. Never rejects. */
export async function renderAnswer(
  { site, files, templates, report }: RenderPlace,
  request: PageRequest,
): Promise<RenderedAnswer> {
  try {
    const answer = await site.answer({ ...request, files, renderCard: templates.renderCard });
    if (answer.kind === 'unavailable')
      return { kind: 'failed', status: 503, problems: [describeProblem(answer.problem)] };
    if (answer.kind === 'invalid')
      return { kind: 'failed', status: 422, problems: answer.problems.map(describeProblem), framedBy: answer.framedBy };
    return answer.kind === 'page' ? await renderPage(templates, answer, report) : answer;
  } catch (cause) {
    report({
      kind: 'log',
      level: 'warning',
      text: `${printableText(request.pathname)} cannot be shown: ${errorMessage(cause)}`,
    });
    return { kind: 'failed', status: 500, problems: describeError(cause) };
  }
}

interface Editable {
  readonly mark: NonNullable<(SiteAnswer & { readonly kind: 'page' })['mark']>;
  readonly templates: Templates;
  readonly report: Report;
  readonly path: string;
}

/** Adds the edit addresses. If a template cannot render marked content, the page stays without them. */
async function addEdits(html: string, { mark, templates, report, path }: Editable): Promise<string> {
  try {
    const marked = await mark();
    return marked === null ? html : annotatePage(html, templates.render(marked.job), marked.origins);
  } catch (cause) {
    const text = `Click to edit is not possible on ${path}: ${errorMessage(cause)}`;
    report({ kind: 'log', level: 'warning', text });
    return html;
  }
}

async function renderPage(
  templates: Templates,
  { job, mark, ...page }: SiteAnswer & { readonly kind: 'page' },
  report: Report,
): Promise<RenderedAnswer> {
  try {
    const html = templates.render(job);
    return { ...page, html: mark === null ? html : await addEdits(html, { mark, templates, report, path: page.path }) };
  } catch (cause) {
    const trace = await templates.trace(job).catch(() => null);
    const problem = describeTemplateFailure(cause, { ...page, trace });
    report({ kind: 'problem', problem: problem.problem });
    return { kind: 'failed', status: 500, problems: [problem] };
  }
}
