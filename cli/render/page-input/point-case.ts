// Finds points of a list that start in lower case although the others do not. Often a point was split in two, for example by a comma
// in YAML.

import type { PageContext } from './locale-context.ts';

/** Does not match product names such as "iPhone". */
const LOWER = /^\p{Ll}(?!\p{Lu})/u;
const UPPER = /^\p{Lu}/u;

/** Empty if most points start in lower case. */
export function findOddPoints(points: readonly string[]): readonly string[] {
  const lower = points.filter((point) => LOWER.test(point));
  const upper = points.filter((point) => UPPER.test(point));
  return lower.length < upper.length ? lower : [];
}

/** Warns about the first odd point of a list. `field`: `sections.0.items.1.points`. */
export function reportOddPoints({ notes }: PageContext, points: readonly string[], field: string): void {
  const [odd] = findOddPoints(points);
  if (odd === undefined) return;
  notes.report({
    code: 'POINT_LOWERCASE',
    where: { field },
    what: `The point "${odd}" starts in lower case, but the others in its list do not.`,
    fix: 'If it belongs to the point before it, join the two. Otherwise start it with a capital letter.',
  });
}
