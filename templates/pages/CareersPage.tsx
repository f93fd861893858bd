// Careers: sections, and the team by department unless a section shows it.

import type { ReactNode } from 'react';
import { People } from '../components/People.tsx';
import { useWords } from '../contexts.ts';
import type { CareersProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

/** People in a row. */
const ROW = 3;

export function CareersPage({ departments, ...page }: CareersProps): ReactNode {
  const { t, wordsLang } = useWords();
  const hasTeamSection = page.sections.some(({ kind }) => kind === 'team');
  const hasJobs = page.sections.some(({ kind }) => kind === 'jobs');
  const free = departments.findLast(({ people }) => people.length % ROW === ROW - 1);
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
                <People people={people} level={4} isRow isBrief>
                  {hasJobs && title === free?.title ? <Seat /> : null}
                </People>
              </section>
            ))}
          </section>
        )}
      </MarketingBody>
    </>
  );
}

/** A free place in the row of a department. */
function Seat(): ReactNode {
  const { t } = useWords();
  return (
    <li className="people__item">
      <svg className="image" viewBox="0 0 96 96" aria-hidden="true">
        <path
          d="M32 50V22Q32 18 36 18L58 22Q62 23 62 27V54M32 55L62 60L74 53L44 48ZM32 56V82M62 60V84M74 54V76M44 64V74"
          fill="none"
          stroke="#1d53e0"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d="M10 24V10H24M72 10H86V24M86 72V86H72M24 86H10V72" fill="none" stroke="#ff5a3c" strokeWidth="4" />
      </svg>
      <h4 className="people__name">{t('careers.seatOne')}</h4>
      <p className="people__position">
        <a href="#jobs">{t('careers.seatLink')}</a>
      </p>
      <p>{t('careers.seatText')}</p>
    </li>
  );
}
