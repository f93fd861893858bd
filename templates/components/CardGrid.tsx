// A grid of cards.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { CardInput } from '../page-input.ts';
import { printOnce } from '../print-once.tsx';
import { Card } from './Card.tsx';
import './CardGrid.css';

/** What a webinar is for. */
const ACTIONS = { true: 'webinars.register', false: 'webinars.recording' } as const;

interface CardGridProps {
  readonly cards: readonly CardInput[];
  /** Whether its first image is the first of the page, which is loaded at once. */
  readonly isFirstOnPage?: boolean;
  /** Whether it is the grid of a paginated list, whose script compares the cards. */
  readonly isList?: boolean;
  /** Whether its first card is larger than the others. */
  readonly hasLead?: boolean;
  /** What its cards are for, as their last line. */
  readonly action?: string | undefined;
}

export function CardGrid({ isList = false, ...cards }: CardGridProps): ReactNode {
  return (
    <ul className="card-grid" data-list-cards={isList || undefined}>
      <CardItems {...cards} isList={isList} />
    </ul>
  );
}

interface RelatedCardsProps extends Pick<CardGridProps, 'cards'> {
  readonly title: string;
}

/** The section of cards below an entry. Entries of one category share their cards, which are rendered once. */
export function RelatedCards({ cards, title }: RelatedCardsProps): ReactNode {
  const words = useWords();
  const html = printOnce(cards, words, <CardItems cards={cards} />);
  return (
    <section className="section">
      <h2 lang={words.wordsLang}>{title}</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it */}
      <ul className="card-grid" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

function CardItems({
  cards,
  isFirstOnPage = false,
  isList = false,
  hasLead = false,
  action,
}: CardGridProps): ReactNode {
  const { t } = useWords();
  return cards.map((card, index) => {
    const own = isList ? { 'data-slug': card.slug, 'data-date': card.date ?? undefined } : {};
    const isFirst = index === 0;
    return (
      <li key={card.href} {...own}>
        <Card
          card={card}
          level={3}
          isFirst={isFirstOnPage && isFirst}
          className={hasLead && isFirst ? 'card--hero' : ''}
          action={action ?? (card.isCurrent === undefined ? undefined : t(ACTIONS[`${card.isCurrent}`]))}
        />
      </li>
    );
  });
}
