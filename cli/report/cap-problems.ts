// Limits the problems of a file, so that one bad entry with thousands of faults cannot make it huge.

import type { Problem, Severity } from '../errors.ts';
import { cleanProblem } from './clean-problem.ts';

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
  const groups = [...Map.groupBy(problems.keys(), (index) => codeOf(problems[index])).values()];
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  const kept = new Map<number, P>();
  let length = 0;
  for (let rank = 0; rank < longest && kept.size < MAX_PROBLEMS && length < MAX_LENGTH; rank += 1) {
    for (const index of groups.flatMap((group) => group[rank] ?? [])) {
      const problem = problems[index];
      if (problem === undefined || kept.size === MAX_PROBLEMS) continue;
      const cleaned = cleanProblem(problem);
      const next = length + JSON.stringify(cleaned).length;
      if (next > MAX_LENGTH) continue;
      length = next;
      kept.set(index, cleaned);
    }
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
export function codeOf(problem: Pick<Problem, 'severity' | 'code'> | undefined): string {
  return `${problem?.severity} ${problem?.code}`;
}
