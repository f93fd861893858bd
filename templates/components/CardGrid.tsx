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
  const items = cards.map((card, index) => {
    const isFirst = isFirstOnPage && index === 0;
    const item = (
      <li key={card.href}>
        <Card card={card} level={3} isFirst={isFirst} />
      </li>
    );
    return { key: `card ${isFirst} ${JSON.stringify(card)}`, item };
  });
  if (isList || words.isTraced) return <ul {...attributes}>{items.map(({ item }) => item)}</ul>;
  const html = items.map(({ key, item }) => renderOnce(words, key, item)).join('');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it a line above
  return <ul {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
