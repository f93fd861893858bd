// Cards side by side, as a list. Below articles the same few stand again and again, and are rendered once; a list shows
// each of its cards on one page.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { CardInput } from '../page-input.ts';
import { renderOnce } from '../render-once.tsx';
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
  const words = useWords();
  const attributes = { className: 'card-grid', 'data-list-cards': isList || undefined };
  const isFirst = (index: number) => isFirstOnPage && index === 0;
  if (isList || words.isTraced)
    return (
      <ul {...attributes}>
        {cards.map((card, index) => (
          <CardItem key={card.href} card={card} isFirst={isFirst(index)} />
        ))}
      </ul>
    );
  const html = cards
    .map((card, index) =>
      isFirst(index)
        ? renderOnce(words, { name: `first card ${card.href}`, value: card, create: createFirstItem })
        : renderOnce(words, { name: `card ${card.href}`, value: card, create: createItem }),
    )
    .join('');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it a line above
  return <ul {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

const createItem = (card: CardInput) => <CardItem card={card} isFirst={false} />;
const createFirstItem = (card: CardInput) => <CardItem card={card} isFirst={true} />;

function CardItem({ card, isFirst }: { readonly card: CardInput; readonly isFirst: boolean }): ReactNode {
  return (
    <li>
      <Card card={card} level={3} isFirst={isFirst} />
    </li>
  );
}
