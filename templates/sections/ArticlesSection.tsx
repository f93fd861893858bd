// The newest articles of the blog.

import type { ReactNode } from 'react';
import { CardGrid } from '../components/CardGrid.tsx';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function ArticlesSection({ section }: SectionProps<'articles'>): ReactNode {
  return (
    <SectionFrame section={section}>
      <CardGrid cards={section.articles} />
    </SectionFrame>
  );
}
