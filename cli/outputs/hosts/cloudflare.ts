// `_redirects` and `_headers` of Cloudflare Pages and Workers assets. There may be 2,000 literal lines and 100 patterns.
// Literal lines must come first, or they count as patterns. A path with and without trailing slash needs two lines.

import { basePathOf } from '../../../config/site-address.ts';
import { toSitePath } from '../../files/brands.ts';
import { encodePath } from '../../paths/site-path.ts';
import { matchesSegment } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect } from '../../plan/redirects/redirect-rules.ts';
import {
  createHostMap,
  createSegmentPatterns,
  type HostInput,
  type HostMap,
  type PossibleLoss,
  renderHeadersFile,
  type SegmentPattern,
  segmentDepthLoss,
  slashFormsOf,
} from './host-map.ts';

const MAX_LITERAL_LINES = 2000;
const MAX_PATTERN_LINES = 100;
/** In characters. The documentation allows 1,000, the parser 2,000. */
const MAX_LINE_LENGTH = 1000;

export function renderCloudflare(input: HostInput): HostMap {
  const sources = input.rules.exact;
  const patterns = createSegmentPatterns(input);
  const literal = [...sources.flatMap((rule) => renderExact(rule, input)), ...patterns.flatMap(renderLiteralGuard)];
  const dynamic = patterns.flatMap(renderPattern);
  const content = [...literal.slice(0, MAX_LITERAL_LINES), ...dynamic.slice(0, MAX_PATTERN_LINES)]
    .map((line) => `${line}\n`)
    .join('');
  const files = [
    { name: '_redirects', content },
    { name: '_headers', content: renderHeadersFile(input) },
  ];
  return createHostMap(files, [
    overflowOf('literal', literal, MAX_LITERAL_LINES),
    overflowOf('pattern', dynamic, MAX_PATTERN_LINES),
    ...lossesOf(sources),
    segmentDepthLoss('Cloudflare', input),
  ]);
}

/** Both slash forms of a rule. A 410 path is rewritten to itself if a pattern would match it. */
function renderExact(rule: ExactRedirect, { rules: { segments }, site }: HostInput): readonly string[] {
  if (isExpressible(rule)) return formsOf(rule).map((form) => `${form} ${targetOf(rule)} ${rule.status}`);
  const path = toSitePath(rule.from.slice(basePathOf(site.origin).length));
  const isMatched = rule.status === 410 && segments.some((segment) => matchesSegment(segment, path));
  return isMatched ? formsOf(rule).map((form) => `${form} ${form} 200`) : [];
}

function formsOf(rule: ExactRedirect): readonly string[] {
  return slashFormsOf(rule).map(encodePath);
}

/** Guards without placeholders are literal lines. A rewrite to the same path serves the path itself. */
function renderLiteralGuard({ pattern, rule }: SegmentPattern): readonly string[] {
  return rule === null && !pattern.includes(':') ? [`${pattern} ${pattern} 200`] : [];
}

/** `/*` does not match the path without its slash, which gets a line of its own. */
function renderPattern({ pattern, rule }: SegmentPattern): readonly string[] {
  const isBareLiteral = !pattern.includes(':');
  const line = (suffix: string) =>
    rule === null || rule.status === 410
      ? `${pattern}${suffix} ${pattern}${suffix.replace('*', ':splat')} 200`
      : `${pattern}${suffix} ${targetOf(rule)} ${rule.status}`;
  return isBareLiteral ? [line('/*')] : [line(''), line('/*')];
}

/** Fragments on other hosts are left out, because some versions of the asset server print them twice. */
function targetOf({ to }: { readonly to: string }): string {
  return to.startsWith('/') ? to : to.replace(/#.*$/s, '');
}

function isExpressible(rule: ExactRedirect): boolean {
  return rule.status !== 410 && !hasPatternSyntax(rule) && !isInsecure(rule) && !isTooLong(rule);
}

function hasPatternSyntax({ from }: ExactRedirect): boolean {
  return from.includes('*') || /:[a-z]/i.test(from);
}

function isInsecure({ to }: ExactRedirect): boolean {
  return to.startsWith('http:');
}

function isTooLong(rule: ExactRedirect): boolean {
  return formsOf(rule).some((form) => `${form} ${rule.to} ${rule.status}`.length > MAX_LINE_LENGTH);
}

function lossesOf(sources: readonly ExactRedirect[]): readonly PossibleLoss[] {
  const elsewhere = 'Nothing to do if you use another host; otherwise use Bulk Redirects for these paths.';
  return [
    {
      what: 'Cloudflare’s map cannot answer 410, so these paths answer 404.',
      fix: 'Nothing to do unless 410 matters: a Worker can send it.',
      affected: sources.filter(({ status }) => status === 410),
    },
    {
      what: 'Cloudflare reads "*" and ":" before a letter as patterns, so these sources are left out of its map.',
      fix: elsewhere,
      affected: sources.filter(hasPatternSyntax),
    },
    {
      what: 'Cloudflare refuses targets that start with "http://", so these sources are left out of its map.',
      fix: 'Use the https address.',
      affected: sources.filter(isInsecure),
    },
    {
      what: `Cloudflare skips lines of more than ${MAX_LINE_LENGTH} characters, so these sources are left out of its map.`,
      fix: elsewhere,
      affected: sources.filter(isTooLong),
    },
    {
      what: 'Cloudflare drops the request’s query if the target has its own.',
      fix: 'Leave the query out of the target if that of the request matters.',
      affected: sources.filter(({ to }) => to.includes('?')),
    },
    {
      what: 'Fragments of targets on other hosts are left out of Cloudflare’s map, because some versions print them twice.',
      fix: 'Nothing to do unless the fragment matters: use Bulk Redirects for these paths.',
      affected: sources.filter(({ to }) => !to.startsWith('/') && to.includes('#')),
    },
  ];
}

function overflowOf(kind: string, lines: readonly string[], limit: number): PossibleLoss {
  return {
    kind: 'overflow',
    what: `Cloudflare allows ${limit} ${kind} lines, but the rules need ${lines.length}, two per source; the last ${lines.length - limit} are not in its map.`,
    fix: 'Remove redirects that are no longer needed, use Bulk Redirects, or choose another host in site.config.ts.',
    affected: lines.slice(limit).map((line) => line.split(' ')[0] ?? line),
  };
}
