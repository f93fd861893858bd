// A product screen across the page, below its heading.

import type { ReactNode } from 'react';
import { Screen } from '../screens/Screen.tsx';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function ScreenSection({ section }: SectionProps<'screen'>): ReactNode {
  return (
    <SectionFrame section={section}>
      <Screen id={section.screen} />
    </SectionFrame>
  );
}
