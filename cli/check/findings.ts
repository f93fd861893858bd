// What the checks found, grouped by its cause, one finding however many pages show it, and where it is to be mended. Relied on:
// findings of one cause have the same fingerprint in every run, and the severity that the owner of the site wants.

import { isTemplateId, TEMPLATES } from '../../templates/template-ids.ts';
import type { Problem, ProblemPlace, Severity } from '../errors.ts';
import { sha256 } from '../files/content-hash.ts';
import type { CheckRoute } from './check-input.ts';
import type { FaultOwner } from './rules/page-rules.ts';
import { RULES, type RuleCode, type RuleSeverities } from './rules/rules.ts';

/** A problem with its cause and extent. */
export interface Finding extends Problem {
  readonly code: RuleCode;
  /** Sixteen hex digits: code, owner and target. */
  readonly fingerprint: string;
  /** The address that it is about; null where it is about the page itself. */
  readonly target: string | null;
  /** How many pages show it. */
  readonly pages: number;
  /** The first of them in route order, at most {@link PATHS_SHOWN}. */
  readonly paths: readonly string[];
}

/** One sighting of a fault. */
export interface Sighting {
  readonly code: RuleCode;
  /** Who can mend it. */
  readonly where: ProblemPlace;
  readonly what: string;
  /** Where it is not the rule's. */
  readonly fix?: string;
  /** Page that shows it; null where none does. */
  readonly path: string | null;
  readonly target?: string;
}

/** Paths that a finding names. */
const PATHS_SHOWN = 10;

/** Gathers sightings. */
export interface FindingList {
  readonly add: (sighting: Sighting) => void;
  /** Errors first, then by code, in order of first sighting. */
  readonly list: () => readonly Finding[];
}

interface Group {
  readonly first: Sighting;
  readonly severity: Severity;
  readonly fingerprint: string;
  readonly paths: string[];
  pages: number;
}

/** Starts a list. */
export function createFindingList(severities: RuleSeverities): FindingList {
  const groups = new Map<string, Group>();
  return {
    add: (sighting) => {
      const severity = severities[sighting.code] ?? RULES[sighting.code].severity;
      if (severity === 'off') return;
      const fingerprint = fingerprintOf(sighting);
      const known = groups.get(fingerprint);
      const group = known ?? { first: sighting, severity, fingerprint, paths: [], pages: 0 };
      if (known === undefined) groups.set(fingerprint, group);
      if (sighting.path === null) return;
      // A page that shows it twice in a row is one page.
      if (group.paths.at(-1) === sighting.path) return;
      group.pages += 1;
      if (group.paths.length < PATHS_SHOWN) group.paths.push(sighting.path);
    },
    list: () => sortFindings([...groups.values()].map(createFinding)),
  };
}

/** The owner and what it is about; of a fault of the page itself the page. */
function fingerprintOf({ code, where, target, path }: Sighting): string {
  const { collection, entry, editUrl, site, field, file, url } = where;
  const owner = [collection, editUrl ?? entry, site, field, file].map((part) => part ?? '').join('\u0001');
  const isNamed = collection !== undefined || file !== undefined || url !== undefined;
  const page = isNamed ? '' : (path ?? where.path ?? '');
  return sha256([code, owner, target ?? '', page].join('\u0002')).slice(0, 16);
}

function createFinding({ first, severity, fingerprint, paths, pages }: Group): Finding {
  const { code, where, what, fix, target } = first;
  const path = where.path ?? paths[0];
  return {
    code,
    severity,
    where: path === undefined ? where : { ...where, path },
    what,
    fix: fix ?? RULES[code].fix,
    fingerprint,
    target: target ?? null,
    pages,
    paths,
  };
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, notice: 2 };

/** By severity, then code; a stable sort keeps the order of sighting. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

/** A problem of an earlier stage as a finding, with the severity that the owner wants; null where it is silenced. */
export function findingOfProblem(
  problem: Problem & { readonly code: RuleCode },
  severities: RuleSeverities,
): Finding | null {
  const severity = severities[problem.code] ?? problem.severity;
  if (severity === 'off') return null;
  const { where, what } = problem;
  const paths = where.path === undefined ? [] : [where.path];
  const fingerprint = sha256([problem.code, JSON.stringify(where), what].join('\u0002')).slice(0, 16);
  return { ...problem, severity, fingerprint, target: null, pages: paths.length, paths };
}

/** Where a fault of a page is to be mended. */
export function placeOf(owner: FaultOwner, route: CheckRoute): ProblemPlace {
  switch (owner.kind) {
    case 'file':
      return { file: owner.file };
    case 'template':
      return { file: templateFileOf(route.template) };
    case 'entry':
      return route.entry === null ? { file: `locales/${route.locale}.json` } : entryPlace(route.entry, owner.field);
  }
}

/** An entry, and its field where it is known. */
export function entryPlace(
  { collection, title, site, editUrl }: NonNullable<CheckRoute['entry']>,
  field?: string,
): ProblemPlace {
  return {
    collection,
    entry: title,
    site,
    ...(field === undefined ? {} : { field }),
    ...(editUrl === null ? {} : { editUrl }),
  };
}

/** The file of a template's page. */
export function templateFileOf(template: string): string {
  return isTemplateId(template) ? `templates/pages/${TEMPLATES[template].page}` : 'templates/pages/';
}
