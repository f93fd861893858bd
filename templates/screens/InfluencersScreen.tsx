// One influencer, close; and three accounts by their followers and by what they are asked.

import type { ReactNode } from 'react';
import { drawBubble } from './LaunchScreen.tsx';
import { Face, Quotes, useFigures } from './parts.tsx';

export function VoiceScreen(): ReactNode {
  const { t, number, percent } = useFigures();
  const facts = [
    [t('section.screen.voiceQuestions'), number(74), t('section.screen.failQuestions')],
    [t('section.screen.customersAnswer'), percent(0.38), t('section.screen.failAnswers')],
    [t('section.screen.voiceTime'), number(3), t('section.screen.failTime')],
    [t('section.screen.voicePictures'), number(36), t('section.screen.failPictures')],
  ] as const;
  return (
    <div className="close voice pane">
      <Voice />
      <ul className="rows">
        {facts.map(([label, value, fail]) => (
          <li className="test" key={label}>
            <span>
              {label}
              <br />
              <small>{fail}</small>
            </span>
            <b className="pane__title">{value}</b>
          </li>
        ))}
      </ul>
      <Quotes
        posts={[
          [t('section.screen.voicePostOne'), t('section.screen.voiceFromOne')],
          [t('section.screen.voicePostTwo'), t('section.screen.voiceFromTwo')],
        ]}
      />
      <p className="screen__hint">{t('section.screen.voiceHint')}</p>
    </div>
  );
}

/** The name and the followers of one voice. */
function Voice(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="message">
      <Face number={4} />
      <p className="message__body">
        <b className="pane__title">{t('section.screen.voiceOne')}</b>
        <small>
          {t('section.screen.followers')}: {number(1900)}
        </small>
      </p>
    </div>
  );
}

/** Followers of three accounts, and how often somebody asks them for advice in a month. */
const PROFILES = [
  ['section.screen.profileOne', 480_000, 11, 'section.screen.profileOneBuy'],
  ['section.screen.profileTwo', 36_000, 95, 'section.screen.profileTwoBuy'],
  ['section.screen.profileThree', 900, 140, 'section.screen.profileThreeBuy'],
] as const;
/** Bubbles in a row, and where they begin. */
const ROW = 35;
const START = 160;
const STEP = 31;

/** Followers as a disc, requests as bubbles: as one shrinks, the other grows. */
export function ProfilesFigure(): ReactNode {
  const { t } = useFigures();
  return (
    <ul className="proof">
      {PROFILES.map(([name, followers, asked, buy]) => (
        <li key={name}>
          <p className="screen__label">
            <b className="pane__title">{t(name)}</b> <b className="pane__title">{t(buy)}</b>
          </p>
          <Profile followers={followers} asked={asked} />
          <p>{t('section.screen.profileFigures', { n: followers, asked })}</p>
        </li>
      ))}
    </ul>
  );
}

function Profile({ followers, asked }: { readonly followers: number; readonly asked: number }): ReactNode {
  const { number } = useFigures();
  const radius = Math.sqrt(followers / 480_000) * 64;
  const height = Math.max(radius * 2, Math.ceil(asked / ROW) * STEP);
  const bubbles = Array.from({ length: asked }, (_, place) =>
    drawBubble(START + (place % ROW) * STEP, Math.floor(place / ROW) * STEP + (asked < ROW ? height / 2 - 14 : 1)),
  );
  return (
    <svg className="scene" viewBox={`0 0 1248 ${height}`} aria-hidden="true">
      <circle className="stack stack--1" cx="64" cy={height / 2} r={radius} />
      {radius > 8 ? null : (
        <g className="stack" strokeWidth="1.5">
          <path stroke="currentColor" d={`M36 ${height / 2}H54`} />
          <circle cx="64" cy={height / 2} r="10" fill="none" stroke="currentColor" />
          <text y={height / 2 + 5} fill="currentColor" stroke="none" fontSize="14" className="plot__wide">
            {number(followers)}
          </text>
        </g>
      )}
      <path className="stack tone--negative" d={bubbles.join('')} />
    </svg>
  );
}
