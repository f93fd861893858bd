// A quotation, and a call to action.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import type { BlockProps } from './block-of-type.ts';

export function QuoteBlock({ block }: BlockProps<'quote'>): ReactNode {
  const source = [block.author, block.position].filter((part) => part !== null).join(', ');
  return (
    <figure className="quote">
      <blockquote>
        <p>{block.quote}</p>
      </blockquote>
      {source === '' ? null : <figcaption>{source}</figcaption>}
    </figure>
  );
}

export function CtaBlock({ block }: BlockProps<'cta'>): ReactNode {
  return (
    <div className="cta">
      {block.text === null ? null : <p>{block.text}</p>}
      <Anchor className="button" href={block.link.href} isOuter={block.link.isOuter}>
        {block.link.label}
      </Anchor>
    </div>
  );
}
