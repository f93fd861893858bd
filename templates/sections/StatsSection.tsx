// Figures with labels on a dark band; a single figure stands large beside its heading, figures of a screen beside it.

import type { ReactNode } from 'react';
import { SourceMark } from '../components/Sources.tsx';
import { Screen } from '../screens/Screen.tsx';
import { SectionFrame, SectionHead, type SectionProps } from './SectionFrame.tsx';
import './StatsSection.css';

export function StatsSection({ section }: SectionProps<'stats'>): ReactNode {
  if (section.screen !== null)
    return (
      <section className="section section--stats section--split split" id={section.id ?? undefined}>
        <div>
          <SectionHead section={section} />
          <Figures section={section} />
        </div>
        <Screen id={section.screen} />
      </section>
    );
  const shares = section.items.map(({ value }) => Number.parseFloat(value ?? ''));
  if (shares.reduce((sum, share) => sum + share, 0) === 100)
    return (
      <SectionFrame section={section} className="section--shares">
        <Shares shares={shares} />
        <Figures section={section} />
      </SectionFrame>
    );
  return (
    <SectionFrame section={section} className={section.items.length === 1 ? 'section--figure' : 'band--night'}>
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
