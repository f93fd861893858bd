// Renders the pages that the site answers with. Errors become pages that show them.

import { errorMessage } from '../errors.ts';
import type { ShownEntry } from '../facts/page-store.ts';
import type { LinkedFiles } from '../render/page-kit.ts';
import type { Report } from '../report/report-event.ts';
import { printableText } from '../text/printable-text.ts';
import { annotatePage } from './annotate-page.ts';
import type { Templates } from './code/bundle-pages.ts';
import { describeError, describeProblem, describeTemplateFailure, type ShownProblem } from './describe-failure.ts';
import type { SiteAnswer, SiteRequest } from './site/answer-request.ts';
import type { Site } from './site/site.ts';

/** A request for a page or file. */
export type PageRequest = Omit<SiteRequest, 'files' | 'renderCard'>;

/** A rendered page, another answer of the host, or a failure. */
export type RenderedAnswer =
  | Exclude<SiteAnswer, { kind: 'page' | 'invalid' | 'unavailable' }>
  | (Pick<SiteAnswer & { kind: 'page' }, 'kind' | 'status' | 'contentSecurityPolicy' | 'framedBy' | 'problems'> & {
      readonly html: string;
      /** The entries and globals that it shows. */
      readonly shows: readonly ShownEntry[];
    })
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
export async function renderAnswer(place: RenderPlace, request: PageRequest): Promise<RenderedAnswer> {
  const { site, files, templates, report } = place;
  try {
    const answer = await site.answer({ ...request, files, renderCard: templates.renderCard });
    if (answer.kind === 'page') return await renderPage(place, answer);
    if (answer.kind === 'unavailable')
      return { kind: 'failed', status: 503, problems: [describeProblem(answer.problem)] };
    if (answer.kind === 'invalid')
      return { kind: 'failed', status: 422, problems: answer.problems.map(describeProblem), framedBy: answer.framedBy };
    return answer;
  } catch (cause) {
    warn(report, `${printableText(request.pathname)} cannot be shown: ${errorMessage(cause)}`);
    return { kind: 'failed', status: 500, problems: describeError(cause) };
  }
}

async function renderPage(
  { templates, report }: RenderPlace,
  { job, mark, place, template, ...page }: SiteAnswer & { readonly kind: 'page' },
): Promise<RenderedAnswer> {
  const rendered = { ...page, shows: [...job.shows, ...job.chrome.value.shows] };
  let html: string;
  try {
    html = templates.render(job);
  } catch (cause) {
    const trace = await templates.trace(job).catch(() => null);
    const problem = describeTemplateFailure(cause, { template, place, trace });
    report({ kind: 'problem', problem: problem.problem });
    return { kind: 'failed', status: 500, problems: [problem] };
  }
  try {
    const marked = (await mark?.()) ?? null;
    return {
      ...rendered,
      html: marked === null ? html : annotatePage(html, templates.render(marked.job), marked.origins),
    };
  } catch (cause) {
    // If a template cannot render marked content, the page stays without edit addresses.
    warn(report, `Click to edit is not possible on ${place.path}: ${errorMessage(cause)}`);
    return { ...rendered, html };
  }
}

function warn(report: Report, text: string): void {
  report({ kind: 'log', level: 'warning', text });
}
