// The offices. Where a button leads to the page that has them all, only where they are.

import type { ReactNode } from 'react';
import { Offices } from '../components/Offices.tsx';
import { ButtonLink, innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function OfficesSection({ section }: SectionProps<'offices'>): ReactNode {
  const { link } = section;
  return (
    <SectionFrame section={{ ...section, link: null }}>
      <Offices offices={section.offices} level={innerLevel(section)} isShort={link !== null} />
      {link === null ? null : (
        <div className="section__opening">
          <ButtonLink link={link} />
        </div>
      )}
    </SectionFrame>
  );
}
