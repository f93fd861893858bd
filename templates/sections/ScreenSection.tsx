// A product screen across the page, below its heading and, beside that, its text.

import type { ReactNode } from 'react';
import { Screen } from '../screens/Screen.tsx';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function ScreenSection({ section }: SectionProps<'screen'>): ReactNode {
  return (
    <SectionFrame section={section} className={section.text === null ? '' : 'section--head'}>
      <Screen id={section.screen} />
    </SectionFrame>
  );
}
