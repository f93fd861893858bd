// An exercise from a workshop: a post, the votes of the room, and what its author answers.

import type { ReactNode } from 'react';
import { Crowd } from './crowd.tsx';
import { Bar, Face, Quotes, useFigures } from './parts.tsx';

const VOTES = 31;

const ANSWERS = [
  { word: 'section.screen.lessonComplaint', votes: 17, tone: 'negative', fill: '#ff5a3c' },
  { word: 'section.screen.lessonUnknown', votes: 8, tone: 'unclear', fill: '#f0a92e' },
  { word: 'section.screen.lessonPraise', votes: 6, tone: 'positive', fill: '#17a396' },
] as const;

/** The same exercise across a page: the post in large letters, and the room. */
export function VoteScreen(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="close query">
      <div className="pane">
        <p className="screen__label">
          <span>{t('section.screen.lessonQuestion')}</span> <span>{t('section.screen.lessonVotes', { n: VOTES })}</span>
        </p>
        <p className="photo__text">{t('section.screen.walkerSays')}</p>
        <p className="screen__label">{t('section.screen.walkerFrom')}</p>
      </div>
      <ul className="people-groups pane">
        {ANSWERS.map(({ word, votes, fill }) => (
          <li key={word}>
            <Crowd people={votes} rows={2} scale={1.25} fillOf={() => fill} />
            <br />
            <b className="plot__large">{number(votes)}</b> {t(word)}
          </li>
        ))}
      </ul>
      <p className="query__verdict people-groups">
        <span>
          {t('section.screen.lessonReply')} {t('section.screen.lessonReplyFrom')}
        </span>{' '}
        <span>{t('section.screen.lessonVerdict')}</span>
      </p>
    </div>
  );
}

export function LessonScreen(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="close lesson pane">
      <p className="pane__title">{t('section.screen.lessonQuestion')}</p>
      <div className="message">
        <Face number={2} />
        <p className="message__body">
          {t('section.screen.walkerSays')} <small>{t('section.screen.walkerFrom')}</small>
        </p>
      </div>
      <p className="screen__label">{t('section.screen.lessonVotes', { n: VOTES })}</p>
      <ul className="rows">
        {ANSWERS.map(({ word, votes, tone }) => (
          <li key={word}>
            {t(word)} <b>{number(votes)}</b>
            <Bar share={votes / VOTES} tone={tone} />
          </li>
        ))}
      </ul>
      <Quotes posts={[[t('section.screen.lessonReply'), t('section.screen.lessonReplyFrom')]]} />
      <p className="screen__hint">{t('section.screen.lessonVerdict')}</p>
    </div>
  );
}
