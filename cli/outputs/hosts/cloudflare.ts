// `_redirects` and `_headers` of Cloudflare Pages and Workers assets. Literal lines are a table of at most 2,000 and
// must come before the first pattern, or they count among the 100 patterns; both slash forms are distinct there.

import { basePathOf } from '../../../config/site-address.ts';
import { encodePath } from '../../paths/site-path.ts';
import { matchesSegment } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect } from '../../plan/redirects/redirect-rules.ts';
import {
  createSegmentPatterns,
  findLoss,
  findOverflow,
  type HostInput,
  type HostLoss,
  type HostMap,
  renderHeadersFile,
  type SegmentPattern,
  segmentName,
  slashFormsOf,
  sourcesOf,
} from './host-map.ts';

const MAX_LITERAL_LINES = 2000;
const MAX_PATTERN_LINES = 100;
/** Characters. The documentation allows 1,000, the parser 2,000. */
const MAX_LINE_LENGTH = 1000;

/** Cloudflare's files and what it loses (web standards, section 8). */
export function renderCloudflare(input: HostInput): HostMap {
  const sources = sourcesOf(input.rules);
  const patterns = createSegmentPatterns(input);
  const literal = [...sources.flatMap((rule) => renderExact(rule, input)), ...patterns.flatMap(renderLiteralGuard)];
  const dynamic = patterns.flatMap(renderPattern);
  const content = [...literal.slice(0, MAX_LITERAL_LINES), ...dynamic.slice(0, MAX_PATTERN_LINES)]
    .map((line) => `${line}\n`)
    .join('');
  return {
    files: [
      { name: '_redirects', content },
      { name: '_headers', content: renderHeadersFile(input) },
    ],
    losses: [
      findCut('literal', literal, MAX_LITERAL_LINES),
      findCut('pattern', dynamic, MAX_PATTERN_LINES),
      ...findLosses(sources),
      findLoss(input.rules.segments.map(segmentName), {
        what: 'Cloudflare cannot match a segment at any depth; its map covers up to four segments before it.',
        fix: 'Nothing to do: the 404 page follows the rule for deeper paths.',
      }),
    ].filter((loss) => loss !== null),
  };
}

/** Both slash forms of a rule; a path that is gone is rewritten to itself where a pattern would take it. */
function renderExact(rule: ExactRedirect, { rules: { segments }, site }: HostInput): readonly string[] {
  if (isExpressible(rule)) return formsOf(rule).map((form) => `${form} ${targetOf(rule)} ${rule.status}`);
  const path = rule.from.slice(basePathOf(site.origin).length);
  const isTaken = rule.status === 410 && segments.some((segment) => matchesSegment(segment, path));
  return isTaken ? formsOf(rule).map((form) => `${form} ${form} 200`) : [];
}

function formsOf(rule: ExactRedirect): readonly string[] {
  return slashFormsOf(rule).map(encodePath);
}

/** The bare form of a path that is served as itself; it holds no placeholder at depth 0. */
function renderLiteralGuard({ pattern, rule }: SegmentPattern): readonly string[] {
  return rule === null && !pattern.includes(':') ? [`${pattern} ${pattern} 200`] : [];
}

/** `*` needs its slash, so the bare form is a line of its own. A rewrite to the same path leaves it as it is. */
function renderPattern({ pattern, rule }: SegmentPattern): readonly string[] {
  const isBareLiteral = !pattern.includes(':');
  const line = (suffix: string) =>
    rule === null || rule.status === 410
      ? `${pattern}${suffix} ${pattern}${suffix.replace('*', ':splat')} 200`
      : `${pattern}${suffix} ${targetOf(rule)} ${rule.status}`;
  return isBareLiteral ? [line('/*')] : [line(''), line('/*')];
}

/** A fragment on another host is left out: some versions of the asset server print it twice. */
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

function findLosses(sources: readonly ExactRedirect[]): readonly (HostLoss | null)[] {
  const concerned = (test: (rule: ExactRedirect) => boolean) => sources.filter(test).map(({ from }) => from);
  const elsewhere = 'Nothing to do where the site is hosted elsewhere; otherwise use Bulk Redirects for these paths.';
  return [
    findLoss(
      concerned(({ status }) => status === 410),
      {
        what: 'Cloudflare’s map cannot answer 410; these paths answer 404.',
        fix: 'Nothing to do unless 410 matters: a Worker in front can answer it.',
      },
    ),
    findLoss(concerned(hasPatternSyntax), {
      what: 'Cloudflare reads "*" and ":" before a letter as patterns, so these sources are left out of its map.',
      fix: elsewhere,
    }),
    findLoss(concerned(isInsecure), {
      what: 'Cloudflare refuses targets that start with "http://", so these sources are left out of its map.',
      fix: 'Lead them to the https address.',
    }),
    findLoss(concerned(isTooLong), {
      what: `Cloudflare skips lines of more than ${MAX_LINE_LENGTH} characters, so these sources are left out of its map.`,
      fix: elsewhere,
    }),
    findLoss(
      concerned(({ to }) => to.includes('?')),
      {
        what: 'Cloudflare drops the request’s query where the target has one of its own.',
        fix: 'Leave the query out of the target where the request’s matters.',
      },
    ),
    findLoss(
      concerned(({ to }) => !to.startsWith('/') && to.includes('#')),
      {
        what: 'The fragment of a target on another host is left out of Cloudflare’s map, because some versions print it twice.',
        fix: 'Nothing to do unless the fragment matters: use Bulk Redirects for these paths.',
      },
    ),
  ];
}

function findCut(kind: string, lines: readonly string[], limit: number): HostLoss | null {
  return findOverflow(
    lines.slice(limit).map((line) => line.split(' ')[0] ?? line),
    {
      what: `Cloudflare takes ${limit} ${kind} lines and the rules need ${lines.length}, two for each source; the last ${lines.length - limit} are not in its map.`,
      fix: 'Remove redirects that nobody needs any more, use Bulk Redirects, or choose another host in site.config.ts.',
    },
  );
}
