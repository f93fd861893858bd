// Includes for nginx: `redirects.conf` (maps, for `http {}`), and `returns.conf`, `errors.conf` and `headers.conf` (for
// `server {}`). Only the query of a request gets into `Location`, so no decoded text can add a header.

import { sourceKey } from '../../plan/redirects/find-redirect.ts';
import {
  type ExactRedirect,
  REDIRECT_STATUSES,
  type RedirectStatus,
  type SegmentRule,
} from '../../plan/redirects/redirect-rules.ts';
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
  MORE_TYPES,
  quote,
  REDIRECT_CACHE_CONTROL,
  segmentExpression,
  slashFormsOf,
  splitFragment,
  splitLongTargets,
} from './host-map.ts';

/** nginx reads each word into a buffer of 4,096 bytes, quotes included, and rejects the whole configuration if one is longer. */
const MAX_WORD_BYTES = 4000;

/** nginx supports every rule, unless it is too long for the configuration. */
export function renderNginx(input: HostInput): HostMap {
  const { segments } = input.rules;
  const { fitting: rules, loss } = splitLongTargets(
    'nginx',
    input.rules.exact,
    isTooLong,
    'words in its configuration to 4,096 bytes',
  );
  return createHostMap(
    [
      { name: 'redirects.conf', content: renderMaps(rules, segments, input) },
      { name: 'returns.conf', content: renderReturns(rules, segments) },
      { name: 'errors.conf', content: ERROR_PAGES },
      { name: 'headers.conf', content: renderHeaders(input) },
    ],
    [loss],
  );
}

function isTooLong(rule: ExactRedirect): boolean {
  return [...mixedEntry(rule), ...plainEntries(rule).flat()].some(
    (word) => Buffer.byteLength(quote(word)) > MAX_WORD_BYTES,
  );
}

/**
 * In a map, plain keys ignore case and regular expressions do not. So requests without capitals are looked up among plain keys,
 * and the others among regular expressions, which are only needed for sources with capitals.
 */
function renderMaps(rules: readonly ExactRedirect[], segments: readonly SegmentRule[], { site }: HostInput): string {
  const perStatus = statusesOf(rules).flatMap((status) => {
    const ofStatus = rules.filter((rule) => rule.status === status);
    const { mixed = [], lower = [] } = Object.groupBy(ofStatus, ({ from }) => (/[A-Z]/.test(from) ? 'mixed' : 'lower'));
    return [
      renderMap('$uri', `$redirect_lower_${status}`, lower.flatMap(plainEntries)),
      renderMap('$uri', `$redirect_mixed_${status}`, mixed.map(mixedEntry)),
      renderMap('$uri', `$redirect_exact_${status}`, [
        ['~[A-Z]', `$redirect_mixed_${status}`],
        ['default', `$redirect_lower_${status}`],
      ]),
    ];
  });
  const perSegmentStatus = statusesOf(segments).map((status) => {
    const ofStatus = segments.filter((rule) => rule.status === status);
    const entries = ofStatus.map((rule) => [`~${segmentExpression(rule, site)}`, mapValue(rule)] as const);
    return renderMap('$uri', `$redirect_segment_${status}`, entries);
  });
  return [
    '# For the http block, which includes mime.types: maps of redirects and cache rules, and types that mime.types lacks.',
    ...renderHashSizes(rules),
    'types {',
    ...MORE_TYPES.map(([extension, type]) => `  ${type.replace(/;.*/, '')} ${extension};`),
    '}',
    renderMap('$args', '$redirect_more_args', [
      ['', ''],
      ['default', '&$args'],
    ]),
    ...perStatus,
    ...perSegmentStatus,
    renderMap('$uri', '$site_error_page', [
      ...errorPagesOf(site).map(({ prefix, page }) => [`~^${escapeRegExp(prefix)}(?:/|$)`, page] as const),
      ['default', errorPageOf(site, null)],
    ]),
    renderMap('$uri', '$site_file_cache', [
      [`~^${escapeRegExp(hashedPathOf(site))}`, HASHED_CACHE_CONTROL],
      ['default', PAGE_CACHE_CONTROL],
    ]),
    renderMap('$status', '$site_cache', [
      ['~^30[12378]$', REDIRECT_CACHE_CONTROL],
      ['default', '$site_file_cache'],
    ]),
    '',
  ].join('\n');
}

/** A variable, because a location for each prefix would override the server's own location for pages. */
const ERROR_PAGES = `# For the server block. Needs redirects.conf in the http block.
error_page 404 410 $site_error_page;
`;

/** By default keys may have about 40 bytes, and nginx refuses to start if one is longer. */
function renderHashSizes(rules: readonly ExactRedirect[]): readonly string[] {
  const longest = Math.max(0, ...rules.map(({ from }) => Buffer.byteLength(from)));
  const bucket = Math.max(512, 2 ** Math.ceil(Math.log2(longest + 32)));
  const size = Math.max(2048, 2 ** Math.ceil(Math.log2(rules.length * 4 + 1)));
  return [`map_hash_bucket_size ${bucket};`, `map_hash_max_size ${size};`];
}

function renderMap(
  source: string,
  variable: string,
  entries: readonly (readonly [key: string, value: string])[],
): string {
  const lines = entries.map(([key, value]) => `  ${key === 'default' ? key : quote(key)} ${quote(value)};`);
  // Without `volatile`, the value is cached for the internal request of the error page, which would answer 410 too.
  const isVolatile = variable.endsWith('_410');
  return [`map ${source} ${variable} {`, ...(isVolatile ? ['  volatile;'] : []), ...lines, '}'].join('\n');
}
function plainEntries(rule: ExactRedirect): readonly (readonly [string, string])[] {
  return slashFormsOf(rule).map((form) => [form, mapValue(rule)]);
}

function mixedEntry(rule: ExactRedirect): readonly [string, string] {
  return [`~^${escapeRegExp(sourceKey(rule.from))}/?$`, mapValue(rule)];
}

/** The target, with the request's query after its own query and before its fragment; '1' for 410. */
function mapValue({ to, status }: { readonly to: string; readonly status: RedirectStatus }): string {
  if (status === 410) return '1';
  const { base, fragment } = splitFragment(to.replaceAll('$', '%24'));
  return `${base}${base.includes('?') ? '$redirect_more_args' : '$is_args$args'}${fragment}`;
}

function renderReturns(rules: readonly ExactRedirect[], segments: readonly SegmentRule[]): string {
  const answer = (status: RedirectStatus, variable: string) =>
    `if (${variable}) { return ${status}${status === 410 ? '' : ` ${variable}`}; }`;
  return [
    '# For the server block, before its locations. Needs redirects.conf in the http block.',
    ...statusesOf(rules).map((status) => answer(status, `$redirect_exact_${status}`)),
    ...statusesOf(segments).map((status) => answer(status, `$redirect_segment_${status}`)),
    '',
  ].join('\n');
}

function renderHeaders(input: HostInput): string {
  const lines = createSecurityHeaders(input).map(([name, value]) => `add_header ${name} ${quote(value)} always;`);
  return [
    '# For the server block, and again for every location with an add_header of its own: such a location inherits none.',
    'charset utf-8;',
    'charset_types text/calendar text/css text/csv text/javascript text/plain text/vcard text/xml application/javascript application/xml;',
    'gzip on;',
    'gzip_vary on;',
    'gzip_proxied any;',
    `gzip_types ${COMPRESSED_TYPES.join(' ')};`,
    ...lines,
    'add_header Cache-Control $site_cache;',
    '',
  ].join('\n');
}

function statusesOf(rules: readonly { readonly status: RedirectStatus }[]): readonly RedirectStatus[] {
  return REDIRECT_STATUSES.filter((status) => rules.some((rule) => rule.status === status));
}
