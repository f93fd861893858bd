// Cleans the texts of problems, which may come from content, before they are printed or stored in a report, and limits their number, so
// that one bad entry with thousands of faults cannot make a file huge.

import type { Problem, ProblemPlace, Severity } from '../errors.ts';
import { printableText } from '../text/printable-text.ts';

const MAX_TEXT = 2000;

/** Lengths of the parts of a place. */
const MAX_PART: Readonly<Record<keyof ProblemPlace, number>> = {
  collection: 120,
  entry: 120,
  site: 40,
  field: 200,
  editUrl: 500,
  url: 500,
  path: 300,
  file: 300,
};

/** The problem without control characters, line breaks and endless texts. */
export function cleanProblem<P extends Problem>(problem: P): P {
  return {
    ...problem,
    where: cleanPlace(problem.where),
    what: printableText(problem.what, MAX_TEXT),
    fix: printableText(problem.fix, MAX_TEXT),
  };
}

/** The place with cleaned parts. */
export function cleanPlace(where: ProblemPlace): ProblemPlace {
  const parts = Object.entries(where).map(([name, value]) => {
    const length = name in MAX_PART ? MAX_PART[name as keyof ProblemPlace] : MAX_TEXT;
    return [name, typeof value === 'string' ? printableText(value, length) : value];
  });
  return Object.fromEntries(parts);
}

/** Problems of one code that a report counts but does not list. */
export interface OmittedProblems {
  readonly severity: Severity;
  readonly code: string;
  readonly count: number;
}

/** Problems as a file lists them. */
export interface CappedProblems<P extends Problem = Problem> {
  /** In the given order, with cleaned texts. */
  readonly problems: readonly P[];
  readonly omitted: readonly OmittedProblems[];
}

/** A report has two such lists: the problems of the content, and those of the site. */
const MAX_PROBLEMS = 5000;
/** In characters of JSON. */
const MAX_LENGTH = 4_000_000;

/** Keeps the first problems of each code, so that many of one code do not displace the others. */
export function capProblems<P extends Problem>(problems: readonly P[]): CappedProblems<P> {
  const ofCode = new Map<string, number>();
  const ranked = problems.map((problem, index) => {
    const rank = ofCode.get(codeOf(problem)) ?? 0;
    ofCode.set(codeOf(problem), rank + 1);
    return { problem, index, rank };
  });
  const kept = new Map<number, P>();
  let length = 0;
  for (const { problem, index } of ranked.toSorted((a, b) => a.rank - b.rank)) {
    if (kept.size === MAX_PROBLEMS || length >= MAX_LENGTH) break;
    const cleaned = cleanProblem(problem);
    const next = length + JSON.stringify(cleaned).length;
    if (next > MAX_LENGTH) continue;
    length = next;
    kept.set(index, cleaned);
  }
  const rest = problems.flatMap(({ severity, code }, index) => (kept.has(index) ? [] : [{ severity, code, count: 1 }]));
  return { problems: problems.flatMap((_, index) => kept.get(index) ?? []), omitted: joinCounts(rest) };
}

/** Both lists as one. */
export function joinCapped(first: CappedProblems, second: CappedProblems): CappedProblems {
  return {
    problems: [...first.problems, ...second.problems],
    omitted: joinCounts([...first.omitted, ...second.omitted]),
  };
}

/** One count for each code and severity. */
export function joinCounts(counts: readonly OmittedProblems[]): readonly OmittedProblems[] {
  return [...Map.groupBy(counts, codeOf).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, count: group.reduce((sum, { count }) => sum + count, 0) }];
  });
}

/** A key of severity and code. */
export function codeOf({ severity, code }: Pick<Problem, 'severity' | 'code'>): string {
  return `${severity} ${code}`;
}
