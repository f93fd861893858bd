// Figures with labels on a dark band, or below a drawing of them; a single figure stands large beside its heading.

import type { ReactNode } from 'react';
import { SourceMark } from '../components/Sources.tsx';
import { ScreenDrawing } from '../screens/Screen.tsx';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './StatsSection.css';

export function StatsSection({ section }: SectionProps<'stats'>): ReactNode {
  const { screen } = section;
  const isOne = section.items.length === 1;
  const band = screen === null || screen === 'tuesday' ? 'band--night' : '';
  return (
    <SectionFrame section={section} className={isOne ? 'section--figure' : band}>
      {screen === null ? null : <ScreenDrawing id={screen} />}
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
