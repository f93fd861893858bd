// A day on the clock of the main office, with the working hours of all offices. A script adds the minute of now, and who is open.

import type { ReactNode } from 'react';
import { DAY, drawHours, readClock, spansOf } from '../../client/office-hours.ts';
import { useWords } from '../contexts.ts';
import type { OfficeInput } from '../page-input.ts';
import './OfficeDay.css';

/** A day without summer time in the north; a script moves the hours to those of today. */
const DRAWN_AT = new Date('2026-01-15T12:00:00Z');
const AXIS = [0, 6, 12, 18, 24];
/** A line each six hours, in a day of 1440 by 30. */
const GRID = 'M0 0V30M360 0V30M720 0V30M1080 0V30M1440 0V30';

interface OfficeDayProps {
  readonly offices: readonly OfficeInput[];
}

export function OfficeDay({ offices }: OfficeDayProps): ReactNode {
  const { t, wordsLang } = useWords();
  const rows = rowsOf(offices);
  const [main] = offices;
  if (rows.length < 2 || main === undefined) return null;
  return (
    <div className="day" lang={wordsLang} data-day-zone={main.timeZone}>
      <h2 className="directory__category">{t('section.dayCover', { n: Math.floor(countMinutes(rows) / 60) })}</h2>
      <p
        className="offices__now tone tone--neutral needs-script"
        data-some={t('section.dayOpen')}
        data-nobody={t('section.dayNobody')}
        data-next={t('section.dayNext', { city: '%', time: '%' })}
        data-monday={t('section.dayMonday', { city: '%', time: '%' })}
      />
      <ul className="day__rows">
        {rows.map(({ names, office, hours, path }) => (
          <li key={names} data-name={names}>
            {names}
            <svg viewBox="0 0 1440 30" preserveAspectRatio="none" aria-hidden="true">
              <path className="plot__axes" d={GRID} vectorEffect="non-scaling-stroke" />
              <path className="day__hours" fill="none" d={path} strokeWidth="20" vectorEffect="non-scaling-stroke" />
              <path className="day__now" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
            </svg>
            <span
              className="screen__note"
              data-office-zone={office.timeZone}
              data-hours={hours}
              data-open="%"
              data-closed="%"
            />
          </li>
        ))}
        <li aria-hidden="true">
          <span>{t('section.dayZone', { city: main.city ?? main.title })}</span>
          <span className="people-groups">
            {AXIS.map((hour) => (
              // A phone has room for three.
              <span key={hour} className={hour % 12 === 0 ? undefined : 'wide'}>
                {hour}
              </span>
            ))}
          </span>
        </li>
      </ul>
    </div>
  );
}

/** The offices whose hours are known, those that open first above. Offices with the same hours share a row. */
function rowsOf(offices: readonly OfficeInput[]) {
  const here = readClock(offices[0]?.timeZone ?? '', DRAWN_AT);
  if (here === null) return [];
  const rows = offices
    .flatMap((office) => {
      const there = readClock(office.timeZone ?? '', DRAWN_AT);
      if (office.timeZone === null || office.hours === null || there === null) return [];
      const hours = `${office.hours.opens}-${office.hours.closes}`;
      return [{ office, hours, spans: spansOf(hours, there, here), path: drawHours(hours, there, here) }];
    })
    .sort((a, b) => (a.spans[0]?.[0] ?? 0) - (b.spans[0]?.[0] ?? 0));
  return [...Map.groupBy(rows, ({ path }) => path).values()].flatMap(([row, ...others]) =>
    row === undefined ? [] : [{ ...row, names: [row, ...others].map(({ office }) => office.title).join(', ') }],
  );
}

/** The minutes of a day with at least one office open. */
function countMinutes(rows: ReturnType<typeof rowsOf>): number {
  const spans = rows.flatMap((row) => row.spans);
  return Array.from({ length: DAY }, (_, minute) => minute).filter((minute) =>
    spans.some(([from, to]) => minute >= from && minute < to),
  ).length;
}
