// Cards side by side, as a list.

import type { ReactNode } from 'react';
import type { CardInput } from '../page-input.ts';
import { Card } from './Card.tsx';
import './CardGrid.css';

/** `isFirstOnPage`: no image stands above the grid, so its first one is fetched at once. */
export function CardGrid({
  cards,
  isFirstOnPage = false,
  isList = false,
}: {
  readonly cards: readonly CardInput[];
  readonly isFirstOnPage?: boolean;
  /** The grid of a list that goes on. */
  readonly isList?: boolean;
}): ReactNode {
  return (
    <ul className="card-grid" data-list-cards={isList || undefined}>
      {cards.map((card, index) => (
        <li key={card.href}>
          <Card card={card} level={3} isFirst={isFirstOnPage && index === 0} />
        </li>
      ))}
    </ul>
  );
}
