// The Monday page: figures, the weeks against their usual range, tones and topics; and what a dashboard needs, and does not.

import type { ReactNode } from 'react';
import { areaPath, linePath } from './charts.ts';
import { Plot } from './FigureScreens.tsx';
import { Bar, Face, Quotes, useFigures } from './parts.tsx';

const WEEKS = [262, 270, 255, 281, 268, 274, 301, 288, 268, 298, 320, 316];
const MOST = [287, 288, 290, 291, 293, 295, 297, 299, 301, 304, 307, 309];
const LEAST = [239, 240, 242, 243, 245, 247, 249, 251, 253, 256, 258, 260];
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

/** Nine train operators: minutes late at the median, this week and usually. */
const LATE = [
  [3, 2, 5],
  [6, 4, 8],
  [2, 1, 4],
  [5, 3, 7],
  [4, 3, 6],
  [7, 5, 9],
  [14, 4, 8],
  [3, 2, 5],
  [5, 4, 7],
] as const;

/** What the average hides. */
const MEAN = Math.round((LATE.reduce((sum, [now]) => sum + now, 0) / LATE.length) * 10) / 10;

/** A dashboard about late trains, taken apart: what is in it, and why. */
export function AnatomyScreen(): ReactNode {
  const { t, number } = useFigures();
  const parts = [
    [t('section.screen.anatomyOne'), t('section.screen.anatomyOneText')],
    [t('section.screen.anatomyTwo'), t('section.screen.anatomyTwoText')],
    [t('section.screen.anatomyThree'), t('section.screen.anatomyThreeText')],
    [t('section.screen.anatomyFour'), t('section.screen.anatomyFourText')],
  ] as const;
  const bodies = [
    <p className="photo__text" key="sentence">
      {t('section.screen.anatomySentence')}
    </p>,
    <Operators key="chart" />,
    <Quotes
      key="posts"
      posts={[
        [t('section.screen.anatomyPostOne'), t('section.screen.anatomyPostOneFrom')],
        [t('section.screen.anatomyPostTwo'), t('section.screen.anatomyPostTwoFrom')],
        [t('section.screen.anatomyPostThree'), t('section.screen.anatomyPostThreeFrom')],
      ]}
    />,
    <div className="message" key="question">
      <Face number={4} />
      <p className="message__body">
        <b className="pane__title">{t('section.screen.anatomyQuestion')}</b>
        <span>{t('section.screen.anatomyFor')}</span>
      </p>
    </div>,
  ];
  return (
    <ol className="close query">
      {parts.map(([title, text], index) => (
        <li className="quarters" key={title}>
          {bodies[index]}
          <div>
            <p className="workspace__step pane__title" data-step={index + 1}>
              {title}
            </p>
            <p>{text}</p>
            {index === 1 ? (
              <p>
                <br />
                <s className="photo__text">{t('section.screen.anatomyDraft', { n: number(MEAN) })}</s>
                <br />
                {t('section.screen.anatomyDraftText')}
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Operators(): ReactNode {
  const { t, number } = useFigures();
  /** Left of the first place, the scale has its figures. */
  const across = (places: number) => (places / LATE.length) * 94;
  const at = (place: number) => `${6 + across(place)}%`;
  const down = (minutes: number) => 178 - minutes * 10;
  return (
    <div>
      <p className="screen__label">
        {t('section.screen.anatomyUnit')} <span className="legend">{t('section.screen.usual')}</span>
      </p>
      <Plot height={212}>
        <line x1="6%" x2="100%" y1="178" y2="178" className="tone--neutral" />
        {[0, 5, 10, 15].map((minutes) => (
          <text key={minutes} y={down(minutes) + 5} fill="currentColor" opacity="0.72">
            {number(minutes)}
          </text>
        ))}
        {LATE.map(([now, least, most], place) => (
          <g key={at(place)}>
            <rect
              x={at(place + 0.2)}
              width={`${across(0.6)}%`}
              y={down(most)}
              height={(most - least) * 10}
              rx="4"
              fill="#3ecfb9"
              opacity="0.4"
            />
            <circle
              cx={at(place + 0.5)}
              cy={down(now)}
              r="7"
              className={now > most ? 'tone--negative' : 'is-kestrel'}
              fill="var(--tone)"
            />
            <text x={at(place + 0.5)} y="202" textAnchor="middle" fill="currentColor" opacity="0.72">
              {number(place + 1)}
            </text>
          </g>
        ))}
        <text x={at(6.15)} y={down(14) + 5} textAnchor="end" fill="currentColor" fontWeight="600">
          {t('section.screen.anatomyLabel')}
        </text>
      </Plot>
    </div>
  );
}

/** What nobody opens: a cloud of words, a map, a needle, a cake, three dimensions, and a score. */
const UNOPENED = [
  <path key="cloud" d="M34 58H92M46 40H106M58 76H118M22 76H48M102 58H126M66 24H100" strokeWidth="9" />,
  <path
    key="map"
    d="M22 38Q40 20 58 36L50 60L36 56ZM72 30Q104 14 130 36L116 62L84 54ZM60 70L76 74L68 92ZM108 76L126 78L120 90Z"
    fill="currentColor"
  />,
  <path key="needle" d="M28 80A47 47 0 0 1 122 80M75 80L106 50" strokeWidth="8" />,
  <path key="cake" d="M75 54V18A36 36 0 1 0 108 68Z" fill="currentColor" />,
  <path
    key="depth"
    d="M28 84V46L40 36V74ZM62 84V30L74 20V74ZM96 84V56L108 46V74ZM22 88H128"
    fill="currentColor"
    strokeWidth="3"
  />,
  <text key="score" x="75" y="74" fontSize="58" fontWeight="700" textAnchor="middle" fill="currentColor" stroke="none">
    73
  </text>,
];
/** What they do. */
const OPENED = [
  <text
    key="sentence"
    x="75"
    y="124"
    fontSize="150"
    fontWeight="800"
    textAnchor="middle"
    fill="currentColor"
    stroke="none"
  >
    “
  </text>,
  <path key="chart" d="M18 72L42 64L62 70L84 34L106 66L132 60" strokeWidth="6" />,
  <path
    key="posts"
    d="M24 18H112V36H36L24 44ZM40 46H128V64H52L40 72ZM24 74H112V92H24Z"
    fill="currentColor"
    stroke="none"
  />,
];
/** Where the three are among the nine. */
const KEPT = [0, 4, 7];

/** A dashboard of nine tiles before a call: what stays of it is in colour. */
export function TilesScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close query">
      <svg className="scene" viewBox="0 0 530 380" fill="none" aria-hidden="true">
        {Array.from({ length: 9 }, (_, place) => {
          const kept = KEPT.indexOf(place);
          const isKept = kept >= 0;
          const index = isKept ? kept : place - KEPT.filter((at) => at < place).length;
          return (
            <g
              key={place % 3 === 0 ? `row ${place}` : place}
              transform={`translate(${10 + (place % 3) * 175} ${10 + Math.floor(place / 3) * 125})`}
              className={isKept ? 'is-kestrel' : 'tone--neutral'}
            >
              <rect width="160" height="110" rx="12" fill="var(--tone)" opacity={isKept ? 0.14 : 0.22} />
              <g transform="translate(5 0)" color="var(--tone)" stroke="currentColor" strokeLinejoin="round">
                {isKept ? OPENED[index] : UNOPENED[index]}
              </g>
              {isKept ? null : <path d="M14 14L146 96M146 14L14 96" stroke="#ff5a3c" strokeWidth="4" />}
            </g>
          );
        })}
      </svg>
      <p className="query__verdict">{t('section.screen.tilesVerdict')}</p>
    </div>
  );
}
