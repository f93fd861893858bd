// A large heading inside the content of a page. The title of the page is elsewhere, so this is an h2.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Image } from '../components/Image.tsx';
import type { TitledBlockProps } from './block-of-type.ts';

export function HeroBlock({ block, id }: TitledBlockProps<'hero'>): ReactNode {
  return (
    <section className="split block--hero" id={id}>
      <div>
        <h2>{block.title}</h2>
        {block.text === null ? null : <p>{block.text}</p>}
        {block.link === null ? null : (
          <Anchor className="button" href={block.link.href} isOuter={block.link.isOuter}>
            {block.link.label}
          </Anchor>
        )}
      </div>
      {block.image === null ? null : <Image image={block.image} />}
    </section>
  );
}
