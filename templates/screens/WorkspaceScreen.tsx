// The whole workspace across a page: from where posts come to what is decided, with the number of each step.

import type { ReactNode } from 'react';
import { AlertSteps, LidCurve } from './AlertsScreen.tsx';
import { Weeks } from './DashboardScreen.tsx';
import {
  KESTREL,
  NursePost,
  PaperPost,
  SourceFilters,
  ToneFilters,
  TravellerPost,
  WalkerPost,
} from './MentionsScreen.tsx';
import { Bar, useFigures } from './parts.tsx';
import { Found } from './VisualScreen.tsx';

export function WorkspaceScreen(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="workspace">
      <div className="pane">
        <ul className="screen--stays plot__narrow">
          <TravellerPost />
        </ul>
        <div className="rows">
          <Step number={1}>{t('section.screen.sources')}</Step>
          <SourceFilters {...KESTREL} />
        </div>
        <div className="wide">
          <p className="screen__label">{t('section.screen.tone')}</p>
          <ToneFilters {...KESTREL} />
        </div>
      </div>
      <div className="workspace__list">
        <div className="pane">
          <Step number={2}>
            {t('section.screen.pictures')} <b>{number(412)}</b>
          </Step>
        </div>
        <ul className="visual__grid">
          <Found isPair />
        </ul>
        <div className="posts">
          <ul className="wide">
            <TravellerPost />
          </ul>
          <ul className="posts">
            <NursePost />
            <WalkerPost />
            <PaperPost />
          </ul>
        </div>
      </div>
      <div className="wide pane">
        <div className="rows">
          <Step number={3}>{t('section.screen.topics')}</Step>
          <Topics />
        </div>
      </div>
      <div className="pane">
        <div className="wide rows">
          <Step number={4}>{t('section.screen.weekly')}</Step>
          <Weeks />
        </div>
        <Step number={5}>{t('section.screen.alert')}</Step>
        <LidCurve />
        <AlertSteps />
      </div>
    </div>
  );
}

function Topics(): ReactNode {
  const { t, number } = useFigures();
  const tags = [
    [t('section.screen.keepsHot'), 486],
    [t('section.screen.repairs'), 214],
    [t('section.screen.colour'), 96],
    [t('section.screen.newLid'), 61],
  ] as const;
  return (
    <ul className="rows">
      {tags.map(([tag, count]) => (
        <li key={tag}>
          {tag} <b>{number(count)}</b>
          <Bar share={count / 486} />
        </li>
      ))}
    </ul>
  );
}

function Step({ number, children }: { readonly number: number; readonly children: ReactNode }): ReactNode {
  return (
    <p className="workspace__step pane__title" data-step={number}>
      {children}
    </p>
  );
}
