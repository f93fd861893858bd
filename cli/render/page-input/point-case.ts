// Points of a list that begin in lower case where the others begin with a capital: mostly one point that was split in two, for example
// by a comma in YAML.

import type { LocaleContext } from './locale-context.ts';

/** Where a list of points is. */
export interface PointsPlace {
  readonly title: string;
  readonly editUrl: string | null;
  /** Path of the field: `sections.0.items.1.points`. */
  readonly field: string;
}

/** A letter at the beginning, and not the name of a product such as "iPhone". */
const LOWER = /^\p{Ll}(?!\p{Lu})/u;
const UPPER = /^\p{Lu}/u;

/** The odd points of a list. Empty where more points begin in lower case than with a capital. */
export function findOddPoints(points: readonly string[]): readonly string[] {
  const lower = points.filter((point) => LOWER.test(point));
  const upper = points.filter((point) => UPPER.test(point));
  return lower.length < upper.length ? lower : [];
}

/** Warns of the odd points of a list. */
export function reportOddPoints({ row, reads }: LocaleContext, points: readonly string[], place: PointsPlace): void {
  const [odd] = findOddPoints(points);
  if (odd === undefined) return;
  const { title, editUrl, field } = place;
  reads.report({
    code: 'POINT_LOWERCASE',
    severity: 'warning',
    where: { collection: 'pages', entry: title, site: row.site, field, ...(editUrl === null ? {} : { editUrl }) },
    what: `The point "${odd}" begins in lower case, and the others of its list do not.`,
    fix: 'If it belongs to the point before it, join the two; otherwise begin it with a capital.',
  });
}
