// Drawings of days: a year of work, and the eleven days before the first line of code.

import type { ReactNode } from 'react';
import { Labels, Plot } from './FigureScreens.tsx';
import { Weeks } from './OpeningStories.tsx';
import { useFigures } from './parts.tsx';

const WEEKS = Array.from({ length: 52 }, (_, week) => week);
const DAYS = [0, 1, 2, 3, 4] as const;
const THURSDAY = 3;
/** 28 days of holiday: five weeks, and three days as week and weekday. */
const WEEKS_OFF = [7, 29, 30, 31, 50];
const DAYS_OFF = ['16 4', '22 0', '40 4'];
/** One week in eight, on support. */
const isSupport = (week: number) => week % 8 === 4;
const ROW = 34;
const CELL = `${84 / WEEKS.length}%`;

/** A year at work, a column per week and a cell per weekday. */
export function WorkYearFigure(): ReactNode {
  const { t } = useFigures();
  const bottom = DAYS.length * ROW;
  return (
    <>
      <Labels
        start={t('section.screen.yearTitle')}
        end={
          <>
            <span className="tone tone--negative">{t('section.screen.yearHoliday')}</span>
            {' \u00a0'}
            <span className="tone is-kestrel">{t('section.screen.yearSupport')}</span>
            {' \u00a0'}
            <span className="tone is-norda">{t('section.screen.yearReading')}</span>
          </>
        }
      />
      <Plot height={bottom + 34}>
        {WEEKS.flatMap((week) => DAYS.map((day) => <Day key={`${week} ${day}`} week={week} day={day} />))}
        <Weeks y={bottom + 26} />
      </Plot>
    </>
  );
}

function Day({ week, day }: { readonly week: number; readonly day: number }): ReactNode {
  const isOff = WEEKS_OFF.includes(week) || DAYS_OFF.includes(`${week} ${day}`);
  const look = isOff ? 'stack tone--negative' : isSupport(week) ? 'stack is-kestrel' : 'bar__ground';
  const x = `${((week + 0.08) / WEEKS.length) * 100}%`;
  return (
    <g>
      <rect className={look} x={x} y={day * ROW} width={CELL} height={ROW - 6} rx="3" />
      {day === THURSDAY && !isOff ? (
        <rect className="stack is-norda" x={x} y={day * ROW + 10} width={CELL} height="8" />
      ) : null}
    </g>
  );
}

const ELEVEN = Array.from({ length: 11 }, (_, index) => index + 1);
const LEAF = 104;
/** From one row of leaves to the next. */
const LEAF_ROW = 144;

/** Leaves of a desk calendar: eleven crossed out by hand, and the twelfth. In two rows on phones. */
export function ElevenFigure(): ReactNode {
  return (
    <>
      <Leaves columns={12} className="scene wide" />
      <Leaves columns={6} className="scene plot__narrow" />
    </>
  );
}

function Leaves({ columns, className }: { readonly columns: number; readonly className: string }): ReactNode {
  const { number } = useFigures();
  const place = (day: number) =>
    `translate(${((day - 1) % columns) * LEAF + 2} ${Math.floor((day - 1) / columns) * LEAF_ROW + 4})`;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${columns * LEAF - 4} ${(12 / columns) * LEAF_ROW - 8}`}
      fontSize="46"
      fontWeight="640"
      letterSpacing="-1"
      textAnchor="middle"
      aria-hidden="true"
    >
      {ELEVEN.map((day) => (
        <g key={day} transform={place(day)}>
          <Leaf head="#b6c2e6" paper="#ffffff" ink="#76819f" text={number(day)} />
          <path
            transform={`rotate(${((day * 7) % 5) * 3 - 6} 48 78)`}
            d="M82 44Q50 76 14 112"
            fill="none"
            stroke="#ff5a3c"
            strokeWidth="6"
            strokeLinecap="round"
          />
        </g>
      ))}
      <g transform={place(12)}>
        <Leaf head="#101b3b" paper="#1d53e0" ink="#ffffff" text={number(12)} />
        <path d="M22 106l9 6-9 6M38 118h16" fill="none" stroke="#b9d0ff" strokeWidth="4" />
      </g>
    </svg>
  );
}

interface LeafProps {
  readonly head: string;
  readonly paper: string;
  readonly ink: string;
  readonly text: string;
}

function Leaf({ head, paper, ink, text }: LeafProps): ReactNode {
  return (
    <>
      <rect width="96" height="128" rx="10" fill={paper} stroke="#dbe2f1" strokeWidth="2" />
      <path d="M0 26V10Q0 0 10 0H86Q96 0 96 10V26Z" fill={head} />
      <path d="M26 -3V10M70 -3V10" stroke="#47527a" strokeWidth="5" strokeLinecap="round" />
      <text x="48" y="94" fill={ink}>
        {text}
      </text>
    </>
  );
}
