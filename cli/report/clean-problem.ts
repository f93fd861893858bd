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

const MAX_PROBLEMS = 10_000;
const MAX_LENGTH = 8_000_000;

/**
 * The problems as a file lists them: in the given order, with cleaned texts. Keeps the first ones of each code, so that many of one code do
 * not displace the others.
 */
export function capProblems<P extends Problem>(problems: readonly P[]) {
  const groups = [...Map.groupBy(problems, codeOf).values()];
  const ranked = groups.flatMap((group) => group.map((problem, rank) => ({ problem, rank })));
  const kept = new Map<P, P>();
  let length = 0;
  for (const { problem } of ranked.toSorted((a, b) => a.rank - b.rank)) {
    if (kept.size === MAX_PROBLEMS) break;
    const cleaned = cleanProblem(problem);
    const next = length + JSON.stringify(cleaned).length;
    if (next > MAX_LENGTH) continue;
    length = next;
    kept.set(problem, cleaned);
  }
  const omitted = groups.flatMap((group): readonly OmittedProblems[] => {
    const [first, ...rest] = group.filter((problem) => !kept.has(problem));
    return first === undefined ? [] : [{ severity: first.severity, code: first.code, count: rest.length + 1 }];
  });
  return { problems: problems.flatMap((problem) => kept.get(problem) ?? []), omitted };
}

/** A key of severity and code. */
export function codeOf({ severity, code }: Pick<Problem, 'severity' | 'code'>): string {
  return `${severity} ${code}`;
}
