// What is reported of a valid entry or global at a place, for tests.

import { findLosses } from '../../../cli/content/intake/find-losses.ts';
import { problemOf } from '../../../cli/content/intake/parse-entry.ts';
import type { Problem, ProblemPlace } from '../../../cli/errors.ts';

export function lossProblems(value: unknown, place: ProblemPlace = {}): readonly Problem[] {
  return findLosses(value).map((loss) => problemOf(loss, place));
}
