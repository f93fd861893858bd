// An alert in the channel of a team: the message as it arrives, and its thread an hour later.

import type { ReactNode } from 'react';
import { BranchScene, GateMark, StreetScene } from './case-scenes.tsx';
import { areaPath, linePath } from './charts.ts';
import { AppMark, BANK, Face, useFigures } from './parts.tsx';
import { Lens } from './scenes.tsx';

/** The street of the alert as one large picture, with the message on it. */
export function StreetScreen(): ReactNode {
  return (
    <div className="overview">
      <div className="overview__photo">
        <StreetScene />
      </div>
      <div className="overview__card">
        <BranchAlert />
      </div>
    </div>
  );
}

export function MessageScreen(): ReactNode {
  return (
    <BranchAlert>
      <div className="channel__picture">
        <BranchScene />
      </div>
    </BranchAlert>
  );
}

/** The alert about a branch, as it arrives. */
function BranchAlert({ children }: { readonly children?: ReactNode }): ReactNode {
  const { t, percent } = useFigures();
  return (
    <Channel note={t('section.screen.channelPeople', { n: 12 })}>
      <Message time="22:51">
        <p className="channel__alert">
          <b>{t('section.screen.branchAlert')}</b>
        </p>
        <p>{t('section.screen.branchText')}</p>
        {children}
        <p className="screen__chips">
          <span className="chip chip--found">
            {BANK}, 2014: {percent(0.93)}
          </span>
        </p>
        <p className="channel__buttons">
          <b>{t('section.screen.onIt')}</b>
          <b>{t('section.screen.channelShow', { n: 4 })}</b>
        </p>
        <p className="channel__state">{t('section.screen.branchState')}</p>
      </Message>
    </Channel>
  );
}

/** What followed that message until the morning. */
export function NightScreen(): ReactNode {
  const { t } = useFigures();
  const helen = t('section.screen.helen');
  return (
    <Channel note={t('section.screen.thread')}>
      <Message time="22:51">
        <p className="channel__alert">
          <b>{t('section.screen.branchAlert')}</b>
        </p>
        <p className="channel__state channel__state--taken">{t('section.screen.branchTaken')}</p>
      </Message>
      <div className="channel__replies">
        <Message time="22:58">
          <p>{t('section.screen.branchMore')}</p>
        </Message>
        <Message name={helen} time="23:04" face={4}>
          <p>{t('section.screen.branchSign')}</p>
        </Message>
        <Message name={t('section.screen.ade')} time="23:31" face={2}>
          <p>{t('section.screen.branchLandlord')}</p>
        </Message>
        <Message name={helen} time={t('section.screen.branchMonday')} face={4}>
          <p>{t('section.screen.branchDesks')}</p>
        </Message>
      </div>
      <p className="channel__buttons">
        <b>{t('section.screen.threadLog')}</b>
      </p>
    </Channel>
  );
}

/** The sign of the branch, as the alert shows it. */
function Sign(): ReactNode {
  return (
    <svg className="channel__picture" viewBox="0 0 200 120" aria-hidden="true">
      <path d="M0 0H200V120H0Z" fill="#1f2a5c" />
      <path d="M0 0H200V8H0ZM0 92H200V96H0Z" fill="#33407c" />
      <path d="M24 104H82V120H24ZM118 104H176V120H118Z" fill="#ffdc9a" />
      <path d="M20 28H180V74H20Z" fill="#fff3da" />
      <GateMark x={50} y={51} width={38} isOld />
      <text x="78" y="58" fill="#16224f" fontSize="19" fontWeight="700">
        {BANK}
      </text>
      <Lens x={100} y={51} width={176} height={62} />
    </svg>
  );
}

/** Three kinds of messages, each in the place where it belongs. */
export function ChannelsScreen(): ReactNode {
  const { t, number } = useFigures();
  const praise = [
    [t('section.screen.channelsColour'), 36],
    [t('section.screen.channelsTap'), 17],
    [t('section.screen.channelsRate'), 12],
  ] as const;
  return (
    <div className="close panes">
      <Place name={`# ${t('section.screen.channelName')}`} when={t('section.screen.channelsAlert')}>
        <Message time="22:51">
          <p className="channel__alert">
            <b>{t('section.screen.branchAlert')}</b>
          </p>
          <Sign />
          <p className="channel__state channel__state--taken">{t('section.screen.branchTaken')}</p>
        </Message>
      </Place>
      <Place name={`# ${t('section.screen.channelsBrand')}`} when={t('section.screen.channelsMonday')}>
        <Message time="08:00">
          <p>{t('section.screen.channelsWeek')}</p>
          <QuietWeek />
          <ul className="rows">
            {praise.map(([what, posts]) => (
              <li key={what}>
                {what} <b>{number(posts)}</b>
              </li>
            ))}
          </ul>
          <p className="screen__hint">{t('section.screen.channelsNothing')}</p>
        </Message>
      </Place>
      <Place name={t('section.screen.channelsDirect')} when={t('section.screen.channelsWednesday')}>
        <Message time="09:15">
          <p>{t('section.screen.channelsDoubt')}</p>
          <svg className="channel__picture" viewBox="0 0 200 60" aria-hidden="true">
            <path d="M0 0H96V60H0Z" fill="#e4ecff" />
            <GateMark x={48} y={30} width={62} />
            <path d="M104 0H200V60H104Z" fill="#f1e7db" />
            <g transform="rotate(180 152 30)">
              <GateMark x={152} y={30} width={62} />
            </g>
          </svg>
          <p className="channel__buttons">
            <b>{t('section.screen.doubtFake')}</b>
            <b>{t('section.screen.doubtOurs')}</b>
          </p>
          <p className="channel__state channel__state--taken">{t('section.screen.channelsAnswered')}</p>
          <p className="screen__hint">{t('section.screen.channelsLast')}</p>
        </Message>
      </Place>
    </div>
  );
}

/** Mentions of a week in which nothing happened. */
const QUIET = [22, 25, 23, 27, 24, 26, 23];
const QUIET_RANGE = { least: 14, most: 36 };

function QuietWeek(): ReactNode {
  return (
    <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path
        className="chart__usual"
        d={areaPath(
          QUIET.map(() => 35),
          QUIET.map(() => 15),
          QUIET_RANGE,
        )}
      />
      <path className="chart__line" d={linePath(QUIET, QUIET_RANGE)} />
    </svg>
  );
}

interface PlaceProps {
  readonly name: string;
  readonly when: string;
  readonly children: ReactNode;
}

function Place({ name, when, children }: PlaceProps): ReactNode {
  return (
    <div className="pane">
      <div>
        <p className="pane__title">{name}</p>
        <small>{when}</small>
      </div>
      {children}
    </div>
  );
}

/** The messages of a morning, and the one that would have been enough. */
export function RehearsalScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close pane">
      <Message time="07:02">
        <p className="channel__alert">
          <b>{t('section.screen.rehearsalAlert')}</b>
        </p>
        <p>{t('section.screen.rehearsalText')}</p>
      </Message>
      <p className="screen__label">{t('section.screen.rehearsalInstead', { n: 23 })}</p>
      <ul className="rows test--out">
        {SPIKES.map(([time, n]) => (
          <li className="screen__label" key={time}>
            {t('section.screen.rehearsalSpike', { n })} <small>{time}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** When such a message arrived, and how many new mentions it reported. */
const SPIKES = [
  ['07:02', 1],
  ['07:03', 1],
  ['07:05', 2],
  ['07:09', 1],
  ['07:12', 4],
] as const;

export function ThreadScreen(): ReactNode {
  const { t } = useFigures();
  const dana = t('section.screen.dana');
  return (
    <Channel note={t('section.screen.thread')}>
      <Message time="06:49">
        <p className="channel__alert">
          <b>{t('section.screen.alert')}</b>
        </p>
        <p className="channel__state channel__state--taken">{t('section.screen.channelTaken', { time: '06:52' })}</p>
      </Message>
      <div className="channel__replies">
        <Message time="06:58">
          <p>{t('section.screen.stepThreeText')}</p>
        </Message>
        <Message name={dana} time="07:20" face={1}>
          <p>{t('section.screen.threadRead')}</p>
        </Message>
        <Message name={t('section.screen.sam')} time="07:41" face={2}>
          <p>{t('section.screen.threadDecision')}</p>
        </Message>
        <Message name={dana} time="07:43" face={1}>
          <p>{t('section.screen.threadJoke')}</p>
        </Message>
      </div>
      <p className="channel__buttons">
        <b>{t('section.screen.threadLog')}</b>
      </p>
    </Channel>
  );
}

function Channel({ note, children }: { readonly note: string; readonly children: ReactNode }): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close channel">
      <p className="screen__bar">
        <b># {t('section.screen.channelName')}</b> <span className="screen__note">{note}</span>
      </p>
      {children}
    </div>
  );
}

interface MessageProps {
  /** A person; the message is one of the product if it is not set. */
  readonly name?: string;
  readonly time: string;
  readonly face?: number;
  readonly children: ReactNode;
}

function Message({ name, time, face = 0, children }: MessageProps): ReactNode {
  const { t, brand } = useFigures();
  const isApp = name === undefined;
  return (
    <div className="message">
      {isApp ? <AppMark /> : <Face number={face} />}
      <div className="message__body">
        <p>
          <b translate={isApp ? 'no' : undefined}>{name ?? brand}</b>{' '}
          {isApp ? <span className="chip">{t('section.screen.channelApp')}</span> : null} <small>{time}</small>
        </p>
        {children}
      </div>
    </div>
  );
}
