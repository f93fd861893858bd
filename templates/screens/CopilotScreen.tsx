// Questions to the copilot and its answers: sentences with numbered sources.

import { Fragment, type ReactNode } from 'react';
import { NewComplaint } from './HealthScreen.tsx';
import { Bar, useFigures } from './parts.tsx';
import { Dots } from './RefusalScreen.tsx';
import { GloveScene } from './scenes.tsx';

export function Sentence({ number, text }: { readonly number: number; readonly text: string }): ReactNode {
  return (
    <span className={`sentence sentence--${number}`}>
      {text}
      <sup>{number}</sup>
    </span>
  );
}

interface SourceProps {
  readonly number: number;
  readonly name: string;
  readonly quote: string;
}

/** The posts behind a sentence. */
export function Source({ number, name, quote }: SourceProps): ReactNode {
  return (
    <div className="copilot__source">
      <span className="copilot__number" aria-hidden="true">
        {number}
      </span>
      <b>{name}</b>
      <span>{quote}</span>
    </div>
  );
}

/** Questions that deserve another answer than the expected one. */
export function BadQuestionsScreen(): ReactNode {
  const { t } = useFigures();
  const questions = [
    [t('section.screen.badOne'), t('section.screen.badOneAnswer')],
    [t('section.screen.badTwo'), t('section.screen.badTwoAnswer')],
    [t('section.screen.badThree'), t('section.screen.badThreeAnswer')],
  ] as const;
  return (
    <div className="copilot pane">
      {questions.map(([question, answer]) => (
        <Fragment key={question}>
          <p className="copilot__question">{question}</p>
          <p className="copilot__answer">{answer}</p>
        </Fragment>
      ))}
    </div>
  );
}

/** Four questions of a Monday, each with an answer of another shape. */
export function AskedScreen(): ReactNode {
  const { t, number } = useFigures();
  const claims = [
    [t('section.screen.askedPeakOne'), 34],
    [t('section.screen.askedPeakTwo'), 12],
    [t('section.screen.askedClaimRest'), 5],
  ] as const;
  return (
    <div className="close panes">
      <Asked question={t('section.screen.askedOne')}>
        <ul className="rows">
          {claims.map(([claim, n]) => (
            <li key={claim}>
              {claim} <b>{number(n)}</b>
              <Bar share={n / 34} />
            </li>
          ))}
        </ul>
        <small>{t('section.screen.askedPeakFirst')}</small>
      </Asked>
      <Asked question={t('section.screen.askedTwo')}>
        <div className="visual__item">
          <NewComplaint />
          <p className="pane__title">{t('section.screen.askedTwoAnswer', { n: 61, usual: 4 })}</p>
        </div>
        <small>{t('section.screen.askedTwoFrom')}</small>
      </Asked>
      <Asked question={t('section.screen.askedGloves')}>
        <div className="visual__item">
          <GloveScene />
          <p className="pane__title">{t('section.screen.askedGlovesAnswer')}</p>
        </div>
        <small>{t('section.screen.askedGlovesFrom')}</small>
      </Asked>
      <Asked question={t('section.screen.askedFour')}>
        <p className="pane__title words">
          {t('section.screen.askedFourStart', { n: 1284 })} <del>{t('section.screen.askedFourOut')}</del>{' '}
          <mark>{t('section.screen.askedFourIn')}</mark> {t('section.screen.askedFourEnd')}
        </p>
        <small>{t('section.screen.askedFourYou')}</small>
      </Asked>
    </div>
  );
}

function Asked({ question, children }: { readonly question: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="asked pane">
      <p className="copilot__question">{question}</p>
      {children}
    </div>
  );
}

/** Answers that were checked, and the places of those that were wrong, by column and row. */
const CHECKED = { columns: 40, rows: 10 };
const WRONG = [
  [6, 2],
  [23, 6],
  [34, 4],
] as const;

export function MistakesScreen(): ReactNode {
  const { t } = useFigures();
  const mistakes = [
    [t('section.screen.mistakeOne'), t('section.screen.mistakeOneWhy'), t('section.screen.mistakeOneSee')],
    [t('section.screen.mistakeTwo'), t('section.screen.mistakeTwoWhy'), t('section.screen.mistakeTwoSee')],
    [t('section.screen.mistakeThree'), t('section.screen.mistakeThreeWhy'), t('section.screen.mistakeThreeSee')],
  ] as const;
  const { columns, rows } = CHECKED;
  return (
    <div className="close refusal pane">
      <p className="screen__label">{t('section.screen.mistakesOf', { n: columns * rows, wrong: mistakes.length })}</p>
      <Dots columns={columns} rows={rows} marked={WRONG} isRinged />
      <ul className="rows">
        {mistakes.map(([sentence, why, see]) => (
          <li className="test test--lost" key={sentence}>
            <span>
              {sentence} <small>{why}</small>
            </span>
            <b>
              <span className="chip chip--found">{see.replaceAll(' ', '\u00a0')}</span>
            </b>
          </li>
        ))}
      </ul>
    </div>
  );
}
