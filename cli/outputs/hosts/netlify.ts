// `_redirects` and `_headers` of Netlify. The first matching line wins, trailing slashes are ignored, and existing files win over
// lines without `!`.

import { localeRow } from '../../../config/locales.ts';
import { basePathOf } from '../../../config/site-address.ts';
import { encodePath } from '../../paths/site-path.ts';
import type { ExactRedirect } from '../../plan/redirects/redirect-rules.ts';
import {
  createHostMap,
  createSegmentPatterns,
  errorPageOf,
  errorPagesOf,
  type HostInput,
  type HostMap,
  renderHeadersFile,
  type SegmentPattern,
  segmentDepthLoss,
  splitLongTargets,
} from './host-map.ts';

export function renderNetlify(input: HostInput): HostMap {
  const { fitting: sources, loss } = splitLongTargets('Netlify', input.rules.exact);
  const base = basePathOf(input.site.origin);
  const literal = sources.filter(({ from }) => !hasPatternSyntax(from));
  const lines = [
    ...literal.map((rule) => renderExact(rule, input)),
    ...createSegmentPatterns(input).map((pattern) => renderPattern(pattern, input)),
    // Netlify serves /404.html by default, but not the pages of other folders.
    ...errorPagesOf(input.site).map(({ prefix, page }) => `${prefix}/* ${page} 404`),
    ...(base === '' ? [] : [`${base}/* ${errorPageOf(input.site, null)} 404`]),
  ];
  const files = [
    { name: '_redirects', content: lines.map((line) => `${line}\n`).join('') },
    { name: '_headers', content: renderHeadersFile(input) },
  ];
  return createHostMap(files, [
    loss,
    {
      what: 'Netlify reads "*" and segments that start with ":" as patterns, so these sources are left out of its map.',
      fix: 'Nothing to do if you use another host; otherwise redirect these paths in an edge function.',
      affected: sources.filter(({ from }) => hasPatternSyntax(from)),
    },
    {
      what: 'Netlify keeps the request’s query only for 301 and 302.',
      fix: 'Use 301 or 302 if the query matters.',
      affected: literal.filter(({ status }) => [303, 307, 308].includes(status)),
    },
    segmentDepthLoss('Netlify', input),
  ]);
}

function renderExact({ from, to, status, locale }: ExactRedirect, { site }: HostInput): string {
  return `${encodePath(from)} ${status === 410 ? errorPageOf(site, locale) : to} ${status}!`;
}

/** Without `!`, so that pages whose path matches are still served. */
function renderPattern({ pattern, rule, prefix }: SegmentPattern, { site }: HostInput): string {
  if (rule !== null)
    return `${pattern}/* ${rule.status === 410 ? errorPageOf(site, rule.locale) : rule.to} ${rule.status}`;
  const locale = site.locales.find((candidate) => localeRow(candidate).prefix === prefix);
  return `${pattern}/* ${errorPageOf(site, locale ?? null)} 404`;
}

function hasPatternSyntax(from: string): boolean {
  return from.includes('*') || from.includes('/:');
}
