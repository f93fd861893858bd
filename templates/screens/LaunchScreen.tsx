// A rival's launch day: the questions nobody answers, and what people compare the product with.

import type { ReactNode } from 'react';
import { Labels, Plot } from './FigureScreens.tsx';
import { Bar, BRAND, useFigures } from './parts.tsx';

/** With what people compare the product. */
const RIVALS = [
  ['Thermel', 58, 'stack--3'],
  [BRAND, 21, 'stack--1'],
  ['Pico', 6, 'stack--4'],
] as const;

export function LaunchScreen(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="close launch pane">
      <List title={t('section.screen.launchQuestions')} note={t('section.screen.launchAnswered', { n: 2, all: 93 })}>
        <Questions />
      </List>
      <p className="screen__hint">{t('section.screen.launchHint')}</p>
      <List title={t('section.screen.launchComparisons')} note={t('section.screen.launchComparedWith')}>
        <ul className="rows">
          {RIVALS.map(([rival, count]) => (
            <li key={rival}>
              {rival} <b>{number(count)}</b>
              <Bar share={count / 58} tone={rival === BRAND ? 'accent' : 'neutral'} />
            </li>
          ))}
        </ul>
      </List>
      <p className="pane__title">{t('section.screen.launchNews')}</p>
    </div>
  );
}

const QUESTIONS = [
  ['section.screen.launchCar', 39],
  ['section.screen.launchParts', 33],
  ['section.screen.launchWash', 21],
] as const;

/** What people ask another rival, on a day without a launch. */
const OTHERS = [
  ['section.screen.askMade', 14],
  ['section.screen.askFade', 9],
  ['section.screen.askSmaller', 7],
] as const;

export function OtherQuestions(): ReactNode {
  return <Questions questions={OTHERS} />;
}

/** What people ask a rival. */
function Questions({ questions = QUESTIONS }: { readonly questions?: typeof QUESTIONS | typeof OTHERS }): ReactNode {
  const { t, number } = useFigures();
  return (
    <ul className="rows">
      {questions
        .map(([question, count]) => [t(question), count] as const)
        .map(([question, count]) => (
          <li key={question}>
            {question} <b>{number(count)}</b>
            <Bar share={count / questions[0][1]} tone="negative" />
          </li>
        ))}
    </ul>
  );
}

interface ListProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

function List({ title, note, children }: ListProps): ReactNode {
  return (
    <div>
      <p className="screen__label">
        <b>{title}</b> <span>{note}</span>
      </p>
      {children}
    </div>
  );
}

/** Every question of the launch day as a bubble, two of them answered, and the comparisons as one bar. */
export function UnansweredFigure(): ReactNode {
  const { t, number } = useFigures();
  const all = RIVALS.reduce((sum, [, count]) => sum + count, 0);
  const startOf = (place: number) => RIVALS.slice(0, place).reduce((sum, [, count]) => sum + count, 0);
  const at = (count: number) => `${(count / all) * 100}%`;
  return (
    <div className="proof">
      <Labels
        start={<b className="pane__title">{t('section.screen.launchQuestions')}</b>}
        end={<span className="tone">{t('section.screen.launchAnswered', { n: 2, all: 93 })}</span>}
      />
      {QUESTIONS.map(([question, count]) => (
        <div key={question}>
          <p>
            <b>{number(count)}</b> {t(question)}
          </p>
          <Bubbles count={count} answered={count === 39 ? 2 : 0} />
        </div>
      ))}
      <p className="screen__hint screen__label">
        <b>{t('section.screen.launchHint')}</b> <span>{t('section.screen.launchAnswer')}</span>
      </p>
      <Labels start={<b className="pane__title">{t('section.screen.launchComparisons')}</b>} end={number(all)} />
      <Plot height={72}>
        {RIVALS.map(([rival, count, look], place) => (
          <g key={rival} className={`stack ${look}`}>
            <rect
              x={at(startOf(place))}
              width={at(count)}
              height="72"
              fill={look === 'stack--1' ? '#1d53e0' : undefined}
            />
            <text
              x={at(startOf(place) + 1)}
              y="43"
              dx="4"
              fontWeight="600"
              fill={look === 'stack--1' ? '#ffffff' : '#0b1333'}
              className={place === 2 ? 'plot__wide' : ''}
            >
              {rival}
              <tspan className="plot__wide"> ·</tspan> {number(count)}
            </text>
          </g>
        ))}
        <text className="plot__narrow" x="100%" y="-8" textAnchor="end">
          {RIVALS[2][0]} {number(RIVALS[2][1])}
        </text>
      </Plot>
      <p className="photo__text">{t('section.screen.launchNews')}</p>
      <p className="screen__label">{t('section.screen.example')}</p>
    </div>
  );
}

/** A speech bubble, 26 wide and 28 high, from the middle of its upper edge. */
export const drawBubble = (x: number, y: number) => `M${x} ${y}a13 12 0 1 1-4 23l-6 5v-8a13 12 0 0 1 10-20`;

const BUBBLES_IN_ROW = 20;

/** In one row, or in rows that a phone has room for. */
function Bubbles({ count, answered }: { readonly count: number; readonly answered: number }): ReactNode {
  const rows = Math.ceil(count / BUBBLES_IN_ROW);
  const bubbles = Array.from({ length: count }, (_, place) => place);
  const bubble = (place: number, x: number, y: number) => (
    <g key={place} className={place < answered ? 'stack tone' : 'stack tone--negative'}>
      <path d={drawBubble(x, y + 2)} />
      {place < answered ? (
        <path d={`M${x - 5} ${y + 14}l4 4l7-8`} fill="none" stroke="#ffffff" strokeWidth="3" />
      ) : (
        <text x={x} y={y + 20} fill="#ffffff">
          ?
        </text>
      )}
    </g>
  );
  const look = { fontSize: 17, fontWeight: 700, textAnchor: 'middle' } as const;
  return (
    <div>
      <svg className="scene wide" viewBox="0 0 1248 32" {...look} aria-hidden="true">
        {bubbles.map((place) => bubble(place, place * 32 + 14, 0))}
      </svg>
      <svg className="scene plot__narrow" viewBox={`0 0 640 ${rows * 36}`} {...look} aria-hidden="true">
        {bubbles.map((place) =>
          bubble(place, (place % BUBBLES_IN_ROW) * 32 + 14, Math.floor(place / BUBBLES_IN_ROW) * 36),
        )}
      </svg>
    </div>
  );
}
