// Groups faults into findings: faults with one cause are one finding, however many pages have it. A finding has the same
// fingerprint in every run, and the severity set in site.config.ts.

import { isTemplateId, TEMPLATES } from '../../templates/template-ids.ts';
import { type Problem, type ProblemPlace, placeOfEntry } from '../errors.ts';
import type { OutPath } from '../files/brands.ts';
import { sha256 } from '../files/content-hash.ts';
import { outFileOf } from '../paths/site-path.ts';
import { bySeverity } from '../report/describe-problems.ts';
import type { CheckRoute } from './check-input.ts';
import type { FaultOwner, PageFault } from './rules/page-rules.ts';
import { isRuleCode, RULES, type RuleCode, type RuleSeverities } from './rules/rules.ts';

/** A problem, and the pages that have it. */
export interface Finding extends Problem {
  readonly code: RuleCode;
  /** Sixteen hex digits: code, owner and target. */
  readonly fingerprint: string;
  /** The faulty address; null if the page itself is faulty. */
  readonly target: string | null;
  /** Number of pages with it. */
  readonly pages: number;
  /** The first pages in route order, at most {@link MAX_PATHS}. */
  readonly paths: readonly string[];
}

export interface Fault {
  readonly code: RuleCode;
  /** Where to fix it. */
  readonly where: ProblemPlace;
  readonly what: string;
  /** Replaces the fix of the rule. */
  readonly fix?: string;
  /** Path of the page; null if it is not on a page. */
  readonly path: string | null;
  readonly target?: string;
}

const MAX_PATHS = 10;

type CollectedFinding = Finding & { pages: number; readonly paths: string[] };

/** Errors first, then by code, in order of first occurrence. */
export function groupFaults(faults: Iterable<Fault>, severities: RuleSeverities): readonly Finding[] {
  const findings = new Map<string, CollectedFinding>();
  for (const fault of faults) {
    const severity = severities[fault.code] ?? RULES[fault.code].severity;
    if (severity === 'off') continue;
    const fingerprint = fingerprintOf(fault);
    const { code, what, path, target = null, fix = RULES[code].fix } = fault;
    const where = path === null ? fault.where : { ...fault.where, path: fault.where.path ?? path };
    const created: CollectedFinding = { code, severity, where, what, fix, fingerprint, target, pages: 0, paths: [] };
    const finding = findings.getOrInsert(fingerprint, created);
    // Pages are checked one after the other.
    if (path === null || finding.paths.at(-1) === path) continue;
    finding.pages += 1;
    if (finding.paths.length < MAX_PATHS) finding.paths.push(path);
  }
  return sortFindings([...findings.values()]);
}

/** Hashes code, owner and target; a fault without owner is identified by its page. */
function fingerprintOf({ code, where, target, path }: Fault): string {
  const { collection, entry, editUrl, site, field, file, url } = where;
  const owner = [collection, editUrl ?? entry, site, field, file].map((part) => part ?? '').join('\u0001');
  const isNamed = collection !== undefined || file !== undefined || url !== undefined;
  const page = isNamed ? '' : (path ?? where.path ?? '');
  return sha256([code, owner, target ?? '', page].join('\u0002')).slice(0, 16);
}

/** By severity, then code; a stable sort keeps the order of occurrence. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => bySeverity(a, b) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
}

/** Problems of rules that earlier stages found, with the severities of site.config.ts. */
export function findingsOfProblems(problems: readonly Problem[], severities: RuleSeverities): readonly Finding[] {
  return problems.flatMap((problem) => {
    const { code, where, what } = problem;
    const severity = isRuleCode(code) ? (severities[code] ?? RULES[code].severity) : 'off';
    if (!isRuleCode(code) || severity === 'off') return [];
    const paths = where.path === undefined ? [] : [where.path];
    const fingerprint = sha256([code, JSON.stringify(where), what].join('\u0002')).slice(0, 16);
    return [{ ...problem, code, severity, fingerprint, target: null, pages: paths.length, paths }];
  });
}

export function locateFault(
  { owner, ...fault }: PageFault,
  route: CheckRoute,
  editedFiles: ReadonlySet<OutPath>,
): Fault {
  const { path } = route;
  const file = outFileOf(path);
  if (owner.kind === 'entry' || !editedFiles.has(file)) return { ...fault, path, where: placeOf(owner, route) };
  return { ...fault, path, where: { file }, fix: 'Build again: the file was changed after the build.' };
}

function placeOf(owner: FaultOwner, route: CheckRoute): ProblemPlace {
  if (owner.kind === 'file') return { file: owner.file };
  if (owner.kind === 'program') return { path: route.path };
  if (owner.kind === 'template') return { file: templateFileOf(route.template) };
  return route.entry === null ? { file: `locales/${route.locale}.json` } : placeOfEntry(route.entry, owner.field);
}

export function templateFileOf(template: string): string {
  return isTemplateId(template) ? `templates/pages/${TEMPLATES[template].page}` : 'templates/pages/';
}
