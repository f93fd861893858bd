// An alert in the channel of a team: the message as it arrives, and its thread an hour later.

import type { ReactNode } from 'react';
import { areaPath, linePath } from './charts.ts';
import { AppMark, Face, SENDER, useFigures } from './parts.tsx';
import { CrackScene } from './scenes.tsx';

/** Posts per ten minutes until the alert, and the usual range. */
const POSTS = [1, 2, 1, 2, 2, 1, 2, 1, 9];
const RANGE = { least: 0, most: 10 };

export function MessageScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <Channel note={t('section.screen.channelPeople', { n: 12 })}>
      <Message name={SENDER} time="06:49" isApp>
        <p className="channel__alert">
          <b>{t('section.screen.alert')}</b>
        </p>
        <p>{t('section.screen.stepTwoText')}</p>
        <div className="channel__evidence">
          <div className="channel__picture">
            <CrackScene />
          </div>
          <div>
            <p>{t('section.screen.stepOneText')}</p>
            <p className="screen__label">{t('section.screen.perHour')}</p>
            <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path
                className="chart__usual"
                d={areaPath(
                  POSTS.map(() => 3),
                  POSTS.map(() => 0),
                  RANGE,
                )}
              />
              <path className="chart__line chart__line--signal" d={linePath(POSTS, RANGE)} />
            </svg>
          </div>
        </div>
        <p className="channel__buttons">
          <b>{t('section.screen.onIt')}</b>
          <b>{t('section.screen.channelShow', { n: 9 })}</b>
        </p>
        <p className="channel__state">{t('section.screen.channelNobody')}</p>
      </Message>
    </Channel>
  );
}

export function ThreadScreen(): ReactNode {
  const { t } = useFigures();
  const dana = t('section.screen.dana');
  return (
    <Channel note={t('section.screen.thread')}>
      <Message name={SENDER} time="06:49" isApp>
        <p className="channel__alert">
          <b>{t('section.screen.alert')}</b>
        </p>
        <p className="channel__state channel__state--taken">{t('section.screen.channelTaken', { time: '06:52' })}</p>
      </Message>
      <div className="channel__replies">
        <Message name={SENDER} time="06:58" isApp>
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
  readonly name: string;
  readonly time: string;
  readonly face?: number;
  readonly isApp?: boolean;
  readonly children: ReactNode;
}

function Message({ name, time, face = 0, isApp = false, children }: MessageProps): ReactNode {
  const { t } = useFigures();
  return (
    <div className="message">
      {isApp ? <AppMark /> : <Face number={face} />}
      <div className="message__body">
        <p>
          <b translate={isApp ? 'no' : undefined}>{name}</b>{' '}
          {isApp ? <span className="chip">{t('section.screen.channelApp')}</span> : null} <small>{time}</small>
        </p>
        {children}
      </div>
    </div>
  );
}
