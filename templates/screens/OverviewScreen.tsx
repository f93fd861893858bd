// The screen of the home page: a post without a brand name, its picture with the recognised logo, and the mentions of a month.

import type { ReactNode } from 'react';
import { Sentence, Source } from './CopilotScreen.tsx';
import { areaPath, linePath } from './charts.ts';
import { NursePost, TravellerPost, WalkerPost } from './MentionsScreen.tsx';
import { BRAND, useFigures } from './parts.tsx';
import { TrainScene } from './scenes.tsx';
import { PictureFacts } from './VisualScreen.tsx';

/** Mentions per day: in texts, and with those in pictures only. */
const WORDS = [24, 31, 27, 29, 36, 30, 33, 28, 35, 31, 34, 38, 33, 36, 32];
const ALL = [33, 41, 36, 41, 49, 41, 46, 41, 50, 47, 48, 55, 49, 53, 50];
const RANGE = { least: 0, most: 60 };

export function OverviewScreen(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <div className="overview">
      <ul className="posts overview__posts">
        <TravellerPost />
        <NursePost />
        <WalkerPost />
      </ul>
      <div className="overview__picture">
        <div
          className="overview__photo"
          data-find="0.45 0.685"
          data-task={t('section.screen.findTask')}
          data-found={t('section.screen.findFound', { share: percent(0.97) })}
          data-over={t('section.screen.findOver')}
        >
          <TrainScene />
          <p className="overview__found">
            {BRAND} {percent(0.97)}
          </p>
          <p className="find__line" role="status" />
        </div>
        <p className="overview__place">
          <b>{t('section.screen.train')}</b> <small>{t('section.screen.noName')}</small>
        </p>
        <PictureFacts />
      </div>
      <Month />
    </div>
  );
}

function Month(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="overview__month">
      <dl className="overview__sums">
        <div>
          <dt>{t('section.screen.inWords')}</dt>
          <dd>{number(951)}</dd>
        </div>
        <div className="overview__seen">
          <dt>{t('section.screen.onlyPictures')}</dt>
          <dd>{number(333)}</dd>
        </div>
      </dl>
      <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className="chart__pictures" d={areaPath(ALL, WORDS, RANGE)} />
        <path className="chart__words" d={`${linePath(WORDS, RANGE)}L100 100L0 100Z`} />
        <path className="chart__line chart__line--signal" d={linePath(ALL, RANGE)} />
        <path className="chart__line" d={linePath(WORDS, RANGE)} />
      </svg>
      <p className="copilot__question">{t('section.screen.question')}</p>
      <p className="overview__answer">
        <Sentence number={1} text={t('section.screen.answerOne')} />
      </p>
      <Source number={1} name={t('section.screen.sourceOne')} quote={t('section.screen.quoteOne')} />
    </div>
  );
}
