// The items of a section or features block: picture, figure, title, text and link, each where it is set.

import type { ReactNode } from 'react';
import type { SectionItemInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import { Image } from './Image.tsx';

interface SectionItemsProps {
  readonly items: readonly SectionItemInput[];
  /** One below the heading above the items. */
  readonly titleLevel: 2 | 3;
}

export function SectionItems({ items, titleLevel }: SectionItemsProps): ReactNode {
  const Title = titleLevel === 2 ? 'h2' : 'h3';
  if (items.length === 0) return null;
  return (
    <ul className="items">
      {items.map((item) => (
        <li className="items__item" key={item.title}>
          {item.image === null ? null : <Image image={item.image} sizes="(min-width: 600px) 33vw, 100vw" />}
          {item.value === null ? null : <p className="items__value">{item.value}</p>}
          <Title className="items__title">{item.title}</Title>
          {item.text === null ? null : <p>{item.text}</p>}
          {item.link === null ? null : (
            <Anchor href={item.link.href} isOuter={item.link.isOuter}>
              {item.link.label}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  );
}
