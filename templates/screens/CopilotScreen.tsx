// An answer of the copilot: three sentences with numbered sources, the sample and the query.

import { Fragment, type ReactNode } from 'react';
import { useFigures } from './parts.tsx';

export function CopilotScreen(): ReactNode {
  const { t } = useFigures();
  const sources = [
    [t('section.screen.sourceOne'), t('section.screen.quoteOne')],
    [t('section.screen.sourceTwo'), t('section.screen.quoteTwo')],
    [t('section.screen.sourceThree'), t('section.screen.quoteThree')],
  ] as const;
  return (
    <div className="copilot pane">
      <p className="copilot__question">{t('section.screen.question')}</p>
      <p className="copilot__answer">
        <Sentence number={1} text={t('section.screen.answerOne')} />{' '}
        <Sentence number={2} text={t('section.screen.answerTwo')} />{' '}
        <Sentence number={3} text={t('section.screen.answerThree')} />
      </p>
      <ol className="copilot__sources rows">
        {sources.map(([source, quote], index) => (
          <li key={source}>
            <Source number={index + 1} name={source} quote={quote} />
          </li>
        ))}
      </ol>
      <p className="copilot__basis">
        <span className="tone tone--positive">{t('section.screen.sample')}</span>
        <code>{t('section.screen.query')}</code>
      </p>
    </div>
  );
}

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
