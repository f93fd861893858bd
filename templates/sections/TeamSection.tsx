// The team, or a department of it: a few people stand beside the heading.

import type { ReactNode } from 'react';
import { People } from '../components/People.tsx';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';

/** People that fit beside a heading. */
const FEW = 3;

export function TeamSection({ section }: SectionProps<'team'>): ReactNode {
  const { people } = section;
  return (
    <SectionFrame section={section} className={people.length > FEW ? '' : 'section--beside'}>
      <People people={people} level={innerLevel(section)} />
    </SectionFrame>
  );
}
