// Curves of a brand over a year, each against its usual range.

import type { ReactNode } from 'react';
import { areaPath, linePath } from './charts.ts';

const WEEKS = 26;
/** A curve that swings around a middle, and rises or falls from the week of the new lid. */
const curveOf = (middle: number, change: number, phase: number) =>
  Array.from({ length: WEEKS }, (_, week) => {
    const swing = Math.sin(week * 1.3 + phase) * 5 + Math.sin(week * 0.7 + phase * 2) * 4;
    return Math.round(middle + swing + Math.max(0, week - LID) * change);
  });
const LID = 20;
const flat = (value: number) => Array.from({ length: WEEKS }, () => value);
const RANGE = { least: 20, most: 85 };
const USUAL = areaPath(flat(57), flat(35), RANGE);

const VOLUME = curveOf(46, 3, 0.4);

/** The mentions of a year, and the usual ones. */
export function Volume(): ReactNode {
  return <Curve values={VOLUME} />;
}

/** Posts a week about a complaint that was rare until the new lid came. */
const COMPLAINTS = [4, 5, 3, 4, 4, 6, 3, 4, 5, 3, 4, 4, 3, 5, 4, 4, 3, 5, 4, 4, 4, 9, 22, 38, 52, 61];
const COMPLAINTS_RANGE = { least: 0, most: 66 };

/** A complaint that is new this month. */
export function NewComplaint(): ReactNode {
  return <Curve values={COMPLAINTS} usual={areaPath(flat(7), flat(1), COMPLAINTS_RANGE)} range={COMPLAINTS_RANGE} />;
}

interface CurveProps {
  readonly values: readonly number[];
  readonly usual?: string;
  readonly range?: typeof RANGE;
}

function Curve({ values, usual = USUAL, range = RANGE }: CurveProps): ReactNode {
  return (
    <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="chart__usual" d={usual} />
      <path
        className="chart__line--signal"
        strokeDasharray="3 3"
        vectorEffect="non-scaling-stroke"
        d={`M${(LID / (WEEKS - 1)) * 100} 0V100`}
      />
      <path className="chart__line" d={linePath(values, range)} />
    </svg>
  );
}
