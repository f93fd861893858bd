// Curves of a brand over a year, each against its usual range, and what they mean together.

import type { ReactNode } from 'react';
import { areaPath, linePath } from './charts.ts';
import { Plot } from './FigureScreens.tsx';
import { BRAND, useFigures } from './parts.tsx';

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
  return <Curve values={VOLUME} isLarge />;
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
  /** Alone in a card. */
  readonly isLarge?: boolean;
}

function Curve({ values, usual = USUAL, range = RANGE, isLarge = false }: CurveProps): ReactNode {
  return (
    <svg
      {...(isLarge ? { width: '100%', viewBox: '0 0 400 100' } : { className: 'chart', viewBox: '0 0 100 100' })}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <g transform={isLarge ? 'scale(4 1)' : undefined}>
        <path className="chart__usual" d={usual} />
        <path
          className="chart__line--signal"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
          d={`M${(LID / (WEEKS - 1)) * 100} 0V100`}
        />
        <path className="chart__line" d={linePath(values, range)} />
      </g>
    </svg>
  );
}

/** The last ten weeks of a measure without its swing. */
const TRENDS = {
  still: [50, 50, 50, 50, 50, 50, 50, 50, 50, 50],
  rises: [50, 50, 50, 50, 50, 52, 55, 61, 67, 73],
  falls: [50, 50, 50, 50, 50, 48, 45, 39, 33, 27],
} as const;
/** A trend that swings in its own way. */
const swingOf = (trend: keyof typeof TRENDS, seed: number) =>
  TRENDS[trend].map(
    (value, week) => value + Math.round(Math.sin(week * 1.9 + seed * 2.3) * 3.5 + Math.sin(week * 0.9 + seed) * 3),
  );
/** Volume and share leave their band at the top in these cases, tone at the bottom. */
const UPWARDS = { least: 34, most: 80 };
const DOWNWARDS = { least: 20, most: 66 };
const TEN_WEEKS = Array.from({ length: TRENDS.still.length }, () => 0);

/** Volume, tone and share of the four brands in the last week. */
const NOW = [
  [316, 0.4, 0.23],
  [8460, 0.55, 0.34],
  [87, 0.22, 0.12],
  [271, 0.47, 0.29],
] as const;

/** Four cases in which one number alone would mislead. */
export function TogetherScreen(): ReactNode {
  const { t, number, percent } = useFigures();
  const none = t('section.screen.reasonNone');
  const repairs = [t('section.screen.repairs'), t('section.screen.repairsQuote')] as const;
  const cases = [
    [
      BRAND,
      t('section.screen.togetherOne'),
      'rises',
      'still',
      t('section.screen.newLid'),
      t('section.screen.quoteOne'),
      'rises',
    ],
    ['Halden Foods', t('section.screen.togetherTwo'), 'rises', 'still', none, null, 'still'],
    ['Polder', t('section.screen.togetherThree'), 'still', 'falls', ...repairs, 'still'],
    ['Tamarind', t('section.screen.togetherFour'), 'still', 'still', none, null, 'rises'],
  ] as const;
  return (
    <div className="close panes">
      {cases.map(([brand, verdict, volume, tone, reason, quote, share], at) => (
        <div className="asked pane" key={verdict}>
          <div>
            <p>{brand}</p>
            <p className="pane__title">{verdict}</p>
          </div>
          <div className="facts">
            <Trend
              name={t('section.screen.weekly')}
              now={number(NOW[at]?.[0] ?? 0)}
              trend={volume}
              seed={at * 3 + 1}
              range={UPWARDS}
            />
            <Trend
              name={t('section.screen.praise')}
              now={percent(NOW[at]?.[1] ?? 0)}
              trend={tone}
              seed={at * 3 + 2}
              range={DOWNWARDS}
            />
            <Trend
              name={t('section.screen.share')}
              now={percent(NOW[at]?.[2] ?? 0)}
              trend={share}
              seed={at * 3 + 3}
              range={UPWARDS}
            />
          </div>
          <Reason reason={reason} quote={quote} />
        </div>
      ))}
    </div>
  );
}

function Reason({ reason, quote }: { readonly reason: string; readonly quote: string | null }): ReactNode {
  const { t } = useFigures();
  return (
    <div>
      <p className="screen__label">{t('section.screen.reason')}</p>
      <p className={quote === null ? undefined : 'pane__title'}>{reason}</p>
      {quote === null ? null : <p>{quote}</p>}
    </div>
  );
}

interface TrendProps {
  readonly name: string;
  /** Its value of the last week. */
  readonly now: string;
  readonly trend: keyof typeof TRENDS;
  readonly seed: number;
  readonly range: typeof RANGE;
}

function Trend({ name, now, trend, seed, range }: TrendProps): ReactNode {
  return (
    <div>
      {name} <b>{now}</b>
      <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path
          className="chart__usual"
          d={areaPath(
            TEN_WEEKS.map(() => 62),
            TEN_WEEKS.map(() => 38),
            range,
          )}
        />
        <path
          className={trend === 'still' ? 'chart__line' : 'chart__line chart__line--signal'}
          d={linePath(swingOf(trend, seed), range)}
        />
      </svg>
    </div>
  );
}

/** Two years in weeks; three of them stand out. */
const PEAKS = [
  [21, 34],
  [50, 26],
  [88, 40],
] as const;
const TWO_YEARS = Array.from({ length: 104 }, (_, week) => {
  const swing = Math.sin(week * 1.7) * 3 + Math.sin(week * 0.63 + 1) * 4 + Math.sin(week * 4.1) * 2.5;
  const peak = PEAKS.reduce((sum, [at, height]) => sum + height * Math.exp(-((week - at) ** 2) / 1.2), 0);
  return 34 + swing + peak;
});
const NORMAL = { least: 18, most: 78 };

/** What a brand looks like before its first call. */
export function NormalScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close">
      <div className="pane">
        <p className="screen__label">
          {t('section.screen.weekly')} <span className="legend">{t('section.screen.usual')}</span>
        </p>
        <Plot height={24}>
          {PEAKS.map(([week], index) => (
            <g className="alerts__mark" key={week}>
              <circle cx={`${(week / 103) * 100}%`} cy="12" r="12" />
              <text x={`${(week / 103) * 100}%`} y="16.5" textAnchor="middle" fontSize="13" fontWeight="700">
                {index + 1}
              </text>
            </g>
          ))}
        </Plot>
        <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            className="chart__usual"
            d={areaPath(
              TWO_YEARS.map(() => 45),
              TWO_YEARS.map(() => 25),
              NORMAL,
            )}
          />
          <path className="chart__line" d={linePath(TWO_YEARS, NORMAL)} />
        </svg>
      </div>
      <p className="pane query__verdict pane__title">{t('section.screen.normalAsk')}</p>
    </div>
  );
}
