// One picture of the inbox, close: a find that no text names, and a match that a person decides.

import type { ReactNode } from 'react';
import { BRAND, SENDER, useFigures } from './parts.tsx';
import { FairScene, KestrelMark, StallScene, TrainScene } from './scenes.tsx';
import { PictureFacts } from './VisualScreen.tsx';

export function FoundScreen(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <div className="close photo pane">
      <TrainScene />
      <p className="photo__text">{t('section.screen.travellerSays')}</p>
      <p className="screen__chips">
        <span className="chip chip--found">
          {BRAND} {percent(0.97)}
        </span>
        <span className="chip">{t('section.screen.noName')}</span>
        <small>{t('section.screen.travellerFrom')}</small>
      </p>
      <PictureFacts />
    </div>
  );
}

export function DoubtScreen(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <div className="close photo pane">
      <StallScene />
      <p className="photo__text">{t('section.screen.doubtReason')}</p>
      <dl className="photo__marks">
        <div>
          <dt>{t('section.screen.doubtOnFile')}</dt>
          <dd>
            <Mark />
          </dd>
        </div>
        <div>
          <dt>{t('section.screen.doubtSeen')}</dt>
          <dd>
            <Mark isFlipped />
          </dd>
        </div>
      </dl>
      <p className="screen__chips">
        <span className="chip chip--warm">{percent(0.58)}</span> <small>{t('section.screen.doubtFrom')}</small>
      </p>
      <p className="channel__buttons">
        <b>{t('section.screen.doubtFake')}</b>
        <b>{t('section.screen.doubtOurs')}</b>
        <b>{t('section.screen.doubtLater')}</b>
      </p>
    </div>
  );
}

export function FairScreen(): ReactNode {
  const { t, percent } = useFigures();
  const sure = [
    [t('section.screen.fairCart'), 0.98],
    [t('section.screen.fairSponsor'), 0.95],
    [t('section.screen.fairDog'), 0.91],
  ] as const;
  return (
    <div className="close photo pane">
      <FairScene />
      <p className="photo__text">{t('section.screen.fairText')}</p>
      <p className="screen__chips">
        {sure.map(([logo, match]) => (
          <span className="chip chip--found" key={logo}>
            {logo} {percent(match)}
          </span>
        ))}
        <span className="chip chip--warm">
          {SENDER} {percent(0.64)}
        </span>
        <small>{t('section.screen.decide')}</small>
      </p>
    </div>
  );
}

function Mark({ isFlipped = false }: { readonly isFlipped?: boolean }): ReactNode {
  return (
    <svg viewBox="0 0 120 48" aria-hidden="true">
      <rect width="120" height="48" rx="8" fill={isFlipped ? '#3f6fe0' : '#2358ea'} />
      <KestrelMark x={60} y={24} width={76} isFlipped={isFlipped} />
    </svg>
  );
}
