// Influencers by number of followers and by share of customers among those who answer, the best at the top left; and one of
// them, close.

import type { ReactNode } from 'react';
import { Face, Quotes, useFigures } from './parts.tsx';

/** Positions in the chart: followers on a logarithmic scale, share of customers upwards. */
const OTHERS = [
  [150, 118],
  [176, 132],
  [120, 126],
  [204, 136],
  [228, 128],
  [92, 112],
  [252, 142],
  [138, 140],
  [196, 118],
  [274, 132],
] as const;

export function InfluencersScreen(): ReactNode {
  const { t, number, percent } = useFigures();
  const voices = [
    [t('section.screen.voiceOne'), 1900, 0.38, 62, 26],
    [t('section.screen.voiceTwo'), 4300, 0.27, 98, 62],
    [t('section.screen.voiceThree'), 12_600, 0.19, 142, 88],
    [t('section.screen.voiceFour'), 310_000, 0.02, 288, 146],
  ] as const;
  return (
    <div className="influencers pane">
      <div className="influencers__chart">
        <p className="screen__label">{t('section.screen.customersAnswer')}</p>
        <svg viewBox="0 0 320 168" fontSize="13" fontWeight="600" textAnchor="middle" aria-hidden="true">
          <path className="influencers__axes" fill="none" d="M24 8V156H312M24 106H312M24 57H312" />
          {OTHERS.map(([x, y]) => (
            <circle key={`${x} ${y}`} className="influencers__other" opacity="0.4" cx={x} cy={y} r="5" />
          ))}
          {voices.map(([name, , , x, y], index) => (
            <g key={name} className={index === 3 ? 'influencers__loud' : 'influencers__voice'}>
              <circle cx={x} cy={y} r={index === 3 ? 19 : 11} />
              <text x={x} y={y + 4.5}>
                {index + 1}
              </text>
            </g>
          ))}
        </svg>
        <p className="screen__label influencers__across">{t('section.screen.followers')}</p>
      </div>
      <ol className="influencers__list rows">
        {voices.map(([name, followers, share], index) => (
          <li key={name}>
            <Face number={index} />
            <span>
              <b>{name}</b>
              <small>
                {t('section.screen.followers')}: {number(followers)}
              </small>
            </span>
            <strong>{percent(share)}</strong>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function VoiceScreen(): ReactNode {
  const { t, number, percent } = useFigures();
  const facts = [
    [t('section.screen.customersAnswer'), percent(0.38)],
    [t('section.screen.voicePictures'), number(36)],
    [t('section.screen.voicePaid'), number(0)],
  ] as const;
  return (
    <div className="close voice pane">
      <Voice />
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
export function Voice(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="message">
      <Face number={0} />
      <p className="message__body">
        <b className="pane__title">{t('section.screen.voiceOne')}</b>
        <small>
          {t('section.screen.followers')}: {number(1900)}
        </small>
      </p>
    </div>
  );
}
