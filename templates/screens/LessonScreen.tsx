// An exercise from a workshop: a post, the votes of the room, and what its author answers.

import type { ReactNode } from 'react';
import { Bar, Face, Quotes, useFigures } from './parts.tsx';

const VOTES = 31;

export function LessonScreen(): ReactNode {
  const { t, number } = useFigures();
  const answers = [
    [t('section.screen.lessonComplaint'), 17, 'negative'],
    [t('section.screen.lessonUnknown'), 8, 'unclear'],
    [t('section.screen.lessonPraise'), 6, 'positive'],
  ] as const;
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
        {answers.map(([answer, votes, tone]) => (
          <li key={answer}>
            {answer} <b>{number(votes)}</b>
            <Bar share={votes / VOTES} tone={tone} />
          </li>
        ))}
      </ul>
      <Quotes posts={[[t('section.screen.lessonReply'), t('section.screen.lessonReplyFrom')]]} />
      <p className="screen__hint">{t('section.screen.lessonVerdict')}</p>
    </div>
  );
}
