// One hour of an alert: the curve above its usual range, and the actions by minute. Other lists by minute: an alert on its way to
// other tools, and a demo.

import type { ReactNode } from 'react';
import { areaPath, linePath } from './charts.ts';
import { useFigures } from './parts.tsx';

/** Posts per ten minutes, and the usual range. The alert starts at the eighth value. */
const POSTS = [1, 2, 1, 2, 2, 1, 2, 1, 9, 23, 38, 34, 26, 15];
const USUAL = { most: POSTS.map((_, index) => 3 + (index % 2)), least: POSTS.map(() => 0) };
const RANGE = { least: 0, most: 42 };
/** The points of the curve with an action. */
const PEAK = 10;
const MARKS = [7, 8, 9, 11, 13];

export function AlertsScreen(): ReactNode {
  const { t } = useFigures();
  const steps = [
    ['06:41', t('section.screen.stepOne'), t('section.screen.stepOneText')],
    ['06:49', t('section.screen.stepTwo'), t('section.screen.stepTwoText')],
    ['06:58', t('section.screen.stepThree'), t('section.screen.stepThreeText')],
    ['07:20', t('section.screen.stepFour'), t('section.screen.stepFourText')],
    ['07:41', t('section.screen.stepFive'), t('section.screen.stepFiveText')],
  ] as const;
  return (
    <div className="alerts">
      <div className="alerts__chart">
        <p className="screen__label">
          {t('section.screen.perHour')} <span className="legend">{t('section.screen.usual')}</span>
        </p>
        <Curve />
      </div>
      <TimedSteps steps={steps} />
    </div>
  );
}

function TimedSteps({ steps }: { readonly steps: readonly (readonly [string, string, string])[] }): ReactNode {
  return (
    <ol className="alerts__steps">
      {steps.map(([time, title, text]) => (
        <li key={title}>
          <time>{time}</time>
          <p>
            <b>{title}</b>
            <span>{text}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** What one alert becomes in other tools. */
export function RoutesScreen(): ReactNode {
  const { t } = useFigures();
  const taken = t('section.screen.channelTaken', { time: '06:52' });
  const steps = [
    ['06:49', t('section.screen.routesChat'), `#${t('section.screen.channelName')}: ${taken}`],
    ['06:49', t('section.screen.routesTicket'), t('section.screen.routesTicketText')],
    ['06:50', t('section.screen.routesSheet'), t('section.screen.routesSheetText')],
    ['06:50', t('section.screen.routesStore'), t('section.screen.routesStoreText')],
    ['08:00', t('section.screen.routesMail'), t('section.screen.routesMailText')],
  ] as const;
  return (
    <div className="close routes">
      <TimedSteps steps={steps} />
    </div>
  );
}

/** What happens in a demo. */
export function HalfHourScreen(): ReactNode {
  const { t } = useFigures();
  const steps = [
    ['0:00', t('section.screen.halfHourOne'), t('section.screen.question')],
    ['0:03', t('section.screen.halfHourTwo'), t('section.screen.halfHourTwoText', { n: 1284, photos: 412 })],
    ['0:10', t('section.screen.halfHourThree'), t('section.screen.halfHourThreeText')],
    ['0:20', t('section.screen.halfHourFour'), t('section.screen.halfHourFourText')],
    ['0:29', t('section.screen.halfHourFive'), t('section.screen.halfHourFiveText')],
  ] as const;
  return (
    <div className="close routes">
      <TimedSteps steps={steps} />
    </div>
  );
}

/** Keeps its aspect ratio, so that the points stay round. */
function Curve(): ReactNode {
  const width = 320 / (POSTS.length - 1);
  const at = (index: number) => ({ x: index * width, y: 100 - ((POSTS[index] ?? 0) / RANGE.most) * 100 });
  return (
    <svg className="alerts__curve" viewBox="-9 -10 338 120" aria-hidden="true">
      <g transform="scale(3.2 1)">
        <path className="chart__usual" d={areaPath(USUAL.most, USUAL.least, RANGE)} />
        <path className="chart__line chart__line--signal" d={linePath(POSTS, RANGE)} />
      </g>
      <text className="alerts__peak" x={at(PEAK).x} y={at(PEAK).y - 7}>
        {POSTS[PEAK]}
      </text>
      {MARKS.map((index, place) => (
        <g key={index} className="alerts__mark" transform={`translate(${at(index).x} ${at(index).y})`}>
          <circle r="8" />
          <text y="3.4">{place + 1}</text>
        </g>
      ))}
    </svg>
  );
}
