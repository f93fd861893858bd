// What sets a group of an audience apart, when and where its people post, and their words; how a group is made, and from which size on it is shown.

import type { ReactNode } from 'react';
import { Crowd } from './crowd.tsx';
import { Bar, useFigures } from './parts.tsx';

/** Posts of the chosen group by hour of the day. */
const HOURS = [6, 5, 4, 4, 5, 9, 22, 40, 26, 12, 6, 4, 3, 3, 4, 6, 9, 12, 16, 19, 14, 10, 9, 8];

const PEAK = 7;
const hourPath = (posts: number, hour: number) => `M${hour * 10 + 1} 42V${42 - posts}h8V42Z`;

/** What the chosen group writes about, against the average. */
export function Interests(): ReactNode {
  const { t, number } = useFigures();
  const habits = [
    [t('section.screen.socks'), 9.4],
    [t('section.screen.buses'), 6.1],
    [t('section.screen.crosswords'), 3.8],
    [t('section.screen.music'), 1],
  ] as const;
  return (
    <ul className="rows">
      {habits.map(([habit, times]) => (
        <li key={habit}>
          {habit} <b>×{number(times)}</b>
          <Bar share={times / 9.4} tone={times > 1 ? 'accent' : 'neutral'} />
        </li>
      ))}
    </ul>
  );
}

/** The posts of the chosen group by hour. */
export function Hours(): ReactNode {
  const { t } = useFigures();
  return (
    <div>
      <p className="screen__label">
        {t('section.screen.hours')} <b>07:10</b>
      </p>
      <svg
        className="scene stack stack--1"
        height="44"
        viewBox="0 0 240 42"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path opacity="0.35" d={HOURS.map((posts, hour) => hourPath(hour === PEAK ? 0 : posts, hour)).join('')} />
        <path d={hourPath(HOURS[PEAK] ?? 0, PEAK)} />
      </svg>
    </div>
  );
}

/** Where the chosen group posts. */
export function Places(): ReactNode {
  const { t, percent } = useFigures();
  const places = [
    [t('section.screen.placeForum'), 0.58],
    [t('section.screen.placeBus'), 0.27],
    [t('section.screen.placePhotos'), 0.15],
  ] as const;
  return (
    <div>
      <p className="screen__label">{t('section.screen.placesWhere')}</p>
      <ul className="rows">
        {places.map(([place, share]) => (
          <li key={place}>
            {place} <b>{percent(share)}</b>
            <Bar share={share} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function WordsScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close words pane">
      <p>
        <b>{t('section.screen.wordsTheirs')}</b> · <del>{t('section.screen.wordsYours')}</del>
      </p>
      <WordPairs />
      <p className="screen__hint">{t('section.screen.wordsHint')}</p>
    </div>
  );
}

/** The words of a group next to those of the home page. */
export function WordPairs({ count = 3 }: { readonly count?: number }): ReactNode {
  const { t, number } = useFigures();
  const pairs = [
    [t('section.screen.wordOne'), 1207, t('section.screen.wordOneYours'), 4],
    [t('section.screen.wordTwo'), 486, t('section.screen.wordTwoYours'), 0],
    [t('section.screen.wordThree'), 58, t('section.screen.wordThreeYours'), 2],
  ] as const;
  return (
    <ul className="rows">
      {pairs.slice(0, count).map(([theirs, often, yours, seldom]) => (
        <li key={theirs}>
          <strong>{theirs}</strong> <strong>{number(often)}</strong>
          <Bar share={Math.max(often / 1207, 0.03)} />
          <del>{yours}</del> <span>{number(seldom)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Groups by their name: where they gather, their people in dots of 25, and how many they are. */
const GROUPS = [
  ['section.screen.nurses', 88, 62, 86, 'tone--negative', 2140],
  ['section.screen.walkers', 272, 60, 75, 'stack--1', 1870],
  ['section.screen.commuters', 92, 200, 52, 'stack--3', 1310],
  ['section.screen.anglers', 222, 228, 26, 'stack--2', 640],
  ['section.screen.parents', 322, 156, 4, 'tone--unclear', 90],
] as const;
const ALL = GROUPS.reduce((sum, [, , , dots]) => sum + dots, 0);
const GOLDEN_ANGLE = 2.39996;
/** Distance between the dots of a group. */
const GAP = 6;

/** From everybody to a group that has a name, in three steps. */
export function GroupsFigure(): ReactNode {
  const { t } = useFigures();
  const steps = [
    [t('section.screen.groupsOne'), t('section.screen.groupsOneText'), <Everybody key="all" />],
    [t('section.screen.groupsTwo'), t('section.screen.groupsTwoText'), <Named key="named" />],
    [t('section.screen.groupsThree'), t('section.screen.groupsThreeText'), <Aloud key="aloud" />],
  ] as const;
  return (
    <ol className="thirds">
      {steps.map(([title, text, picture], step) => (
        <li className="rows" key={title}>
          <p className="workspace__step pane__title" data-step={step + 1}>
            {title}
          </p>
          <svg
            className="scene"
            viewBox="0 0 360 282"
            fontSize="14.5"
            fontWeight="600"
            overflow="visible"
            aria-hidden="true"
          >
            {picture}
          </svg>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

const dot = (x: number, y: number) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.9" />;
const round = (n: number) => Math.round(n * 10) / 10;

/** A number between 0 and 1 that looks like chance, the same in every build. */
const chance = (n: number) => Math.abs(Math.sin(n * 12.9898) * 43758.5453) % 1;
/** Of the grid in which everybody stands, before they move a little. */
const COLUMNS = 19;

function Everybody(): ReactNode {
  return (
    <g className="stack stack--4">
      {Array.from({ length: ALL }, (_, n) =>
        dot(
          round(((n % COLUMNS) + 0.2 + chance(n + 1) * 0.7) * (360 / COLUMNS)),
          round((Math.floor(n / COLUMNS) + 0.2 + chance(n + 500) * 0.7) * 20),
        ),
      )}
    </g>
  );
}

function Named(): ReactNode {
  const { t, number } = useFigures();
  return GROUPS.map(([name, x, y, dots, look, people]) => (
    <g key={name} className={`stack ${look}`}>
      {Array.from({ length: dots }, (_, n) => {
        const [angle, far] = [n * GOLDEN_ANGLE, GAP * Math.sqrt(n + 0.5)];
        return dot(round(x + Math.cos(angle) * far), round(y + Math.sin(angle) * far));
      })}
      <text
        x={x > 280 ? 360 : x}
        y={round(y + GAP * Math.sqrt(dots) + 17)}
        fill="currentColor"
        textAnchor={x > 280 ? 'end' : 'middle'}
      >
        {t(name)} {number(people)}
      </text>
    </g>
  ));
}

/** Posts that are read aloud, and those that do not fit the name of their group. */
const READ = Array.from({ length: 20 }, (_, post) => post);
const MISFITS = [7, 18];

function Aloud(): ReactNode {
  const { t } = useFigures();
  return (
    <>
      {READ.map((post) => {
        const isMisfit = MISFITS.includes(post);
        return (
          <g
            key={post}
            className={`stack ${isMisfit ? 'stack--4' : 'tone--negative'}`}
            transform={`translate(${4 + (post % 5) * 74} ${8 + Math.floor(post / 5) * 60})`}
          >
            <path
              d="M6 0H50Q56 0 56 6V27Q56 33 50 33H20L10 42V33H6Q0 33 0 27V6Q0 0 6 0Z"
              opacity={isMisfit ? 0.4 : 1}
            />
            <path
              d={isMisfit ? 'M22 11L34 23M34 11L22 23' : 'M19 17L25 23L37 10'}
              fill="none"
              stroke={isMisfit ? 'currentColor' : '#0b1333'}
              strokeWidth="3"
              strokeLinecap="round"
            />
          </g>
        );
      })}
      <text x="180" y="268" fill="currentColor" textAnchor="middle">
        {t('section.screen.nurses')}:{' '}
        {t('section.screen.queryPassed', { passed: READ.length - MISFITS.length, all: READ.length })}
      </text>
    </>
  );
}

/** One person too few, and just enough. */
export function FiftyFigure(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="quarters">
      <div className="rows">
        <div>
          <Crowd people={49} rows={5} scale={2} fillOf={() => '#b9c0d4'} />
        </div>
        <p className="pane__title">{t('section.screen.fiftyHidden', { n: 49 })}</p>
      </div>
      <div className="rows">
        <div>
          <Crowd people={50} rows={5} scale={2} fillOf={(person) => (person === 49 ? '#ff5a3c' : '#5b83f0')} />
        </div>
        <p className="pane__title">{t('section.screen.fiftyShown', { n: 50 })}</p>
      </div>
    </div>
  );
}
