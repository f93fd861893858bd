// Errors of reads (exit 3): each says what was read, what the content service answered, and what to change.

import { createSiteError, type Problem, SiteError } from '../../errors.ts';
import type { ContentAnswer } from '../intake/parse-answer.ts';
import { RequestFailure } from './request-failure.ts';

export interface ReadPlace {
  readonly collection: string;
  readonly site: string;
  /** URL of the request, without secrets. */
  readonly url: string;
}

export function fetchError(problem: Omit<Problem, 'severity'>, cause?: unknown): SiteError {
  return createSiteError({ exitCode: 3, message: `${problem.what} Nothing was written.`, ...problem }, cause);
}

const CHECK_SERVICE =
  'Check that the content service is running and that SITEGEN_CONTENT_URL is its address, and build again.';
const MOVED =
  'If that is the content service, such as by https instead of http, set SITEGEN_CONTENT_URL to it; if it is a log-in page, open the API to the build. Then build again.';
const NO_PHP =
  'The web server in front of the content service gets no answer: check that PHP (php-fpm) is running and its time limit, and build again.';

/** Describes a request whose retries are used up. Returns any other error unchanged. */
export function unavailableError(cause: unknown, where: ReadPlace): unknown {
  if (!(cause instanceof RequestFailure)) return cause;
  const what = `The content could not be read. ${cause.message}`;
  const fix = ADVICE[cause.facts.status ?? 0] ?? CHECK_SERVICE;
  return fetchError({ code: 'CONTENT_UNAVAILABLE', where, what, fix }, cause);
}

/** What to do after a failure, by its status. */
const ADVICE: Readonly<Record<number, string>> = {
  200: 'Open the address: an answer that is not JSON comes from another program, a log-in page, or a notice of PHP (APP_DEBUG=false and display_errors=Off hide notices). Check that SITEGEN_CONTENT_URL is the address of the content service, and content.route in site.config.ts its API route (STATAMIC_API_ROUTE), and build again.',
  429: 'The content service limits requests: raise its limit (throttle:api), or lower SITEGEN_CONTENT_RPM to what it allows, and build again.',
  500: 'Its own log has the reason: storage/logs/laravel.log of the content service, often an entry or blueprint with broken YAML. Correct it, clear its cache (php artisan cache:clear), and build again.',
  502: NO_PHP,
  503: 'The content service is in maintenance mode or overloaded: end maintenance with php artisan up, or wait, and build again.',
  504: NO_PHP,
};

/** The service answers 404 for every global: of all sites, or of one that had this one. */
export function lostGlobalError(
  apiUrl: string,
  { name, site }: { readonly name: string; readonly site: string },
  isEverySite: boolean,
): SiteError {
  const where = { collection: 'globals', entry: name, site, url: `${apiUrl}/globals/${name}?site=${site}` };
  if (isEverySite)
    return fetchError({
      code: 'CONTENT_GLOBALS_MISSING',
      where,
      what: 'The content service answered 404 for every global of every site.',
      fix: "Enable 'globals' under resources in config/statamic/api.php of the content service (it is off by default), save the globals top_banner and price_page_banner in a site, and build again. To build without banners, use --on-fetch-error empty.",
    });
  return fetchError({
    code: 'CONTENT_GLOBAL_LOST',
    where,
    what: `The content service answered 404 for every global of the site "${site}", which had "${name}" in the last build.`,
    fix: 'Check that the globals have the site in the content service, save them there, and build again. If none shall be set in that site, build once with --allow-shrink.',
  });
}

/** The service answers 404 for every collection. `found` is a URL where its API does answer. */
export function apiError(apiUrl: string, found: string | null): SiteError {
  return fetchError({
    code: 'CONTENT_UNAVAILABLE',
    where: { url: apiUrl },
    what: `The content service answered 404 for every collection of every site${found === null ? '' : `, and its API answers at ${found}/api`}.`,
    fix:
      found === null
        ? 'Check that SITEGEN_CONTENT_URL is its address, without the path of a page, that its API is on (STATAMIC_API_ENABLED=true, and resources in config/statamic/api.php), and that content.route in site.config.ts is its route (STATAMIC_API_ROUTE, by default "api"), and build again.'
        : `Set SITEGEN_CONTENT_URL to ${found}, with content.route "api" in site.config.ts, and build again.`,
  });
}

export function refusedError(answer: ContentAnswer & { kind: 'refused' }, where: ReadPlace): SiteError {
  const status = `${answer.status} ${answer.statusText}`.trim();
  const said = answer.message === null ? '' : ` and said: "${answer.message.replace(/\.$/, '')}"`;
  const usual = {
    code: 'CONTENT_UNAVAILABLE',
    what: `The content service answered ${status}${said}.`,
    fix: CHECK_SERVICE,
  };
  return fetchError({ ...usual, ...judgeRefusal(answer, where, { shown: status, said }), where });
}

function judgeRefusal(
  { status, hadToken }: ContentAnswer & { kind: 'refused' },
  { collection }: ReadPlace,
  { shown, said }: Readonly<Record<'shown' | 'said', string>>,
): Partial<Pick<Problem, 'code' | 'what' | 'fix'>> {
  if (status === 401 || status === 403) {
    const fix = hadToken
      ? 'The token in SITEGEN_CONTENT_TOKEN was sent and not accepted: set it to a valid token that may read this content, and build again.'
      : 'No token was sent: set SITEGEN_CONTENT_TOKEN to the token of the content API, and build again.';
    return { code: 'CONTENT_UNAUTHORIZED', fix };
  }
  const settings = `resources.collections.${collection}`;
  if (status === 404) {
    const what = `The content service has no collection "${collection}" in its API (${shown}).`;
    const fix = `Enable ${settings} in config/statamic/api.php of the content service, check its handle, and build again.`;
    return { code: 'CONTENT_COLLECTION_MISSING', what, fix };
  }
  if (status === 422 && /\bsite\b.*\b(?:not exist|not found|invalid)\b/i.test(said))
    return { fix: 'Set "site" in config/locales.ts to a handle of resources/sites.yaml, and build again.' };
  if (status === 422) {
    const what = `The content service refused a filter (${shown})${said}.`;
    const fix = `Add the named filter to ${settings}.allowed_filters in config/statamic/api.php of the content service ("site" and "published" are needed), and build again.`;
    return { code: 'CONTENT_FILTER_FORBIDDEN', what, fix };
  }
  return status >= 300 && status < 400 ? { fix: MOVED } : {};
}

/**
 * Combines the errors of all failed reads. Problems with the same text become one, so that a service that is down is reported once,
 * not once per collection. `note` is added to the message.
 */
export function mergeFailures(errors: readonly SiteError[], reads: number, note = ''): SiteError {
  const byText = Map.groupBy(
    errors.flatMap(({ problems }) => problems),
    ({ code, what }) => `${code} ${what}`,
  );
  const problems = byText.values().map(mergeProblems).toArray();
  const codes = new Set(problems.map(({ code }) => code));
  const [firstCode = 'CONTENT_UNAVAILABLE'] = codes;
  return new SiteError(
    {
      code: codes.size === 1 ? firstCode : 'CONTENT_UNAVAILABLE',
      exitCode: 3,
      message: `${errors.length} of ${reads} reads of the content service failed, nothing was written.${note === '' ? '' : ` ${note}`}`,
      problems,
    },
    { cause: errors[0] },
  );
}

function mergeProblems(problems: readonly Problem[]): Problem {
  const [first, ...others] = problems;
  if (first === undefined) throw new Error('A group of problems is never empty.');
  if (others.length === 0) return first;
  const sites = new Set(problems.flatMap(({ where: { site } }) => site ?? []));
  const places = sites.size < 2 ? '' : ` (sites ${[...sites].join(', ')})`;
  return {
    ...first,
    what: `${first.what} ${problems.length} requests failed the same way${places}. The first one is shown.`,
  };
}
