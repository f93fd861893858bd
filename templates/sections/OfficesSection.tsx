// The offices.

import type { ReactNode } from 'react';
import { Offices } from '../components/Offices.tsx';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function OfficesSection({ section }: SectionProps<'offices'>): ReactNode {
  return (
    <SectionFrame section={section}>
      <Offices offices={section.offices} level={innerLevel(section)} />
    </SectionFrame>
  );
}
