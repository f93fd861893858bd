// Clients as a row of marks; the clients page has the whole of them.

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
