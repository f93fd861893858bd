// From our own desk: how a topic gets into the letter about trends, a bill, an e-mail and a report.

import type { ReactNode } from 'react';
import { TimedSteps } from './AlertsScreen.tsx';
import { SauceScene } from './case-scenes.tsx';
import { Volume } from './HealthScreen.tsx';
import { Bar, type Tone, useFigures } from './parts.tsx';
import { Tests } from './QueryScreen.tsx';
import { Funnel } from './ResearchScreen.tsx';

export function LetterScreen(): ReactNode {
  const { t } = useFigures();
  const steps = [
    [t('section.screen.letterRising'), 212],
    [t('section.screen.letterPeople'), 48],
    [t('section.screen.letterLater'), 17],
    [t('section.screen.letterSent'), 5],
  ] as const;
  return (
    <div className="close query">
      <Funnel steps={steps} />
      <Tests title={t('section.screen.letterOut')}>
        <li className="test test--lost">{t('section.screen.letterOutOne')}</li>
        <li className="test test--lost">{t('section.screen.letterOutTwo')}</li>
        <li className="test test--lost">{t('section.screen.letterOutThree')}</li>
      </Tests>
      <p className="query__verdict">{t('section.screen.letterVerdict')}</p>
    </div>
  );
}

export function BillScreen(): ReactNode {
  const { t } = useFigures();
  const lines = [
    [t('section.screen.billPlan'), t('section.screen.billPlanPrice')],
    [t('section.screen.billTerm'), t('section.screen.billTermPrice')],
  ] as const;
  return (
    <div className="close query">
      <p className="pane__title">{t('section.screen.billFor')}</p>
      <div>
        {lines.map(([line, price]) => (
          <p className="screen__label" key={line}>
            {line} <b>{price}</b>
          </p>
        ))}
      </div>
      <p className="pane__title screen__label">
        {t('section.screen.billSum')} <b>{t('section.screen.billSumPrice')}</b>
      </p>
      <p className="query__verdict">{t('section.screen.billNote')}</p>
    </div>
  );
}

/** The answer to a request. */
export function MailScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close query">
      <p>
        <b>{t('section.screen.mailName')}</b> · {t('section.screen.mailSubject')}
      </p>
      <p className="pane__title">{t('section.screen.mailText')}</p>
      <TimedSteps
        steps={[
          ['', t('section.screen.mailOne'), ''],
          ['', t('section.screen.mailTwo'), ''],
          ['', t('section.screen.mailThree'), ''],
        ]}
      />
      <p className="query__verdict">{t('section.screen.mailEnd')}</p>
    </div>
  );
}

/** The answer to somebody whose posts were removed. */
export function AnswerScreen(): ReactNode {
  const { t } = useFigures();
  const day = (n: number) => t('section.screen.thirtyDay', { n });
  return (
    <div className="close query">
      <p>
        <b>{t('section.screen.answerFrom')}</b>
      </p>
      <p className="pane__title">{t('section.screen.answerText')}</p>
      <TimedSteps
        steps={[
          [day(1), t('section.screen.answerOne'), ''],
          [day(7), t('section.screen.answerTwo'), ''],
          [day(30), t('section.screen.answerThree'), ''],
        ]}
      />
      <p className="query__verdict">{t('section.screen.answerEnd')}</p>
    </div>
  );
}

/** The eight exercises of the academy, two an evening; the first one is sent at once. */
export function LessonsScreen(): ReactNode {
  const { t } = useFigures();
  const lessons = [
    t('section.screen.lessonsOne'),
    t('section.screen.lessonsTwo'),
    t('section.screen.lessonsThree'),
    t('section.screen.lessonsFour'),
    t('section.screen.lessonsFive'),
    t('section.screen.lessonsSix'),
    t('section.screen.lessonsSeven'),
    t('section.screen.lessonsEight'),
  ];
  return (
    <div className="close routes">
      <TimedSteps
        steps={lessons.map((lesson, index) => [
          '',
          lesson,
          index === 0 ? (
            <span className="chip chip--warm" key="sent">
              {t('section.screen.lessonsSent')}
            </span>
          ) : (
            t('section.screen.lessonsEvening', { n: Math.floor(index / 2) + 1 })
          ),
        ])}
      />
    </div>
  );
}

const TONES: readonly (readonly [Tone, number])[] = [
  ['positive', 0.46],
  ['neutral', 0.31],
  ['negative', 0.14],
  ['unclear', 0.09],
];

/** The four pages of a report. */
export function PagesScreen(): ReactNode {
  const { t, number, percent } = useFigures();
  return (
    <ol className="panes panes--sheets">
      <Sheet title={t('section.screen.pagesVolume')}>
        <Volume />
        <p>
          <b>{number(3656)}</b> {t('section.screen.mentions')}
        </p>
      </Sheet>
      <Sheet title={t('section.screen.pagesTone')}>
        <ul className="rows">
          {TONES.map(([tone, share]) => (
            <li key={tone}>
              {t(`section.screen.${tone}`)} <b>{percent(share)}</b>
              <Bar share={share} tone={tone} />
            </li>
          ))}
        </ul>
      </Sheet>
      <Sheet title={t('section.screen.pagesPhotos')}>
        <SauceScene />
        <p>{t('section.screen.pagesWithout', { n: 334, without: 209 })}</p>
      </Sheet>
      <Sheet title={t('section.screen.pagesSense')}>
        <p className="photo__text">{t('section.screen.pagesSaid')}</p>
      </Sheet>
    </ol>
  );
}

function Sheet({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <li className="piece__sheet pane">
      <p className="pane__title">{title}</p>
      {children}
    </li>
  );
}
