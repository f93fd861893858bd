// The offices. Where a button leads to the page that has them all, only where they are.

import type { ReactNode } from 'react';
import { Offices } from '../components/Offices.tsx';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function OfficesSection({ section }: SectionProps<'offices'>): ReactNode {
  return (
    <SectionFrame section={section}>
      <Offices offices={section.offices} level={innerLevel(section)} isShort={section.link !== null} />
    </SectionFrame>
  );
}
