// Figures with labels on a dark band; a single figure stands large beside its heading.

import type { ReactNode } from 'react';
import { SourceMark } from '../components/Sources.tsx';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './StatsSection.css';

export function StatsSection({ section }: SectionProps<'stats'>): ReactNode {
  const isOne = section.items.length === 1;
  return (
    <SectionFrame section={section} className={isOne ? 'section--figure' : 'band--night'}>
      <dl className="stats">
        {section.items.map(({ title, value }) => (
          <div className="stats__item" key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
            <dd className="stats__source">
              <SourceMark source={section.source} />
            </dd>
          </div>
        ))}
      </dl>
    </SectionFrame>
  );
}
