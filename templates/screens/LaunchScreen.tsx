// A rival's launch day: the questions nobody answers, and what people compare the product with.

import type { ReactNode } from 'react';
import { Bar, BRAND, useFigures } from './parts.tsx';

export function LaunchScreen(): ReactNode {
  const { t, number } = useFigures();
  const rivals = [
    ['Thermel', 58],
    [BRAND, 21],
    ['Pico', 6],
  ] as const;
  return (
    <div className="close launch pane">
      <List title={t('section.screen.launchQuestions')} note={t('section.screen.launchAnswered', { n: 2, all: 93 })}>
        <Questions />
      </List>
      <p className="screen__hint">{t('section.screen.launchHint')}</p>
      <List title={t('section.screen.launchComparisons')} note={t('section.screen.launchComparedWith')}>
        <ul className="rows">
          {rivals.map(([rival, count]) => (
            <li key={rival}>
              {rival} <b>{number(count)}</b>
              <Bar share={count / 58} tone={rival === BRAND ? 'accent' : 'neutral'} />
            </li>
          ))}
        </ul>
      </List>
      <p className="pane__title">{t('section.screen.launchNews')}</p>
    </div>
  );
}

/** What people ask a rival. */
export function Questions(): ReactNode {
  const { t, number } = useFigures();
  const questions = [
    [t('section.screen.launchCar'), 39],
    [t('section.screen.launchParts'), 33],
    [t('section.screen.launchWash'), 21],
  ] as const;
  return (
    <ul className="rows">
      {questions.map(([question, count]) => (
        <li key={question}>
          {question} <b>{number(count)}</b>
          <Bar share={count / 39} tone="negative" />
        </li>
      ))}
    </ul>
  );
}

interface ListProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

function List({ title, note, children }: ListProps): ReactNode {
  return (
    <div>
      <p className="screen__label">
        <b>{title}</b> <span>{note}</span>
      </p>
      {children}
    </div>
  );
}
