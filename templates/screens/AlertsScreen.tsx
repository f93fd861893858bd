// One hour of an alert: the curve above its usual range, and the actions by minute. The same list for a demo.

import type { ReactNode } from 'react';
import { BeltScene } from './belt.tsx';
import { areaPath, linePath } from './charts.ts';
import { useFigures } from './parts.tsx';

interface Hour {
  /** Posts per ten minutes. The alert starts at the eighth value. */
  readonly posts: readonly number[];
  /** The points of the curve with an action; between two values, such as 7.5, if it is between two times. */
  readonly marks: readonly number[];
}

const LID: Hour = { posts: [1, 2, 1, 2, 2, 1, 2, 1, 9, 23, 38, 34, 26, 15], marks: [7, 8, 9, 11, 13] };
/** From 16:40 to 19:10, the alert at 17:50; the decision at 18:50 turns it. */
const BAGS: Hour = { posts: [0, 1, 0, 1, 1, 0, 1, 7, 18, 26, 30, 33, 36, 38, 41, 23], marks: [7, 7.6, 8.5, 10, 13] };
const RANGE = { least: 0, most: 42 };

/** What was done in the hour of the lid. */
export function AlertSteps(): ReactNode {
  const { t } = useFigures();
  const steps = [
    ['06:41', t('section.screen.stepOne'), t('section.screen.stepOneText')],
    ['06:49', t('section.screen.stepTwo'), t('section.screen.stepTwoText')],
    ['06:58', t('section.screen.stepThree'), t('section.screen.stepThreeText')],
    ['07:20', t('section.screen.stepFour'), t('section.screen.stepFourText')],
    ['07:41', t('section.screen.stepFive'), t('section.screen.stepFiveText')],
  ] as const;
  return <TimedSteps steps={steps} />;
}

export function AlertsScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="alerts">
      <div className="pane">
        <p className="screen__label">
          {t('section.screen.perHour')} <span className="legend">{t('section.screen.usual')}</span>
        </p>
        <LidCurve />
      </div>
      <AlertSteps />
    </div>
  );
}

/** Posts of the hour of the lid. */
export function LidCurve(): ReactNode {
  return (
    <svg className="alerts__curve" viewBox="-9 -10 338 120" overflow="visible" aria-hidden="true">
      <Curve {...LID} />
    </svg>
  );
}

/** Steps with their time, title and text; time and text may be empty. */
export function TimedSteps({
  steps,
}: {
  readonly steps: readonly (readonly [string, string, ReactNode])[];
}): ReactNode {
  return (
    <ol className="alerts__steps">
      {steps.map(([time, title, text]) => (
        <li key={title}>
          {time === '' ? null : <time>{time}</time>}
          <p>
            <b>{title}</b>
            {text === '' ? null : <span>{text}</span>}
          </p>
        </li>
      ))}
    </ol>
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

/** An hour of an airline, minute by minute as in the order of a crisis: 0, 5, 15, 30 and 60. */
export function BeltScreen(): ReactNode {
  const { t } = useFigures();
  const steps = [
    ['17:50', t('section.screen.stepTwo'), t('section.screen.beltAlert')],
    ['17:55', t('section.screen.stepThree'), t('section.screen.beltAuthor')],
    ['18:05', t('section.screen.beltLogged'), t('section.screen.beltClaim')],
    ['18:20', t('section.screen.stepFour'), t('section.screen.beltRead')],
    ['18:50', t('section.screen.beltDecision'), t('section.screen.beltSigned')],
  ] as const;
  return (
    <div className="belt close routes">
      <BeltScene>
        <Curve {...BAGS} />
      </BeltScene>
      <TimedSteps steps={steps} />
    </div>
  );
}

/** Four days of a log. */
export function LogScreen(): ReactNode {
  const { t } = useFigures();
  const steps = [
    [t('section.screen.beltDecision'), t('section.screen.logOneText')],
    [t('section.screen.logTwo'), t('section.screen.logTwoText')],
    [t('section.screen.logThree'), t('section.screen.logThreeText')],
    [t('section.screen.logFour'), t('section.screen.logFourText')],
  ] as const;
  return (
    <div className="close routes">
      <TimedSteps
        steps={steps.map(([title, text], index) => [t('section.screen.logDay', { n: index + 1 }), title, text])}
      />
    </div>
  );
}

/** In a picture of 338 × 120 units that keeps its aspect ratio, so that the points stay round. */
function Curve({ posts, marks }: Hour): ReactNode {
  const width = 320 / (posts.length - 1);
  const usual = { most: posts.map((_, index) => 3 + (index % 2)), least: posts.map(() => 0) };
  const valueAt = (index: number) => {
    const [before = 0, after = before] = [posts[Math.floor(index)], posts[Math.ceil(index)]];
    return before + (after - before) * (index % 1);
  };
  const at = (index: number) => ({ x: index * width, y: 100 - (valueAt(index) / RANGE.most) * 100 });
  const peak = posts.indexOf(Math.max(...posts));
  return (
    <g fontSize="14.5" fontWeight="700" textAnchor="middle">
      <g transform="scale(3.2 1)">
        <path className="chart__usual" d={areaPath(usual.most, usual.least, RANGE)} />
        <path className="chart__line chart__line--signal" d={linePath(posts, RANGE)} />
      </g>
      <text className="alerts__peak" x={at(peak).x} y={at(peak).y - 7}>
        {posts[peak]}
      </text>
      {marks.map((index, place) => (
        <g key={index} className="alerts__mark" transform={`translate(${at(index).x} ${at(index).y})`}>
          <circle r="10" />
          <text y="5.2">{place + 1}</text>
        </g>
      ))}
    </g>
  );
}
