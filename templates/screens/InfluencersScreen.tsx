// One influencer, close.

import type { ReactNode } from 'react';
import { Face, Quotes, useFigures } from './parts.tsx';

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
