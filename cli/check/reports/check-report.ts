// The report of a check: its findings, which of them are in the baseline, and whether it passed.

import type { ProblemPlace } from '../../errors.ts';
import { describePlace } from '../../report/describe-problems.ts';
import { plural } from '../../text/printable-text.ts';
import { VERDICTS, type Verdict } from '../external/verdicts.ts';
import { type Finding, sortFindings } from '../findings.ts';

export interface ReportedFinding extends Finding {
  /** Whether it is in the baseline. */
  readonly isKnown: boolean;
  /** Whether the check fails because of it. */
  readonly isFailing: boolean;
}

/** The output of `--format json`. It has no times, so that equal sites have equal reports. */
export interface CheckReport {
  readonly version: 1;
  readonly command: 'check' | 'check-links';
  readonly origin: string;
  readonly pages: number;
  readonly links: number;
  /** Number of addresses of other sites by verdict; null if they were not checked. */
  readonly external: Readonly<Record<Verdict, number>> | null;
  /** Rules that make no sense for a live site. */
  readonly skipped?: readonly string[];
  readonly isPassed: boolean;
  readonly findings: readonly ReportedFinding[];
}

export interface ReportInput
  extends Pick<CheckReport, 'command' | 'origin' | 'pages' | 'links' | 'external' | 'skipped'> {
  readonly findings: readonly Finding[];
  /** Fingerprints of the baseline. */
  readonly known: ReadonlySet<string>;
  /** Whether new warnings fail the check, too. */
  readonly isStrict: boolean;
}

export function createCheckReport({ findings, known, isStrict, skipped, ...input }: ReportInput): CheckReport {
  const reported = sortFindings(findings).map((finding) => {
    const isKnown = known.has(finding.fingerprint);
    const isSevere = finding.severity === 'error' || (isStrict && finding.severity === 'warning');
    return { ...finding, isKnown, isFailing: isSevere && !isKnown };
  });
  const { command, origin, pages, links, external } = input;
  return {
    ...{ version: 1, command, origin, pages, links, external },
    ...(skipped === undefined ? {} : { skipped }),
    isPassed: !reported.some(({ isFailing }) => isFailing),
    findings: reported,
  };
}

/** Where to fix it; the path only if nothing else is known. */
export function describeOwner({ path, ...where }: ProblemPlace): string {
  const place = describePlace(where);
  return place === '' ? (path ?? 'the site') : place;
}

/** The edit link; null if there is none. It comes from content, so only http(s) URLs are used. */
export function editLinkOf({ editUrl }: ProblemPlace): string | null {
  return editUrl !== undefined && /^https?:\/\//i.test(editUrl) ? editUrl : null;
}

/** `383 pages, 12345 links: 1 error, 2 warnings, 0 notices.` */
export function summarize({ pages, links, external, findings }: CheckReport): string {
  const fresh = findings.filter(({ isKnown }) => !isKnown);
  const known = findings.length - fresh.length;
  const counts = ['error', 'warning', 'notice'].map((severity) =>
    plural(fresh.filter((finding) => finding.severity === severity).length, severity),
  );
  if (known > 0) counts.push(`${known} known from the baseline`);
  const verdicts = VERDICTS.flatMap((verdict) => (external?.[verdict] ? [`${external[verdict]} ${verdict}`] : []));
  const outside = external === null ? '' : ` Links to other sites: ${verdicts.join(', ') || 'none'}.`;
  return `${plural(pages, 'page')}, ${plural(links, 'link')}: ${counts.join(', ')}.${outside}`;
}

export const describeSkipped = ({ skipped }: CheckReport): readonly string[] =>
  skipped === undefined ? [] : [`Skipped, because only builds of sitegen can break them: ${skipped.join(', ')}.`];

/** `/a/, /b/ and 8 more pages` */
export function describePages({ pages, paths }: Pick<Finding, 'pages' | 'paths'>, most = 3): string {
  const shown = paths.slice(0, most);
  const rest = pages - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${plural(rest, 'more page')}` : shown.join(', ');
}
