// From our own desk: how a topic gets into the letter about trends, and a bill.

import type { ReactNode } from 'react';
import { useFigures } from './parts.tsx';
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
