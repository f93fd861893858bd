// The screen of the home page: one large picture with the recognised logo, the post that names no brand, and the mentions of a month.

import type { ReactNode } from 'react';
import { TravellerPost } from './MentionsScreen.tsx';
import { BRAND, useFigures } from './parts.tsx';
import { CarriageScene } from './scenes.tsx';

export function OverviewScreen(): ReactNode {
  const { t, number, percent } = useFigures();
  return (
    <div className="overview">
      <div
        className="overview__photo"
        data-find="0.5 0.63"
        data-task={t('section.screen.findTask')}
        data-found={t('section.screen.findFound', { share: percent(0.97) })}
        data-over={t('section.screen.findOver')}
      >
        <CarriageScene found={`${BRAND} ${percent(0.97)}`} />
        <p className="find__line" role="status" />
      </div>
      <ul className="overview__card">
        <TravellerPost isBare />
      </ul>
      <dl className="overview__card overview__sums">
        <div>
          <dt>{t('section.screen.inWords')}</dt>
          <dd>{number(951)}</dd>
        </div>
        <div className="overview__seen">
          <dt>{t('section.screen.onlyPictures')}</dt>
          <dd>{number(333)}</dd>
        </div>
      </dl>
    </div>
  );
}
