// Answers a request like a host of the site: redirects first, then pages, then files, then the 404 page of the locale. Pages are the same
// as in a build. Errors become pages that show them.

import { UNKNOWN_MIDDLEWARE } from '../../../config/constants.ts';
import { findUnknownMiddleware, type SiteConfig } from '../../../config/define-site.ts';
import { localeRow } from '../../../config/locales.ts';
import { PAGES } from '../../../config/pages.ts';
import { withoutBase } from '../../../config/site-address.ts';
import { errorMessage, type Problem } from '../../errors.ts';
import type { SitePath } from '../../files/brands.ts';
import type { OutputFile } from '../../files/output-file.ts';
import { hrefOf, mountHref, pathOfHref, ROOT_PATH } from '../../paths/site-path.ts';
import { appendQuery, findRedirect, prefixOf } from '../../plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../plan/redirects/redirect-rules.ts';
import { type PageRoute, placeOfRoute } from '../../plan/route-plan.ts';
import type { Report } from '../../report/report-event.ts';
import { annotatePage } from '../annotate-page.ts';
import { describeProblem, describeTemplateFailure, type FailedAnswer, failWith } from '../describe-failure.ts';
import { inspectPage, type PageInspection } from './inspect-page.ts';
import type { PageCode, SiteView } from './site-view.ts';

export interface SiteRequest extends PageCode {
  /** As sent, percent-encoded, without query. */
  readonly pathname: string;
  /** '' or '?…'. */
  readonly search: string;
  /** Of a live preview. Never stored, never logged. */
  readonly token: string | null;
  /** The page was just sent, so a live preview does not read its entry again. */
  readonly isRepeated?: boolean;
  /** Whether to add the edit addresses of texts and pictures. */
  readonly withEdits?: boolean;
}

type PageStatus = 200 | 404 | 410 | 500;

export type SiteAnswer =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'page';
      readonly status: PageStatus;
      readonly html: string;
      /** Describes it for the toolbar. */
      readonly inspect: () => Promise<PageInspection>;
      /** Without `frame-ancestors`. */
      readonly contentSecurityPolicy: string;
      /** Origin that may frame the page; null if none may. */
      readonly framedBy: string | null;
      /** Why it is an error page, and problems of unsaved values. */
      readonly problems: readonly Problem[];
    }
  | { readonly kind: 'file'; readonly path: string; readonly content: string | Uint8Array }
  | FailedAnswer;

/** The content service is down. */
export interface Outage {
  readonly problem: Problem;
  /** Some content was never received, so a missing page may exist. */
  readonly hasGaps: boolean;
}

/** What answers depend on; see the class with this name in site.ts. */
interface Site {
  readonly input: {
    readonly site: SiteConfig;
    readonly service: { readonly url: string };
    readonly publicDir: string;
    readonly report: Report;
  };
  readonly viewFor: (path: SitePath, request: SiteRequest) => Promise<SiteView>;
  readonly findRules: () => Promise<RedirectRules | null>;
  readonly findFile: (path: SitePath, code: PageCode) => Promise<OutputFile | null>;
  readonly outage: () => Outage | null;
  readonly noteRendered: (path: SitePath, problem: Problem | null) => void;
}

const MIDDLEWARE_UNKNOWN = 'MIDDLEWARE_UNKNOWN';

export async function answerRequest(site: Site, request: SiteRequest): Promise<SiteAnswer> {
  const { pathname, search, token } = request;
  const inSite = withoutBase(pathname, site.input.site.origin);
  // The browser opens the preview at the root, and the content service does not know the folder.
  if (inSite === null && (pathname === '/' || token !== null)) return redirectTo(302, mountHref(pathname), search);
  const path = inSite === null ? null : pathOfHref(inSite);
  const isSlashless = path?.endsWith('/') === true && !pathname.endsWith('/');
  // Before the service is asked.
  if (path !== null && token !== null && isSlashless) return redirectTo(302, hrefOf(path), search);
  const view = await site.viewFor(path ?? ROOT_PATH, request);
  const exchange = { site, request, view };
  if (path === null) return answerError(exchange, '/', { status: 404, problems: [] });
  const rules = await site.findRules();
  const redirect = rules === null ? null : findRedirect(rules, path);
  if (redirect?.status === 410) return answerError(exchange, path, { status: 410, problems: [] });
  if (redirect !== null) {
    const location = appendQuery(mountHref(redirect.to), search);
    return { kind: 'redirect', status: redirect.status, location };
  }
  const found = findPage(view, path);
  const problems = [...(view.unsaved ?? []), ...found.problems];
  if (found.status === 404 && view.unsaved !== null) {
    const other = findElsewhere(view, path);
    if (other !== null) return redirectTo(302, hrefOf(other.path), search);
    if (problems.length > 0) return failWith(422, problems.map(describeProblem), controlPanelOrigin(site));
  }
  const isPage = found.status !== 404 || found.problems.length > 0;
  if (isPage && isSlashless) return redirectTo(301, hrefOf(path), search);
  if (found.status === 200) return answerPage(exchange, found.route, { status: 200, problems });
  if (isPage) return answerError(exchange, path, found);
  const file = await site.findFile(path, request);
  if (file !== null) return { kind: 'file', path: file.path, content: file.content };
  const missing = site.outage();
  if (missing?.hasGaps === true) return failWith(503, [describeProblem(missing.problem)]);
  return answerError(exchange, path, found);
}

function redirectTo(status: number, href: string, search: string): SiteAnswer {
  return { kind: 'redirect', status, location: `${href}${search}` };
}

/** The page of an entry that the service shows at another path; null unless exactly one entry has the slug. */
function findElsewhere(view: SiteView, path: string): PageRoute | null {
  const slug = path.split('/').findLast((part) => part !== '');
  const prefix = prefixOf(path);
  const found = view.plan.routes.filter(
    ({ kind, entry, locale }) => entry?.slug === slug && kind !== 'list-page' && localeRow(locale).prefix === prefix,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

function findPage(view: SiteView, path: string) {
  const route = view.routeByPath.get(path);
  const middleware = findUnknownMiddleware(PAGES).find(({ page }) => page === route?.page)?.middleware;
  if (route !== undefined && middleware !== undefined)
    return { status: 500 as const, problems: [unknownMiddlewareOf(route, middleware)] };
  // A page that needs no entry is shown without an invalid one.
  const problems = view.problemsByPath.get(path) ?? [];
  return route === undefined ? { status: 404 as const, problems } : { status: 200 as const, route, problems };
}

interface Exchange {
  readonly site: Site;
  readonly request: SiteRequest;
  readonly view: SiteView;
}

type PageState = Pick<SiteAnswer & { readonly kind: 'page' }, 'status' | 'problems'>;

function answerError(exchange: Exchange, path: string, state: PageState): Promise<SiteAnswer> {
  return answerPage(exchange, findErrorPage(exchange.view, path, state.status), state);
}

async function answerPage(exchange: Exchange, route: PageRoute, { status, problems }: PageState): Promise<SiteAnswer> {
  const { site, request, view } = exchange;
  const { templates, files, withEdits } = request;
  const { publicDir } = site.input;
  const pages = await view.pagesWith(files);
  const created = pages.createJob(route);
  const { input } = created;
  const isUnknown = input.template === 'error' && problems.some(({ code }) => code === MIDDLEWARE_UNKNOWN);
  const job = isUnknown
    ? { ...created, input: { ...input, props: { ...input.props, message: UNKNOWN_MIDDLEWARE } } }
    : created;
  let html: string;
  try {
    html = templates.render(job);
  } catch (cause) {
    const problem = describeTemplateFailure(cause, route.template, placeOfRoute(route));
    site.noteRendered(route.path, problem.problem);
    return failWith(500, [problem]);
  }
  site.noteRendered(route.path, null);
  return {
    kind: 'page',
    status,
    html: withEdits === true ? await addEdits(html, route, exchange) : html,
    inspect: () =>
      inspectPage({
        ...{ status, html, route, view, pages, publicDir },
        shows: [...job.shows, ...job.chrome.value.shows],
      }),
    contentSecurityPolicy: pages.kit.contentSecurityPolicy.meta,
    framedBy: view.unsaved === null ? null : controlPanelOrigin(site),
    problems,
  };
}

/** Origin of the control panel, which may frame live previews. */
function controlPanelOrigin({ input: { site, service } }: Site): string {
  return site.preview.controlPanelOrigin ?? new URL(service.url).origin;
}

/** Adds the edit addresses. If a template cannot render marked content, the page stays without them. */
async function addEdits(html: string, route: PageRoute, { site, request, view }: Exchange): Promise<string> {
  try {
    const { view: own, origins } = view.marked();
    const marked = own.routeByPath.get(route.path);
    if (marked === undefined) return html;
    const { templates, files } = request;
    return annotatePage(html, templates.render((await own.pagesWith(files)).createJob(marked)), origins);
  } catch (cause) {
    const text = `Click to edit is not possible on ${route.path}: ${errorMessage(cause)}`;
    site.input.report({ kind: 'log', level: 'warning', text });
    return html;
  }
}

/** The error page of the locale of a path. */
function findErrorPage(view: SiteView, path: string, status: PageStatus): PageRoute {
  const file = status === 500 ? '500.html' : '404.html';
  const route = view.routeByPath.get(`${prefixOf(path)}/${file}`) ?? view.routeByPath.get(`/${file}`);
  if (route === undefined) throw new Error(`The site has no ${file}.`);
  return route;
}

function unknownMiddlewareOf({ path, page }: PageRoute, middleware: string): Problem {
  return {
    code: MIDDLEWARE_UNKNOWN,
    severity: 'error',
    where: { path, file: 'config/pages.ts' },
    what: `${UNKNOWN_MIDDLEWARE}: the page "${page}" names "${middleware}", which does not exist.`,
    fix: 'Use "redirects" or "ambassadors".',
  };
}
