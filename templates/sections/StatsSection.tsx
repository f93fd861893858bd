// Figures with labels on a dark band, or below a drawing of them; a single figure stands large beside its heading.

import type { ReactNode } from 'react';
import { SourceMark } from '../components/Sources.tsx';
import { ScreenDrawing } from '../screens/Screen.tsx';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './StatsSection.css';

export function StatsSection({ section }: SectionProps<'stats'>): ReactNode {
  const { items, screen } = section;
  const band = screen === 'tuesday' || (screen === null && items.length > 1) ? 'band--night' : '';
  const ground = screen === null || band !== '' ? band : 'band--raised';
  return (
    <SectionFrame section={section} className={items.length === 1 ? `section--figure ${ground}` : ground}>
      {screen === null ? null : <ScreenDrawing id={screen} />}
      <dl className="stats">
        {items.map(({ title, value }) => (
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
