// Snippets for a Caddy 2 site block: `redirects.caddy`, `errors.caddy`, `headers.caddy`. Paths are decoded and case-sensitive.
// Only the query of a request gets into `Location`. Slashes are added here, because Caddy would drop the query.

import { LINKED_FILE_TYPES } from '../../../config/constants.ts';
import { basePathOf } from '../../../config/site-address.ts';
import { sourceKey } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect } from '../../plan/redirects/redirect-rules.ts';
import { HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';
import {
  createHostMap,
  createSecurityHeaders,
  errorPageOf,
  errorPagesOf,
  escapeRegExp,
  type HostInput,
  type HostMap,
  hashedPathOf,
  MORE_TYPES,
  PREFIX_ALTERNATIVES,
  REDIRECT_CACHE_CONTROL,
  segmentTail,
  slashFormsOf,
  splitFragment,
  splitLongTargets,
  typesOf,
} from './host-map.ts';

/** Caddy knows few types, unless the system has a list. */
const TYPES = new Map([...MORE_TYPES, ...typesOf(LINKED_FILE_TYPES)]);

/** Caddy supports every rule, except for very long targets. */
export function renderCaddy(input: HostInput): HostMap {
  const { fitting, loss } = splitLongTargets('Caddy', input.rules.exact);
  return createHostMap(
    [
      { name: 'redirects.caddy', content: renderRedirects(fitting, input) },
      { name: 'errors.caddy', content: renderErrorPages(input) },
      { name: 'headers.caddy', content: renderHeaders(input) },
    ],
    [loss],
  );
}

/** The first match wins, so a guard keeps the rules without prefix from matching below a prefix. */
function renderRedirects(exact: readonly ExactRedirect[], { rules, site }: HostInput): string {
  const base = escapeRegExp(basePathOf(site.origin));
  const prefixed = rules.segments.filter(({ prefix }) => prefix !== '');
  const plain = rules.segments.filter(({ prefix }) => prefix === '');
  const guard = plain.length === 0 ? [] : [entry(`~^${base}/(?:${PREFIX_ALTERNATIVES})(?:/|$)`, ['', '', '', ''])];
  const entries = [
    ...exact.flatMap(exactEntries),
    ...prefixed.map((rule) => entry(`~^${base}${rule.prefix}${segmentTail(rule)}`, outputsOf(rule))),
    ...guard,
    ...plain.map((rule) => entry(`~^${base}${segmentTail(rule)}`, outputsOf(rule))),
  ];
  return [
    '# For the site block, which must have a root. Paths are compared decoded and with case.',
    'map {http.request.uri.path} {redirect_status} {redirect_base} {redirect_joint} {redirect_fragment} {',
    ...entries,
    '\tdefault `` `` `` ``',
    '}',
    '@redirect_with_query {',
    '\tvars {redirect_status} 301 302 303 307 308',
    '\tnot vars {http.request.uri.query} ``',
    '}',
    'redir @redirect_with_query {redirect_base}{redirect_joint}{http.request.uri.query}{redirect_fragment} {redirect_status}',
    '@redirect vars {redirect_status} 301 302 303 307 308',
    'redir @redirect {redirect_base}{redirect_fragment} {redirect_status}',
    '@gone vars {redirect_status} 410',
    'error @gone 410',
    '# The missing slash of a page, from the undecoded address; never "//host", which is another site.',
    'map {http.request.uri} {slash_uri} {',
    '\t`~^/([^/\\\\?](?:[^?]*[^/?])?)(\\?.*)?$` `/$1/$2`',
    '\tdefault ``',
    '}',
    '@slash {',
    '\tnot vars {slash_uri} ``',
    '\tfile {http.request.uri.path}/index.html',
    '}',
    'redir @slash {slash_uri} 308',
    '',
  ].join('\n');
}

/**
 * Sources in both slash forms. Caddy reads braces as placeholders even if quoted or escaped, and a backtick would end the
 * quotes, so sources with these become regular expressions with hexadecimal escapes.
 */
function exactEntries(rule: ExactRedirect): readonly string[] {
  if (!/[{}`]/.test(rule.from)) return slashFormsOf(rule).map((form) => entry(form, outputsOf(rule)));
  const hexOf = (_: string, character: string) => `\\x${character.charCodeAt(0).toString(16)}`;
  const expression = escapeRegExp(sourceKey(rule.from)).replace(/\\?([{}`])/g, hexOf);
  return [entry(`~^${expression}/?$`, outputsOf(rule))];
}

/** Status, target without its fragment, the character before the request's query, fragment. */
function outputsOf({ to, status }: Pick<ExactRedirect, 'to' | 'status'>): readonly string[] {
  if (status === 410) return ['410', '', '', ''];
  const { base, fragment } = splitFragment(escapeTarget(to));
  return [String(status), base, base.includes('?') ? '&' : '?', fragment];
}

function entry(input: string, outputs: readonly string[]): string {
  return `\t${[input, ...outputs].map((word) => `\`${word}\``).join(' ')}`;
}

/** Percent-encodes placeholders, groups, backticks and backslashes. */
function escapeTarget(to: string): string {
  return to.replace(/[{}$`\\]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The matchers exclude each other, so that a rewritten path is not rewritten again. */
function renderErrorPages({ site }: HostInput): string {
  const pages = errorPagesOf(site).map(({ prefix, page }) => ({
    name: `@missing_${prefix.slice(1).replaceAll(/\W/g, '_')}`,
    paths: `${prefix} ${prefix}/*`,
    page,
  }));
  const base = basePathOf(site.origin);
  const root = errorPageOf(site, null);
  const others = [root, ...pages.map(({ paths }) => paths)].join(' ');
  const matchers = [
    ...pages.map(({ name, paths }) => `\t${name} path ${paths}`),
    ...(base === ''
      ? [`\t@missing_other not path ${others}`]
      : ['\t@missing_other {', `\t\tpath ${base}/*`, `\t\tnot path ${others}`, '\t}']),
  ];
  return [
    '# For the site block, which must have a root.',
    'handle_errors {',
    ...matchers,
    ...pages.map(({ name, page }) => `\trewrite ${name} ${page}`),
    `\trewrite @missing_other ${root}`,
    '\tfile_server',
    '}',
    '',
  ].join('\n');
}

function renderHeaders(input: HostInput): string {
  const security = createSecurityHeaders(input).map(([name, value]) => `\t${name} \`${value}\``);
  return [
    '# For the site block.',
    'encode zstd gzip',
    'header {',
    ...security,
    '}',
    `@hashed_files path ${hashedPathOf(input.site)}*`,
    `@other_files not path ${hashedPathOf(input.site)}*`,
    `header @hashed_files Cache-Control \`${HASHED_CACHE_CONTROL}\``,
    `header @other_files Cache-Control \`${PAGE_CACHE_CONTROL}\``,
    ...[...TYPES].flatMap(([extension, type]) => [
      `@${extension}_files path *.${extension}`,
      `header @${extension}_files ?Content-Type \`${type}\``,
    ]),
    `header @redirect Cache-Control \`${REDIRECT_CACHE_CONTROL}\``,
    '',
  ].join('\n');
}
