// The Monday page: figures, the weeks against their usual range, tones and topics.

import type { ReactNode } from 'react';
import { areaPath, linePath } from './charts.ts';
import { Bar, useFigures } from './parts.tsx';

const WEEKS = [262, 270, 255, 281, 268, 274, 301, 288, 279, 334, 322, 311];
const MOST = [296, 298, 300, 302, 304, 306, 308, 310, 312, 314, 316, 318];
const LEAST = [232, 234, 236, 238, 240, 242, 244, 246, 248, 250, 252, 254];
const RANGE = { least: 200, most: 350 };

export function DashboardScreen(): ReactNode {
  const { t, number, percent } = useFigures();
  return (
    <div className="dashboard pane">
      <p className="pane__title">{t('section.screen.sentence')}</p>
      <dl className="dashboard__figures">
        <div>
          <dt>{t('section.screen.mentions')}</dt>
          <dd>{number(1284)}</dd>
          <dd className="is-good">
            +{percent(0.06)} {t('section.screen.againstUsual')}
          </dd>
        </div>
        <div>
          <dt>{t('section.screen.pictures')}</dt>
          <dd>{number(412)}</dd>
          <dd>
            {percent(0.81)} {t('section.screen.withoutName')}
          </dd>
        </div>
        <div>
          <dt>{t('section.screen.share')}</dt>
          <dd>{percent(0.23)}</dd>
          <dd className="is-good">{t('section.screen.pointsAboveUsual', { count: 2 })}</dd>
        </div>
      </dl>
      <div className="dashboard__weeks">
        <p className="screen__label">
          {t('section.screen.weekly')} <span className="legend">{t('section.screen.usual')}</span>
        </p>
        <Weeks />
      </div>
      <Topics />
    </div>
  );
}

/** Mentions a week, and the usual ones. */
export function Weeks(): ReactNode {
  return (
    <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="chart__usual" d={areaPath(MOST, LEAST, RANGE)} />
      <path className="chart__line" d={linePath(WEEKS, RANGE)} />
    </svg>
  );
}

function Topics(): ReactNode {
  const { t, number } = useFigures();
  const topics = [
    [t('section.screen.keepsHot'), 486, 'positive'],
    [t('section.screen.repairs'), 214, 'positive'],
    [t('section.screen.colour'), 96, 'neutral'],
    [t('section.screen.newLid'), 61, 'negative'],
  ] as const;
  return (
    <div className="dashboard__topics">
      <p className="screen__label">{t('section.screen.topics')}</p>
      <ul className="rows">
        {topics.map(([label, count, tone]) => (
          <li key={label}>
            {label} <b>{number(count)}</b>
            <Bar share={count / 486} tone={tone} />
          </li>
        ))}
      </ul>
    </div>
  );
}
