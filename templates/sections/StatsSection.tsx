// Figures with labels on a dark band, below a drawing of them, or beside a product screen; a single figure stands large beside its heading.

import type { ReactNode } from 'react';
import { SourceMark } from '../components/Sources.tsx';
import { isDrawing, Screen, ScreenDrawing } from '../screens/Screen.tsx';
import { SectionFrame, SectionHead, type SectionProps } from './SectionFrame.tsx';
import './StatsSection.css';

export function StatsSection({ section }: SectionProps<'stats'>): ReactNode {
  const { items, screen } = section;
  if (screen !== null && !isDrawing(screen))
    return (
      <section className="section section--stats section--split split" id={section.id ?? undefined}>
        <div>
          <SectionHead section={section} />
          <Figures section={section} />
        </div>
        <Screen id={screen} />
      </section>
    );
  const shares = items.map(({ value }) => Number.parseFloat(value ?? ''));
  if (screen === null && shares.reduce((sum, share) => sum + share, 0) === 100)
    return (
      <SectionFrame section={section} className="section--shares">
        <Shares shares={shares} />
        <Figures section={section} />
      </SectionFrame>
    );
  const band =
    screen === 'tuesday' || screen === 'october' || (screen === null && items.length > 1) ? 'band--night' : '';
  const ground = screen === null || band !== '' ? band : 'band--raised';
  return (
    <SectionFrame section={section} className={`${ground} ${items.length === 1 ? 'section--figure' : ''}`}>
      {screen === null ? null : <ScreenDrawing id={screen} />}
      <Figures section={section} />
    </SectionFrame>
  );
}

/** Shares of a whole as one bar, in the colours of their figures. */
function Shares({ shares }: { readonly shares: readonly number[] }): ReactNode {
  const startOf = (index: number) => shares.slice(0, index).reduce((sum, share) => sum + share, 0);
  return (
    <svg className="stats__bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {shares.map((share, index) => (
        <rect
          className={`stack stack--${index + 1}`}
          key={startOf(index)}
          x={startOf(index)}
          width={share}
          height="10"
        />
      ))}
    </svg>
  );
}

function Figures({ section }: SectionProps<'stats'>): ReactNode {
  return (
    <dl className="stats">
      {section.items.map(({ title, value }, index) => (
        <div className={`stats__item stack--${index + 1}`} key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
          <dd className="stats__source">
            <SourceMark source={section.source} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
