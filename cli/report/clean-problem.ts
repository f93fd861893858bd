// Cleans the texts of a problem, which may come from content, before it is printed or stored in a report.

import type { Problem, ProblemPlace } from '../errors.ts';
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
