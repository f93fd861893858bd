// One answer of a running site: the site thread says what is at an address, the template thread prints the page.

import type { Report } from '../report/report-event.ts';
import { describeProblem, describeTemplateFailure, type ShownProblem } from './describe-failure.ts';
import type { PartFaults } from './part-faults.ts';
import type { SiteAnswer, SiteRequest } from './site/site-calls.ts';
import { linkedFiles, type RunningParts, type SiteParts } from './site-parts.ts';
import { ThreadEnded } from './threads/thread-calls.ts';

/** A request for a page or file. */
export type PageRequest = Pick<SiteRequest, 'pathname' | 'search' | 'token'>;

/** A page as the build writes it, or another answer of a host, or why there is none. */
export type RenderedAnswer =
  | Exclude<SiteAnswer, { kind: 'page' | 'unavailable' }>
  | (Omit<SiteAnswer & { kind: 'page' }, 'job'> & { readonly html: string })
  | { readonly kind: 'failed'; readonly status: 500 | 503; readonly problems: readonly ShownProblem[] };

/** Who answers. */
interface Answering {
  readonly parts: SiteParts;
  readonly faults: PartFaults;
  readonly report: Report;
}

/** Asks the parts that run, and once more those that took their place meanwhile. */
export async function askParts<T>(parts: SiteParts, ask: (running: RunningParts) => Promise<T>): Promise<T> {
  const running = parts.running();
  try {
    return await ask(running);
  } catch (cause) {
    if (cause instanceof ThreadEnded && parts.running() !== running) return askParts(parts, ask);
    throw cause;
  }
}

/** Answers with the parts that run. @throws ThreadEnded where one of them ends meanwhile. */
export async function answerPage(
  { parts, faults, report }: Answering,
  request: PageRequest,
  { site, pages }: RunningParts,
): Promise<RenderedAnswer> {
  if (site === null || pages === null) return { kind: 'failed', status: 500, problems: faults.list() };
  const asked: SiteRequest = { ...request, files: linkedFiles(pages.bundles) };
  const answer = await site.thread.call('answer', asked);
  if (answer.kind === 'unavailable')
    return { kind: 'failed', status: 503, problems: [describeProblem(answer.problem)] };
  if (answer.kind !== 'page') return answer;
  const { job, ...page } = answer;
  if (request.token === null) parts.keepExample({ request: asked, job });
  try {
    return { ...page, html: await pages.thread.call('render', job) };
  } catch (cause) {
    if (cause instanceof ThreadEnded) throw cause;
    const trace = await pages.thread.call('trace', job).catch(() => null);
    const problem = describeTemplateFailure(cause, { ...page, trace });
    report({ kind: 'problem', problem: problem.problem });
    return { kind: 'failed', status: 500, problems: [problem] };
  }
}
