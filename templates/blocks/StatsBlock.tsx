// Figures with labels.

import type { ReactNode } from 'react';
import { SourceMark } from '../components/Sources.tsx';
import type { TitledBlockProps } from './block-of-type.ts';

export function StatsBlock({ block, id }: TitledBlockProps<'stats'>): ReactNode {
  return (
    <section className="section block--stats" id={id}>
      {block.title === null ? null : <h2>{block.title}</h2>}
      <dl className="stats">
        {block.items.map(({ value, label }) => (
          <div className="stats__item" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd className="stats__source">
              <SourceMark source={block.source} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
