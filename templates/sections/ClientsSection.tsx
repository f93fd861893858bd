// A row of client logos.

import type { ReactNode } from 'react';
import { LogoList } from '../components/LogoList.tsx';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function ClientsSection({ section }: SectionProps<'clients'>): ReactNode {
  return (
    <SectionFrame section={section}>
      <LogoList clients={section.clients} />
    </SectionFrame>
  );
}
