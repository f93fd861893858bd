// A promotion next to the items of a menu group, on wide screens only.

import type { ReactNode } from 'react';
import type { MenuGroupInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import { Image } from './Image.tsx';

export function Promo({ promo }: { readonly promo: NonNullable<MenuGroupInput['promo']> }): ReactNode {
  return (
    <aside className="promo" aria-label={promo.title}>
      <Image image={promo.image} sizes="320px" />
      <p className="promo__title">{promo.title}</p>
      <blockquote className="promo__quote">
        <p>{promo.quote}</p>
      </blockquote>
      <p>{promo.description}</p>
      <Anchor className="promo__link" href={promo.link.href} isOuter={promo.link.isOuter}>
        {promo.link.label}
      </Anchor>
    </aside>
  );
}
