// What a check tells: findings with their extent, those that a baseline knows apart, and whether it passes.

import type { ProblemPlace } from '../../errors.ts';
import { VERDICTS, type Verdict } from '../external/verdicts.ts';
import { type Finding, sortFindings } from '../findings.ts';

/** A finding, whether the baseline has it already, and whether the check fails by it. */
export interface ReportedFinding extends Finding {
  readonly isKnown: boolean;
  readonly isFailing: boolean;
}

/** The shape of `--format json`. No times, so that equal sites make equal reports. */
export interface CheckReport {
  readonly version: 1;
  readonly command: 'check' | 'check-links';
  /** Origin of the checked site. */
  readonly origin: string;
  readonly pages: number;
  readonly links: number;
  /** How many addresses of other sites have each verdict; null where nobody asked. */
  readonly external: Readonly<Record<Verdict, number>> | null;
  readonly isPassed: boolean;
  readonly findings: readonly ReportedFinding[];
}

/** What a report is made of. */
export interface ReportInput extends Pick<CheckReport, 'command' | 'origin' | 'pages' | 'links' | 'external'> {
  readonly findings: readonly Finding[];
  /** Fingerprints of the baseline. */
  readonly known: ReadonlySet<string>;
  /** Whether new warnings fail too. */
  readonly isStrict: boolean;
}

/** Makes the report: only what is new fails. */
export function createCheckReport({ findings, known, isStrict, ...facts }: ReportInput): CheckReport {
  const reported = sortFindings(findings).map((finding) => {
    const isKnown = known.has(finding.fingerprint);
    const isBad = finding.severity === 'error' || (isStrict && finding.severity === 'warning');
    return { ...finding, isKnown, isFailing: isBad && !isKnown };
  });
  return { version: 1, ...facts, isPassed: !reported.some(({ isFailing }) => isFailing), findings: reported };
}

/** `blog_articles › "How to read a crisis" (es) › content` */
export function describeOwner({ collection, entry, site, field, file, url, path }: ProblemPlace): string {
  const named = entry === undefined ? undefined : `"${entry}"`;
  const inSite = site === undefined ? named : `${named ?? 'site'} (${site})`;
  const parts = [file, collection, inSite, field, url].filter((part) => part !== undefined);
  return parts.length === 0 ? (path ?? 'the site') : parts.join(' › ');
}

/** The edit link of an owner; null where there is none. Content may hold any address: only those of the web are links. */
export function editLinkOf({ editUrl }: ProblemPlace): string | null {
  return editUrl !== undefined && /^https?:\/\//i.test(editUrl) ? editUrl : null;
}

/** `383 pages, 12345 links: 1 error, 2 warnings, 0 notices.` */
export function summarize({ pages, links, external, findings }: CheckReport): string {
  const fresh = findings.filter(({ isKnown }) => !isKnown);
  const count = (severity: Finding['severity']) => fresh.filter((finding) => finding.severity === severity).length;
  const known = findings.length - fresh.length;
  const outside =
    external === null
      ? ''
      : ` Links to other sites: ${VERDICTS.filter((verdict) => external[verdict] > 0)
          .map((verdict) => `${external[verdict]} ${verdict}`)
          .join(', ')}.`;
  return (
    `${plural(pages, 'page')}, ${plural(links, 'link')}: ${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}, ` +
    `${plural(count('notice'), 'notice')}${known === 0 ? '' : `, ${known} known from the baseline`}.${outside.replace(': .', ': none.')}`
  );
}

/** `1 page`, `2 pages`. */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `/a/, /b/ and 8 more pages` */
export function describePages({ pages, paths }: Finding, most = 3): string {
  if (pages === 0) return '';
  const shown = paths.slice(0, most).join(', ');
  return pages > Math.min(most, paths.length)
    ? `${shown} and ${plural(pages - Math.min(most, paths.length), 'more page')}`
    : shown;
}
