// The team.

import type { ReactNode } from 'react';
import { People } from '../components/People.tsx';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function TeamSection({ section }: SectionProps<'team'>): ReactNode {
  return (
    <SectionFrame section={section}>
      <People people={section.people} level={innerLevel(section)} />
    </SectionFrame>
  );
}
