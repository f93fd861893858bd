// One post on its way: found, recognised, and delivered to the tools of a team; and a month of deliveries.

import type { ReactNode } from 'react';
import { Plot } from './FigureScreens.tsx';
import { AppMark, Face, useFigures } from './parts.tsx';
import { LampScene } from './snacks.tsx';

/** Where the lines from the middle end, in a height of 100. */
const ENDS = [10, 30, 50, 70, 90];

export function RoutesScreen(): ReactNode {
  const { t } = useFigures();
  const ends = [
    ['03:13', t('section.screen.routesChat'), `#${t('section.screen.channelName')}: ${t('section.screen.phoneTitle')}`],
    ['03:14', t('section.screen.routesTicket'), t('section.screen.routesTicketText')],
    ['03:13', t('section.screen.routesSheet'), t('section.screen.routesSheetText')],
    ['03:12', t('section.screen.routesStore'), t('section.screen.routesStoreText')],
    [t('section.screen.routesMailTime'), t('section.screen.routesMail'), t('section.screen.routesMailText')],
  ] as const;
  return (
    <div className="journey">
      <div className="journey__post">
        <LampScene />
        <p>
          <small>03:12</small> <b>{t('section.screen.routesFound')}</b>
          <br />
          {t('section.screen.phoneText')}
        </p>
      </div>
      <div className="journey__way">
        <svg className="journey__lines" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            className="chart__line chart__line--signal"
            d={`M0 50H50${ENDS.map((end) => `M50 50C80 50 70 ${end} 100 ${end}`).join('')}`}
          />
        </svg>
        <AppMark />
      </div>
      <ul className="journey__ends">
        {ends.map(([time, tool, text], index) => (
          <li key={tool}>
            {MARKS[index]}
            <p>
              <b>{tool}</b> <small>{time}</small>
              <br />
              {text}
            </p>
            {ARRIVED[index]}
          </li>
        ))}
      </ul>
    </div>
  );
}

const TABLE = 'M7 4H21L26 9V28H7ZM11 14H22V23H11ZM11 18.5H22M16.5 14V23';

/** Simple marks of a chat, tickets, a spreadsheet, a data warehouse and mail. */
const MARKS = [
  <svg key="chat" viewBox="0 0 32 32" strokeWidth="4.4" strokeLinecap="round" aria-hidden="true">
    <path d="M5 12.5H11M12.5 5V5.1" stroke="#36c5f0" />
    <path d="M19.5 5V11M27 12.5V12.6" stroke="#2eb67d" />
    <path d="M27 19.5H21M19.5 27V27.1" stroke="#ecb22e" />
    <path d="M12.5 27V21M5 19.5V19.6" stroke="#e01e5a" />
  </svg>,
  <svg key="ticket" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M17 4L29 16L17 28L13 24L21 16L13 8Z" fill="#2684ff" />
    <path d="M10 11L15 16L10 21L5 16Z" fill="#2684ff" />
  </svg>,
  <svg key="sheet" viewBox="0 0 32 32" strokeWidth="2" aria-hidden="true">
    <path d={TABLE} fill="#0f9d58" stroke="#ffffff" />
  </svg>,
  <svg key="store" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M10 4H22L30 16L22 28H10L2 16Z" fill="#4386fa" />
    <path
      d="M10.3 15a5 5 0 1 0 10 0a5 5 0 1 0-10 0M19 18.7L23 22.7M13.4 15.3v2M15.3 12.7v4.6M17.2 14.7v2.6"
      fill="none"
      stroke="#ffffff"
      strokeWidth="1.7"
    />
  </svg>,
  <svg key="mail" viewBox="0 0 32 32" strokeWidth="2.4" strokeLinejoin="round" aria-hidden="true">
    <path d="M3 7H29V26H3Z" fill="#ff8a3d" />
    <path d="M5 10L16 18L27 10" fill="none" stroke="#ffffff" />
  </svg>,
];

/** The number of a ticket, the cells of a sheet and the rows of a table: the same in all languages. */
const PLACES = ['HAL-388', 'A388:F393', 'posts +6'] as const;

/** What each of them has now: who is on it, a place, or a line of a page. */
const ARRIVED = [
  <Face key="chat" number={1} />,
  ...PLACES.map((place) => (
    <code className="chip" key={place}>
      {place}
    </code>
  )),
  <svg key="mail" viewBox="0 0 32 32" strokeWidth="2.4" aria-hidden="true">
    <path d="M7 3H25V29H7Z" fill="#ffffff" stroke="#b6c2e6" strokeWidth="1.6" />
    <path d="M10.5 9H21.5M10.5 18.5H21.5M10.5 23H18" stroke="#b6c2e6" />
    <path d="M10.5 13.75H21.5" stroke="#ff5a3c" />
  </svg>,
];

/** Tickets of a month by tool, in thousands. */
const TICKETS = [
  ['Jira', 96, '#8db0ff'],
  ['Zendesk', 71, '#3ecfb9'],
  ['ServiceNow', 17, '#ff7a5f'],
] as const;
/** Ten thousand webhooks as dots, and where the three are that went twice. */
const DELIVERED = Array.from({ length: 61 }, (_, row) => `M0 ${row * 2 + 0.5}h${row < 60 ? 332 : 80}`).join('');
const RETRIED = [
  [27, 64],
  [78, 22],
  [84, 76],
] as const;

/** Tickets as dots of a thousand, eight in a column, with the names of the tools below. */
function Tickets({
  className,
  places,
  step,
  size,
}: {
  readonly className: string;
  readonly places: readonly number[];
  readonly step: number;
  readonly size: number;
}): ReactNode {
  const { number } = useFigures();
  const startOf = (index: number) => TICKETS.slice(0, index).reduce((sum, [, thousands]) => sum + thousands, 0);
  return (
    <g className={className}>
      {TICKETS.map(([tool, thousands, colour], index) => (
        <g key={tool} fill={colour}>
          <path
            stroke={colour}
            strokeWidth={step * 0.7}
            strokeLinecap="round"
            d={Array.from({ length: thousands }, (_, dot) => {
              const place = startOf(index) + dot;
              return `M${step * (0.5 + Math.floor(place / 8))} ${step * (0.5 + (place % 8))}h0`;
            }).join('')}
          />
          <text x={places[index]} y={size === 12 ? 126 : 144} fontSize={size}>
            {tool} {number(thousands * 1000)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** A month: tickets as dots of a thousand, ten thousand webhooks with those that went twice, and one sheet of paper for the fax. */
export function OctoberFigure(): ReactNode {
  const { t, number } = useFigures();
  return (
    <>
      <p className="visually-hidden">
        {TICKETS.map(([tool, thousands]) => `${tool}: ${number(thousands * 1000)}`).join('; ')}
      </p>
      <Plot height={150}>
        <Tickets className="plot__narrow" places={[0, 76, 172]} step={12} size={12} />
        <Tickets className="wide" places={[0, 104, 222]} step={14.5} size={14} />
        <svg x="34.2%" overflow="visible" className="plot__wide" aria-hidden="true">
          <path d={DELIVERED} stroke="#8db0ff" strokeDasharray="1" />
          {RETRIED.map(([x, y]) => (
            <circle key={x} cx={x * 3.3} cy={y * 1.2} r="3.5" fill="#ff7a5f" />
          ))}
          <text y="144" fill="currentColor" fontSize="14">
            {t('section.screen.octoberRetry', { n: RETRIED.length, all: 10_000 })}
          </text>
        </svg>
        <svg x="68.4%" overflow="visible" className="plot__wide" aria-hidden="true">
          <path d="M20 62H316Q332 62 332 76V132Q332 144 320 144H16Q4 144 4 132V76Q4 62 20 62Z" fill="#47558c" />
          <path d="M16 74H84V132H16Z" fill="#2b3768" />
          <path d="M28 84H72V122H28Z" fill="#8db0ff" opacity="0.5" />
          <path d="M236 84H316V104H236Z" fill="#3ecfb9" />
          <path
            d="M240 116h0M258 116h0M276 116h0M294 116h0M312 116h0M240 130h0M258 130h0M276 130h0M294 130h0M312 130h0"
            stroke="#b6c2e6"
            strokeWidth="8"
            strokeLinecap="round"
          />
          <path d="M104 0H216V96H104Z" fill="#ffffff" />
          <path d="M118 18H178M118 34H200M118 50H194M118 66H156" stroke="#b6c2e6" strokeWidth="4" />
          <path d="M96 84H224V98H96Z" fill="#1c2550" />
        </svg>
      </Plot>
    </>
  );
}
