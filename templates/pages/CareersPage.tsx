// Careers: sections, and the team by department unless a section shows it.

import type { ReactNode } from 'react';
import { People } from '../components/People.tsx';
import { useWords } from '../contexts.ts';
import type { CareersProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function CareersPage({ departments, ...page }: CareersProps): ReactNode {
  const { t, wordsLang } = useWords();
  const hasTeamSection = page.sections.some(({ kind }) => kind === 'team');
  return (
    <>
      <MarketingOpening {...page} />
      <MarketingBody sections={page.sections} content={page.content}>
        {hasTeamSection || departments.length === 0 ? null : (
          <section className="section" lang={wordsLang}>
            <h2>{t('careers.departments')}</h2>
            {departments.map(({ title, people }) => (
              <section className="directory" key={title}>
                <h3>{title}</h3>
                <People people={people} level={4} isRow />
              </section>
            ))}
          </section>
        )}
      </MarketingBody>
    </>
  );
}
