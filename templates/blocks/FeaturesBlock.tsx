// Features in columns.

import type { ReactNode } from 'react';
import { SectionItems } from '../components/SectionItems.tsx';
import type { TitledBlockProps } from './block-of-type.ts';

export function FeaturesBlock({ block, id }: TitledBlockProps<'features'>): ReactNode {
  return (
    <section className="section block--features" id={id}>
      {block.title === null ? null : <h2>{block.title}</h2>}
      <SectionItems items={block.items} titleLevel={block.title === null ? 2 : 3} />
    </section>
  );
}
