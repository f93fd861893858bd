// Drawings above the figures of a section, true to scale. They have no window. Positions are percentages of the page's width, so that
// words and dots keep their size on every screen.

import type { ReactNode } from 'react';
import { Crowd } from './crowd.tsx';
import { useFigures } from './parts.tsx';
import { Dots } from './RefusalScreen.tsx';

interface PlotProps {
  readonly height: number;
  readonly children: ReactNode;
}

export function Plot({ height, children }: PlotProps): ReactNode {
  return (
    <svg className="plot" width="100%" height={height} aria-hidden="true">
      {children}
    </svg>
  );
}

/** A label above a drawing, and its legend at the end. */
export function Labels({ start, end }: { readonly start: ReactNode; readonly end: ReactNode }): ReactNode {
  return (
    <p className="screen__label">
      <span>{start}</span> <span>{end}</span>
    </p>
  );
}

/** Millions of posts read per hour of a Tuesday: 31 in all. */
const HOURS = [
  0.6, 0.5, 0.4, 0.4, 0.5, 0.7, 1, 1.3, 1.5, 1.6, 1.6, 1.6, 1.6, 1.7, 1.6, 1.6, 1.6, 1.7, 1.8, 2, 2, 1.7, 1.3, 0.7,
];
/** Photos among them: 4.2 of 31. */
const PHOTOS = 4.2 / 31;
/** When customers were woken. */
const WOKEN = [
  [1.83, '01:50'],
  [3.43, '03:26'],
  [4.67, '04:40'],
] as const;
/** The line between posts and photos, and the height of a million. */
const GROUND = 300;
const MILLION = 140;

/** One day, hour by hour, from night to night: posts rise above the line, photos hang below it. */
export function TuesdayFigure(): ReactNode {
  const { t } = useFigures();
  const at = (hour: number) => `${(hour / 24) * 100}%`;
  const bars = HOURS.map((posts, hour) => [at(hour + 0.06), posts * MILLION] as const);
  return (
    <>
      <Labels
        start={t('section.screen.tuesdayHours')}
        end={<span className="tone tone--negative">{t('section.screen.tuesdayWoken')}</span>}
      />
      <Plot height={GROUND + 88}>
        <linearGradient id="tuesday" gradientUnits="userSpaceOnUse" x1="0" x2="100%">
          <stop offset="0" stopColor="#37457c" />
          <stop offset="0.24" stopColor="#37457c" />
          <stop offset="0.34" stopColor="#8db0ff" />
          <stop offset="0.68" stopColor="#8db0ff" />
          <stop offset="0.82" stopColor="#f0879b" />
          <stop offset="1" stopColor="#37457c" />
        </linearGradient>
        <g fill="url(#tuesday)">
          {bars.map(([x, height]) => (
            <rect key={x} x={x} y={GROUND - height} width={at(0.88)} height={height} rx="6" />
          ))}
          {bars.map(([x, height]) => (
            <rect key={x} x={x} y={GROUND + 6} width={at(0.88)} height={height * PHOTOS} rx="4" opacity="0.6" />
          ))}
        </g>
        {WOKEN.map(([hour, time]) => (
          <g key={time} className="tone--negative">
            <line x1={at(hour)} x2={at(hour)} y1="104" y2={GROUND} strokeWidth="2" />
            <circle cx={at(hour)} cy="104" r="8" fill="var(--tone)" />
            <text x={at(hour)} y="80" textAnchor="middle" fill="currentColor" fontWeight="600" className="plot__wide">
              {time}
            </text>
          </g>
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={at(hour)} y={GROUND + 72}>
            {hour}
          </text>
        ))}
        <text x="100%" y={GROUND + 72} textAnchor="end">
          24
        </text>
      </Plot>
      <p className="screen__label">{t('section.screen.tuesdayPhotos')}</p>
    </>
  );
}

/** Per cent of the photos that never name the brand, of those in doubt, and of the fakes among these. */
const NAMELESS = 73;
const DOUBT = (1960 / 218400) * 100;
const FAKES = (31 / 1960) * 100;

/** All photos as a strip, and the sliver in doubt as a strip of its own. */
export function ScaleFigure(): ReactNode {
  const { t, number, percent } = useFigures();
  return (
    <>
      <Labels
        start={
          <>
            {t('section.screen.pictures')} <b>{number(218400)}</b>
          </>
        }
        end={
          <>
            <span className="tone tone--negative">{t('section.screen.withoutName')}</span>
            {' \u00a0'}
            <span className="tone is-kestrel">{t('section.screen.inWords')}</span>
            {' \u00a0'}
            <span className="tone tone--unclear">{t('section.screen.doubt')}</span>
          </>
        }
      />
      <Plot height={196}>
        <rect className="is-kestrel" width="100%" height="72" />
        <rect width={`${NAMELESS}%`} height="72" fill="#ff7a5f" />
        <rect x={`${100 - DOUBT}%`} width={`${DOUBT}%`} height="72" fill="#f7b955" />
        <text x="16" y="44" fill="#0b1333" className="plot__large">
          {percent(NAMELESS / 100)}
        </text>
        <g className="alerts__mark">
          <text x={`${NAMELESS + 2}%`} y="44" className="plot__large">
            {percent((100 - NAMELESS - DOUBT) / 100)}
          </text>
        </g>
        {/* A polygon knows no percentages. */}
        <svg width="100%" height="52" y="72" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <path d={`M${100 - DOUBT} 0H100V1H0Z`} fill="#f7b955" opacity="0.28" />
        </svg>
        <rect y="124" width="100%" height="72" fill="#f7b955" />
        <rect x={`${100 - FAKES}%`} y="124" width={`${FAKES}%`} height="72" fill="#b3261e" />
        <text x="16" y="168" fill="#0b1333" className="plot__large">
          {t('section.screen.doubt')}: {number(1960)} · {percent(DOUBT / 100)}
        </text>
      </Plot>
      <p className="screen__label">
        <span />
        <b className="plot__fakes">
          {t('section.screen.fakes')} {number(31)}
        </b>
      </p>
    </>
  );
}

const WEEKS = Array.from({ length: 13 }, (_, week) => week);
const BEFORE_A_WEEK = 19;
/** The weeks of the quarter after with an alert. */
const AFTER = [1, 3, 5, 8, 9, 12];

/** Each alert of the quarter before a change and of the quarter after it: a column per week. */
export function QuartersFigure(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="quarters">
      <div>
        <Labels start={<b>{t('section.screen.quarterBefore')}</b>} end={number(WEEKS.length * BEFORE_A_WEEK)} />
        <Plot height={290}>
          {WEEKS.map((week) => (
            <Week key={week} week={week} alerts={BEFORE_A_WEEK} />
          ))}
        </Plot>
      </div>
      <div>
        <Labels start={<b>{t('section.screen.quarterAfter')}</b>} end={number(AFTER.length)} />
        <Plot height={290}>
          {WEEKS.map((week) => (
            <Week key={week} week={week} alerts={AFTER.includes(week) ? 1 : 0} />
          ))}
        </Plot>
      </div>
    </div>
  );
}

function Week({ week, alerts }: { readonly week: number; readonly alerts: number }): ReactNode {
  const x = `${((week + 0.5) / WEEKS.length) * 100}%`;
  const isQuiet = alerts < 2;
  return (
    <>
      <line x1={x} x2={x} y1="0" y2="264" />
      <text x={x} y="286" textAnchor="middle">
        {week + 1}
      </text>
      {Array.from({ length: alerts }, (_, alert) => alert).map((alert) => (
        <circle
          key={alert}
          className={isQuiet ? 'tone--negative' : 'tone--neutral'}
          cx={x}
          cy={isQuiet ? 40 + ((week * 67) % 190) : 11 + alert * 13.4}
          r={isQuiet ? 9 : 5}
        />
      ))}
    </>
  );
}

/** Posts in the list, minute by minute: half of 2,000 until the eighth, nine in ten until the 22nd. */
const MINUTES = [
  12, 38, 84, 132, 168, 190, 196, 180, 134, 108, 88, 72, 62, 54, 48, 43, 39, 36, 33, 30, 28, 25, 23, 21, 19, 17, 15, 14,
  12, 11, 10, 9, 8, 7, 6, 5, 5, 4, 2, 2,
];
const MEDIAN = 8;
const NINE_IN_TEN = 22;

/** How long posts take, as columns. */
export function DelayFigure(): ReactNode {
  const { t } = useFigures();
  const at = (minute: number) => `${(minute / MINUTES.length) * 100}%`;
  return (
    <Plot height={230}>
      {MINUTES.map((posts, minute) => (
        <rect
          key={at(minute)}
          className={minute < MEDIAN ? 'is-kestrel' : 'tone--neutral'}
          x={at(minute + 0.08)}
          y={200 - posts * 0.85}
          width={at(0.84)}
          height={posts * 0.85}
          rx="3"
          opacity={minute < MEDIAN ? 1 : minute < NINE_IN_TEN ? 0.55 : 0.25}
        />
      ))}
      <line x1={at(MEDIAN)} x2={at(MEDIAN)} y1="8" y2="206" className="tone--negative" strokeWidth="3" />
      <text x={at(MEDIAN + 0.4)} y="22" fontWeight="700">
        {t('section.screen.delayHalf')}
      </text>
      {[0, MEDIAN, NINE_IN_TEN, 30].map((minute) => (
        <text key={minute} x={at(minute)} y="226" textAnchor={minute === 0 ? 'start' : 'middle'}>
          {minute}
        </text>
      ))}
      <text x="100%" y="226" textAnchor="end">
        {t('section.screen.delayMinutes', { n: MINUTES.length })}
      </text>
    </Plot>
  );
}

/** People per office, in the order of the names in the words: 140 in all. */
const DESKS = [46, 21, 17, 12, 11, 9, 9, 7, 6, 2];
const SUPPORT_EVERY = 8;
const DESKS_IN_COLUMN = 5;

/** Everybody at a desk, office by office; who answers support this week stands out. */
export function DesksFigure(): ReactNode {
  const { t, number } = useFigures();
  const cities = t('section.screen.desksCities').split(', ');
  return (
    <>
      <Labels
        start={t('section.screen.desks')}
        end={<span className="tone tone--negative">{t('section.screen.desksSupport')}</span>}
      />
      <ul className="people-groups">
        {DESKS.map((people, office) => {
          const before = DESKS.slice(0, office).reduce((sum, count) => sum + count, 0);
          const fillOf = (person: number) => ((before + person) % SUPPORT_EVERY === 3 ? '#ff5a3c' : '#5b83f0');
          return (
            <li key={cities[office]}>
              <b className="plot__large">{number(people)}</b>
              <br />
              {cities[office]}
              <br />
              <Crowd people={people} rows={DESKS_IN_COLUMN} fillOf={fillOf} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Days after a request by which posts have left the index and the backups, and those on which we write. */
const LEFT_INDEX = 7;
const MONTH = 30;
const WRITTEN = [1, 3, LEFT_INDEX, MONTH];
const POSTS = [0, 1, 2, 3, 4];
/** Leaves room for the word for a day. */
const ASIDE = 'translate(36 0)';

/** Posts of somebody who asked for their removal, day by day. */
export function ThirtyFigure(): ReactNode {
  const { t } = useFigures();
  const at = (day: number) => `${((day - 0.5) / MONTH) * 88}%`;
  return (
    <>
      <Labels
        start={<span className="tone is-kestrel">{t('section.screen.thirtyIndex')}</span>}
        end={<span className="tone tone--neutral">{t('section.screen.thirtyBackups')}</span>}
      />
      <Plot height={150}>
        {Array.from({ length: MONTH - 1 }, (_, index) => index + 1).flatMap((day) =>
          POSTS.map((post) => (
            <circle
              key={`${day} ${post}`}
              transform={ASIDE}
              className={day < LEFT_INDEX ? 'is-kestrel' : 'tone--neutral'}
              cx={at(day)}
              cy={16 + post * 22}
              r={day < LEFT_INDEX ? 6 : 3}
              opacity={day < LEFT_INDEX ? 1 : 1 - (day - LEFT_INDEX) / MONTH}
            />
          )),
        )}
        {WRITTEN.map((day) => (
          <text key={day} transform={ASIDE} x={at(day)} dx="4" y="146" textAnchor="end" fontWeight="700">
            {day === 1 ? t('section.screen.thirtyDay', { n: day }) : day}
          </text>
        ))}
      </Plot>
    </>
  );
}

/** Minutes after seven when people joked, and when the masts reported. */
const JOKES = [
  [2, 'section.screen.jokeOne', 'start'],
  [4, 'section.screen.jokeTwo', 'start'],
  [6, 'section.screen.jokeThree', 'start'],
  [13, 'section.screen.jokeMasts', 'end'],
] as const;
/** From the first joke to the last minute. */
const WAIT = 11;
const GROUND_OF_JOKES = 122;

/** Minute by minute: three jokes about a phone without messages, long before the network notices. */
export function JokesFigure(): ReactNode {
  const { t } = useFigures();
  const at = (minute: number) => `${((minute - 2) / WAIT) * 100}%`;
  const timeOf = (minute: number) => `19:${String(minute).padStart(2, '0')}`;
  return (
    <>
      <p className="visually-hidden">{JOKES.map(([minute, words]) => `${timeOf(minute)} ${t(words)}`).join('; ')}</p>
      <Plot height={168}>
        <line x2="100%" y1={GROUND_OF_JOKES} y2={GROUND_OF_JOKES} className="tone--negative" strokeWidth="4" />
        {JOKES.map(([minute, words, anchor], row) => {
          const isJoke = anchor === 'start';
          const [x, y] = [at(minute), isJoke ? 20 + row * 32 : 160];
          return (
            <g key={words} className={isJoke ? 'stack tone--negative' : 'stack is-kestrel'}>
              {isJoke ? <line x1={x} x2={x} y1={y - 12} y2={GROUND_OF_JOKES} strokeWidth="2" /> : null}
              <circle cx={x} cy={GROUND_OF_JOKES} r="9" />
              <text x={x} y={y} dx={isJoke ? 10 : 0} fill="currentColor" textAnchor={anchor}>
                <tspan fontWeight="700">{timeOf(minute)}</tspan> {t(words)}
              </text>
            </g>
          );
        })}
      </Plot>
    </>
  );
}

/** Places of the muted channels among all, by column and row. */
const MUTED = [
  [7, 4],
  [22, 1],
  [31, 5],
  [46, 2],
] as const;

/** 312 alert channels, of which four are muted. */
export function MutedFigure(): ReactNode {
  const { t } = useFigures();
  return (
    <>
      <Labels
        start={t('section.screen.mutedAll')}
        end={<span className="tone tone--negative">{t('section.screen.mutedFour')}</span>}
      />
      <Dots columns={52} rows={6} marked={MUTED} />
    </>
  );
}
