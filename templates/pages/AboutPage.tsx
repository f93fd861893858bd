// The company and its team.

import type { ReactNode } from 'react';
import { People } from '../components/People.tsx';
import { useWords } from '../contexts.ts';
import type { AboutProps } from '../page-input.ts';
import { MarketingPage } from './MarketingPage.tsx';

export function AboutPage({ people, ...page }: AboutProps): ReactNode {
  const { t, wordsLang } = useWords();
  const hasTeamSection = page.sections.some(({ kind }) => kind === 'team');
  return (
    <>
      <MarketingPage {...page} />
      {hasTeamSection || people.length === 0 ? null : (
        <section className="section">
          <h2 lang={wordsLang}>{t('about.team')}</h2>
          <People people={people} level={3} />
        </section>
      )}
    </>
  );
}
