// Files for Apache 2.4: rewrite maps by status, and includes with rules, error pages and headers. They belong into a server or
// virtual host, because .htaccess does not allow RewriteMap. Only the query of a request gets into `Location`.

import { basePathOf } from '../../../config/site-address.ts';
import { sourceKey } from '../../plan/redirects/find-redirect.ts';
import { type ExactRedirect, REDIRECT_STATUSES, type RedirectStatus } from '../../plan/redirects/redirect-rules.ts';
import { HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';
import {
  COMPRESSED_TYPES,
  createHostMap,
  createSecurityHeaders,
  errorPageOf,
  errorPagesOf,
  escapeRegExp,
  type HostInput,
  type HostMap,
  hashedPathOf,
  quote,
  REDIRECT_CACHE_CONTROL,
  segmentExpression,
  splitFragment,
  splitLongTargets,
} from './host-map.ts';

/** In bytes. Apache reads text maps in lines of 1,024. */
const MAX_MAP_LINE = 1000;

/** Apache supports every rule, except for very long targets. */
export function renderApache(input: HostInput): HostMap {
  const { fitting: rules, loss } = splitLongTargets('Apache', input.rules.exact);
  const mapped = rules.filter(fitsMap);
  const statuses = REDIRECT_STATUSES.filter((status) => mapped.some((rule) => rule.status === status));
  const maps = statuses.map((status) => ({
    name: `redirects-${status}.txt`,
    content: mapped
      .filter((rule) => rule.status === status)
      .map((rule) => `${mapLine(rule)}\n`)
      .join(''),
  }));
  return createHostMap(
    [
      { name: 'redirects.conf', content: renderRules(rules, statuses, input) },
      ...maps,
      { name: 'errors.conf', content: renderErrorPages(input) },
      { name: 'headers.conf', content: renderHeaders(input) },
    ],
    [loss],
  );
}

/** Map lines consist of two words, and the query would be appended after a fragment. */
function fitsMap(rule: ExactRedirect): boolean {
  const isLong = Buffer.byteLength(mapLine(rule)) > MAX_MAP_LINE;
  return !/\s/u.test(rule.from) && !rule.to.includes('#') && !isLong;
}

/** The rewrite rule looks up paths without their trailing slash. `-` means gone. */
function mapLine({ from, to, status }: ExactRedirect): string {
  return `${sourceKey(from)} ${status === 410 ? '-' : withoutVariables(to)}`;
}

function renderRules(
  rules: readonly ExactRedirect[],
  statuses: readonly RedirectStatus[],
  { rules: { segments }, site }: HostInput,
): string {
  return [
    '# For the virtual host (not .htaccess, which refuses RewriteMap). Set SITE_REDIRECTS to the folder of these files.',
    '# UnsafeAllow3F needs Apache 2.4.60, or a distribution that carries its fixes.',
    '# With thousands of rules: httxt2dbm -i redirects-301.txt -o redirects-301.dbm, and "dbm:….dbm" for "txt:….txt".',
    '<IfDefine !SITE_REDIRECTS>',
    '  Define SITE_REDIRECTS conf/site',
    '</IfDefine>',
    'RewriteEngine On',
    ...statuses.map((status) => `RewriteMap redirects_${status} "txt:\${SITE_REDIRECTS}/redirects-${status}.txt"`),
    ...statuses.flatMap(mapRules),
    ...rules
      .filter((rule) => !fitsMap(rule))
      .flatMap((rule) => singleRules(`^${escapeRegExp(sourceKey(rule.from))}/?$`, rule)),
    ...segments.flatMap((rule) => singleRules(segmentExpression(rule, site), rule)),
    '',
  ].join('\n');
}

/**
 * `UnsafeAllow3F` permits question marks in targets, which come from our map and not from the request. `NS` skips Apache's
 * internal subrequest for a folder's `index.html`, which may be a source too.
 */
function mapRules(status: RedirectStatus): readonly string[] {
  const condition = `RewriteCond \${redirects_${status}:$1} "^(.+)$"`;
  return status === 410
    ? [condition, 'RewriteRule "^(/.*?)/?$" "-" [NS,G,L]']
    : [condition, `RewriteRule "^(/.*?)/?$" "%1" [NS,R=${status},NE,QSA,UnsafeAllow3F,L]`];
}

/** The request's query must be inserted before a fragment, without leaving a bare `?`. */
function singleRules(pattern: string, { to, status }: { readonly to: string; readonly status: number }) {
  if (status === 410) return [`RewriteRule ${quoteArgument(pattern)} "-" [NS,G,L]`];
  const { base, fragment } = splitFragment(escapeSubstitution(to));
  const ruleOf = (substitution: string, flags: string) =>
    `RewriteRule ${quoteArgument(pattern)} "${substitution}" [NS,R=${status},NE,${flags}L]`;
  if (fragment === '') return [ruleOf(base, base.includes('?') ? 'QSA,UnsafeAllow3F,' : '')];
  const joint = base.includes('?') ? '&' : '?';
  return [
    'RewriteCond %{QUERY_STRING} "!^$"',
    ruleOf(`${base}${joint}%{QUERY_STRING}${fragment}`, 'UnsafeAllow3F,'),
    ruleOf(`${base}${fragment}`, 'UnsafeAllow3F,'),
  ];
}

/** Apache sends the page with the status of the error, also for 410. */
function renderErrorPages({ site }: HostInput): string {
  const documents = (page: string) => [404, 410].map((status) => `ErrorDocument ${status} ${page}`);
  const below = (prefix: string, page: string) => [
    `<Location "${prefix}">`,
    ...documents(page).map((line) => `  ${line}`),
    '</Location>',
  ];
  const base = basePathOf(site.origin);
  const root = errorPageOf(site, null);
  return [
    '# For the virtual host.',
    ...(base === '' ? documents(root) : below(base, root)),
    ...errorPagesOf(site).flatMap(({ prefix, page }) => below(prefix, page)),
    '',
  ].join('\n');
}

function renderHeaders(input: HostInput): string {
  const security = createSecurityHeaders(input).map(
    ([name, value]) => `Header always set ${name} ${quote(value.replaceAll('%', '%%'))}`,
  );
  const isRedirect = '%{REQUEST_STATUS} =~ /^30[12378]$/';
  const isFile = '%{REQUEST_STATUS} =~ /^(200|206|304)$/';
  const isHashed = `%{REQUEST_URI} =~ m|^${escapeRegExp(hashedPathOf(input.site))}|`;
  const cache = (value: string, condition: string) =>
    `Header always set Cache-Control ${quote(value)} ${quote(`expr=${condition}`)}`;
  return [
    '# For the virtual host. Needs mod_headers and mod_mime, and for compression mod_filter and mod_deflate.',
    'AddDefaultCharset utf-8',
    'AddCharset utf-8 .css .csv .ics .js .mjs .xml .txt',
    '<IfModule mod_deflate.c>',
    `  AddOutputFilterByType DEFLATE text/html ${COMPRESSED_TYPES.join(' ')}`,
    '</IfModule>',
    ...security,
    cache(REDIRECT_CACHE_CONTROL, isRedirect),
    cache(HASHED_CACHE_CONTROL, `${isFile} && ${isHashed}`),
    cache(PAGE_CACHE_CONTROL, `${isFile} && ! ${isHashed}`),
    '',
  ].join('\n');
}

/** Backslash and `%` are special in substitutions, and `${…}` in the whole file. */
function escapeSubstitution(to: string): string {
  return withoutVariables(to).replaceAll('"', '%22').replace(/[\\%]/g, '\\$&');
}

function withoutVariables(to: string): string {
  return to.replaceAll('$', '%24');
}

/** mod_rewrite parses its arguments itself: backslashes need no escape, and quotes cannot be escaped. */
function quoteArgument(expression: string): string {
  return `"${expression.replaceAll('"', '\\x22')}"`;
}
