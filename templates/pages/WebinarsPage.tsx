// Webinars: those to come first, then the recordings, page by page.

import type { ReactNode } from 'react';
import { EventCard } from '../components/EventCard.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EventCardInput, WebinarsProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function WebinarsPage({ current, previous, ...page }: WebinarsProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <MarketingOpening {...page} />
      {current.length === 0 ? null : (
        <EventList title={t('webinars.current')} cards={current} isFirstOnPage={page.image === null} isLarge />
      )}
      {previous.length === 0 ? null : (
        <EventList
          title={t('webinars.previous')}
          cards={previous}
          isFirstOnPage={current.length === 0 && page.image === null}
        />
      )}
      {current.length + previous.length === 0 ? <p lang={wordsLang}>{t('webinars.empty')}</p> : null}
      <Pager {...page} />
      <MarketingBody {...page} />
    </>
  );
}

interface EventListProps {
  readonly title: string;
  readonly cards: readonly EventCardInput[];
  readonly isFirstOnPage: boolean;
  /** Those to come are shown larger than the recordings. */
  readonly isLarge?: boolean;
}

function EventList({ title, cards, isFirstOnPage, isLarge = false }: EventListProps): ReactNode {
  const { wordsLang } = useWords();
  return (
    <section className="section">
      <h2 lang={wordsLang}>{title}</h2>
      <ul className={isLarge ? 'card-grid card-grid--large' : 'card-grid'}>
        {cards.map((card, index) => (
          <li key={card.href}>
            <EventCard card={card} isFirst={isFirstOnPage && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
