// Working here: the editor's sections, and the people by department.

import type { ReactNode } from 'react';
import { People } from '../components/People.tsx';
import { useWords } from '../contexts.ts';
import type { CareersProps } from '../page-input.ts';
import { MarketingPage } from './MarketingPage.tsx';

export function CareersPage({ departments, ...page }: CareersProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <MarketingPage {...page} />
      {departments.length === 0 ? null : (
        <section className="section">
          <h2>{t('careers.departments')}</h2>
          {departments.map(({ title, people }) => (
            <section key={title}>
              <h3>{title}</h3>
              <People people={people} level={4} />
            </section>
          ))}
        </section>
      )}
    </>
  );
}
