// Answers a request like a host of the site: redirects first, then pages, then files, then the 404 page of the locale. The input of a
// page is the same as in a build.

import { UNKNOWN_MIDDLEWARE } from '../../../config/constants.ts';
import { findUnknownMiddleware, type SiteConfig } from '../../../config/define-site.ts';
import { LOCALES } from '../../../config/locales.ts';
import { PAGES } from '../../../config/pages.ts';
import { withoutBase } from '../../../config/site-address.ts';
import type { TemplateBundle } from '../../../templates/page-input.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import type { OutputFile } from '../../files/output-file.ts';
import { hrefOf, mountHref, pathOfHref } from '../../paths/site-path.ts';
import { appendQuery, findRedirect, prefixOf } from '../../plan/redirects/find-redirect.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import type { PageJob } from '../../render/page-input/create-page-input.ts';
import type { LinkedFiles } from '../../render/page-kit.ts';
import type { MarkedView } from './marked-view.ts';
import type { Origin } from './marks.ts';
import type { PreviewContent } from './preview-snapshot.ts';
import type { RedirectCache } from './redirect-cache.ts';
import type { SiteView } from './site-view.ts';

/** A request for a document or file. */
export interface SiteRequest {
  /** As sent, percent-encoded, without query. */
  readonly pathname: string;
  /** '' or '?…'. */
  readonly search: string;
  /** Of a live preview. Never stored, never logged. */
  readonly token: string | null;
  readonly files: LinkedFiles;
  /** Renders the cards of list files. */
  readonly renderCard: TemplateBundle['renderCard'];
  /** The page was just sent, so a live preview does not read its entry again. */
  readonly isRepeated?: boolean;
  /** Whether to add the edit addresses of texts and pictures. */
  readonly withEdits?: boolean;
}

/** What files are made with. */
export type FileRequest = Pick<SiteRequest, 'files' | 'renderCard'>;

/** The answer. */
export type SiteAnswer =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'page';
      readonly status: 200 | 404 | 410 | 500;
      /** Of the shown route, which can be an error page. */
      readonly path: string;
      readonly template: string;
      readonly entry: ProblemPlace;
      readonly job: PageJob;
      /** Creates the page with marked content; null without `withEdits`. */
      readonly mark: (() => Promise<MarkedPage | null>) | null;
      /** Without `frame-ancestors`. */
      readonly contentSecurityPolicy: string;
      /** Origin that may frame the page; null if none may. */
      readonly framedBy: string | null;
      /** Why it is an error page, and problems of unsaved values. */
      readonly problems: readonly Problem[];
    }
  | { readonly kind: 'file'; readonly path: string; readonly content: string | Uint8Array }
  /** A live preview with invalid or refused values of a page that has no valid version yet. */
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[]; readonly framedBy: string }
  /** The content service is down, and the page was never received. */
  | { readonly kind: 'unavailable'; readonly problem: Problem };

/** A page with marks, and their origins. */
interface MarkedPage {
  readonly job: PageJob;
  readonly origins: readonly Origin[];
}

/** A view and its content. */
export interface ShownSite {
  readonly marked: () => Promise<MarkedView>;
  readonly content: PreviewContent;
  readonly view: SiteView;
}

/** The site for one request. */
export interface RequestedSite extends ShownSite {
  /** Whether it is a live preview. */
  readonly isLive: boolean;
  /** Problems of the unsaved values. */
  readonly problems: readonly Problem[];
}

/** What answers depend on. */
export interface AnswerInput {
  readonly site: SiteConfig;
  /** The site for a request: with unsaved values if the service knows its token. */
  readonly siteFor: (request: SiteRequest) => Promise<RequestedSite>;
  readonly findFile: (path: string, request: FileRequest) => Promise<OutputFile | null>;
  readonly redirects: RedirectCache;
  /** Origin of the control panel, which may frame live previews. */
  readonly controlPanelOrigin: string;
  readonly outage: () => Outage | null;
}

/** The content service is down. */
export interface Outage {
  readonly problem: Problem;
  /** Some content was never received, so a missing page may exist. */
  readonly hasGaps: boolean;
}

const MIDDLEWARE_UNKNOWN = 'MIDDLEWARE_UNKNOWN';

interface ErrorPage extends Pick<SiteRequest, 'files' | 'withEdits'> {
  readonly status: 404 | 410 | 500;
  readonly problems: readonly Problem[];
  readonly isLive: boolean;
}

/** The route that is shown at a path, which can be an error page. */
export function findShown(
  own: ShownSite,
  path: string,
): { readonly route: PageRoute; readonly status: 200 | ErrorPage['status'] } {
  const found = findPage(own, path);
  const route = found.status === 200 ? found.route : findErrorPage(own, path, found.status);
  return { route, status: found.status };
}

/** Answers a request. */
export async function answerRequest(input: AnswerInput, request: SiteRequest): Promise<SiteAnswer> {
  const { pathname, search, files, withEdits = false } = request;
  const inSite = withoutBase(pathname, input.site.origin);
  // The browser opens the preview at the root, and the content service does not know the folder.
  if (inSite === null && (pathname === '/' || request.token !== null))
    return { kind: 'redirect', status: 302, location: `${mountHref(pathname)}${search}` };
  const path = inSite === null ? null : pathOfHref(inSite);
  // Before the service is asked.
  if (request.token !== null && path?.endsWith('/') && !pathname.endsWith('/'))
    return { kind: 'redirect', status: 302, location: `${hrefOf(path)}${search}` };
  const own = await input.siteFor({ ...request, pathname: inSite ?? '/' });
  const { isLive } = own;
  const answerError = (errorPath: string, page: Pick<ErrorPage, 'status' | 'problems'>) =>
    answerPage(input, own, findErrorPage(own, errorPath, page.status), { ...page, files, withEdits, isLive });
  if (path === null) return answerError('/', { status: 404, problems: [] });
  const redirect = await findRule(input, path);
  if (redirect !== null && redirect.status !== 410)
    return { kind: 'redirect', status: redirect.status, location: appendQuery(mountHref(redirect.to), search) };
  if (redirect !== null) return answerError(path, { status: 410, problems: [] });
  const found = findPage(own, path);
  if (isLive && found.status === 404) {
    const other = findElsewhere(own, path);
    if (other !== null) return { kind: 'redirect', status: 302, location: `${hrefOf(other.path)}${search}` };
    const problems = [...own.problems, ...found.problems];
    if (problems.length > 0) return { kind: 'invalid', problems, framedBy: input.controlPanelOrigin };
  }
  const isPage = found.status !== 404 || found.problems.length > 0;
  if (isPage && path.endsWith('/') && !pathname.endsWith('/'))
    return { kind: 'redirect', status: 301, location: `${hrefOf(path)}${search}` };
  if (found.status === 200)
    return answerPage(input, own, found.route, {
      ...found,
      problems: [...own.problems, ...found.problems],
      files,
      withEdits,
      isLive,
    });
  if (isPage) return answerError(path, found);
  const file = await input.findFile(path.slice(1), request);
  if (file !== null) return { kind: 'file', path: file.path, content: file.content };
  const missing = input.outage();
  if (missing?.hasGaps === true) return { kind: 'unavailable', problem: missing.problem };
  return answerError(path, found);
}

/** The page of an entry that the service shows at another path; null unless exactly one entry has the slug. */
function findElsewhere({ view }: ShownSite, path: string): PageRoute | null {
  const slug = path.split('/').findLast((part) => part !== '');
  const prefix = prefixOf(path);
  const found = view.plan.routes.filter(
    ({ kind, source, locale }) =>
      source.kind === 'entry' &&
      source.row.slug === slug &&
      kind !== 'error' &&
      LOCALES.some((row) => row.locale === locale && row.prefix === prefix),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

async function findRule({ site, redirects }: AnswerInput, path: string): Promise<ReturnType<typeof findRedirect>> {
  const locale = LOCALES.find(({ prefix }) => prefix === prefixOf(path))?.locale ?? site.locales[0] ?? 'en';
  const rules = await redirects.find(locale);
  return rules === null ? null : findRedirect(rules, path);
}

function findPage(own: ShownSite, path: string) {
  const route = own.view.routeByPath.get(path);
  const middleware = findUnknownMiddleware(PAGES).find(({ page }) => page === route?.page)?.middleware;
  if (route !== undefined && middleware !== undefined)
    return { status: 500 as const, problems: [unknownMiddlewareOf(route, middleware)] };
  // A page that needs no entry is shown without an invalid one.
  const problems = own.content.problemsByPath.get(path) ?? [];
  return route === undefined ? { status: 404 as const, problems } : { status: 200 as const, route, problems };
}

async function answerPage(
  { controlPanelOrigin }: AnswerInput,
  { view, marked }: ShownSite,
  route: PageRoute,
  {
    files,
    status,
    problems,
    isLive,
    withEdits,
  }: Omit<ErrorPage, 'status'> & { readonly status: 200 | ErrorPage['status'] },
): Promise<SiteAnswer> {
  const { contentSecurityPolicy } = await view.kitFor(files);
  const job = await createJob(view, route, files);
  const created = job.input;
  const input =
    created.template === 'error' && problems.some(({ code }) => code === MIDDLEWARE_UNKNOWN)
      ? { ...created, props: { ...created.props, message: UNKNOWN_MIDDLEWARE } }
      : created;
  return {
    kind: 'page',
    status,
    path: route.path,
    template: route.template,
    entry: entryOf(route),
    job: { ...job, input },
    mark: withEdits === true ? async () => createMarkedPage(await marked(), route, files) : null,
    contentSecurityPolicy: contentSecurityPolicy.meta,
    framedBy: isLive ? controlPanelOrigin : null,
    problems,
  };
}

async function createJob(view: SiteView, route: PageRoute, files: LinkedFiles): Promise<PageJob> {
  const { contexts, inputs } = await view.kitFor(files);
  const context = contexts.get(route.locale);
  if (context === undefined) throw new Error(`No context for ${route.locale}.`);
  return inputs.create(context, { route, entry: await view.findEntry(route) });
}

async function createMarkedPage(
  { view, origins }: MarkedView,
  { path }: PageRoute,
  files: LinkedFiles,
): Promise<MarkedPage | null> {
  const route = view.routeByPath.get(path);
  return route === undefined ? null : { job: await createJob(view, route, files), origins };
}

/** The error page of the locale of a path. */
function findErrorPage({ view }: ShownSite, path: string, status: ErrorPage['status']): PageRoute {
  const file = status === 500 ? '500.html' : '404.html';
  const route = view.routeByPath.get(`${prefixOf(path)}/${file}`) ?? view.routeByPath.get(`/${file}`);
  if (route === undefined) throw new Error(`The site has no ${file}.`);
  return route;
}

function entryOf({ entry }: PageRoute): ProblemPlace {
  if (entry === null) return {};
  const { collection, title, id, site } = entry;
  return { collection, entry: title === '' ? id : title, site };
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
