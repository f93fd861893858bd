// One viral day in half a year: the median of eight weeks stays, their average does not.

import type { ReactNode } from 'react';
import { areaPath, linePath } from './charts.ts';
import { useFigures } from './parts.tsx';

/** Mentions by week; the chart starts with the ninth, when both rules have eight weeks behind them. */
const MENTIONS = [
  251, 262, 244, 258, 270, 249, 255, 266, 258, 271, 253, 540, 262, 268, 249, 274, 261, 257, 270, 264, 258, 272, 263,
];
const RULE = 8;
const WEEKS = MENTIONS.slice(RULE);
/** What a rule says about each week of the chart. */
const byRule = (rule: (weeks: readonly number[]) => number) =>
  WEEKS.map((_, index) => Math.round(rule(MENTIONS.slice(index, index + RULE))));
const MEDIANS = byRule((weeks) => {
  const [lower = 0, upper = 0] = weeks.toSorted((a, b) => a - b).slice(RULE / 2 - 1, RULE / 2 + 1);
  return (lower + upper) / 2;
});
const AVERAGES = byRule((weeks) => weeks.reduce((sum, week) => sum + week, 0) / RULE);
const RANGE = { least: 220, most: 560 };
/** The week before the viral one leaves the rule. */
const LAST = WEEKS.indexOf(Math.max(...WEEKS)) + RULE;

export function BaselineScreen(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="close baseline pane">
      <div>
        <p className="screen__label">
          {t('section.screen.weekly')} <span className="legend">{t('section.screen.usual')}</span>
        </p>
        <p className="baseline__peak">{t('section.screen.baselineVideo')}</p>
        <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            className="chart__usual"
            d={areaPath(
              MEDIANS.map((median) => median + 24),
              MEDIANS.map((median) => median - 24),
              RANGE,
            )}
          />
          <path className="chart__line chart__line--signal" d={linePath(AVERAGES, RANGE)} strokeDasharray="5 4" />
          <path className="chart__line" d={linePath(WEEKS, RANGE)} />
        </svg>
      </div>
      <dl className="baseline__rules">
        <div>
          <dt>{t('section.screen.baselineMedian')}</dt>
          <dd>{number(MEDIANS[LAST] ?? 0)}</dd>
        </div>
        <div className="is-average">
          <dt>{t('section.screen.baselineAverage')}</dt>
          <dd>{number(AVERAGES[LAST] ?? 0)}</dd>
        </div>
      </dl>
      <p>{t('section.screen.baselineVerdict')}</p>
    </div>
  );
}
